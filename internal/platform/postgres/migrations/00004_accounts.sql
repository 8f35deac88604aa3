-- +goose Up

-- ------------------------------------------------------------------ erased accounts

-- An erased account keeps its row, since bookings and payments name it, and nothing in it that says who it was.
alter table users add column deleted_at timestamptz;

-- Lists of accounts: the newest first, by name, and parts of a name, an address or a number.
create index users_created_idx on users (created_at, id) where deleted_at is null;
create index users_name_idx on users (lower(last_name), id) where deleted_at is null;
create index users_search_idx on users using gin (
    first_name gin_trgm_ops, last_name gin_trgm_ops, email gin_trgm_ops, phone_number gin_trgm_ops);
-- Whether somebody rents from a franchise, and who does.
create index bookings_franchise_user_idx on bookings (franchise_id, user_id);

-- Nobody books for an erased account: a booking and an erasure at the same moment wait for one another here.
-- +goose StatementBegin
create function bookings_of_living_users() returns trigger language plpgsql as $$
begin
    perform from users where id = new.user_id and deleted_at is null for share;
    if not found then
        raise exception 'there is no account %', new.user_id
            using errcode = 'foreign_key_violation', constraint = 'bookings_of_living_users';
    end if;
    return new;
end $$;
-- +goose StatementEnd
create trigger bookings_of_living_users before insert on bookings
    for each row execute function bookings_of_living_users();

-- ------------------------------------------------------------------ links that were mailed

-- What a mailed link stands for: a new password, a new address. The link holds a token, the row its SHA-256. A row is
-- deleted when its link is used.
create table account_tokens (
    id                      uuid primary key,
    user_id                 uuid not null references users (id),
    purpose                 text not null check (purpose in ('PASSWORD_RESET', 'EMAIL_CHANGE')),
    -- Null until the mail is on its way.
    token_hash              bytea check (octet_length(token_hash) = 32),
    -- The address that the link proves to be the user's.
    email                   text not null,
    created_at              timestamptz not null,
    expires_at              timestamptz not null,
    constraint account_tokens_hash_key unique (token_hash)
);
create index account_tokens_user_idx on account_tokens (user_id, purpose, expires_at);

-- ------------------------------------------------------------------ the mailbox of development

-- Mails that were not sent because no mail server is configured, for the mailbox page. The newest are kept.
create table mailbox_messages (
    id                      bigint generated always as identity primary key,
    sent_at                 timestamptz not null,
    recipient               text not null,
    recipient_name          text not null,
    language                text not null,
    subject                 text not null,
    body_text               text not null,
    body_html               text not null
);
