-- +goose Up

-- Why a booking, a payment or a refund took a step, so that a program can tell: people read it in their own language by the code and,
-- where there is one, what goes with it. Null: somebody's own words, which stand in note or reason; those stay for the records.
alter table booking_transitions add column note_code text;
alter table payment_transitions
    add column note_code  text,
    add column note_value text,
    add constraint payment_transitions_note check (note_code is not null or note_value is null);
alter table payment_refunds add column reason_code text;

update booking_transitions set note_code = case
        when note = 'payment window elapsed' then 'LAPSED'
        when note = 'confirmed by hand' then 'BY_HAND'
        when note = 'cancelled on request' then 'ON_REQUEST'
        else 'PAID'
    end
where note in ('payment window elapsed', 'confirmed by hand', 'cancelled on request')
    or note like 'paid by payment %' or note like 'paid at the counter by payment %';

alter table payment_transitions disable trigger payment_transitions_append_only;
update payment_transitions t set note_code = known.code, note_value = known.value
from payment_transitions o
cross join lateral (
    select case
            when o.note = 'opened' then 'OPENED'
            when o.note = 'handed to the gateway' then 'HANDED_OVER'
            when o.note = 'the gateway gave no pay page' then 'NO_PAGE'
            when o.note = 'taken at the counter' then 'AT_COUNTER'
            when o.note = 'paid at the counter' then 'PAID_AT_COUNTER'
            when o.note = 'the booking was moved' then 'BOOKING_MOVED'
            when o.note = 'another payment paid the booking' then 'PAID_BY_ANOTHER'
            when o.note = 'the pay page was left unused' then 'PAGE_UNUSED'
            when o.note ~ '^given up by hand(: |$)' then 'GIVEN_UP'
            when o.note like 'the gateway says %' then 'GATEWAY_SAYS'
            when o.note like 'failed verification: %' then 'MISMATCH'
            when o.note ~ '^[0-9.]+ given back$' then 'GIVEN_BACK'
            when o.note ~ '^a refund was taken back; [0-9.]+ given back$' then 'TAKEN_BACK'
            when o.note ~ '^the booking became [A-Z_]+$' then 'BOOKING_BECAME'
        end as code,
        substring(o.note from '^(?:given up by hand: |the gateway says |failed verification: |the booking became )(.+)$') as words,
        substring(o.note from '([0-9.]+) given back$') as amount
) found
cross join lateral (
    select found.code, case when found.code in ('GIVEN_BACK', 'TAKEN_BACK') then found.amount else found.words end as value
) known
where o.id = t.id and known.code is not null;
alter table payment_transitions enable trigger payment_transitions_append_only;

update payment_refunds set reason_code = case reason
        when 'the booking was cancelled' then 'BOOKING_CANCELLED'
        when 'the booking was moved and costs less' then 'COSTS_LESS'
        when 'the booking was moved and costs more' then 'COSTS_MORE'
        when 'the booking was paid twice' then 'PAID_TWICE'
        when 'the payment came after its window and the motorcycle was taken' then 'TAKEN'
        when 'the payment came after the booking was cancelled' then 'CAME_TOO_LATE'
    end
where reason in ('the booking was cancelled', 'the booking was moved and costs less', 'the booking was moved and costs more', 'the booking was paid twice',
    'the payment came after its window and the motorcycle was taken', 'the payment came after the booking was cancelled');
