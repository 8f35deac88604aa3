-- +goose Up

-- What an uploaded file is for decides whether it is private: papers are, pictures are not.
alter table media_files
    add column purpose      text not null check (purpose in ('MOTORCYCLE_IMAGE', 'FEATURE_ICON', 'IDENTITY_CARD', 'GRAY_CARD', 'INSURANCE')),
    -- The franchise whose staff uploaded it; null: a customer's or an administrator's.
    add column franchise_id uuid references franchises (id),
    -- Pixels of the largest size of a picture; null: a document.
    add column width        integer check (width > 0),
    add column height       integer check (height > 0),
    -- The stored files below storage_key, the largest last.
    add column files        text[] not null check (cardinality(files) > 0),
    -- False until every file is in the store: the row is there first, so that no file is ever without one.
    add column is_stored    boolean not null default false,
    add constraint media_files_private check (is_private = (purpose in ('IDENTITY_CARD', 'GRAY_CARD', 'INSURANCE'))),
    add constraint media_files_size_whole check ((width is null) = (height is null));
create index media_files_owner_idx on media_files (owner_id);
create index media_files_created_idx on media_files (created_at);

-- Which row names which file. Triggers keep it, whoever writes the row; its foreign key refuses the name of a file that
-- is gone and keeps a file from being removed while a row is about to name it.
create table media_references (
    -- The table, the row and the column that hold the file's address.
    entity                  text not null,
    entity_id               uuid not null,
    field                   text not null,
    media_id                uuid not null,
    constraint media_references_key primary key (entity, entity_id, field),
    constraint media_references_media_id_fkey foreign key (media_id) references media_files (id)
);
create index media_references_media_idx on media_references (media_id);

-- Stored files whose row is gone: written with the row's deletion, removed once the store has let go of them.
create table media_removals (
    storage_key             text primary key,
    files                   text[] not null
);

-- +goose StatementBegin
create function media_id_of(address text) returns uuid language sql immutable parallel safe as $$
    select substring(address from '^(?:https?://[^/]+)?/media/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?:/|$)')::uuid
$$;
-- +goose StatementEnd

-- The arguments of both functions are pairs: a column that holds an address, and the purpose of the files that it may
-- name, PUBLIC for any picture.
-- +goose StatementBegin
create function media_forget() returns trigger language plpgsql as $$
declare
    was jsonb := to_jsonb(old);
    now_is jsonb := case when tg_op = 'UPDATE' then to_jsonb(new) end;
begin
    for i in 0 .. tg_nargs - 1 by 2 loop
        if was ->> tg_argv[i] is distinct from now_is ->> tg_argv[i] then
            delete from media_references where entity = tg_table_name and entity_id = (was ->> 'id')::uuid and field = tg_argv[i];
        end if;
    end loop;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function media_name() returns trigger language plpgsql as $$
declare
    was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
    now_is jsonb := to_jsonb(new);
    named uuid;
    file media_files;
begin
    for i in 0 .. tg_nargs - 1 by 2 loop
        named := media_id_of(now_is ->> tg_argv[i]);
        if named is null or was ->> tg_argv[i] is not distinct from now_is ->> tg_argv[i] then
            continue;
        end if;
        select * into file from media_files where id = named and is_stored;
        -- An address elsewhere may look like one of ours by chance.
        if file.id is null and (now_is ->> tg_argv[i]) not like '/%' then
            continue;
        end if;
        if file.id is not null and not (
            case when tg_argv[i + 1] = 'PUBLIC' then not file.is_private else file.purpose = tg_argv[i + 1] end
            -- Nobody takes a stranger's papers for theirs, which would open them to other people.
            and case tg_table_name
                when 'users' then file.owner_id = (now_is ->> 'id')::uuid
                    or exists (select from users u where u.id = file.owner_id and u.role <> 'CUSTOMER')
                when 'motorcycles' then file.franchise_id is null or file.franchise_id = (now_is ->> 'franchise_id')::uuid
                else true end
        ) then
            raise exception 'file % does not belong in %.%', named, tg_table_name, tg_argv[i]
                using errcode = 'check_violation', constraint = 'media_references_fit';
        end if;
        -- Whoever has removed the file meanwhile makes this fail, and whoever is about to waits for it.
        insert into media_references (entity, entity_id, field, media_id)
        values (tg_table_name, (now_is ->> 'id')::uuid, tg_argv[i], named);
    end loop;
    return null;
end $$;
-- +goose StatementEnd

-- Triggers of a table run by name: what was named is forgotten before what is named is noted.
create trigger media_1_forget after update of image_url or delete on motorcycle_images
    for each row execute function media_forget('image_url', 'PUBLIC');
create trigger media_2_name after insert or update of image_url on motorcycle_images
    for each row execute function media_name('image_url', 'PUBLIC');

create trigger media_1_forget after update of icon_url or delete on motorcycle_features
    for each row when (old.icon_url is not null) execute function media_forget('icon_url', 'PUBLIC');
create trigger media_2_name after insert or update of icon_url on motorcycle_features
    for each row when (new.icon_url is not null) execute function media_name('icon_url', 'PUBLIC');

create trigger media_1_forget after update of gray_card_url, insurance_url or delete on motorcycles
    for each row when (num_nonnulls(old.gray_card_url, old.insurance_url) > 0)
    execute function media_forget('gray_card_url', 'GRAY_CARD', 'insurance_url', 'INSURANCE');
create trigger media_2_name after insert or update of gray_card_url, insurance_url on motorcycles
    for each row when (num_nonnulls(new.gray_card_url, new.insurance_url) > 0)
    execute function media_name('gray_card_url', 'GRAY_CARD', 'insurance_url', 'INSURANCE');

create trigger media_1_forget after update of identity_card_front, identity_card_cover or delete on users
    for each row when (num_nonnulls(old.identity_card_front, old.identity_card_cover) > 0)
    execute function media_forget('identity_card_front', 'IDENTITY_CARD', 'identity_card_cover', 'IDENTITY_CARD');
create trigger media_2_name after insert or update of identity_card_front, identity_card_cover on users
    for each row when (num_nonnulls(new.identity_card_front, new.identity_card_cover) > 0)
    execute function media_name('identity_card_front', 'IDENTITY_CARD', 'identity_card_cover', 'IDENTITY_CARD');

-- Uploads of a user on a day of Casablanca's calendar.
create table media_quotas (
    user_id                 uuid not null references users (id),
    day                     date not null,
    uploads                 integer not null check (uploads > 0),
    primary key (user_id, day)
);
create index media_quotas_day_idx on media_quotas (day);
