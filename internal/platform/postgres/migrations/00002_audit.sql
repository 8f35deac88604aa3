-- +goose Up

-- Free-text search in long lists finds parts of words by their trigrams.
create extension if not exists pg_trgm;

-- Who did what to which row, and what it changed. Rows are only ever added. There is no reference to the row itself: the
-- record outlives it.
create table audit_log (
    id                      bigint generated always as identity primary key,
    happened_at             timestamptz not null,
    -- Null: the system (a job, the command line).
    actor_id                uuid references users (id),
    actor_role              text not null,
    -- The permission by which it was done.
    action                  text not null,
    entity                  text not null,
    entity_id               uuid not null,
    -- Whose administrators may read it; null: the platform's.
    franchise_id            uuid references franchises (id),
    -- Field by field what was and what is: {"price": {"from": 30, "to": 35}}. Never a secret.
    changes                 jsonb not null default '{}',
    ip                      text not null default '',
    request_id              text not null default ''
);
create index audit_log_entity_idx on audit_log (entity, entity_id, id);
create index audit_log_franchise_idx on audit_log (franchise_id, id);
create index audit_log_actor_idx on audit_log (actor_id, id);
create index audit_log_time_idx on audit_log (happened_at);

-- +goose StatementBegin
create function audit_log_append_only() returns trigger language plpgsql as $$
begin
    raise exception 'the audit log is only ever added to' using errcode = 'restrict_violation';
end $$;
-- +goose StatementEnd
create trigger audit_log_append_only before update or delete on audit_log
    for each row execute function audit_log_append_only();
