-- name: InsertSession :exec
insert into sessions (id, user_id, created_at, last_used_at, expires_at, ip, user_agent)
values (@id, @user_id, @now, @now, @expires_at, @ip, @user_agent);

-- name: InsertRefreshToken :exec
insert into refresh_tokens (token_hash, session_id, created_at, expires_at)
values (@token_hash, @session_id, @now, @expires_at);

-- name: UseRefreshToken :one
-- Marks a live token of a live session as used. Of two callers with the same token the second waits for the first
-- and then finds no row.
update refresh_tokens t set used_at = @now::timestamptz
from sessions s
where t.token_hash = @token_hash and t.used_at is null and t.expires_at > @now::timestamptz
  and s.id = t.session_id and s.revoked_at is null and s.expires_at > @now::timestamptz
returning s.id as session_id, s.user_id, s.expires_at as session_expires_at;

-- name: TouchSession :exec
update sessions set last_used_at = @now, ip = @ip, user_agent = @user_agent where id = @id;

-- name: RevokeReusedFamily :one
-- Ends the session whose token was presented a second time; no row when the token is unknown, was never used, or
-- belongs to a session that has ended already.
update sessions s set revoked_at = @now::timestamptz, revoked_reason = 'REUSE'
from refresh_tokens t
where t.token_hash = @token_hash and t.used_at is not null and s.id = t.session_id and s.revoked_at is null
returning s.id, s.user_id;

-- name: RevokeSession :exec
update sessions set revoked_at = @now::timestamptz, revoked_reason = @reason::text
where id = @id and revoked_at is null;

-- name: RevokeSessionOfToken :exec
update sessions s set revoked_at = @now::timestamptz, revoked_reason = @reason::text
from refresh_tokens t
where t.token_hash = @token_hash and s.id = t.session_id and s.revoked_at is null;

-- name: GetSubject :one
-- Who a live session belongs to, with the role and franchise as they are now.
select u.role, u.franchise_id
from sessions s join users u on u.id = s.user_id
where s.id = @session_id and s.user_id = @user_id and s.revoked_at is null and s.expires_at > @now::timestamptz
  and u.deleted_at is null;

-- name: DeleteEndedSessions :execrows
-- Tokens go with their session.
delete from sessions where expires_at < @ended_before::timestamptz or revoked_at < @ended_before::timestamptz;

-- name: EndSessions :exec
-- Ends every session of a user but one; the nil UUID is none's.
update sessions set revoked_at = @now::timestamptz, revoked_reason = @reason::text
where user_id = @user_id and id <> @but and revoked_at is null;

-- name: EndSession :one
-- Ends a live session of a user; no row when it is none of theirs.
update sessions set revoked_at = @now::timestamptz, revoked_reason = @reason::text
where id = @id and user_id = @user_id and revoked_at is null and expires_at > @now::timestamptz
returning id;

-- name: DeleteSessions :exec
-- Tokens go with their session.
delete from sessions where user_id = @user_id;

-- name: SessionsOf :many
-- Every session of a user that is still known, ended ones too.
select * from sessions where user_id = @user_id order by created_at desc, id;

-- name: LiveSessionsOf :many
select * from sessions
where user_id = @user_id and revoked_at is null and expires_at > @now::timestamptz
order by last_used_at desc, id
limit @most::int;

-- name: LockAccountTokens :exec
-- Whoever counts links to add one waits for others who do, until the transaction ends.
select pg_advisory_xact_lock(hashtextextended('account_tokens ' || cast(@user_id::uuid as text), 0));

-- name: CountAccountTokens :one
-- Links of one purpose that still work, another than this one.
select count(*) from account_tokens
where user_id = @user_id and purpose = @purpose and id <> @but and expires_at > @now::timestamptz;

-- name: PutAccountToken :exec
-- A mail that is tried again holds a new token, and the old one is good for nothing.
insert into account_tokens (id, user_id, purpose, token_hash, email, created_at, expires_at)
values (@id, @user_id, @purpose, sqlc.narg(token_hash), @email, @now, @expires_at)
on conflict (id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at;

-- name: RenewAccountToken :one
-- Gives a link its token; no row when the link was withdrawn.
update account_tokens set token_hash = @token_hash, expires_at = @expires_at where id = @id
returning user_id, email;

-- name: FindAccountToken :one
select user_id, email from account_tokens where token_hash = @token_hash and purpose = @purpose and expires_at > @now::timestamptz;

-- name: UseAccountToken :execrows
-- A token is good once: of two callers with the same one the second finds no row.
delete from account_tokens where token_hash = @token_hash and expires_at > @now::timestamptz;

-- name: DeleteAccountTokens :exec
delete from account_tokens where user_id = @user_id;

-- name: DeleteExpiredAccountTokens :exec
delete from account_tokens where expires_at < @now::timestamptz;
