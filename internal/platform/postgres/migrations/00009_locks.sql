-- +goose Up

-- What a smart lock was activated with is a secret: it is kept sealed, with the program's own key. No version before
-- this one wrote a row here.
alter table motorcycle_devices drop column activation_code;
alter table motorcycle_devices
    add column sealed_activation_code bytea not null,
    add column firmware_version       text not null default '',
    add column model                  text not null default '',
    alter column activated_at         drop default;

-- The maker's locks know people by whole numbers, which stand in the locks' own audit trails.
create table lock_users (
    number                  integer generated always as identity primary key,
    user_id                 uuid not null references users (id),
    constraint lock_users_user_key unique (user_id)
);

-- Who may open which lock, and when. A customer's belongs to a booking; the others are staff's.
create table lock_accesses (
    id                      uuid primary key,
    motorcycle_id           uuid not null references motorcycles (id) on delete cascade,
    device_id               text not null,
    user_id                 uuid not null references users (id),
    booking_id              uuid references bookings (id),
    permissions             text[] not null check (cardinality(permissions) > 0),
    valid_from              timestamptz not null,
    valid_until             timestamptz not null,
    -- The maker's access profile, sealed, for a customer to fetch; staff are handed theirs once. Gone when the access ends.
    sealed_profile          bytea,
    issued_at               timestamptz not null,
    ended_at                timestamptz,
    ended_reason            text check (ended_reason in ('RENTAL_ENDED', 'CANCELLED', 'MOVED', 'DEVICE_REMOVED', 'EXPIRED', 'RENEWED')),
    constraint lock_accesses_period check (valid_from < valid_until),
    constraint lock_accesses_end check ((ended_at is null) = (ended_reason is null)),
    constraint lock_accesses_secret check (ended_at is null or sealed_profile is null)
);
-- A booking has one access at a time.
create unique index lock_accesses_live_key on lock_accesses (booking_id) where booking_id is not null and ended_at is null;
create index lock_accesses_booking_idx on lock_accesses (booking_id) where booking_id is not null;
create index lock_accesses_live_idx on lock_accesses (valid_until) where ended_at is null;
create index lock_accesses_device_idx on lock_accesses (device_id) where ended_at is null;
create index lock_accesses_motorcycle_idx on lock_accesses (motorcycle_id);
create index lock_accesses_user_idx on lock_accesses (user_id);

-- The codes to type in while an access lasts: each opens the lock for some hours, and they overlap.
create table lock_codes (
    id                      uuid primary key,
    access_id               uuid not null references lock_accesses (id) on delete cascade,
    valid_from              timestamptz not null,
    valid_until             timestamptz not null,
    sealed_code             bytea not null,
    constraint lock_codes_period check (valid_from < valid_until),
    constraint lock_codes_window_key unique (access_id, valid_from)
);

-- The job that catches up asks for rentals that run or soon begin.
create index bookings_coming_idx on bookings (end_datetime, start_datetime, motorcycle_id) where status in ('CONFIRMED', 'ACTIVE');
