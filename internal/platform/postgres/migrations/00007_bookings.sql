-- +goose Up

-- ------------------------------------------------------------------ rentals that were moved

-- What a customer who moves a rental takes along: the part of the price, in percent, that a cancellation at the moment
-- of the move would not have given back any more. Without it, whoever is late to cancel would move first.
alter table bookings add column forfeited_percent integer not null default 0
    constraint bookings_forfeited check (forfeited_percent between 0 and 100);

-- ------------------------------------------------------------------ long lists

-- The administration's list in each of its usual orders, of everything and of one franchise.
create index bookings_created_idx on bookings (created_at, id);
create index bookings_start_idx on bookings (start_datetime, id);
create index bookings_end_idx on bookings (end_datetime, id);
create index bookings_total_idx on bookings (total_centimes, id);
create index bookings_franchise_start_idx on bookings (franchise_id, start_datetime);
-- Few rows are in a status that somebody has to do something about.
create index bookings_at_work_idx on bookings (status, start_datetime) where status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE');
-- A part of a reference, as it is read out on the phone.
create index bookings_reference_search_idx on bookings using gin (reference gin_trgm_ops);
-- A customer's whole name; their address and a registration number have indexes of their own.
create index users_full_name_search_idx on users using gin ((first_name || ' ' || last_name) gin_trgm_ops);

create index payments_created_idx on payments (created_at, id);
create index payments_amount_idx on payments (amount_centimes, id);
create index payments_search_idx on payments using gin (gateway_transaction_id gin_trgm_ops, gateway_order_id gin_trgm_ops);
-- Everything but what most payments are.
create index payments_unusual_idx on payments (status, created_at) where status <> 'COMPLETED';
