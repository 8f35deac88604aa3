-- +goose Up

-- Contracts and receipts. A row is what a document says; it is never changed, and another one is added when the facts are
-- others. The file lies in the store of uploaded files, as a private one.
create table documents (
    id                      uuid primary key,
    booking_id              uuid not null references bookings (id),
    kind                    text not null check (kind in ('CONTRACT', 'RECEIPT')),
    -- Of the file that is stored: the customer's when it was made.
    language                text not null check (language in ('en', 'fr', 'ar')),
    -- What the document was made of, so that it can be read in another language too, and its SHA-256.
    facts                   jsonb not null,
    facts_hash              bytea not null check (octet_length(facts_hash) = 32),
    -- Where the file lies; null until it does.
    storage_key             text,
    size_bytes              bigint check (size_bytes > 0),
    created_at              timestamptz not null,
    constraint documents_stored check ((storage_key is null) = (size_bytes is null))
);
create index documents_booking_idx on documents (booking_id, kind, id desc);
