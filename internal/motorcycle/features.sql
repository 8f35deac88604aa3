-- name: InsertFeature :one
insert into motorcycle_features (id, name, description, icon_url, franchise_id, created_at, updated_at)
values (@id, @name, @description, sqlc.narg(icon_url), sqlc.narg(franchise_id), @now, @now)
returning *;

-- name: GetFeature :one
select * from motorcycle_features where id = @id;

-- name: LockFeature :one
select * from motorcycle_features where id = @id for update;

-- name: UpdateFeature :one
update motorcycle_features
set name = @name, description = @description, icon_url = sqlc.narg(icon_url), franchise_id = sqlc.narg(franchise_id), updated_at = @now
where id = @id
returning *;

-- name: CountForeignMotorcyclesWithFeature :one
-- Motorcycles of other franchises than the one that the feature is to belong to.
select count(*) from motorcycle_feature_assignments a join motorcycles m on m.id = a.motorcycle_id
where a.feature_id = @feature_id and m.franchise_id <> @franchise_id;

-- name: DeleteFeature :exec
-- Its assignments go with it.
delete from motorcycle_features where id = @id;
