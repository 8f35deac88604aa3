-- +goose Up

-- What has happened, as the features tell of it. Kept for 90 days, and gone with event_deliveries, which alone refers to the
-- rows; the ids in them outlive what they name.
create table domain_events (
    id                      uuid primary key,
    type                    text not null check (type <> ''),
    franchise_id            uuid,
    user_id                 uuid,
    motorcycle_id           uuid,
    booking_id              uuid,
    payment_id              uuid,
    payload                 jsonb not null,
    happened_at             timestamptz not null
);
create index domain_events_time_idx on domain_events (happened_at);
create index domain_events_booking_idx on domain_events (booking_id) where booking_id is not null;

-- What subscribers have taken in: a row is written with what the event led to, so an event counts once for each.
create table event_deliveries (
    event_id                uuid not null references domain_events (id) on delete cascade,
    subscriber              text not null,
    delivered_at            timestamptz not null,
    primary key (event_id, subscriber)
);

-- Rentals whose customers were reminded of them, each once for every start that it had.
create table booking_reminders (
    booking_id              uuid not null references bookings (id) on delete cascade,
    start_datetime          timestamptz not null,
    reminded_at             timestamptz not null default now(),
    primary key (booking_id, start_datetime)
);

-- Files that come with a message: [{name, type, content in base64}].
alter table mailbox_messages add column attachments jsonb not null default '[]';
