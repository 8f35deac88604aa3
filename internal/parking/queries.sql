-- name: InsertPoint :one
insert into parking_points (id, name, address, latitude, longitude, operating_hours, instructions, is_active, kind, franchise_id, created_at, updated_at)
values (@id, @name, @address, @latitude, @longitude, @operating_hours, @instructions, @is_active, @kind, sqlc.narg(franchise_id), @now, @now)
returning *;

-- name: GetPoint :one
-- listed: whether the public sees it.
select sqlc.embed(p), (p.kind = 'PUBLIC' and p.is_active and (f.id is null or f.status = 'ACTIVE'))::bool as listed
from parking_points p left join franchises f on f.id = p.franchise_id
where p.id = @id;

-- name: LockPublicPoint :one
select * from parking_points where id = @id and kind = 'PUBLIC' for update;

-- name: UpdatePoint :one
update parking_points
set name = @name, address = @address, latitude = @latitude, longitude = @longitude, operating_hours = @operating_hours,
    instructions = @instructions, is_active = @is_active, franchise_id = sqlc.narg(franchise_id), updated_at = @now
where id = @id
returning *;

-- name: DeletePoint :exec
delete from parking_points where id = @id;

-- name: PointInUse :one
select (exists (select from motorcycles m where m.parking_point_id = @point_id)
    or exists (select from bookings b where b.pickup_parking_point_id = @point_id)
    or exists (select from bookings b where b.dropoff_parking_point_id = @point_id))::bool as used;

-- name: ForeignMotorcyclesStandAt :one
-- Motorcycles of other franchises than the one that the point is to belong to.
select exists (select from motorcycles where parking_point_id = @point_id and franchise_id <> @franchise_id);

-- name: PointBookedAt :one
select (exists (select from bookings b where b.pickup_parking_point_id = @point_id and b.franchise_id = @franchise_id)
    or exists (select from bookings b where b.dropoff_parking_point_id = @point_id and b.franchise_id = @franchise_id))::bool as booked;

-- name: SuggestPublicPoints :many
-- Accents are folded on both sides, so that "medina" finds "Médina"; a name that starts with the words comes first.
-- pattern is the words with LIKE's own characters escaped.
select p.* from parking_points p,
    lateral (select translate(lower(p.name), 'àâäáãçéèêëíìîïñóòôöúùûüÿ''’-', 'aaaaaceeeeiiiinoooouuuuy   ') as name,
                    translate(lower(p.address), 'àâäáãçéèêëíìîïñóòôöúùûüÿ''’-', 'aaaaaceeeeiiiinoooouuuuy   ') as address) folded,
    lateral (select translate(lower(@pattern::text), 'àâäáãçéèêëíìîïñóòôöúùûüÿ''’-', 'aaaaaceeeeiiiinoooouuuuy   ') as words) wanted
where p.kind = 'PUBLIC' and p.is_active
  and (p.franchise_id is null or exists (select from franchises f where f.id = p.franchise_id and f.status = 'ACTIVE'))
  and (folded.name like '%' || wanted.words || '%' or folded.address like '%' || wanted.words || '%')
order by not folded.name like wanted.words || '%', not folded.name like '%' || wanted.words || '%', p.name, p.id
limit @max_rows;

-- name: ListPointsByID :many
select * from parking_points where id = any(@ids::uuid[]);
