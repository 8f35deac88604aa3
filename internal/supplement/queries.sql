-- name: InsertSupplement :one
insert into supplements (id, name, description, price_centimes, price_type, is_active, is_free, franchise_id, created_at, updated_at)
values (@id, @name, @description, @price_centimes, @price_type, @is_active, @is_free, sqlc.narg(franchise_id), @now, @now)
returning *;

-- name: GetSupplement :one
select * from supplements where id = @id;

-- name: LockSupplement :one
select * from supplements where id = @id for update;

-- name: UpdateSupplement :one
update supplements
set name = @name, description = @description, price_centimes = @price_centimes, price_type = @price_type,
    is_active = @is_active, is_free = @is_free, franchise_id = sqlc.narg(franchise_id), updated_at = @now
where id = @id
returning *;

-- name: DeleteSupplement :exec
delete from supplements where id = @id;

-- name: CountBookingsOfSupplement :one
select count(*) from booking_supplements where supplement_id = @id;

-- name: SupplementsForQuote :many
select * from supplements
where is_active and (franchise_id is null or franchise_id = @franchise_id) and (is_free or id = any(@ids::uuid[]))
order by is_free desc, price_centimes, lower(name), id;
