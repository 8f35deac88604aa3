-- +goose Up

-- The calendar of the fleet: what of a motorcycle's rentals ends after an instant and begins before another is found in the
-- index, however many lie in the past.
create index bookings_motorcycle_end_idx on bookings (motorcycle_id, end_datetime, start_datetime);
create index availability_blocks_motorcycle_end_idx on availability_blocks (motorcycle_id, end_datetime, start_datetime);

-- The figures of a period: what was booked in it, and what became of that, is read from the index alone.
create index bookings_figures_idx on bookings (created_at) include (status, total_centimes, franchise_id);
create index bookings_franchise_figures_idx on bookings (franchise_id, created_at) include (status, total_centimes);
