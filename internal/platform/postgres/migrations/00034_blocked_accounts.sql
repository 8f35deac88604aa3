-- +goose Up

-- Who is blocked cannot sign in. The reason is for staff.
alter table users
    add column blocked_at     timestamptz,
    add column blocked_reason text check (char_length(blocked_reason) <= 500),
    add constraint users_blocked check (blocked_at is not null or blocked_reason is null);
create index users_blocked_idx on users (id) where blocked_at is not null;
