-- name: KeepMessage :exec
insert into mailbox_messages (sent_at, recipient, recipient_name, language, subject, body_text, body_html, attachments)
values (@sent_at, @recipient, @recipient_name, @language, @subject, @body_text, @body_html, @attachments);

-- name: DropOldMessages :exec
-- Keeps the newest.
delete from mailbox_messages
where id <= (select id from mailbox_messages order by id desc offset @keep::int limit 1);

-- name: NewestMessages :many
select * from mailbox_messages order by id desc limit @most::int;

-- name: GetMessage :one
select * from mailbox_messages where id = @id;
