-- +goose Up

-- Money that staff take over the counter, in cash or by a card terminal of their own, is a payment like any other; the
-- franchise holds it, no gateway. gateway_order_id is the number of the receipt that they gave.
alter table payments
    drop constraint payments_gateway_check,
    add constraint payments_gateway_check check (gateway in ('PAYZONE', 'STRIPE', 'PAYPAL', 'COUNTER')),
    add column counter_method text check (counter_method in ('CASH', 'CARD_TERMINAL')),
    add constraint payments_counter check ((gateway = 'COUNTER') = (counter_method is not null));

-- COUNTER is a franchise's: money of customers that it took itself and has not given back.
alter table ledger_lines
    drop constraint ledger_lines_account_check,
    add constraint ledger_lines_account_check
        check (account in ('CUSTOMER', 'GATEWAY', 'COUNTER', 'FRANCHISE', 'PLATFORM_COMMISSION', 'REFUND', 'DEPOSIT'));
create index ledger_lines_counter_idx on ledger_lines (owner, transaction_id) include (amount_centimes) where account = 'COUNTER';
