-- name: Post :execrows
-- One fact with its lines; whose accounts they are on follows from the payment.
with posted as (
    insert into ledger_transactions (kind, franchise_id, booking_id, payment_id, refund_id, commission_rate, earned_centimes, commission_centimes, happened_at,
        corrects, correction_id, reason, actor_id)
    select @kind::text, p.franchise_id, p.booking_id, p.id, sqlc.narg(refund_id)::uuid, sqlc.narg(commission_rate)::float8,
        @earned_centimes::bigint, @commission_centimes::bigint, @happened_at::timestamptz,
        sqlc.narg(corrects)::text, sqlc.narg(correction_id)::uuid, sqlc.narg(reason)::text, sqlc.narg(actor_id)::uuid
    from payments p where p.id = @payment_id
    returning id, franchise_id, booking_id
)
insert into ledger_lines (transaction_id, account, owner, amount_centimes)
select posted.id, coalesce(nullif(line.account, 'GATEWAY'), p.holder),
    case line.account
        when 'CUSTOMER' then b.user_id::text
        when 'FRANCHISE' then posted.franchise_id::text
        when 'PLATFORM_COMMISSION' then 'PLATFORM'
        when 'GATEWAY' then p.holder_id
        else p.gateway
    end,
    line.amount
from posted
join bookings b on b.id = posted.booking_id
join (
    -- The money of payments over the counter is with the franchise.
    select id, gateway, case gateway when 'COUNTER' then 'COUNTER' else 'GATEWAY' end as holder,
        case gateway when 'COUNTER' then franchise_id::text else gateway end as holder_id
    from payments
) p on p.id = @payment_id
cross join (select unnest(@accounts::text[]) as account, unnest(@amounts::bigint[]) as amount) line;

-- name: Commission :one
-- What the platform takes of an amount, by the rate that the payment's franchise has now.
select f.commission_rate::float8 as rate, round(f.commission_rate * cast(@amount as bigint))::bigint as commission_centimes
from payments p join franchises f on f.id = p.franchise_id
where p.id = @payment_id;

-- name: Position :one
-- Where one payment's money lies.
select
    coalesce(-sum(l.amount_centimes) filter (where l.account = 'CUSTOMER'), 0)::bigint as credit_centimes,
    coalesce(-sum(l.amount_centimes) filter (where t.fact = 'BOOKING_EARNED' and l.account in ('FRANCHISE', 'PLATFORM_COMMISSION')), 0)::bigint as earned_centimes,
    coalesce(-sum(l.amount_centimes) filter (where t.fact = 'BOOKING_EARNED' and l.account = 'PLATFORM_COMMISSION'), 0)::bigint as commission_centimes,
    coalesce(sum(l.amount_centimes) filter (where t.fact = 'REFUND_PROMISED' and l.account in ('FRANCHISE', 'PLATFORM_COMMISSION')), 0)::bigint as returned_centimes,
    coalesce(sum(l.amount_centimes) filter (where t.fact = 'REFUND_PROMISED' and l.account = 'PLATFORM_COMMISSION'), 0)::bigint as commission_returned_centimes
from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
where t.payment_id = @payment_id;

-- name: FranchiseExists :one
select exists (select from franchises where id = @id);

-- name: FirstEarned :one
-- When a franchise earned for the first time; the given instant when it never did.
select coalesce(min(happened_at), @otherwise::timestamptz)::timestamptz as first
from ledger_transactions where franchise_id = @franchise_id and earned_centimes <> 0;

-- name: MonthlyTakings :many
-- Starts are the instants at which the months begin; month counts them from 1.
select width_bucket(happened_at, @starts::timestamptz[])::int as month, sum(revenue_centimes)::bigint as revenue,
    sum(refund_centimes)::bigint as refunds, sum(commission_centimes)::bigint as commission
from takings
where franchise_id = @franchise_id
group by 1
order by 1 desc;

-- name: BalanceBefore :one
select coalesce(sum(earned_centimes - commission_centimes), 0)::bigint as balance_centimes
from ledger_transactions
where franchise_id = @franchise_id and happened_at < @before and earned_centimes <> 0;

-- name: StatementLines :many
-- What was earned and given back, and what of it went over the counter. A payment that comes in and earns is one line, a refund
-- that is promised and handed out in the month too; corrections stand alone.
with facts as (
    select t.id, t.happened_at, t.kind, t.booking_id, t.payment_id, t.refund_id, t.earned_centimes, t.commission_centimes, 0::bigint as counter_centimes
    from ledger_transactions t
    where t.franchise_id = @franchise_id and t.happened_at >= @since and t.happened_at < @until and t.earned_centimes <> 0
    union all
    select t.id, t.happened_at, t.kind, t.booking_id, t.payment_id, t.refund_id, 0, 0, l.amount_centimes
    from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
    where l.account = 'COUNTER' and l.owner = cast(@owner as text) and t.happened_at >= @since and t.happened_at < @until
)
select coalesce(min(f.happened_at) filter (where f.earned_centimes <> 0), min(f.happened_at))::timestamptz as at, b.reference,
    coalesce(max(f.kind) filter (where f.earned_centimes <> 0), max(f.kind))::text as kind,
    sum(f.earned_centimes)::bigint as earned_centimes, sum(f.commission_centimes)::bigint as commission_centimes,
    sum(f.counter_centimes)::bigint as counter_centimes
from facts f join bookings b on b.id = f.booking_id
group by f.payment_id, f.refund_id, case f.kind when 'CORRECTION' then f.id end, b.reference
order by at, min(f.id);

-- name: Owed :many
-- What is still the customer's of refunds that failed.
select t.payment_id, (-sum(l.amount_centimes))::bigint as owed_centimes
from ledger_transactions t join ledger_lines l on l.transaction_id = t.id and l.account = 'CUSTOMER'
where t.payment_id = any(@payment_ids::uuid[])
  and exists (select from ledger_transactions f where f.payment_id = t.payment_id and f.fact in ('REFUND_FAILED', 'REFUND_REVERSED'))
group by t.payment_id
having sum(l.amount_centimes) < 0;

-- name: MonthlyCounter :many
-- What a franchise took over its own counter less what it gave out there. Starts and month as in MonthlyTakings.
select width_bucket(t.happened_at, @starts::timestamptz[])::int as month, sum(l.amount_centimes)::bigint as amount
from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
where l.account = 'COUNTER' and l.owner = cast(@owner as text)
group by 1;

-- name: LockPayment :one
select franchise_id from payments where id = @id for update;

-- name: PaymentExists :one
select exists (select from payments where id = @id);

-- name: RefundOf :one
select exists (select from payment_refunds where id = @id and payment_id = @payment_id);

-- name: Postings :many
-- Everything in the books about a payment, a row for each line.
select t.id, t.kind, t.corrects, t.correction_id, t.refund_id, t.reason, t.actor_id, t.happened_at, l.account, l.owner, l.amount_centimes
from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
where t.payment_id = @payment_id
order by t.id, l.amount_centimes desc, l.account;

-- name: PaymentState :one
-- What became of a payment: whether its money came, and whether it is what its booking was paid with.
select p.amount_centimes, (p.status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'))::bool as captured,
    (not p.surplus and (b.status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')
        or exists (select from booking_transitions t where t.booking_id = b.id and t.to_status = 'CONFIRMED')))::bool as earned
from payments p join bookings b on b.id = p.booking_id
where p.id = @id;

-- name: RefundStates :many
select id, amount_centimes, state from payment_refunds where payment_id = @payment_id order by created_at, id;
