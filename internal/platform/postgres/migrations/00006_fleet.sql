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

-- A block carries its motorcycle's franchise, and follows it: a franchise's blocks are found without looking at the fleet.
alter table motorcycles add constraint motorcycles_franchise_key unique (id, franchise_id);
alter table availability_blocks add column franchise_id uuid;
update availability_blocks b set franchise_id = m.franchise_id from motorcycles m where m.id = b.motorcycle_id;
alter table availability_blocks
    alter column franchise_id set not null,
    add constraint availability_blocks_franchise_fkey foreign key (motorcycle_id, franchise_id)
        references motorcycles (id, franchise_id) on update cascade;
create index availability_blocks_franchise_idx on availability_blocks (franchise_id, start_datetime, id);

-- +goose StatementBegin
create function block_of_franchise() returns trigger language plpgsql as $$
begin
    new.franchise_id := (select franchise_id from motorcycles where id = new.motorcycle_id);
    return new;
end $$;
-- +goose StatementEnd
create trigger availability_blocks_franchise before insert on availability_blocks
    for each row execute function block_of_franchise();
