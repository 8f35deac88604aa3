-- +goose Up

-- Staff and visitors look for parts of a motorcycle's name, staff for parts of its plate too.
create index motorcycles_words_idx on motorcycles
    using gin (make gin_trgm_ops, model gin_trgm_ops, (make || ' ' || model) gin_trgm_ops, registration_number gin_trgm_ops);

-- The public list counts what rents, without looking at the rows themselves.
create index motorcycles_rentable_idx on motorcycles (franchise_id, place_id) where status in ('AVAILABLE', 'BOOKED');

-- The few parking points that are closed: their motorcycles are not found.
create index parking_points_closed_idx on parking_points (id) where kind = 'PUBLIC' and not is_active;

-- Lists may be had in the order of any of their columns.
create index motorcycles_any_price_idx on motorcycles (base_price_centimes, id);
create index motorcycles_make_idx on motorcycles (lower(make), id);
create index motorcycles_model_idx on motorcycles (lower(model), id);
create index motorcycles_year_idx on motorcycles (year, id);
create index motorcycles_category_idx on motorcycles (category, id);
create index motorcycles_transmission_idx on motorcycles (transmission, id);
create index motorcycles_engine_idx on motorcycles (engine_size_cc, id);
create index motorcycles_status_idx on motorcycles (status, id);
create index motorcycles_lock_idx on motorcycles (smart_lock_device_id, id);
create index motorcycles_created_idx on motorcycles (created_at, id);
create index motorcycles_updated_idx on motorcycles (updated_at, id);

create index availability_blocks_start_idx on availability_blocks (start_datetime, id);
create index availability_blocks_end_idx on availability_blocks (end_datetime, id);
create index availability_blocks_reason_idx on availability_blocks (reason, id);
create index availability_blocks_created_idx on availability_blocks (created_at, id);
create index availability_blocks_updated_idx on availability_blocks (updated_at, id);
create index availability_blocks_notes_idx on availability_blocks using gin (notes gin_trgm_ops);
