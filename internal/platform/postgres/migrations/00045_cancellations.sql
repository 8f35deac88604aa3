-- +goose Up

-- Bookings that are cancelled, with when that was: a cancellation is the last step of its booking, but for one whose hold
-- ran out and that a late payment confirmed after all (D7). lapsed: nobody cancelled it, it was not paid in time.
create view cancellations as
    select t.booking_id, b.franchise_id, t.happened_at, t.note = 'payment window elapsed' as lapsed
    from booking_transitions t join bookings b on b.id = t.booking_id and b.status = t.to_status
    where t.to_status in ('CANCELLED_BY_USER', 'CANCELLED_BY_ADMIN')
      and not exists (select from booking_transitions later where later.booking_id = t.booking_id and later.id > t.id);
create index booking_transitions_cancelled_idx on booking_transitions (happened_at) include (booking_id, note)
    where to_status in ('CANCELLED_BY_USER', 'CANCELLED_BY_ADMIN');
