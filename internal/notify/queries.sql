-- name: KeepMessage :one
insert into mailbox_messages (sent_at, recipient, recipient_name, language, subject, body_text, body_html, attachments)
values (@sent_at, @recipient, @recipient_name, @language, @subject, @body_text, @body_html, @attachments)
returning id;

-- name: DropOldMessages :exec
-- Keeps those after a message.
delete from mailbox_messages where id <= @id;

-- name: NewestMessages :many
select * from mailbox_messages order by id desc limit @most::int;

-- name: GetMessage :one
select * from mailbox_messages where id = @id;
