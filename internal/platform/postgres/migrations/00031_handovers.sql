-- +goose Up

-- What the meter of a motorcycle showed last; null: nobody has looked yet.
alter table motorcycles add column odometer_km integer check (odometer_km between 0 and 2000000);

-- How a motorcycle was when it was handed over for a rental, and when it came back. Written with the step of the booking,
-- and never changed.
create table booking_handovers (
    id                      uuid primary key,
    booking_id              uuid not null references bookings (id),
    motorcycle_id           uuid not null references motorcycles (id),
    kind                    text not null check (kind in ('HAND_OVER', 'RETURN')),
    odometer_km             integer not null check (odometer_km between 0 and 2000000),
    fuel_percent            integer check (fuel_percent between 0 and 100),
    notes                   text check (char_length(notes) <= 1000),
    actor_id                uuid references users (id),
    happened_at             timestamptz not null,
    constraint booking_handovers_once unique (booking_id, kind)
);
create index booking_handovers_motorcycle_idx on booking_handovers (motorcycle_id);

create table booking_handover_pictures (
    id                      uuid primary key,
    handover_id             uuid not null references booking_handovers (id),
    position                integer not null,
    image_url               text not null constraint booking_handover_pictures_uploaded check (media_id_of(image_url) is not null),
    constraint booking_handover_pictures_place unique (handover_id, position)
);

alter table media_files
    drop constraint media_files_purpose_check,
    drop constraint media_files_private,
    add constraint media_files_purpose_check
        check (purpose in ('MOTORCYCLE_IMAGE', 'FEATURE_ICON', 'IDENTITY_CARD', 'GRAY_CARD', 'INSURANCE', 'HANDOVER_PHOTO')),
    add constraint media_files_private check (is_private = (purpose in ('IDENTITY_CARD', 'GRAY_CARD', 'INSURANCE', 'HANDOVER_PHOTO')));

-- As before, and pictures of hand-overs are of the franchise that hands over.
-- +goose StatementBegin
create or replace function media_name() returns trigger language plpgsql as $$
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
                when 'booking_handover_pictures' then file.franchise_id is null or exists (
                    select from booking_handovers h join bookings b on b.id = h.booking_id
                    where h.id = (now_is ->> 'handover_id')::uuid and b.franchise_id = file.franchise_id)
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
create trigger media_1_forget after delete on booking_handover_pictures
    for each row execute function media_forget('image_url', 'HANDOVER_PHOTO');
create trigger media_2_name after insert on booking_handover_pictures
    for each row execute function media_name('image_url', 'HANDOVER_PHOTO');
