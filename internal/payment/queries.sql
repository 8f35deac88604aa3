-- name: InsertPayment :one
insert into payments (id, booking_id, franchise_id, amount_centimes, currency, gateway_amount_centimes, gateway_currency,
    gateway_rate_micros, gateway_rate_at, gateway, language, created_at, updated_at)
values (@id, @booking_id, @franchise_id, @amount_centimes, @currency, @gateway_amount_centimes, @gateway_currency,
    sqlc.narg(gateway_rate_micros), sqlc.narg(gateway_rate_at), @gateway, @language, @now, @now)
returning *;

-- name: InsertCounterPayment :one
-- Money that staff took. Nobody is led to a pay page.
insert into payments (id, booking_id, franchise_id, amount_centimes, currency, gateway_amount_centimes, gateway_currency,
    gateway, counter_method, gateway_order_id, language, created_at, updated_at)
values (@id, @booking_id, @franchise_id, @amount_centimes, @currency, @amount_centimes, @currency, 'COUNTER', @counter_method,
    sqlc.narg(gateway_order_id), @language, @now, @now)
returning *;

-- name: GetPayment :one
select * from payments where id = @id;

-- name: GetPaymentInScope :one
select p.* from payments p join bookings b on b.id = p.booking_id
where p.id = @id
  and (sqlc.narg(user_id)::uuid is null or b.user_id = sqlc.narg(user_id))
  and (sqlc.narg(franchise_id)::uuid is null or p.franchise_id = sqlc.narg(franchise_id));

-- name: PaymentsOfBookings :many
-- The payment that counts of each booking: one that is open or was captured, else the latest.
select distinct on (booking_id) * from payments
where booking_id = any(@booking_ids::uuid[])
order by booking_id,
    case when surplus then 2 when status in ('FAILED', 'CANCELLED') then 1 else 0 end,
    created_at desc, id desc;

-- name: LockPaymentsOfBooking :many
-- The caller holds the booking's lock already: everybody locks the booking first.
select * from payments where booking_id = @booking_id order by id for update;

-- name: MoveStatus :one
-- With its line in the history. Nothing comes back when the payment is no longer in the status that it was read in.
with moved as (
    update payments set
        status = @to_status,
        surplus = @surplus,
        failure_code = sqlc.narg(failure_code),
        failure_reason = sqlc.narg(failure_reason),
        processed_at = coalesce(sqlc.narg(processed_at), processed_at),
        gateway_transaction_id = coalesce(sqlc.narg(gateway_transaction_id), gateway_transaction_id),
        updated_at = @now
    where payments.id = @id and status = @from_status
    returning *
), noted as (
    insert into payment_transitions (payment_id, from_status, to_status, actor_id, note, note_code, note_value, gateway_event_id, gateway_answer, happened_at)
    select moved.id, @from_status, moved.status, sqlc.narg(actor_id)::uuid, @note::text, sqlc.narg(note_code)::text, sqlc.narg(note_value)::text, sqlc.narg(gateway_event_id)::uuid,
        sqlc.narg(gateway_answer)::text, moved.updated_at
    from moved
)
select * from moved;

-- name: RecordLaunch :one
update payments set
    status = 'PROCESSING',
    gateway_payment_url = @gateway_payment_url,
    gateway_callback_url = @gateway_callback_url,
    gateway_order_id = @gateway_order_id,
    gateway_transaction_id = sqlc.narg(gateway_transaction_id),
    gateway_response = sqlc.narg(gateway_response),
    launched_at = @now::timestamptz,
    updated_at = @now::timestamptz
where id = @id and status = 'PENDING'
returning *;

-- name: InsertTransition :exec
insert into payment_transitions (payment_id, from_status, to_status, actor_id, note, note_code, note_value, gateway_event_id, gateway_answer, happened_at)
values (@payment_id, sqlc.narg(from_status), @to_status, sqlc.narg(actor_id), @note, sqlc.narg(note_code), sqlc.narg(note_value), sqlc.narg(gateway_event_id),
    sqlc.narg(gateway_answer), @happened_at);

-- name: TransitionsOfPayment :many
-- With as much of the callback as is kept of an answer.
select t.from_status, t.to_status, t.actor_id, t.note, t.note_code, t.note_value, t.gateway_event_id, t.gateway_answer,
    substring(e.body for 16384)::bytea as callback, t.happened_at
from payment_transitions t left join gateway_events e on e.id = t.gateway_event_id
where t.payment_id = @payment_id order by t.id;

-- name: TransactionTaken :one
select exists (select from payments where gateway = @gateway and gateway_transaction_id = @gateway_transaction_id::text and id <> @id);

-- name: ClaimUnsettled :many
-- The open payments that were left alone longest, marked as being asked about, so that no other replica asks too.
update payments set checked_at = @now::timestamptz
where id in (
    select p.id from payments p
    where p.status in ('PENDING', 'PROCESSING')
      and coalesce(p.launched_at, p.created_at) <= @before::timestamptz
      and (p.checked_at is null or p.checked_at <= @before::timestamptz)
    order by p.checked_at nulls first, p.created_at
    limit @most
    for update skip locked)
returning *;

-- name: ClaimCheck :one
-- A payment that its gateway has in its hands, unless it was asked about just now.
update payments set checked_at = @now::timestamptz
where id = @id and status = 'PROCESSING' and (checked_at is null or checked_at <= @before::timestamptz)
returning *;

-- name: OldestOpen :one
select created_at from payments where status in ('PENDING', 'PROCESSING') order by created_at limit 1;

-- name: ClaimEnded :many
-- Payments that were given up, or that failed, and whose pay page may still be open: money that arrives there while the
-- callback is lost, perhaps because the gateway was down for hours, must be found too. A payment is asked about every ten
-- minutes at first, less often the older it is, and every hour at least.
update payments set checked_at = @now::timestamptz
where id in (
    select p.id from payments p
    where p.status in ('FAILED', 'CANCELLED')
      and p.launched_at > @launched_after::timestamptz
      and (p.checked_at is null or p.checked_at
           + least(greatest((p.checked_at - p.launched_at) / 6, make_interval(mins => 10)), make_interval(hours => 1)) <= @now::timestamptz)
    order by p.checked_at nulls first, p.launched_at
    limit @most
    for update skip locked)
returning *;

-- name: InsertEvent :execrows
-- Of no payment when the charge is none of this gateway's. Nothing is inserted when the same event is there already.
insert into gateway_events (id, gateway, event_key, verified, payment_id, body, received_at)
values (@id, @gateway, @event_key, true, (select p.id from payments p where p.id = sqlc.narg(charge) and p.gateway = @gateway),
    @body, @received_at)
on conflict (gateway, event_key) where verified do nothing;

-- name: InsertForgery :exec
-- Evidence is kept up to a number an hour: whoever forges callbacks must not fill the disk.
insert into gateway_events (id, gateway, event_key, verified, body, received_at, processed_at, outcome)
select @id, @gateway, '', false, @body, @received_at::timestamptz, @received_at::timestamptz, 'signature does not match'
where (select count(*) from (
    select 1 from gateway_events where not verified and received_at > @since::timestamptz limit @most) kept) < @most::int;

-- name: ForgetForgeries :exec
delete from gateway_events where not verified and received_at < @before;

-- name: GetEvent :one
-- With the booking of the payment that it is about.
select e.*, p.booking_id from gateway_events e left join payments p on p.id = e.payment_id where e.id = @id;

-- name: FinishEvent :execrows
-- Nothing comes back when another worker finished it meanwhile.
update gateway_events set processed_at = @now::timestamptz, outcome = @outcome
where id = @id and processed_at is null;

-- name: UnfinishedEvents :many
select id from gateway_events where processed_at is null and received_at <= @before order by received_at limit @most;

-- name: InsertRefund :one
insert into payment_refunds (id, payment_id, amount_centimes, gateway_amount_centimes, reason, reason_code, requested_by, created_at, updated_at)
values (@id, @payment_id, @amount_centimes, sqlc.narg(gateway_amount_centimes), @reason, sqlc.narg(reason_code), sqlc.narg(requested_by), @now, @now)
returning *;

-- name: GetRefund :one
select * from payment_refunds where id = @id;

-- name: RefundsOfPayment :many
select * from payment_refunds where payment_id = @payment_id order by id;

-- name: RefundsPerPayment :many
-- What was given back, and what was or will be.
select payment_id,
    coalesce(sum(amount_centimes) filter (where state = 'DONE'), 0)::bigint as refunded_centimes,
    sum(amount_centimes)::bigint as promised_centimes
from payment_refunds
where payment_id = any(@payment_ids::uuid[]) and state <> 'FAILED' group by payment_id;

-- name: ListPaidBookings :many
select b.id, b.reference, b.user_id, u.first_name, u.last_name
from bookings b join users u on u.id = b.user_id
where b.id = any(@ids::uuid[]);

-- name: MoveRefund :execrows
update payment_refunds set
    state = @to_state,
    gateway_refund_id = coalesce(sqlc.narg(gateway_refund_id), gateway_refund_id),
    failure_reason = sqlc.narg(failure_reason),
    gateway_answer = coalesce(sqlc.narg(gateway_answer), gateway_answer),
    updated_at = @now
where id = @id and state = @from_state;

-- name: StrandedRefunds :many
-- What was taken over the counter is handed out by people.
select r.id from payment_refunds r join payments p on p.id = r.payment_id and p.gateway <> 'COUNTER'
where r.state in ('REQUESTED', 'SENT') and r.updated_at <= @before order by r.created_at limit @most;

-- name: ClaimRefunded :many
-- Payments of which something was given back since, marked as being asked about: a gateway may take that back. They are asked
-- about every hour at first, less often the longer ago it is, and every day at least.
update payments set checked_at = @now::timestamptz
where id in (
    select p.id from payments p
    join (
        select payment_id, max(updated_at) as done_at from payment_refunds
        where state = 'DONE' and updated_at > @done_after::timestamptz and gateway_amount_centimes is distinct from 0
        group by payment_id
    ) r on r.payment_id = p.id
    where p.gateway = any(@gateways::text[])
      and greatest(p.checked_at, r.done_at)
          + least(greatest((greatest(p.checked_at, r.done_at) - r.done_at) / 6, make_interval(hours => 1)), make_interval(days => 1)) <= @now::timestamptz
    order by greatest(p.checked_at, r.done_at)
    limit @most
    for update of p skip locked)
returning *;
