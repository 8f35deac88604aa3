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

-- name: GetActiveFranchise :one
select * from franchises where id = @id and status = 'ACTIVE';

-- name: ListActiveFranchises :many
select * from franchises where status = 'ACTIVE' order by name, id limit @max_rows offset @skip;

-- name: CountActiveFranchises :one
select count(*) from franchises where status = 'ACTIVE';

-- name: ListFranchisesByID :many
select * from franchises where id = any(@ids::uuid[]);
