-- name: LockMotorcycle :one
-- Writers of one motorcycle's calendar take turns. Without it, two that overlap would each wait for the other's row
-- under the exclusion constraint until the deadlock detector ends one of them.
select id from motorcycles where id = @motorcycle_id for no key update;

-- name: LapsedHolds :many
select booking_id::uuid from calendar_entries
where motorcycle_id = @motorcycle_id and starts_at < @ends_at and ends_at > @starts_at and hold_expires_at <= @now::timestamptz;

-- name: InsertEntry :exec
insert into calendar_entries (id, motorcycle_id, starts_at, ends_at, booking_id, block_id, hold_expires_at)
values (@id, @motorcycle_id, @starts_at, @ends_at, sqlc.narg(booking_id), sqlc.narg(block_id), sqlc.narg(hold_expires_at));

-- name: Overlapping :many
-- What takes a part of a period, in order. A booking that is to be moved is not in its own way.
select starts_at, ends_at, block_id from calendar_entries
where motorcycle_id = @motorcycle_id and starts_at < @ends_at and ends_at > @starts_at
  and (hold_expires_at is null or hold_expires_at > @now::timestamptz)
  and (sqlc.narg(own_booking_id)::uuid is null or booking_id is distinct from sqlc.narg(own_booking_id))
order by starts_at
limit @most;

-- name: KeepEntry :execrows
update calendar_entries set hold_expires_at = null where booking_id = @booking_id;

-- name: DeleteByBooking :execrows
delete from calendar_entries where booking_id = @booking_id;

-- name: DeleteByBlock :exec
delete from calendar_entries where block_id = @block_id;

-- name: TakenAfter :many
-- At most one period can straddle the instant, and the rest start after it: both are walks of the probe index.
select starts_at, ends_at from calendar_entries
where motorcycle_id = @motorcycle_id and ends_at > @after
  and (hold_expires_at is null or hold_expires_at > @now::timestamptz)
  and (sqlc.narg(own_booking_id)::uuid is null or booking_id is distinct from sqlc.narg(own_booking_id))
order by starts_at
limit @most;
