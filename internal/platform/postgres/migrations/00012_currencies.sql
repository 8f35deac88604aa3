-- +goose Up

-- Gateways that cannot charge dirham: what is charged instead, and by which rate. amount_centimes stays in dirham.
alter table payments
    -- Millionths of a dirham for one unit of gateway_currency; null when that is the dirham.
    add column gateway_rate_micros bigint check (gateway_rate_micros > 0),
    -- When the price was converted.
    add column gateway_rate_at timestamptz,
    -- The payer's language: a launch that is repeated asks for the same as the first.
    add column language text not null default 'en' check (language in ('en', 'fr', 'ar')),
    add constraint payments_rate check (
        (gateway_currency = 'MAD') = (gateway_rate_micros is null)
        and (gateway_rate_micros is null) = (gateway_rate_at is null)),
    add constraint payments_gateway_amount check (gateway_currency <> 'MAD' or gateway_amount_centimes = amount_centimes);

alter table payment_refunds
    -- What goes back in the currency that was charged; null when that is the dirham. 0 when the amount is less than half of
    -- its smallest unit.
    add column gateway_amount_centimes bigint check (gateway_amount_centimes >= 0);

-- Refunds stay within the capture in both currencies.
-- +goose StatementBegin
create or replace function payment_refunds_within_capture() returns trigger language plpgsql as $$
declare
    captured         bigint;
    gateway_captured bigint;
    charged          text;
    refunded         bigint;
    gateway_refunded bigint;
begin
    select case when taken then amount_centimes else 0 end, case when taken then gateway_amount_centimes else 0 end, gateway_currency
      into captured, gateway_captured, charged
      from (select *, status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED') as taken from payments where id = new.payment_id for update) p;
    select coalesce(sum(amount_centimes), 0), coalesce(sum(coalesce(gateway_amount_centimes, amount_centimes)), 0)
      into refunded, gateway_refunded
      from payment_refunds where payment_id = new.payment_id and state <> 'FAILED';
    if refunded > captured or gateway_refunded > gateway_captured then
        raise exception 'refunds of payment % exceed what was captured', new.payment_id
            using errcode = 'check_violation', constraint = 'payment_refunds_within_capture';
    end if;
    if (charged = 'MAD') <> (new.gateway_amount_centimes is null) then
        raise exception 'a refund of payment % is not in the currency that was charged', new.payment_id
            using errcode = 'check_violation', constraint = 'payment_refunds_currency';
    end if;
    return null;
end $$;
-- +goose StatementEnd
