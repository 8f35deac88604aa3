-- +goose Up

-- Staff and visitors look for parts of a motorcycle's name, staff for parts of its plate too.
create index motorcycles_words_idx on motorcycles
    using gin (make gin_trgm_ops, model gin_trgm_ops, (make || ' ' || model) gin_trgm_ops, registration_number gin_trgm_ops);

-- The public list counts what rents, without looking at the rows themselves.
create index motorcycles_rentable_idx on motorcycles (franchise_id, place_id) where status in ('AVAILABLE', 'BOOKED');

-- The few parking points that are closed: their motorcycles are not found.
create index parking_points_closed_idx on parking_points (id) where kind = 'PUBLIC' and not is_active;

create index motorcycles_created_idx on motorcycles (created_at, id);

create index availability_blocks_start_idx on availability_blocks (start_datetime, id);
create index availability_blocks_notes_idx on availability_blocks using gin (notes gin_trgm_ops);
