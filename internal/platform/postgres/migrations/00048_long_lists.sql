-- +goose Up

-- Lists pick the keys of a page in an index alone, and read the rows of that page. The latest first is what nearly every list of
-- bookings is asked for, narrowed by what stands in the index too; it serves the figures of a period as well, so that one
-- index does what three did.
drop index bookings_created_idx;
drop index bookings_figures_idx;
drop index bookings_made_idx;
create index bookings_created_idx on bookings (created_at, id) include (status, total_centimes, franchise_id, start_datetime, end_datetime);
drop index bookings_franchise_idx;
drop index bookings_franchise_figures_idx;
create index bookings_franchise_idx on bookings (franchise_id, created_at, id) include (status, total_centimes, start_datetime, end_datetime);

-- How many payments earned something in a period.
drop index ledger_transactions_franchise_idx;
drop index ledger_transactions_time_idx;
create index ledger_transactions_franchise_idx on ledger_transactions (franchise_id, happened_at)
    include (booking_id, payment_id, earned_centimes, commission_centimes) where earned_centimes <> 0;
create index ledger_transactions_time_idx on ledger_transactions (happened_at)
    include (franchise_id, booking_id, payment_id, earned_centimes, commission_centimes) where earned_centimes <> 0;

-- Cancellations of a period without a look at the table.
drop index booking_transitions_cancelled_idx;
create index booking_transitions_cancelled_idx on booking_transitions (happened_at) include (booking_id, id, to_status, note)
    where to_status in ('CANCELLED_BY_USER', 'CANCELLED_BY_ADMIN');

-- Accounts by how far the check of their identity card is, and by since when.
create index users_identity_card_idx on users (identity_card_state, created_at, id) where deleted_at is null;
create index users_identity_card_since_idx on users (identity_card_since, id) where deleted_at is null;
