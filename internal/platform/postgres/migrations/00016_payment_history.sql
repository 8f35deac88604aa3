-- +goose Up

-- What the gateway said stands beside what it made of a payment: the callback that was stored, or the beginning of the
-- answer to a question. Null: nobody at the gateway was asked.
alter table payment_transitions
    add column gateway_event_id uuid references gateway_events (id),
    add column gateway_answer   text check (octet_length(gateway_answer) <= 16384),
    add constraint payment_transitions_one_message check (num_nonnulls(gateway_event_id, gateway_answer) <= 1);
create index payment_transitions_event_idx on payment_transitions (gateway_event_id) where gateway_event_id is not null;

-- What the gateway answered to the refund last.
alter table payment_refunds add column gateway_answer text check (octet_length(gateway_answer) <= 16384);

-- What a payment and a refund may become, whoever writes it (specification section 4): the tables of package payment.
-- +goose StatementBegin
create function payments_steps() returns trigger language plpgsql as $$
begin
    if (old.status, new.status) in (
        ('PENDING', 'PROCESSING'), ('PENDING', 'COMPLETED'), ('PENDING', 'FAILED'), ('PENDING', 'CANCELLED'),
        ('PROCESSING', 'COMPLETED'), ('PROCESSING', 'FAILED'), ('PROCESSING', 'CANCELLED'),
        ('FAILED', 'COMPLETED'), ('CANCELLED', 'COMPLETED'),
        ('COMPLETED', 'PARTIALLY_REFUNDED'), ('COMPLETED', 'REFUNDED'), ('PARTIALLY_REFUNDED', 'REFUNDED')
    ) then
        return new;
    end if;
    raise exception 'payment % cannot go from % to %', new.id, old.status, new.status
        using errcode = 'check_violation', constraint = 'payments_steps';
end $$;

create function payment_refunds_steps() returns trigger language plpgsql as $$
begin
    if (old.state, new.state) in (('REQUESTED', 'SENT'), ('SENT', 'DONE'), ('SENT', 'FAILED')) then
        return new;
    end if;
    raise exception 'refund % cannot go from % to %', new.id, old.state, new.state
        using errcode = 'check_violation', constraint = 'payment_refunds_steps';
end $$;

create function payment_transitions_append_only() returns trigger language plpgsql as $$
begin
    raise exception 'the history of payments is only ever added to' using errcode = 'restrict_violation';
end $$;
-- +goose StatementEnd
create trigger payments_steps before update of status on payments
    for each row when (old.status is distinct from new.status) execute function payments_steps();
create trigger payment_refunds_steps before update of state on payment_refunds
    for each row when (old.state is distinct from new.state) execute function payment_refunds_steps();
create trigger payment_transitions_append_only before update or delete on payment_transitions
    for each row execute function payment_transitions_append_only();
