-- name: InsertPoint :one
insert into parking_points (id, name, address, latitude, longitude, operating_hours, instructions, is_active, kind, franchise_id, created_at, updated_at)
values (@id, @name, @address, @latitude, @longitude, @operating_hours, @instructions, @is_active, @kind, sqlc.narg(franchise_id), @now, @now)
returning *;

-- name: GetPublicPoint :one
select * from parking_points where id = @id and kind = 'PUBLIC' and is_active;

-- name: ListPublicPoints :many
select * from parking_points
where kind = 'PUBLIC' and is_active and (sqlc.narg(franchise_id)::uuid is null or franchise_id = sqlc.narg(franchise_id))
order by name, id limit @max_rows offset @skip;

-- name: CountPublicPoints :one
select count(*) from parking_points
where kind = 'PUBLIC' and is_active and (sqlc.narg(franchise_id)::uuid is null or franchise_id = sqlc.narg(franchise_id));

-- name: SuggestPublicPoints :many
-- Accents are folded on both sides, so that "medina" finds "Médina"; a name that starts with the words comes first.
-- pattern is the words with LIKE's own characters escaped.
select p.* from parking_points p,
    lateral (select translate(lower(p.name), 'àâäáãçéèêëíìîïñóòôöúùûüÿ''’-', 'aaaaaceeeeiiiinoooouuuuy   ') as name,
                    translate(lower(p.address), 'àâäáãçéèêëíìîïñóòôöúùûüÿ''’-', 'aaaaaceeeeiiiinoooouuuuy   ') as address) folded,
    lateral (select translate(lower(@pattern::text), 'àâäáãçéèêëíìîïñóòôöúùûüÿ''’-', 'aaaaaceeeeiiiinoooouuuuy   ') as words) wanted
where p.kind = 'PUBLIC' and p.is_active
  and (folded.name like '%' || wanted.words || '%' or folded.address like '%' || wanted.words || '%')
order by not folded.name like wanted.words || '%', not folded.name like '%' || wanted.words || '%', p.name, p.id
limit @max_rows;

-- name: ListPointsByID :many
select * from parking_points where id = any(@ids::uuid[]);
