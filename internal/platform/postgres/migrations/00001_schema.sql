-- +goose Up

-- btree_gist lets one exclusion constraint compare a uuid and a range.
create extension if not exists btree_gist;

-- Money is bigint centimes of the Moroccan dirham (D4). Keys are UUIDv7 made by the program, so that an id exists before
-- its row does and PostgreSQL 15 needs nothing extra. Enumerations are text with a CHECK: a value is added by one
-- statement that takes no table rewrite.

-- ------------------------------------------------------------------ people and franchises

create table franchises (
    id                      uuid primary key,
    name                    text not null check (char_length(name) between 2 and 100),
    code                    text not null check (code ~ '^[A-Z0-9_-]{2,20}$'),
    status                  text not null default 'PENDING_APPROVAL'
                            check (status in ('ACTIVE', 'INACTIVE', 'SUSPENDED', 'PENDING_APPROVAL')),
    address                 text not null default '',
    latitude                double precision check (latitude between -90 and 90),
    longitude               double precision check (longitude between -180 and 180),
    contact_email           text not null,
    contact_phone           text not null default '',
    operating_hours         jsonb not null default '{}',
    commission_rate         numeric(5, 4) not null default 0.15 check (commission_rate between 0 and 1),
    -- Null means the platform's setting (D2, D7).
    grace_minutes           integer check (grace_minutes between 0 and 1440),
    hold_autonom_minutes    integer check (hold_autonom_minutes > 0),
    hold_delivery_minutes   integer check (hold_delivery_minutes > 0),
    turnaround_minutes      integer not null default 0 check (turnaround_minutes between 0 and 10080),
    -- Cancellation ladder (D10).
    full_refund_hours       integer not null default 48 check (full_refund_hours >= 0),
    partial_refund_hours    integer not null default 24 check (partial_refund_hours >= 0),
    partial_refund_percent  integer not null default 50 check (partial_refund_percent between 0 and 100),
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now(),
    constraint franchises_code_key unique (code),
    constraint franchises_position_whole check ((latitude is null) = (longitude is null)),
    constraint franchises_ladder_order check (partial_refund_hours <= full_refund_hours)
);

create table users (
    id                      uuid primary key,
    email                   text not null check (email like '%_@_%'),
    password_hash           text not null,
    first_name              text not null check (char_length(first_name) between 1 and 50),
    last_name               text not null check (char_length(last_name) between 1 and 50),
    phone_number            text,
    identity_card_front     text,
    identity_card_cover     text,
    role                    text not null default 'CUSTOMER' check (role in ('CUSTOMER', 'ADMIN', 'FRANCHISE_ADMIN')),
    franchise_id            uuid references franchises (id),
    language                text not null default 'fr' check (language in ('en', 'fr', 'ar')),
    email_verified_at       timestamptz,
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now(),
    constraint users_franchise_admin_has_franchise check (role <> 'FRANCHISE_ADMIN' or franchise_id is not null)
);
-- One account an address, whatever its capitals.
create unique index users_email_key on users (lower(email));
create index users_franchise_idx on users (franchise_id) where franchise_id is not null;

-- A session is a family of refresh tokens (D20, RFC 9700 section 4.14): each refresh replaces the token, presenting a
-- replaced one ends the family.
create table sessions (
    id                      uuid primary key,
    user_id                 uuid not null references users (id),
    created_at              timestamptz not null default now(),
    last_used_at            timestamptz not null default now(),
    expires_at              timestamptz not null,
    revoked_at              timestamptz,
    revoked_reason          text check (revoked_reason in ('LOGOUT', 'REUSE', 'PASSWORD_CHANGED', 'ENDED')),
    ip                      text not null default '',
    user_agent              text not null default '',
    check ((revoked_at is null) = (revoked_reason is null))
);
create index sessions_user_idx on sessions (user_id);

create table refresh_tokens (
    -- SHA-256 of the token; the token itself is never stored.
    token_hash              bytea primary key check (octet_length(token_hash) = 32),
    session_id              uuid not null references sessions (id) on delete cascade,
    created_at              timestamptz not null default now(),
    expires_at              timestamptz not null,
    used_at                 timestamptz
);
-- At most one token of a session is unused.
create unique index refresh_tokens_live_key on refresh_tokens (session_id) where used_at is null;
-- Deleting a session finds its tokens.
create index refresh_tokens_session_idx on refresh_tokens (session_id);

-- ------------------------------------------------------------------ places and extras

create table parking_points (
    id                      uuid primary key,
    name                    text not null check (char_length(name) between 1 and 255),
    address                 text not null default '',
    latitude                double precision not null check (latitude between -90 and 90),
    longitude               double precision not null check (longitude between -180 and 180),
    operating_hours         jsonb not null default '{}',
    instructions            text not null default '',
    is_active               boolean not null default true,
    -- CUSTOMER: made from the place a customer typed or stood at; never listed (D12).
    kind                    text not null default 'PUBLIC' check (kind in ('PUBLIC', 'CUSTOMER')),
    franchise_id            uuid references franchises (id),
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now(),
    constraint parking_points_customer_inactive check (kind = 'PUBLIC' or not is_active)
);
create unique index parking_points_name_key on parking_points (lower(name)) where kind = 'PUBLIC';
create index parking_points_franchise_idx on parking_points (franchise_id) where kind = 'PUBLIC';

create table supplements (
    id                      uuid primary key,
    name                    text not null check (char_length(name) between 1 and 255),
    description             text not null default '',
    price_centimes          bigint not null check (price_centimes >= 1),
    price_type              text not null check (price_type in ('PER_RENTAL', 'PER_DAY')),
    is_active               boolean not null default true,
    is_free                 boolean not null default false,
    -- Null: offered by the whole platform.
    franchise_id            uuid references franchises (id),
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now()
);
create unique index supplements_name_key on supplements (franchise_id, lower(name)) nulls not distinct;

-- ------------------------------------------------------------------ fleet

create table motorcycles (
    id                      uuid primary key,
    registration_number     text not null check (char_length(registration_number) between 1 and 50),
    make                    text not null check (char_length(make) between 1 and 100),
    model                   text not null check (char_length(model) between 1 and 100),
    -- The upper bound moves with the calendar (specification section 9), so the program holds it.
    year                    integer not null check (year >= 1900),
    description             text not null default '',
    base_price_centimes     bigint not null check (base_price_centimes >= 1),
    status                  text not null default 'AVAILABLE'
                            check (status in ('AVAILABLE', 'BOOKED', 'MAINTENANCE', 'UNAVAILABLE')),
    franchise_id            uuid not null references franchises (id),
    parking_point_id        uuid references parking_points (id),
    -- Where the motorcycle stands: its parking point, else its franchise (D11).
    place_id                uuid not null generated always as (coalesce(parking_point_id, franchise_id)) stored,
    category                text check (category in ('SCOOTER', 'CITY', 'TRAIL', 'ROADSTER', 'TOURING', 'CAFE_RACER', 'SPORT', 'QUAD')),
    engine_size_cc          integer check (engine_size_cc between 1 and 5000),
    transmission            text check (transmission in ('MANUAL', 'AUTOMATIC')),
    smart_lock_device_id    text check (char_length(smart_lock_device_id) <= 100),
    gray_card_url           text,
    insurance_url           text,
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now()
);
create unique index motorcycles_registration_key on motorcycles (upper(registration_number));
create unique index motorcycles_device_key on motorcycles (smart_lock_device_id) where smart_lock_device_id is not null;
-- The search walks a place's rentable motorcycles from the cheapest.
create index motorcycles_place_price_idx on motorcycles (place_id, base_price_centimes, id) where status in ('AVAILABLE', 'BOOKED');
create index motorcycles_price_idx on motorcycles (base_price_centimes, id) where status in ('AVAILABLE', 'BOOKED');
create index motorcycles_franchise_idx on motorcycles (franchise_id, base_price_centimes, id);
create index motorcycles_parking_point_idx on motorcycles (parking_point_id) where parking_point_id is not null;

-- The smart lock on a motorcycle and the code that activated it.
create table motorcycle_devices (
    motorcycle_id           uuid primary key references motorcycles (id) on delete cascade,
    device_id               text not null check (char_length(device_id) between 1 and 100),
    activation_code         text not null,
    activated_at            timestamptz not null default now(),
    constraint motorcycle_devices_device_key unique (device_id)
);

create table motorcycle_images (
    id                      uuid primary key,
    motorcycle_id           uuid not null references motorcycles (id) on delete cascade,
    image_url               text not null,
    filename                text not null default '',
    alt_text                text not null default '',
    is_primary              boolean not null default false,
    position                integer not null default 0,
    created_at              timestamptz not null default now()
);
create index motorcycle_images_motorcycle_idx on motorcycle_images (motorcycle_id, position);
create unique index motorcycle_images_primary_key on motorcycle_images (motorcycle_id) where is_primary;

create table motorcycle_features (
    id                      uuid primary key,
    name                    text not null check (char_length(name) between 1 and 100),
    description             text not null default '',
    icon_url                text,
    franchise_id            uuid references franchises (id),
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now()
);
create unique index motorcycle_features_name_key on motorcycle_features (franchise_id, lower(name)) nulls not distinct;

create table motorcycle_feature_assignments (
    motorcycle_id           uuid not null references motorcycles (id) on delete cascade,
    feature_id              uuid not null references motorcycle_features (id) on delete cascade,
    assigned_at             timestamptz not null default now(),
    constraint motorcycle_feature_assignments_key primary key (motorcycle_id, feature_id)
);
create index motorcycle_feature_assignments_feature_idx on motorcycle_feature_assignments (feature_id);

create table media_files (
    id                      uuid primary key,
    owner_id                uuid references users (id),
    storage_key             text not null,
    filename                text not null default '',
    content_type            text not null,
    size_bytes              bigint not null check (size_bytes >= 0),
    is_private              boolean not null default false,
    created_at              timestamptz not null default now(),
    constraint media_files_storage_key_key unique (storage_key)
);

-- ------------------------------------------------------------------ bookings and the calendar

create table bookings (
    id                      uuid primary key,
    -- What people read out on the phone.
    reference               text not null,
    user_id                 uuid not null references users (id),
    motorcycle_id           uuid not null references motorcycles (id),
    franchise_id            uuid not null references franchises (id),
    start_datetime          timestamptz not null,
    end_datetime            timestamptz not null,
    billable_days           integer not null check (billable_days >= 1),
    day_price_centimes      bigint not null check (day_price_centimes >= 1),
    base_rental_centimes    bigint not null check (base_rental_centimes >= 1),
    supplements_centimes    bigint not null default 0 check (supplements_centimes >= 0),
    total_centimes          bigint not null check (total_centimes >= 1),
    status                  text not null default 'PENDING_PAYMENT'
                            check (status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE', 'COMPLETED', 'CANCELLED_BY_USER', 'CANCELLED_BY_ADMIN')),
    booking_type            text not null check (booking_type in ('AUTONOM', 'DELIVERY')),
    pickup_parking_point_id  uuid references parking_points (id),
    dropoff_parking_point_id uuid references parking_points (id),
    customer_location       text,
    customer_latitude       double precision check (customer_latitude between -90 and 90),
    customer_longitude      double precision check (customer_longitude between -180 and 180),
    hold_expires_at         timestamptz,
    -- The cancellation ladder the customer agreed to when booking (D10).
    full_refund_hours       integer not null,
    partial_refund_hours    integer not null,
    partial_refund_percent  integer not null,
    notes_by_customer       text check (char_length(notes_by_customer) <= 1000),
    notes_by_admin          text check (char_length(notes_by_admin) <= 1000),
    contract_url            text,
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now(),
    constraint bookings_reference_key unique (reference),
    constraint bookings_period check (start_datetime < end_datetime),
    constraint bookings_total check (total_centimes = base_rental_centimes + supplements_centimes),
    constraint bookings_base check (base_rental_centimes = day_price_centimes * billable_days),
    constraint bookings_location check (
        case booking_type
            when 'AUTONOM' then customer_latitude is not null and customer_longitude is not null
            else customer_location is not null and btrim(customer_location) <> ''
        end),
    constraint bookings_hold check ((status = 'PENDING_PAYMENT') = (hold_expires_at is not null))
);
create index bookings_user_idx on bookings (user_id, created_at desc);
create index bookings_motorcycle_idx on bookings (motorcycle_id, start_datetime);
create index bookings_franchise_idx on bookings (franchise_id, created_at desc);
create index bookings_hold_idx on bookings (hold_expires_at) where hold_expires_at is not null;

create table booking_supplements (
    booking_id              uuid not null references bookings (id) on delete cascade,
    supplement_id           uuid not null references supplements (id),
    -- Name and price as agreed: the catalogue may change later.
    name                    text not null,
    price_type              text not null check (price_type in ('PER_RENTAL', 'PER_DAY')),
    is_free                 boolean not null,
    unit_price_centimes     bigint not null check (unit_price_centimes >= 0),
    quantity                integer not null check (quantity >= 1),
    amount_centimes         bigint not null check (amount_centimes >= 0),
    primary key (booking_id, supplement_id),
    constraint booking_supplements_free check (not is_free or amount_centimes = 0)
);
create index booking_supplements_supplement_idx on booking_supplements (supplement_id);

-- Who changed a booking's status, when and why (D8).
create table booking_transitions (
    id                      bigint generated always as identity primary key,
    booking_id              uuid not null references bookings (id),
    from_status             text,
    to_status               text not null,
    -- Null: the system (a job, a gateway).
    actor_id                uuid references users (id),
    note                    text not null default '',
    happened_at             timestamptz not null default now()
);
create index booking_transitions_booking_idx on booking_transitions (booking_id, id);

create table availability_blocks (
    id                      uuid primary key,
    motorcycle_id           uuid not null references motorcycles (id),
    start_datetime          timestamptz not null,
    end_datetime            timestamptz not null,
    reason                  text not null default 'maintenance'
                            check (reason in ('maintenance', 'admin_override', 'repair', 'inspection', 'seasonal', 'other')),
    notes                   text check (char_length(notes) <= 1000),
    created_by_admin_id     uuid references users (id),
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now(),
    constraint availability_blocks_period check (start_datetime < end_datetime)
);
create index availability_blocks_motorcycle_idx on availability_blocks (motorcycle_id, start_datetime);

-- Every period in which a motorcycle is taken, by a booking or a block (D6). Half open: a rental may start the minute
-- another ends. ends_at holds the turnaround too (D28).
create table calendar_entries (
    id                      uuid primary key,
    motorcycle_id           uuid not null references motorcycles (id),
    starts_at               timestamptz not null,
    ends_at                 timestamptz not null,
    booking_id              uuid references bookings (id) deferrable initially deferred,
    block_id                uuid references availability_blocks (id) on delete cascade,
    -- After this instant an unpaid booking no longer holds the motorcycle (D7); null: no end.
    hold_expires_at         timestamptz,
    constraint calendar_entries_period check (starts_at < ends_at),
    constraint calendar_entries_one_owner check (num_nonnulls(booking_id, block_id) = 1),
    constraint calendar_entries_hold check (hold_expires_at is null or booking_id is not null),
    constraint calendar_entries_booking_key unique (booking_id),
    constraint calendar_entries_block_key unique (block_id),
    constraint calendar_entries_no_overlap
        exclude using gist (motorcycle_id with =, tstzrange(starts_at, ends_at, '[)') with &&)
);
-- Periods of a motorcycle never overlap, so the last one that starts before the wanted end decides: one probe, however
-- many rentals lie in the past.
create index calendar_entries_probe_idx on calendar_entries (motorcycle_id, starts_at) include (ends_at, hold_expires_at);
-- A search of the whole fleet reads everything that is taken in the wanted period once instead: what is over is behind
-- the first key, and the table itself is not visited.
create index calendar_entries_end_idx on calendar_entries (ends_at, starts_at) include (motorcycle_id, hold_expires_at);
create index calendar_entries_hold_idx on calendar_entries (hold_expires_at) where hold_expires_at is not null;

-- A booking that holds its motorcycle stands in the calendar with its own period, and no other booking does: checked
-- when the transaction ends, so that the two rows may be written in either order.
-- +goose StatementBegin
create function bookings_calendar_agree() returns trigger language plpgsql as $$
declare
    booking uuid;
begin
    -- One branch a table: an expression over both would look for a column that one of them has not.
    if tg_table_name = 'bookings' then
        booking := new.id;
    elsif tg_op = 'DELETE' then
        booking := old.booking_id;
    else
        booking := new.booking_id;
    end if;
    if exists (
        select from bookings b
        left join calendar_entries c on c.booking_id = b.id
        where b.id = booking
          and case when b.status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE')
                   then c.id is null or c.motorcycle_id <> b.motorcycle_id
                        or c.starts_at <> b.start_datetime or c.ends_at < b.end_datetime
                        or c.hold_expires_at is distinct from b.hold_expires_at
                   else c.id is not null end
    ) then
        raise exception 'booking % and the calendar disagree', booking
            using errcode = 'check_violation', constraint = 'bookings_calendar_agree';
    end if;
    return null;
end $$;
-- +goose StatementEnd
create constraint trigger bookings_calendar_agree after insert or update on bookings
    deferrable initially deferred for each row execute function bookings_calendar_agree();
create constraint trigger calendar_bookings_agree after insert or update or delete on calendar_entries
    deferrable initially deferred for each row execute function bookings_calendar_agree();

-- ------------------------------------------------------------------ money

create table payments (
    id                      uuid primary key,
    booking_id              uuid not null references bookings (id),
    franchise_id            uuid not null references franchises (id),
    amount_centimes         bigint not null check (amount_centimes >= 1),
    currency                text not null check (currency in ('MAD', 'USD', 'EUR')),
    -- What the gateway was really asked for (D4).
    gateway_amount_centimes bigint not null check (gateway_amount_centimes >= 1),
    gateway_currency        text not null check (gateway_currency in ('MAD', 'USD', 'EUR')),
    status                  text not null default 'PENDING'
                            check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED', 'REFUNDED', 'PARTIALLY_REFUNDED')),
    gateway                 text not null default 'PAYZONE' check (gateway in ('PAYZONE', 'STRIPE', 'PAYPAL')),
    gateway_transaction_id  text,
    gateway_order_id        text,
    gateway_payment_url     text,
    gateway_callback_url    text,
    gateway_response        jsonb,
    failure_code            text,
    failure_reason          text,
    -- Money that arrived although another payment had paid the booking: it is only there to be given back.
    surplus                 boolean not null default false,
    -- When the customer was last handed to the gateway, and when a job last asked it.
    launched_at             timestamptz,
    checked_at              timestamptz,
    processed_at            timestamptz,
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now(),
    constraint payments_processed check (status not in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED') or processed_at is not null)
);
-- At most one live payment a booking (D16).
create unique index payments_live_key on payments (booking_id)
    where status in ('PENDING', 'PROCESSING', 'COMPLETED') and not surplus;
create unique index payments_transaction_key on payments (gateway, gateway_transaction_id) where gateway_transaction_id is not null;
create index payments_booking_idx on payments (booking_id, created_at desc);
create index payments_open_idx on payments (created_at) where status in ('PENDING', 'PROCESSING');
create index payments_ended_idx on payments (launched_at) where status in ('FAILED', 'CANCELLED');
create index payments_franchise_idx on payments (franchise_id, created_at desc);

create table payment_transitions (
    id                      bigint generated always as identity primary key,
    payment_id              uuid not null references payments (id),
    from_status             text,
    to_status               text not null,
    actor_id                uuid references users (id),
    note                    text not null default '',
    happened_at             timestamptz not null default now()
);
create index payment_transitions_payment_idx on payment_transitions (payment_id, id);

create table payment_refunds (
    id                      uuid primary key,
    payment_id              uuid not null references payments (id),
    amount_centimes         bigint not null check (amount_centimes >= 1),
    -- REQUESTED: promised, not asked yet. SENT: asked, answer unknown. DONE and FAILED are final.
    state                   text not null default 'REQUESTED' check (state in ('REQUESTED', 'SENT', 'DONE', 'FAILED')),
    reason                  text not null default '',
    gateway_refund_id       text,
    failure_reason          text,
    requested_by            uuid references users (id),
    created_at              timestamptz not null default now(),
    updated_at              timestamptz not null default now()
);
create index payment_refunds_payment_idx on payment_refunds (payment_id);
create index payment_refunds_open_idx on payment_refunds (created_at) where state in ('REQUESTED', 'SENT');

-- Refunds that are not failed never exceed what was captured, however many are asked at once: the payment's row is
-- locked while they are added up.
-- +goose StatementBegin
create function payment_refunds_within_capture() returns trigger language plpgsql as $$
declare
    captured bigint;
    refunded bigint;
begin
    select case when status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED') then amount_centimes else 0 end
      into captured from payments where id = new.payment_id for update;
    select coalesce(sum(amount_centimes), 0) into refunded
      from payment_refunds where payment_id = new.payment_id and state <> 'FAILED';
    if refunded > captured then
        raise exception 'refunds of payment % exceed what was captured', new.payment_id
            using errcode = 'check_violation', constraint = 'payment_refunds_within_capture';
    end if;
    return null;
end $$;
-- +goose StatementEnd
create trigger payment_refunds_within_capture after insert or update on payment_refunds
    for each row execute function payment_refunds_within_capture();

-- What a gateway told us, as it told it. A genuine event counts once (D15); a forged one is kept as evidence.
create table gateway_events (
    id                      uuid primary key,
    gateway                 text not null,
    event_key               text not null,
    verified                boolean not null,
    payment_id              uuid references payments (id),
    body                    bytea not null,
    received_at             timestamptz not null default now(),
    processed_at            timestamptz,
    outcome                 text not null default ''
);
create unique index gateway_events_key on gateway_events (gateway, event_key) where verified;
create index gateway_events_open_idx on gateway_events (received_at) where processed_at is null;
create index gateway_events_forged_idx on gateway_events (received_at) where not verified;

-- D25: a key given twice with the same request answers with the row the first one made. Written in the transaction
-- that makes the row, so that neither exists without the other.
create table idempotency_keys (
    scope                   text not null,
    key                     text not null check (char_length(key) between 1 and 255),
    request_hash            bytea not null,
    resource_id             uuid not null,
    created_at              timestamptz not null default now(),
    constraint idempotency_keys_key primary key (scope, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
