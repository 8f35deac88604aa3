-- +goose Up

-- Letters to their franchise that somebody of its staff does not want at their own address. The franchise's own gets them all.
create table unwanted_notices (
    user_id uuid not null references users (id) on delete cascade,
    letter  text not null check (letter <> ''),
    primary key (user_id, letter)
);
