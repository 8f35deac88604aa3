-- +goose Up

-- The books: every fact about money is a transaction of lines that add up to nothing. Rows are only ever added.
create table ledger_transactions (
    id                      bigint generated always as identity primary key,
    kind                    text not null
                            check (kind in ('PAYMENT_CAPTURED', 'BOOKING_EARNED', 'REFUND_PROMISED', 'REFUND_DONE', 'REFUND_FAILED')),
    franchise_id            uuid not null references franchises (id),
    booking_id              uuid not null references bookings (id),
    payment_id              uuid not null references payments (id),
    refund_id               uuid references payment_refunds (id),
    -- The franchise's rate when the booking was earned: what comes back later comes back by the same rate.
    commission_rate         numeric(5, 4),
    -- What the lines say that franchise and platform earned together, and the platform alone; below 0: gave back. Here
    -- too, so that sums of years read one index.
    earned_centimes         bigint not null,
    commission_centimes     bigint not null,
    happened_at             timestamptz not null,
    constraint ledger_transactions_refund check ((kind in ('REFUND_PROMISED', 'REFUND_DONE', 'REFUND_FAILED')) = (refund_id is not null)),
    constraint ledger_transactions_rate check ((kind = 'BOOKING_EARNED') = (commission_rate is not null))
);
-- A fact is posted once.
create unique index ledger_transactions_payment_key on ledger_transactions (payment_id, kind) where refund_id is null;
create unique index ledger_transactions_promise_key on ledger_transactions (refund_id) where kind = 'REFUND_PROMISED';
create unique index ledger_transactions_end_key on ledger_transactions (refund_id) where kind in ('REFUND_DONE', 'REFUND_FAILED');
create index ledger_transactions_payment_idx on ledger_transactions (payment_id);
create index ledger_transactions_booking_idx on ledger_transactions (booking_id);
-- What was earned and given back on a franchise's days, and the platform's.
create index ledger_transactions_franchise_idx on ledger_transactions (franchise_id, happened_at)
    include (booking_id, earned_centimes, commission_centimes) where earned_centimes <> 0;
create index ledger_transactions_time_idx on ledger_transactions (happened_at)
    include (franchise_id, booking_id, earned_centimes, commission_centimes) where earned_centimes <> 0;

create table ledger_lines (
    transaction_id          bigint not null references ledger_transactions (id),
    -- DEPOSIT is kept for deposits held during a rental.
    account                 text not null
                            check (account in ('CUSTOMER', 'GATEWAY', 'FRANCHISE', 'PLATFORM_COMMISSION', 'REFUND', 'DEPOSIT')),
    -- Whose account: a customer's or franchise's id, a gateway's name; the commission is the PLATFORM's.
    owner                   text not null check (owner <> ''),
    -- Above 0: the account owes the platform this much more; below: the platform owes it.
    amount_centimes         bigint not null check (amount_centimes <> 0),
    primary key (transaction_id, account) include (amount_centimes)
);

-- +goose StatementBegin
create function ledger_balances() returns trigger language plpgsql as $$
declare
    posted     bigint;
    lines      bigint;
    total      numeric;
    earned     numeric;
    commission numeric;
begin
    if tg_table_name = 'ledger_transactions' then
        posted := new.id;
    else
        posted := new.transaction_id;
    end if;
    select count(*), coalesce(sum(amount_centimes), 0),
        coalesce(-sum(amount_centimes) filter (where account in ('FRANCHISE', 'PLATFORM_COMMISSION')), 0),
        coalesce(-sum(amount_centimes) filter (where account = 'PLATFORM_COMMISSION'), 0)
      into lines, total, earned, commission from ledger_lines where transaction_id = posted;
    if lines < 2 or total <> 0 or exists (
        select from ledger_transactions where id = posted and (earned_centimes <> earned or commission_centimes <> commission)
    ) then
        raise exception 'ledger transaction % has % lines that add up to % centimes', posted, lines, total
            using errcode = 'check_violation', constraint = 'ledger_balances';
    end if;
    return null;
end $$;

create function ledger_append_only() returns trigger language plpgsql as $$
begin
    -- Half-made demo data is taken away whole; nobody has been served on it. Books without a line lose nothing.
    if tg_op = 'TRUNCATE' and (
        exists (select from demo_seeds where finished_at is null) or not exists (select from ledger_transactions)
    ) then
        return null;
    end if;
    raise exception 'the ledger is only ever added to' using errcode = 'restrict_violation';
end $$;
-- +goose StatementEnd
create constraint trigger ledger_balances after insert on ledger_transactions
    deferrable initially deferred for each row execute function ledger_balances();
create constraint trigger ledger_balances after insert on ledger_lines
    deferrable initially deferred for each row execute function ledger_balances();
create trigger ledger_append_only before update or delete on ledger_transactions
    for each row execute function ledger_append_only();
create trigger ledger_append_only before update or delete on ledger_lines
    for each row execute function ledger_append_only();
create trigger ledger_no_truncate before truncate on ledger_transactions
    for each statement execute function ledger_append_only();
create trigger ledger_no_truncate before truncate on ledger_lines
    for each statement execute function ledger_append_only();

-- What franchises took and gave back, by the books. Revenue less refunds less commission is theirs.
drop view takings;
create view takings as
    select franchise_id, booking_id, happened_at, greatest(earned_centimes, 0) as revenue_centimes,
        greatest(-earned_centimes, 0) as refund_centimes, commission_centimes
    from ledger_transactions where earned_centimes <> 0;
drop index payments_taken_idx;
drop index payments_taken_time_idx;
drop index payment_refunds_done_idx;

-- Posts payments that the books know nothing of, with their refunds, for rows that came into the tables by another way than
-- through the program: from before there were books, an import. What the commission was then is not known any more: it is
-- taken by the rate of now.
-- +goose StatementBegin
create function ledger_post_missing() returns void language plpgsql as $$
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
    select p.id, l.account,
        case l.account when 'CUSTOMER' then m.customer::text when 'FRANCHISE' then m.franchise::text
            when 'PLATFORM_COMMISSION' then 'PLATFORM' else m.gateway end,
        l.amount
    from posted p
    join missing m on m.kind = p.kind and m.payment = p.payment_id and m.refund is not distinct from p.refund_id
    cross join unnest(m.accounts, m.amounts) as l (account, amount)
    where l.amount <> 0;
    drop table missing;
end $$;
-- +goose StatementEnd
select ledger_post_missing();
