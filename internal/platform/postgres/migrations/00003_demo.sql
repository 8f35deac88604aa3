-- +goose Up

-- Whether demo data was being made and was finished: what a crash left half made is made again from the start.
create table demo_seeds (
    only_one                boolean primary key default true check (only_one),
    started_at              timestamptz not null,
    finished_at             timestamptz
);
