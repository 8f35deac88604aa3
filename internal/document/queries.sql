-- name: GetFacts :one
-- Everything about a booking that stands in its documents, as it is now.
select b.reference, b.start_datetime, b.end_datetime, b.billable_days, b.day_price_centimes, b.base_rental_centimes,
    b.supplements_centimes, b.total_centimes, b.booking_type, b.customer_location,
    b.full_refund_hours, b.partial_refund_hours, b.partial_refund_percent, b.forfeited_percent,
    u.first_name, u.last_name, u.email, u.phone_number, u.language, u.deleted_at,
    f.name as franchise_name, f.address as franchise_address, f.contact_email, f.contact_phone,
    m.make, m.model, m.year, m.registration_number, m.engine_size_cc,
    pick.name as pickup_name, pick.address as pickup_address, drop_off.name as dropoff_name, drop_off.address as dropoff_address
from bookings b
join users u on u.id = b.user_id
join franchises f on f.id = b.franchise_id
join motorcycles m on m.id = b.motorcycle_id
left join parking_points pick on pick.id = b.pickup_parking_point_id
left join parking_points drop_off on drop_off.id = b.dropoff_parking_point_id
where b.id = @id;

-- name: ListExtras :many
select name, price_type, is_free, unit_price_centimes, quantity, amount_centimes from booking_supplements
where booking_id = @booking_id order by is_free desc, name, supplement_id;

-- name: ListCaptured :many
select gateway, gateway_transaction_id, amount_centimes, gateway_amount_centimes, gateway_currency, processed_at from payments
where booking_id = @booking_id and status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED')
order by processed_at, id;

-- name: ListGivenBack :many
select r.amount_centimes, coalesce(r.gateway_amount_centimes, r.amount_centimes)::bigint as gateway_amount_centimes, p.gateway_currency,
    r.gateway_refund_id, r.updated_at, p.gateway
from payment_refunds r
join payments p on p.id = r.payment_id
where p.booking_id = @booking_id and r.state = 'DONE'
order by r.updated_at, r.id;

-- name: LastFacts :one
-- What the newest paper of a booking says, whichever it is.
select facts from documents where booking_id = @booking_id order by id desc limit 1;

-- name: NewestDocument :one
select * from documents where booking_id = @booking_id and kind = @kind order by id desc limit 1;

-- name: InsertDocument :one
insert into documents (id, booking_id, kind, language, facts, facts_hash, created_at)
values (@id, @booking_id, @kind, @language, @facts, @facts_hash, @now)
returning *;

-- name: MarkStored :exec
update documents set storage_key = @storage_key, size_bytes = @size_bytes where id = @id and storage_key is null;

-- name: GetFranchise :one
select code, name, address, contact_email, contact_phone from franchises where id = @id;
