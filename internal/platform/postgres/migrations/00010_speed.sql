-- +goose Up

-- Lists may be had in the order of any of their columns, and a page of one must not cost the whole table: every order has
-- an index, with the key that settles ties. Counts of what a filter leaves are read from the same indexes.

-- ------------------------------------------------------------------ accounts

create index users_first_name_idx on users (lower(first_name), id) where deleted_at is null;
create index users_phone_idx on users (phone_number, id) where deleted_at is null;
create index users_role_idx on users (role, id) where deleted_at is null;
create index users_by_franchise_idx on users (franchise_id, id) where deleted_at is null;
create index users_language_idx on users (language, id) where deleted_at is null;
create index users_updated_idx on users (updated_at, id) where deleted_at is null;

-- ------------------------------------------------------------------ the audit log

create index audit_log_action_idx on audit_log (action, id);
create index audit_log_entity_order_idx on audit_log (entity, id);

-- ------------------------------------------------------------------ places

create index parking_points_kind_name_idx on parking_points (kind, lower(name), id);

-- ------------------------------------------------------------------ the fleet

-- With what the public list leaves out by, so that counting what a filter leaves reads the index alone.
create index motorcycles_price_order_idx on motorcycles (base_price_centimes, id) include (status, franchise_id, place_id);
create index motorcycles_make_idx on motorcycles (lower(make), id) include (status, franchise_id, place_id);
create index motorcycles_model_idx on motorcycles (lower(model), id) include (status, franchise_id, place_id);
create index motorcycles_year_idx on motorcycles (year, id) include (status, franchise_id, place_id);
create index motorcycles_category_idx on motorcycles (category, id) include (status, franchise_id, place_id);
create index motorcycles_transmission_idx on motorcycles (transmission, id) include (status, franchise_id, place_id);
create index motorcycles_engine_idx on motorcycles (engine_size_cc, id) include (status, franchise_id, place_id);
create index motorcycles_status_idx on motorcycles (status, id) include (franchise_id, place_id);
create index motorcycles_updated_idx on motorcycles (updated_at, id);
create index motorcycles_device_order_idx on motorcycles (smart_lock_device_id, id);

create index availability_blocks_end_idx on availability_blocks (end_datetime, id);
create index availability_blocks_reason_idx on availability_blocks (reason, id);
create index availability_blocks_created_idx on availability_blocks (created_at, id);
create index availability_blocks_updated_idx on availability_blocks (updated_at, id);

-- ------------------------------------------------------------------ bookings and payments

-- A customer's payments are those of their bookings.
create index bookings_user_id_idx on bookings (user_id, id);
create index bookings_status_idx on bookings (status, id);
create index bookings_type_idx on bookings (booking_type, id);
create index bookings_days_idx on bookings (billable_days, id);
create index bookings_rent_idx on bookings (base_rental_centimes, id);
create index bookings_extras_idx on bookings (supplements_centimes, id);
create index bookings_updated_idx on bookings (updated_at, id);

create index payments_status_idx on payments (status, id);
-- Bookings by the status of their payment.
create index payments_status_booking_idx on payments (status, booking_id) where not surplus;
create index payments_currency_idx on payments (currency, id);
create index payments_gateway_idx on payments (gateway, id);
create index payments_processed_idx on payments (processed_at, id);
create index payments_updated_idx on payments (updated_at, id);
