-- name: InsertUser :one
insert into users (id, email, password_hash, first_name, last_name, phone_number, role, franchise_id, language, created_at, updated_at)
values (@id, @email, @password_hash, @first_name, @last_name, @phone_number, @role, @franchise_id, @language, @now, @now)
returning *;

-- name: GetUser :one
select * from users where id = @id;

-- name: GetUserByEmail :one
select * from users where lower(email) = lower(@email::text);

-- name: ReplacePasswordHash :execrows
-- Only while the hash is the one that was read: a password changed meanwhile stays changed.
update users set password_hash = @new_hash
where id = @id and password_hash = @old_hash;
