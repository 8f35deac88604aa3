-- +goose Up

-- Who is known to a franchise: whoever has a booking there, in whatever status. bookings say so too, but one customer has many,
-- and those of a franchise are too many to read for each look at its people.
create table franchise_customers (
    franchise_id uuid not null references franchises (id) on delete cascade,
    user_id      uuid not null references users (id) on delete cascade,
    primary key (franchise_id, user_id)
);
create index franchise_customers_user_idx on franchise_customers (user_id);

-- Nobody but bookings writes it, in the transaction that writes them. A pair that is there is held until the booking that counts
-- on it is there for all; whoever takes a booking away waits for that, and then looks again.
-- +goose StatementBegin
create function franchise_customers_follow() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        perform from franchise_customers where franchise_id = old.franchise_id and user_id = old.user_id for update;
        delete from franchise_customers k where k.franchise_id = old.franchise_id and k.user_id = old.user_id
            and not exists (select from bookings b where b.user_id = old.user_id and b.franchise_id = old.franchise_id);
    end if;
    if tg_op <> 'DELETE' then
        loop
            perform from franchise_customers where franchise_id = new.franchise_id and user_id = new.user_id for key share;
            exit when found;
            insert into franchise_customers (franchise_id, user_id) values (new.franchise_id, new.user_id) on conflict do nothing;
            exit when found;
        end loop;
    end if;
    return null;
end $$;
-- +goose StatementEnd
create trigger franchise_customers_follow after insert or delete on bookings
    for each row execute function franchise_customers_follow();
create trigger franchise_customers_follow_moves after update of franchise_id, user_id on bookings for each row
    when ((old.franchise_id, old.user_id) is distinct from (new.franchise_id, new.user_id)) execute function franchise_customers_follow();

-- +goose StatementBegin
create function franchise_customers_empty() returns trigger language plpgsql as $$
begin
    delete from franchise_customers;
    return null;
end $$;
-- +goose StatementEnd
create trigger franchise_customers_empty after truncate on bookings
    for each statement execute function franchise_customers_empty();

-- Of bookings that are copied with the triggers off too, from another database or for a benchmark.
alter table bookings
    enable always trigger franchise_customers_follow,
    enable always trigger franchise_customers_follow_moves,
    enable always trigger franchise_customers_empty;

insert into franchise_customers (franchise_id, user_id) select distinct franchise_id, user_id from bookings;
