-- +goose Up

-- Where bookings begin and end: whether a place is in use, and which customers' places a franchise has to do with.
create index bookings_pickup_point_idx on bookings (pickup_parking_point_id, franchise_id) where pickup_parking_point_id is not null;
create index bookings_dropoff_point_idx on bookings (dropoff_parking_point_id, franchise_id) where dropoff_parking_point_id is not null;

-- Customers' places are as many as bookings to an address; they are looked through by their newest and by their words.
create index parking_points_customer_idx on parking_points (created_at, id) where kind = 'CUSTOMER';
create index parking_points_words_idx on parking_points using gin (name gin_trgm_ops, address gin_trgm_ops);
