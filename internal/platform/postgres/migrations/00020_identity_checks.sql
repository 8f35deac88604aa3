-- +goose Up

-- How far the check of somebody's identity card is, since when, who decided, and why it was refused: a reason that is said in
-- the person's own language, and what else there is to say in the words of whoever looked.
alter table users
    add column identity_card_state      text not null default 'NONE' check (identity_card_state in ('NONE', 'SUBMITTED', 'APPROVED', 'REFUSED')),
    add column identity_card_since      timestamptz,
    add column identity_card_checked_by uuid references users (id),
    add column identity_card_reason     text check (identity_card_reason in ('UNREADABLE', 'INCOMPLETE', 'EXPIRED', 'NOT_A_CARD', 'NAME_DIFFERS', 'OTHER')),
    add column identity_card_note       text check (char_length(identity_card_note) between 1 and 500);

update users set identity_card_state = 'SUBMITTED', identity_card_since = updated_at
where num_nonnulls(identity_card_front, identity_card_cover) = 2;

alter table users
    add constraint users_identity_card_whole check ((identity_card_state = 'NONE') = (num_nonnulls(identity_card_front, identity_card_cover) < 2)),
    add constraint users_identity_card_since check ((identity_card_state = 'NONE') = (identity_card_since is null)),
    add constraint users_identity_card_checked check ((identity_card_state in ('APPROVED', 'REFUSED')) = (identity_card_checked_by is not null)),
    add constraint users_identity_card_refused check ((identity_card_state = 'REFUSED') = (identity_card_reason is not null)
        and (identity_card_note is null or identity_card_state = 'REFUSED'));

-- Those who wait for somebody to look, the longest first.
create index users_identity_card_waiting_idx on users (identity_card_since) where identity_card_state = 'SUBMITTED';

-- A decision is about two pictures: it ends with either of them, whoever changes the row.
-- +goose StatementBegin
create function users_identity_card_anew() returns trigger language plpgsql as $$
begin
    new.identity_card_state := case when num_nonnulls(new.identity_card_front, new.identity_card_cover) = 2 then 'SUBMITTED' else 'NONE' end;
    new.identity_card_since := case new.identity_card_state when 'SUBMITTED' then new.updated_at end;
    new.identity_card_checked_by := null;
    new.identity_card_reason := null;
    new.identity_card_note := null;
    return new;
end $$;
-- +goose StatementEnd
create trigger identity_card_anew before update of identity_card_front, identity_card_cover on users
    for each row when ((old.identity_card_front, old.identity_card_cover) is distinct from (new.identity_card_front, new.identity_card_cover))
    execute function users_identity_card_anew();
create trigger identity_card_first before insert on users
    for each row when (num_nonnulls(new.identity_card_front, new.identity_card_cover) > 0)
    execute function users_identity_card_anew();
