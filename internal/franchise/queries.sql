-- name: InsertFranchise :one
insert into franchises (
    id, name, code, status, address, latitude, longitude, contact_email, contact_phone, operating_hours, commission_rate,
    grace_minutes, hold_autonom_minutes, hold_delivery_minutes, turnaround_minutes,
    full_refund_hours, partial_refund_hours, partial_refund_percent, created_at, updated_at
) values (
    @id, @name, @code, @status, @address, sqlc.narg(latitude), sqlc.narg(longitude), @contact_email, @contact_phone,
    @operating_hours, @commission_rate::float8, sqlc.narg(grace_minutes), sqlc.narg(hold_autonom_minutes),
    sqlc.narg(hold_delivery_minutes), @turnaround_minutes, @full_refund_hours, @partial_refund_hours,
    @partial_refund_percent, @now, @now
)
returning *;

-- name: GetFranchise :one
select * from franchises where id = @id;

-- name: LockFranchise :one
select * from franchises where id = @id for update;

-- name: UpdateFranchise :one
update franchises
set name = @name, code = @code, status = @status, address = @address, latitude = sqlc.narg(latitude), longitude = sqlc.narg(longitude),
    contact_email = @contact_email, contact_phone = @contact_phone, operating_hours = @operating_hours,
    commission_rate = @commission_rate::float8, grace_minutes = sqlc.narg(grace_minutes),
    hold_autonom_minutes = sqlc.narg(hold_autonom_minutes), hold_delivery_minutes = sqlc.narg(hold_delivery_minutes),
    turnaround_minutes = @turnaround_minutes, full_refund_hours = @full_refund_hours,
    partial_refund_hours = @partial_refund_hours, partial_refund_percent = @partial_refund_percent, updated_at = @now
where id = @id
returning *;

-- name: ListFranchisesByID :many
select * from franchises where id = any(@ids::uuid[]);

-- name: DeleteFranchise :exec
delete from franchises where id = @id;

-- name: CountUses :one
-- What hangs on a franchise; payments hang on bookings.
select
    (select count(*) from motorcycles m where m.franchise_id = @id) as motorcycles,
    (select count(*) from bookings b where b.franchise_id = @id) as bookings,
    (select count(*) from users u where u.franchise_id = @id) as users,
    (select count(*) from parking_points p where p.franchise_id = @id) as parking_points,
    (select count(*) from supplements s where s.franchise_id = @id) as supplements,
    (select count(*) from motorcycle_features t where t.franchise_id = @id) as features;

-- name: DailyTakings :many
-- What a franchise took by day: starts are the instants at which the days of the period begin, day counts them from 1.
select width_bucket(happened_at, @starts::timestamptz[])::int as day, sum(revenue_centimes)::bigint as revenue,
    sum(refund_centimes)::bigint as refunds,
    sum(commission_centimes)::bigint as commission,
    count(distinct booking_id) filter (where revenue_centimes > 0) as bookings
from takings
where franchise_id = @franchise_id and happened_at >= @since::timestamptz and happened_at < @until::timestamptz
group by 1
order by 1 desc;
