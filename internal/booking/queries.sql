-- name: InsertBooking :one
-- Nothing comes back when the reference is taken: another one is drawn then.
insert into bookings (id, reference, user_id, motorcycle_id, franchise_id, start_datetime, end_datetime, billable_days,
    day_price_centimes, base_rental_centimes, supplements_centimes, total_centimes, booking_type, pickup_parking_point_id,
    dropoff_parking_point_id, customer_location, customer_latitude, customer_longitude, hold_expires_at,
    full_refund_hours, partial_refund_hours, partial_refund_percent, notes_by_customer, created_at, updated_at)
values (@id, @reference, @user_id, @motorcycle_id, @franchise_id, @start_datetime, @end_datetime, @billable_days,
    @day_price_centimes, @base_rental_centimes, @supplements_centimes, @total_centimes, @booking_type, @pickup_parking_point_id,
    @dropoff_parking_point_id, @customer_location, @customer_latitude, @customer_longitude, @hold_expires_at,
    @full_refund_hours, @partial_refund_hours, @partial_refund_percent, @notes_by_customer, @now, @now)
on conflict on constraint bookings_reference_key do nothing
returning *;

-- name: InsertSupplement :exec
insert into booking_supplements (booking_id, supplement_id, name, price_type, is_free, unit_price_centimes, quantity, amount_centimes)
values (@booking_id, @supplement_id, @name, @price_type, @is_free, @unit_price_centimes, @quantity, @amount_centimes);

-- name: ListSupplements :many
select * from booking_supplements where booking_id = any(@booking_ids::uuid[]) order by booking_id, is_free desc, name;

-- name: GetBooking :one
select * from bookings
where id = @id
  and (sqlc.narg(user_id)::uuid is null or user_id = sqlc.narg(user_id))
  and (sqlc.narg(franchise_id)::uuid is null or franchise_id = sqlc.narg(franchise_id));

-- name: LockBooking :one
select * from bookings where id = @id for update;

-- name: MoveStatus :one
-- With its line in the history. Nothing comes back when the booking is no longer in the status that it was read in.
with moved as (
    update bookings set status = @to_status, hold_expires_at = null, updated_at = @now
    where bookings.id = @id and status = @from_status
    returning *
), noted as (
    insert into booking_transitions (booking_id, from_status, to_status, actor_id, note, note_code, happened_at)
    select moved.id, @from_status, moved.status, sqlc.narg(actor_id)::uuid, @note::text, nullif(@note_code::text, ''), moved.updated_at from moved
)
select * from moved;

-- name: InsertTransition :exec
insert into booking_transitions (booking_id, to_status, actor_id, happened_at)
values (@booking_id, @to_status, @actor_id, @happened_at);

-- name: LastTransition :one
select * from booking_transitions where booking_id = @booking_id order by id desc limit 1;

-- name: LapsedBookings :many
-- Locked bookings are another worker's, or a payment's that is just being recorded.
select id from bookings
where hold_expires_at <= @now::timestamptz and status = 'PENDING_PAYMENT'
order by hold_expires_at limit @most
for update skip locked;

-- name: UpdateDetails :one
update bookings set
    notes_by_customer = sqlc.narg(notes_by_customer),
    notes_by_admin = sqlc.narg(notes_by_admin),
    pickup_parking_point_id = sqlc.narg(pickup_parking_point_id),
    dropoff_parking_point_id = sqlc.narg(dropoff_parking_point_id),
    customer_latitude = sqlc.narg(customer_latitude),
    customer_longitude = sqlc.narg(customer_longitude),
    updated_at = @now
where id = @id
returning *;

-- name: MoveSlot :one
update bookings set
    motorcycle_id = @motorcycle_id, start_datetime = @start_datetime, end_datetime = @end_datetime, billable_days = @billable_days,
    base_rental_centimes = @base_rental_centimes, supplements_centimes = @supplements_centimes, total_centimes = @total_centimes,
    forfeited_percent = @forfeited_percent, updated_at = @now
where id = @id
returning *;

-- name: RepriceSupplement :exec
update booking_supplements set amount_centimes = @amount_centimes
where booking_id = @booking_id and supplement_id = @supplement_id;

-- name: ListCustomers :many
select id, first_name, last_name, email, phone_number from users where id = any(@ids::uuid[]);

-- name: ListLenders :many
select id, name, contact_email, contact_phone from franchises where id = any(@ids::uuid[]);

-- name: SetContract :exec
-- Nobody's copy of the booking is out of date by it.
update bookings set contract_url = @contract_url where id = @id and contract_url is distinct from @contract_url;

-- name: DueReminders :many
-- Confirmed rentals that begin within a day by the database's own clock. Nobody is reminded of a start that was booked,
-- confirmed or moved to less than a day before it, nor twice of the same.
select b.id from bookings b
where b.status = 'CONFIRMED' and b.start_datetime > now() and b.start_datetime <= now() + interval '1 day'
    and b.created_at <= b.start_datetime - interval '1 day'
    and not exists (select from booking_reminders r where r.booking_id = b.id and r.start_datetime = b.start_datetime)
    and not exists (select from domain_events e where e.booking_id = b.id and e.type = any(@news::text[])
        and e.happened_at > b.start_datetime - interval '1 day')
order by b.start_datetime, b.id
limit @most::int
for update of b skip locked;

-- name: NoteReminder :execrows
insert into booking_reminders (booking_id, start_datetime) values (@booking_id, @start_datetime) on conflict do nothing;

-- name: InsertHandover :exec
insert into booking_handovers (id, booking_id, motorcycle_id, kind, odometer_km, fuel_percent, notes, actor_id, happened_at)
values (@id, @booking_id, @motorcycle_id, @kind, @odometer_km, sqlc.narg(fuel_percent), sqlc.narg(notes), sqlc.narg(actor_id), @now);

-- name: InsertHandoverPicture :exec
insert into booking_handover_pictures (id, handover_id, position, image_url) values (@id, @handover_id, @position, @image_url);

-- name: ListHandovers :many
-- Those of a booking with their pictures, in order.
select h.id, h.kind, h.odometer_km, h.fuel_percent, h.notes, h.actor_id, trim(coalesce(u.first_name || ' ' || u.last_name, ''))::text as actor_name, h.happened_at,
    (select coalesce(array_agg(p.image_url order by p.position), '{}') from booking_handover_pictures p where p.handover_id = h.id)::text[] as pictures
from booking_handovers h left join users u on u.id = h.actor_id
where h.booking_id = @booking_id
order by h.happened_at, h.kind;
