-- +goose Up

-- As before, and money that came over a franchise's counter is the franchise's own, not a gateway's.
-- +goose StatementBegin
create or replace function ledger_post_missing() returns void language plpgsql as $$
begin
    create temporary table missing on commit drop as
    with captured as (
        select p.*, b.user_id, f.commission_rate,
            case when not p.surplus and (b.status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')
                    or exists (select from booking_transitions m where m.booking_id = b.id and m.to_status = 'CONFIRMED'))
                then round(p.amount_centimes * f.commission_rate)::bigint end as commission
        from payments p join bookings b on b.id = p.booking_id join franchises f on f.id = p.franchise_id
        where p.status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED')
          and not exists (select from ledger_transactions t where t.payment_id = p.id)
    ), refunds as (
        -- Failed ones count for nothing. The rest add up one by one, so that the commission is rounded over their sum.
        select c.*, r.id as refund, r.amount_centimes as given, r.state, r.created_at as promised_at, r.updated_at as ended_at,
            sum(r.amount_centimes) filter (where r.state <> 'FAILED') over (partition by c.id order by r.id) as so_far
        from captured c join payment_refunds r on r.payment_id = c.id
    ), parts as (
        select *, case when commission is not null and state <> 'FAILED'
            then round(commission::numeric * so_far / amount_centimes)::bigint
                - round(commission::numeric * (so_far - given) / amount_centimes)::bigint end as returned
        from refunds
    ), facts (kind, refund, rate, at, accounts, amounts, franchise, booking, payment, customer, gateway) as (
        select 'PAYMENT_CAPTURED', null::uuid, null::numeric, processed_at, array['GATEWAY', 'CUSTOMER'], array[amount_centimes, -amount_centimes],
            franchise_id, booking_id, id, user_id, gateway
        from captured
        union all
        select 'BOOKING_EARNED', null, commission_rate, processed_at, array['CUSTOMER', 'FRANCHISE', 'PLATFORM_COMMISSION'],
            array[amount_centimes, commission - amount_centimes, -commission], franchise_id, booking_id, id, user_id, gateway
        from captured where commission is not null
        union all
        select 'REFUND_PROMISED', refund, null, promised_at, array['CUSTOMER', 'FRANCHISE', 'PLATFORM_COMMISSION', 'REFUND'],
            array[case when returned is null then given else 0 end, coalesce(given - returned, 0), coalesce(returned, 0), -given],
            franchise_id, booking_id, id, user_id, gateway
        from parts
        union all
        select case state when 'DONE' then 'REFUND_DONE' else 'REFUND_FAILED' end, refund, null, ended_at,
            array['REFUND', case state when 'DONE' then 'GATEWAY' else 'CUSTOMER' end], array[given, -given],
            franchise_id, booking_id, id, user_id, gateway
        from parts where state in ('DONE', 'FAILED')
    )
    select row_number() over (order by at, payment, kind) as number, facts.* from facts;

    with posted as (
        insert into ledger_transactions (kind, franchise_id, booking_id, payment_id, refund_id, commission_rate,
            earned_centimes, commission_centimes, happened_at)
        select kind, franchise, booking, payment, refund, rate, earned, commission, at from missing
        cross join lateral (
            select coalesce(-sum(amount) filter (where account in ('FRANCHISE', 'PLATFORM_COMMISSION')), 0) as earned,
                coalesce(-sum(amount) filter (where account = 'PLATFORM_COMMISSION'), 0) as commission
            from unnest(accounts, amounts) as l (account, amount)
        ) sums
        order by number
        returning id, kind, payment_id, refund_id
    )
    insert into ledger_lines (transaction_id, account, owner, amount_centimes)
    select p.id, case when l.account = 'GATEWAY' and m.gateway = 'COUNTER' then 'COUNTER' else l.account end,
        case when l.account = 'CUSTOMER' then m.customer::text
            when l.account = 'FRANCHISE' or l.account = 'GATEWAY' and m.gateway = 'COUNTER' then m.franchise::text
            when l.account = 'PLATFORM_COMMISSION' then 'PLATFORM' else m.gateway end,
        l.amount
    from posted p
    join missing m on m.kind = p.kind and m.payment = p.payment_id and m.refund is not distinct from p.refund_id
    cross join unnest(m.accounts, m.amounts) as l (account, amount)
    where l.amount <> 0;
    drop table missing;
end $$;
-- +goose StatementEnd
