-- name: InsertSupplement :one
insert into supplements (id, name, description, price_centimes, price_type, is_active, is_free, franchise_id, created_at, updated_at)
values (@id, @name, @description, @price_centimes, @price_type, @is_active, @is_free, sqlc.narg(franchise_id), @now, @now)
returning *;

-- name: ListActiveSupplements :many
-- A franchise offers the platform's extras beside its own.
select * from supplements
where is_active
  and (sqlc.narg(franchise_id)::uuid is null or franchise_id is null or franchise_id = sqlc.narg(franchise_id))
  and (sqlc.narg(is_free)::boolean is null or is_free = sqlc.narg(is_free))
order by is_free desc, price_centimes, lower(name), id limit @max_rows offset @skip;

-- name: CountActiveSupplements :one
select count(*) from supplements
where is_active
  and (sqlc.narg(franchise_id)::uuid is null or franchise_id is null or franchise_id = sqlc.narg(franchise_id))
  and (sqlc.narg(is_free)::boolean is null or is_free = sqlc.narg(is_free));

-- name: SupplementsForQuote :many
select * from supplements
where is_active and (franchise_id is null or franchise_id = @franchise_id) and (is_free or id = any(@ids::uuid[]))
order by is_free desc, price_centimes, lower(name), id;
