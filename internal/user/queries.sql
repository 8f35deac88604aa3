-- name: InsertUser :one
insert into users (id, email, password_hash, first_name, last_name, phone_number, role, franchise_id, language, created_at, updated_at)
values (@id, @email, @password_hash, @first_name, @last_name, @phone_number, @role, @franchise_id, @language, @now, @now)
returning *;

-- name: GetUser :one
select * from users where id = @id and deleted_at is null;

-- name: LockUser :one
select * from users where id = @id and deleted_at is null for no key update;

-- name: GetUserByEmail :one
select * from users where lower(email) = lower(@email::text) and deleted_at is null;

-- name: RentsFrom :one
-- Whether somebody has ever booked at a franchise.
select exists (select from franchise_customers where franchise_id = @franchise_id and user_id = @user_id);

-- name: UpdateUser :one
update users
set first_name = @first_name, last_name = @last_name, phone_number = sqlc.narg(phone_number), language = @language,
    identity_card_front = sqlc.narg(identity_card_front), identity_card_cover = sqlc.narg(identity_card_cover),
    role = @role, franchise_id = sqlc.narg(franchise_id), updated_at = @now
where id = @id
returning *;

-- name: EraseUser :exec
-- What is left says that somebody was here, not who.
update users
set email = @email, password_hash = '', first_name = @first_name, last_name = @last_name, phone_number = null,
    identity_card_front = null, identity_card_cover = null, email_verified_at = null, deleted_at = @now::timestamptz, updated_at = @now::timestamptz
where id = @id;

-- name: SetBlocked :one
update users set blocked_at = sqlc.narg(blocked_at), blocked_reason = sqlc.narg(blocked_reason), updated_at = @now where id = @id returning *;

-- name: CountOpenBookings :one
-- Bookings that are not over.
select count(*) from bookings where user_id = @user_id and status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE');

-- name: LockAdmins :exec
-- Whoever takes the role of an administrator away waits for others who do, until the transaction ends.
select pg_advisory_xact_lock(hashtext('users.admins'));

-- name: CountAdmins :one
select count(*) from users where role = 'ADMIN' and deleted_at is null and blocked_at is null;

-- name: HoldCredentials :one
-- Keeps a password as it was read until the transaction ends; no row when it was changed or its account erased or blocked
-- meanwhile.
select id from users where id = @id and password_hash = @password_hash and deleted_at is null and blocked_at is null for share;

-- name: ReplacePasswordHash :execrows
-- Only while the hash is the one that was read: a password changed meanwhile stays changed.
update users set password_hash = @new_hash
where id = @id and password_hash = @old_hash and deleted_at is null;

-- name: SetPasswordHash :execrows
-- Only while the hash is the one that was read: of two who set a password at once the second learns of it.
update users set password_hash = @new_hash, updated_at = @now
where id = @id and password_hash = @old_hash and deleted_at is null;

-- name: SetEmail :one
-- The address is proven to be the user's.
update users set email = @email, email_verified_at = @now::timestamptz, updated_at = @now::timestamptz where id = @id and deleted_at is null
returning *;

-- name: VerifyEmail :exec
-- Notes that an address is proven to be the user's, while it is theirs.
update users set email_verified_at = @now::timestamptz
where id = @id and lower(email) = lower(@email::text) and email_verified_at is null and deleted_at is null;

-- name: ShowsCardTo :one
-- Whether somebody's papers are a franchise's to see: of those who rent from it or have their account there, as package media has it.
select (exists (select from bookings b where b.franchise_id = @franchise_id and b.user_id = @user_id
        and b.status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE', 'COMPLETED'))
    or exists (select from users u where u.id = @user_id and u.franchise_id = @franchise_id))::boolean;

-- name: DecideCard :one
update users
set identity_card_state = @state, identity_card_since = @now::timestamptz, identity_card_checked_by = @checked_by::uuid,
    identity_card_reason = sqlc.narg(reason), identity_card_note = sqlc.narg(note), updated_at = @now::timestamptz
where id = @id
returning *;
