-- name: ClaimUpload :execrows
-- No row when the day's uploads are used up; two who ask at once are counted one after the other.
insert into media_quotas as q (user_id, day, uploads) values (@user_id, @day, 1)
on conflict (user_id, day) do update set uploads = q.uploads + 1 where q.uploads < @most::integer;

-- name: CountUploads :one
select coalesce((select uploads from media_quotas where user_id = @user_id and day = @day), 0)::integer;

-- name: ForgetQuotas :exec
delete from media_quotas where day < @before;

-- name: InsertMedia :one
insert into media_files (
    id, owner_id, storage_key, filename, content_type, size_bytes, is_private, purpose, franchise_id, width, height, files, created_at
) values (
    @id, sqlc.narg(owner_id), @storage_key, @filename, @content_type, @size_bytes, @is_private, @purpose, sqlc.narg(franchise_id),
    sqlc.narg(width), sqlc.narg(height), @files, @now
)
returning *;

-- name: MarkStored :exec
update media_files set is_stored = true where id = @id;

-- name: GetMedia :one
select * from media_files where id = @id and is_stored;

-- name: MediaOfOwner :many
select * from media_files where owner_id = @owner_id and is_stored order by created_at desc, id;

-- name: LockMedia :one
select * from media_files where id = @id and is_stored for update;

-- name: IsReferenced :one
select exists (select from media_references where media_id = @id);

-- name: IsPaperOfFranchise :one
-- Papers of a franchise's motorcycles and pictures of its hand-overs; identity cards of customers who rent from it or have their account there.
select (exists (
    select from media_references r
    join motorcycles m on m.id = r.entity_id and m.franchise_id = @franchise_id
    where r.media_id = @id and r.entity = 'motorcycles'
) or exists (
    select from media_references r
    join users u on u.id = r.entity_id and u.franchise_id = @franchise_id and u.role = 'CUSTOMER'
    where r.media_id = @id and r.entity = 'users'
) or exists (
    select from media_references r
    join bookings b on b.user_id = r.entity_id and b.franchise_id = @franchise_id
        and b.status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE', 'COMPLETED')
    where r.media_id = @id and r.entity = 'users'
) or exists (
    select from media_references r
    join booking_handover_pictures p on p.id = r.entity_id
    join booking_handovers h on h.id = p.handover_id
    join bookings b on b.id = h.booking_id and b.franchise_id = @franchise_id
    where r.media_id = @id and r.entity = 'booking_handover_pictures'
))::boolean;

-- name: IsPaperOfUser :one
select exists (select from media_references where media_id = @id and entity = 'users' and entity_id = @user_id);

-- name: DeleteMedia :exec
delete from media_files where id = @id;

-- name: LockOrphans :many
-- Only locks: a row that somebody is about to name is locked by them and skipped.
select f.id from media_files f
where f.created_at < @before and not exists (select from media_references r where r.media_id = f.id)
order by f.created_at
limit @max_rows
for update skip locked;

-- name: DeleteOrphans :many
-- A statement of its own, so that it sees who named a file just before the locks were taken.
delete from media_files f
where f.id = any(@ids::uuid[]) and not exists (select from media_references r where r.media_id = f.id)
returning *;

-- name: InsertRemoval :exec
insert into media_removals (storage_key, files) values (@storage_key, @files);

-- name: ListRemovals :many
select * from media_removals where storage_key > @after order by storage_key limit @max_rows;

-- name: DeleteRemoval :exec
delete from media_removals where storage_key = @storage_key;
