-- name: GetStory :one
-- Everything that notices of a booking speak of. A franchise reads the language of its first administrator.
select b.id, b.reference, b.status, b.booking_type, b.start_datetime, b.end_datetime, b.total_centimes, b.hold_expires_at,
    coalesce(b.customer_location, '') as customer_location, m.make, m.model, m.registration_number,
    b.user_id, u.email, u.first_name, u.last_name, u.language, u.deleted_at,
    b.franchise_id, f.name as franchise_name, f.contact_email, f.contact_phone, f.address as franchise_address,
    coalesce(p.name, '') as point_name, coalesce(p.address, '') as point_address,
    coalesce(d.name, '') as dropoff_name, coalesce(d.address, '') as dropoff_address,
    coalesce((select a.language from users a where a.franchise_id = f.id and a.role = 'FRANCHISE_ADMIN' and a.deleted_at is null
        order by a.id limit 1), 'fr')::text as franchise_language,
    exists (select from payments x where x.booking_id = b.id and x.status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED')) as paid,
    (select coalesce(sum(r.amount_centimes), 0) from payment_refunds r join payments x on x.id = r.payment_id
        where x.booking_id = b.id and r.state <> 'FAILED')::bigint as refund_centimes
from bookings b
join motorcycles m on m.id = b.motorcycle_id
join users u on u.id = b.user_id
join franchises f on f.id = b.franchise_id
left join parking_points p on p.id = b.pickup_parking_point_id
left join parking_points d on d.id = b.dropoff_parking_point_id
where b.id = @id;

-- name: GetAccount :one
select id, email, first_name, language from users where id = @id and deleted_at is null;

-- name: GetCard :one
-- Somebody's identity card as its check stands.
select id, email, first_name, language, identity_card_state as state, coalesce(identity_card_reason, '') as reason, coalesce(identity_card_note, '') as note
from users where id = @id and deleted_at is null;

-- name: GetFranchise :one
select f.id, f.name, f.contact_email,
    coalesce((select a.language from users a where a.franchise_id = f.id and a.role = 'FRANCHISE_ADMIN' and a.deleted_at is null
        order by a.id limit 1), 'fr')::text as language
from franchises f where f.id = @id;

-- name: GetColleagues :many
-- The people of a franchise's staff who want a letter that goes to it, but for whoever reads its own address.
select u.id, u.email, u.first_name, u.language
from users u join franchises f on f.id = u.franchise_id
where f.id = @franchise_id and u.role = 'FRANCHISE_ADMIN' and u.deleted_at is null and u.blocked_at is null
    and lower(u.email) <> lower(f.contact_email)
    and not exists (select from unwanted_notices n where n.user_id = u.id and n.letter = @letter)
order by u.id;

-- name: GetFranchiseAddress :one
select contact_email from franchises where id = @id;

-- name: GetUnwanted :many
select letter from unwanted_notices where user_id = @user_id order by letter;

-- name: LockChooser :exec
-- Whoever chooses twice at once has the later choice, not some of each.
select from users where id = @user_id for update;

-- name: DeleteUnwanted :exec
delete from unwanted_notices where user_id = @user_id;

-- name: InsertUnwanted :exec
insert into unwanted_notices (user_id, letter) select @user_id, unnest(@letters::text[]);
