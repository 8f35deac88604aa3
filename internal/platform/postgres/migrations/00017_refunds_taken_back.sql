-- +goose Up

-- A gateway may take a refund back that had counted as done, because the payer's bank did not take the money: the refund failed
-- after all, and the payment is what it was before.
-- +goose StatementBegin
create or replace function payments_steps() returns trigger language plpgsql as $$
begin
    if (old.status, new.status) in (
        ('PENDING', 'PROCESSING'), ('PENDING', 'COMPLETED'), ('PENDING', 'FAILED'), ('PENDING', 'CANCELLED'),
        ('PROCESSING', 'COMPLETED'), ('PROCESSING', 'FAILED'), ('PROCESSING', 'CANCELLED'),
        ('FAILED', 'COMPLETED'), ('CANCELLED', 'COMPLETED'),
        ('COMPLETED', 'PARTIALLY_REFUNDED'), ('COMPLETED', 'REFUNDED'), ('PARTIALLY_REFUNDED', 'REFUNDED'),
        ('REFUNDED', 'PARTIALLY_REFUNDED'), ('REFUNDED', 'COMPLETED'), ('PARTIALLY_REFUNDED', 'COMPLETED')
    ) then
        return new;
    end if;
    raise exception 'payment % cannot go from % to %', new.id, old.status, new.status
        using errcode = 'check_violation', constraint = 'payments_steps';
end $$;

create or replace function payment_refunds_steps() returns trigger language plpgsql as $$
begin
    if (old.state, new.state) in (('REQUESTED', 'SENT'), ('SENT', 'DONE'), ('SENT', 'FAILED'), ('DONE', 'FAILED')) then
        return new;
    end if;
    raise exception 'refund % cannot go from % to %', new.id, old.state, new.state
        using errcode = 'check_violation', constraint = 'payment_refunds_steps';
end $$;
-- +goose StatementEnd

-- The books keep that it was given back, and add that it came back: a fact of its own, once for each refund.
alter table ledger_transactions
    drop constraint ledger_transactions_kind_check,
    drop constraint ledger_transactions_refund,
    add constraint ledger_transactions_kind_check check (kind in
        ('PAYMENT_CAPTURED', 'BOOKING_EARNED', 'REFUND_PROMISED', 'REFUND_DONE', 'REFUND_FAILED', 'REFUND_REVERSED')),
    add constraint ledger_transactions_refund check (
        (kind in ('REFUND_PROMISED', 'REFUND_DONE', 'REFUND_FAILED', 'REFUND_REVERSED')) = (refund_id is not null));
create unique index ledger_transactions_reversal_key on ledger_transactions (refund_id) where kind = 'REFUND_REVERSED';

-- The refunds of the last weeks, whose gateways are asked whether they still count as done.
create index payment_refunds_done_idx on payment_refunds (updated_at) include (payment_id) where state = 'DONE';
