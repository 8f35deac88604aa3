-- A motorcycle's link to its lock is written here: it must stand and fall with the lock's activation.

-- name: LockMotorcycle :one
select id, franchise_id, smart_lock_device_id from motorcycles where id = @id for no key update;

-- name: LockMotorcycleOfDevice :one
select id, franchise_id, smart_lock_device_id from motorcycles where smart_lock_device_id = @device_id::text for no key update;

-- name: SetDeviceOfMotorcycle :exec
update motorcycles set smart_lock_device_id = @device_id::text, updated_at = @now where id = @id;

-- name: DeviceOfMotorcycle :one
-- A lock counts as activated only on the motorcycle that it is linked to.
select d.* from motorcycle_devices d
join motorcycles m on m.id = d.motorcycle_id and m.smart_lock_device_id = d.device_id
where d.motorcycle_id = @motorcycle_id;

-- name: LockOfMotorcycle :one
-- Which lock a motorcycle names, and what is known of it once it is activated.
select m.franchise_id, m.smart_lock_device_id, d.model, d.firmware_version, d.activated_at
from motorcycles m
left join motorcycle_devices d on d.motorcycle_id = m.id and d.device_id = m.smart_lock_device_id
where m.id = @motorcycle_id;

-- name: SaveDevice :exec
insert into motorcycle_devices (motorcycle_id, device_id, sealed_activation_code, firmware_version, model, activated_at)
values (@motorcycle_id, @device_id, @sealed_activation_code, @firmware_version, @model, @now)
on conflict (motorcycle_id) do update
set device_id = excluded.device_id, sealed_activation_code = excluded.sealed_activation_code,
    firmware_version = excluded.firmware_version, model = excluded.model, activated_at = excluded.activated_at;

-- name: RemoveDevice :exec
delete from motorcycle_devices where device_id = @device_id;

-- name: AccessesOfDevice :many
select id from lock_accesses where device_id = @device_id and ended_at is null;

-- name: ComingBookings :many
select id from bookings
where motorcycle_id = @motorcycle_id and status in ('CONFIRMED', 'ACTIVE') and end_datetime > @now::timestamptz
order by start_datetime;

-- name: Concerned :one
-- Whether a change of a booking, which is past its payment, can concern a lock.
select exists (
    select from bookings b
    where b.id = @booking_id and b.status <> 'PENDING_PAYMENT'
      and (exists (select from motorcycle_devices d where d.motorcycle_id = b.motorcycle_id)
        or exists (select from lock_accesses a where a.booking_id = b.id and a.ended_at is null)));

-- name: NumberUser :exec
insert into lock_users (user_id) values (@user_id) on conflict (user_id) do nothing;

-- name: UserNumber :one
select number from lock_users where user_id = @user_id;

-- name: LiveAccess :one
select * from lock_accesses where booking_id = @booking_id::uuid and ended_at is null;

-- name: InsertAccess :exec
insert into lock_accesses (id, motorcycle_id, device_id, user_id, booking_id, permissions, valid_from, valid_until, sealed_profile, issued_at)
values (@id, @motorcycle_id, @device_id, @user_id, sqlc.narg(booking_id), @permissions, @valid_from, @valid_until, sqlc.narg(sealed_profile), @now);

-- name: EndAccess :exec
with ended as (
    update lock_accesses set ended_at = @now, ended_reason = @reason::text, sealed_profile = null
    where id = @id and ended_at is null
)
delete from lock_codes where access_id = @id;

-- name: EndStaffAccesses :exec
update lock_accesses set ended_at = @now, ended_reason = 'EXPIRED', sealed_profile = null
where booking_id is null and ended_at is null and valid_until <= @now;

-- name: ForgetProfile :exec
update lock_accesses set sealed_profile = null where id = @id;

-- name: InsertCode :exec
-- A code that comes back after its access has ended is not kept.
insert into lock_codes (id, access_id, valid_from, valid_until, sealed_code)
select @id, a.id, @valid_from, @valid_until, @sealed_code from lock_accesses a where a.id = @access_id and a.ended_at is null for share
on conflict on constraint lock_codes_window_key do nothing;

-- name: RemovePastCodes :exec
delete from lock_codes where access_id = @access_id and valid_until <= @now;

-- name: RemoveCodes :exec
delete from lock_codes where access_id = @access_id;

-- name: LastCode :one
select valid_from, valid_until from lock_codes where access_id = @access_id order by valid_until desc limit 1;

-- name: CodeAt :one
select * from lock_codes where access_id = @access_id and valid_from <= @now and valid_until > @now order by valid_until desc limit 1;

-- name: BookingsToMatch :many
-- Rentals that run or soon begin and whose access is missing, another one's, or short of codes; and accesses that should
-- have ended. The nearest come first.
select wrong.id from (
    select b.id, b.start_datetime
    from motorcycle_devices d
    join motorcycles m on m.id = d.motorcycle_id and m.smart_lock_device_id = d.device_id
    join bookings b on b.motorcycle_id = d.motorcycle_id
    left join lock_accesses a on a.booking_id = b.id and a.ended_at is null
    where b.status in ('CONFIRMED', 'ACTIVE') and b.end_datetime > @now::timestamptz and b.start_datetime <= @soon::timestamptz
      and (a.id is null or a.sealed_profile is null or not exists (
          select from lock_codes c where c.access_id = a.id and c.valid_until >= least(a.valid_until, greatest(a.valid_from, @now::timestamptz) + make_interval(hours => @ahead_hours::int))))
    union
    select b.id, b.start_datetime
    from lock_accesses a
    join bookings b on b.id = a.booking_id
    left join (motorcycle_devices d join motorcycles m on m.id = d.motorcycle_id and m.smart_lock_device_id = d.device_id)
      on d.motorcycle_id = b.motorcycle_id
    where a.ended_at is null
      and (a.valid_until <= @now::timestamptz or b.status not in ('CONFIRMED', 'ACTIVE') or a.valid_until <> b.end_datetime
           or a.valid_from <> b.start_datetime - make_interval(mins => @early_minutes::int) or a.device_id is distinct from d.device_id or a.user_id <> b.user_id)
) wrong
order by wrong.start_datetime
limit @most::bigint;
