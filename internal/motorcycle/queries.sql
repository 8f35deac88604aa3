-- name: InsertMotorcycle :one
insert into motorcycles (
    id, registration_number, make, model, year, description, base_price_centimes, status, franchise_id, parking_point_id,
    category, engine_size_cc, transmission, smart_lock_device_id, gray_card_url, insurance_url, created_at, updated_at
) values (
    @id, @registration_number, @make, @model, @year, @description, @base_price_centimes, @status, @franchise_id,
    sqlc.narg(parking_point_id), sqlc.narg(category), sqlc.narg(engine_size_cc), sqlc.narg(transmission),
    sqlc.narg(smart_lock_device_id), sqlc.narg(gray_card_url), sqlc.narg(insurance_url), @now, @now
)
returning *;

-- name: UpdateMotorcycle :one
update motorcycles set
    registration_number = @registration_number, make = @make, model = @model, year = @year, description = @description,
    base_price_centimes = @base_price_centimes, status = @status, franchise_id = @franchise_id,
    parking_point_id = sqlc.narg(parking_point_id), category = sqlc.narg(category), engine_size_cc = sqlc.narg(engine_size_cc),
    transmission = sqlc.narg(transmission), smart_lock_device_id = sqlc.narg(smart_lock_device_id),
    gray_card_url = sqlc.narg(gray_card_url), insurance_url = sqlc.narg(insurance_url), odometer_km = sqlc.narg(odometer_km),
    updated_at = @now
where id = @id
returning *;

-- name: DeleteBlocksOfMotorcycle :exec
delete from availability_blocks where motorcycle_id = @motorcycle_id;

-- name: DeleteMotorcycle :exec
delete from motorcycles where id = @id;

-- name: CountBookings :one
-- Of a motorcycle: all that ever were, those that are not over, and those that are out now. Bookings are package
-- booking's, which imports this one; here they are only counted.
select count(*) as total,
    count(*) filter (where status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE')) as open,
    count(*) filter (where status = 'ACTIVE') as out
from bookings where motorcycle_id = @motorcycle_id;

-- name: ParkingPointFits :one
-- A motorcycle stands at a point of its own franchise or at one of the platform's.
select exists (
    select from parking_points where id = @id and kind = 'PUBLIC' and (franchise_id is null or franchise_id = @franchise_id)
);

-- name: GetRentable :one
select m.id, m.franchise_id, m.registration_number, m.make, m.model, m.base_price_centimes, m.status, f.status = 'ACTIVE' as franchise_active
from motorcycles m join franchises f on f.id = m.franchise_id
where m.id = @id;

-- name: ListCards :many
-- The ids come through a sub-select so that the planner does not see how many there are: then one plan serves all calls.
-- With the array in plain sight it plans every call anew, which takes longer than the call.
select m.id, m.make, m.model, m.year, m.description, m.category, m.engine_size_cc, m.transmission, m.base_price_centimes,
    m.status, m.franchise_id, m.parking_point_id,
    f.name as franchise_name, f.status = 'ACTIVE' as franchise_active, f.grace_minutes, f.address as franchise_address,
    f.latitude as franchise_latitude, f.longitude as franchise_longitude,
    p.name as point_name, p.address as point_address, p.latitude as point_latitude, p.longitude as point_longitude,
    coalesce(p.is_active, true) as point_open,
    (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'url', i.image_url, 'alt', i.alt_text, 'primary', i.is_primary)
                               order by i.is_primary desc, i.position, i.id), '[]')
       from motorcycle_images i where i.motorcycle_id = m.id)::jsonb as images,
    (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'icon', t.icon_url) order by t.name, t.id), '[]')
       from motorcycle_feature_assignments a join motorcycle_features t on t.id = a.feature_id
      where a.motorcycle_id = m.id)::jsonb as features
from motorcycles m
join franchises f on f.id = m.franchise_id
left join parking_points p on p.id = m.parking_point_id
where m.id = any((select @ids::uuid[])::uuid[]);

-- name: ListPublic :many
-- What anyone may find, the last changed first: the same condition as package search's and List's.
select m.id, m.updated_at
from motorcycles m
join franchises f on f.id = m.franchise_id
left join parking_points p on p.id = m.parking_point_id
where m.status in ('AVAILABLE', 'BOOKED') and f.status = 'ACTIVE' and coalesce(p.is_active, true)
order by m.updated_at desc, m.id
limit @max_rows;

-- name: ListRegistrations :many
select id, registration_number from motorcycles where id = any(@ids::uuid[]);

-- name: GetMotorcycle :one
select * from motorcycles where id = @id;

-- name: LockMotorcycle :one
-- The lock lets rows that refer to the motorcycle be written meanwhile.
select * from motorcycles where id = @id for no key update;

-- name: LockMotorcycleForDeletion :one
-- No row can come to refer to the motorcycle while this lock is held.
select * from motorcycles where id = @id for update;

-- name: FranchiseOfMotorcycle :one
select franchise_id from motorcycles where id = @id;

-- name: MoveStatus :one
update motorcycles set status = @to_status, updated_at = @now where id = @id and status = @from_status
returning franchise_id;

-- name: AdvanceOdometer :execrows
-- No row when the meter has shown more than that.
update motorcycles set odometer_km = @km::integer, updated_at = @now where id = @id and coalesce(odometer_km, 0) <= @km::integer;

-- name: OdometerOf :one
select odometer_km from motorcycles where id = @id;

-- name: ClearPrimaryImage :exec
update motorcycle_images set is_primary = false where motorcycle_id = @motorcycle_id and is_primary;

-- name: InsertImage :one
-- A new picture stands last.
insert into motorcycle_images (id, motorcycle_id, image_url, filename, alt_text, is_primary, position, created_at)
values (@id, @motorcycle_id, @image_url, @filename, @alt_text, @is_primary,
    (select coalesce(max(i.position) + 1, 0) from motorcycle_images i where i.motorcycle_id = @motorcycle_id), @now)
returning *;

-- name: GetImage :one
select * from motorcycle_images where id = @id and motorcycle_id = @motorcycle_id;

-- name: UpdateImage :one
update motorcycle_images set alt_text = @alt_text, is_primary = @is_primary where id = @id returning *;

-- name: DeleteImage :exec
delete from motorcycle_images where id = @id;

-- name: ListImageIDs :many
select id from motorcycle_images where motorcycle_id = @motorcycle_id order by position, id;

-- name: PlaceImages :exec
-- The ids are all of the motorcycle's pictures, in their new order.
update motorcycle_images i set position = o.ordinality - 1
from unnest(@ids::uuid[]) with ordinality o (id, ordinality)
where i.id = o.id;

-- name: ListFittingFeatures :many
-- A motorcycle has features of the platform's catalogue and of its own franchise's. The lock keeps them from becoming
-- another franchise's meanwhile.
select id, name from motorcycle_features
where id = any(@ids::uuid[]) and (franchise_id is null or franchise_id = @franchise_id)
order by id
for key share;

-- name: ListFeatureIDs :many
select feature_id from motorcycle_feature_assignments where motorcycle_id = @motorcycle_id order by feature_id;

-- name: DeleteAssignment :execrows
delete from motorcycle_feature_assignments where motorcycle_id = @motorcycle_id and feature_id = @feature_id;

-- name: DeleteOtherAssignments :exec
delete from motorcycle_feature_assignments where motorcycle_id = @motorcycle_id and feature_id <> all(@feature_ids::uuid[]);

-- name: InsertAssignments :exec
insert into motorcycle_feature_assignments (motorcycle_id, feature_id, assigned_at)
select @motorcycle_id, feature_id, @now from unnest(@feature_ids::uuid[]) feature_id
on conflict on constraint motorcycle_feature_assignments_key do nothing;

-- name: InsertAssignment :exec
insert into motorcycle_feature_assignments (motorcycle_id, feature_id, assigned_at) values (@motorcycle_id, @feature_id, @now);

-- name: InsertBlock :one
insert into availability_blocks (id, motorcycle_id, start_datetime, end_datetime, reason, notes, created_by_admin_id, created_at, updated_at)
values (@id, @motorcycle_id, @start_datetime, @end_datetime, @reason, sqlc.narg(notes), sqlc.narg(created_by_admin_id), @now, @now)
returning *;

-- name: UpdateBlock :one
update availability_blocks
set start_datetime = @start_datetime, end_datetime = @end_datetime, reason = @reason, notes = sqlc.narg(notes), updated_at = @now
where id = @id
returning *;

-- name: DeleteBlock :exec
-- The calendar's entry goes with it.
delete from availability_blocks where id = @id;

-- name: GetBlock :one
select * from availability_blocks where id = @id;

-- name: MotorcycleOfBlock :one
select motorcycle_id from availability_blocks where id = @id;

-- name: LockBlock :one
select * from availability_blocks where id = @id for update;

-- name: ListCalendar :many
-- What takes or took a part of a period. Past rentals are in the bookings alone, which package booking writes; here they
-- are only shown beside the blocks, in one reading.
select 'BOOKING'::text as kind, b.id, b.reference, b.status, b.start_datetime, b.end_datetime, null::text as notes
from bookings b
where b.motorcycle_id = @motorcycle_id and b.start_datetime < @ends_at and b.end_datetime > @starts_at
  and (b.status in ('CONFIRMED', 'ACTIVE', 'COMPLETED') or b.status = 'PENDING_PAYMENT' and b.hold_expires_at > @now::timestamptz)
union all
select 'BLOCK', a.id, '', a.reason, a.start_datetime, a.end_datetime, a.notes
from availability_blocks a
where a.motorcycle_id = @motorcycle_id and a.start_datetime < @ends_at and a.end_datetime > @starts_at
order by start_datetime, id;

-- name: ListFleetCalendar :many
-- What takes or took a part of a period of several motorcycles, in one reading. Rentals that should be over and are not
-- stand in it as long as the period reaches the present.
select e.motorcycle_id, e.kind, e.id, e.reference, e.status, e.start_datetime, e.end_datetime, e.notes,
    trim(coalesce(u.first_name || ' ' || u.last_name, ''))::text as customer_name, e.overdue::boolean as overdue
from (
    select b.motorcycle_id, 'BOOKING'::text as kind, b.id, b.reference, b.status, b.start_datetime, b.end_datetime, null::text as notes,
        b.user_id, (b.status = 'ACTIVE' and b.end_datetime < @now::timestamptz)::boolean as overdue
    from bookings b
    where b.motorcycle_id = any(@motorcycle_ids::uuid[]) and b.end_datetime > @starts_at and b.start_datetime < @ends_at
      and (b.status in ('CONFIRMED', 'ACTIVE', 'COMPLETED') or b.status = 'PENDING_PAYMENT' and b.hold_expires_at > @now::timestamptz)
    union all
    select b.motorcycle_id, 'BOOKING', b.id, b.reference, b.status, b.start_datetime, b.end_datetime, null, b.user_id, true
    from bookings b
    where b.motorcycle_id = any(@motorcycle_ids::uuid[]) and b.status = 'ACTIVE' and b.end_datetime <= @starts_at
      and @starts_at < @now::timestamptz
    union all
    select a.motorcycle_id, 'BLOCK', a.id, '', a.reason, a.start_datetime, a.end_datetime, a.notes, null, false
    from availability_blocks a
    where a.motorcycle_id = any(@motorcycle_ids::uuid[]) and a.end_datetime > @starts_at and a.start_datetime < @ends_at
) e
left join users u on u.id = e.user_id
order by e.start_datetime, e.id;
