-- +goose Up

-- A correction by hand makes up for a fact that the books have not, or have wrong: of the same payment and, where the fact is a
-- refund's, of the same refund. There may be several. Like every fact it adds up to nothing and is never changed.
alter table ledger_transactions
    add column corrects      text,
    add column correction_id uuid,
    add column reason        text check (char_length(reason) between 1 and 500),
    add column actor_id      uuid references users (id),
    -- What a transaction is about, whoever posted it.
    add column fact          text not null generated always as (coalesce(corrects, kind)) stored,
    drop constraint ledger_transactions_kind_check,
    drop constraint ledger_transactions_refund,
    add constraint ledger_transactions_kind_check check (kind in
        ('PAYMENT_CAPTURED', 'BOOKING_EARNED', 'REFUND_PROMISED', 'REFUND_DONE', 'REFUND_FAILED', 'REFUND_REVERSED', 'CORRECTION')),
    add constraint ledger_transactions_corrects_check check (corrects in
        ('PAYMENT_CAPTURED', 'BOOKING_EARNED', 'REFUND_PROMISED', 'REFUND_DONE', 'REFUND_FAILED', 'REFUND_REVERSED')),
    add constraint ledger_transactions_refund check (
        (coalesce(corrects, kind) in ('REFUND_PROMISED', 'REFUND_DONE', 'REFUND_FAILED', 'REFUND_REVERSED')) = (refund_id is not null)),
    -- Nobody corrects without a name and a reason.
    add constraint ledger_transactions_correction check (
        num_nonnulls(corrects, correction_id, reason, actor_id) = case kind when 'CORRECTION' then 4 else 0 end);
drop index ledger_transactions_payment_key;
create unique index ledger_transactions_payment_key on ledger_transactions (payment_id, kind) where refund_id is null and kind <> 'CORRECTION';
create unique index ledger_transactions_correction_key on ledger_transactions (correction_id) where correction_id is not null;
