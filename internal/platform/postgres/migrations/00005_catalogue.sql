-- +goose Up

-- Where bookings begin and end: lists of bookings by place, whether a place is in use, and which customers' places a
-- franchise has to do with.
create index bookings_pickup_point_idx on bookings (pickup_parking_point_id, franchise_id) where pickup_parking_point_id is not null;
create index bookings_dropoff_point_idx on bookings (dropoff_parking_point_id, franchise_id) where dropoff_parking_point_id is not null;

-- Customers' places are as many as bookings to an address; they are looked through by their newest and by their words.
create index parking_points_customer_idx on parking_points (created_at, id) where kind = 'CUSTOMER';
create index parking_points_words_idx on parking_points using gin (name gin_trgm_ops, address gin_trgm_ops);

-- The record of a franchise outlives it, as that of every other row does.
alter table audit_log drop constraint audit_log_franchise_id_fkey;

create index franchises_list_idx on franchises (lower(name), id);

-- Money that came in for bookings, when it came, and money given back, when it was. Surplus money never counted and does
-- not count when it goes back. Amounts are dirham: a payment's amount is its booking's total (D4).
create view takings as
    select p.franchise_id, p.booking_id, p.processed_at as happened_at, p.amount_centimes as revenue_centimes, 0::bigint as refund_centimes
    from payments p
    where p.status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED') and not p.surplus
    union all
    select p.franchise_id, p.booking_id, r.updated_at, 0::bigint, r.amount_centimes
    from payment_refunds r join payments p on p.id = r.payment_id
    where r.state = 'DONE' and not p.surplus;

create index payments_taken_idx on payments (franchise_id, processed_at) include (booking_id, amount_centimes)
    where status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED') and not surplus;
create index payments_taken_time_idx on payments (processed_at) include (franchise_id, booking_id, amount_centimes)
    where status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED') and not surplus;
create index payment_refunds_done_idx on payment_refunds (updated_at) include (payment_id, amount_centimes) where state = 'DONE';

-- The dashboard's figures, each read from an index alone: bookings made of late, rentals begun and ended of late, the
-- fleet, and payments under way.
create index bookings_made_idx on bookings (created_at) include (status, franchise_id);
create index bookings_begun_idx on bookings (start_datetime) include (status, franchise_id, motorcycle_id, total_centimes)
    where status in ('CONFIRMED', 'ACTIVE', 'COMPLETED');
create index bookings_ended_idx on bookings (end_datetime, start_datetime) include (status, franchise_id)
    where status in ('CONFIRMED', 'ACTIVE', 'COMPLETED');
create index motorcycles_fleet_idx on motorcycles (franchise_id, status) include (created_at);
create index payments_pending_idx on payments (franchise_id) include (amount_centimes) where status in ('PENDING', 'PROCESSING');
create index users_customers_idx on users (created_at) where role = 'CUSTOMER';
