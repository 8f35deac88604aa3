package ledger_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/ledger"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
)

// TestPostings follows the example of docs/ledger.md: 900.00 paid, 450.00 given back, at 15 %.
func TestPostings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	payment := w.paid()
	require.Equal(t, money.Amount(900_00), w.balance(ledger.Gateway, "PAYZONE"))
	require.Equal(t, money.Amount(-765_00), w.balance(ledger.Franchise, w.franchise.String()))
	require.Equal(t, money.Amount(-135_00), w.balance(ledger.Commission, "PLATFORM"))
	require.Zero(t, w.balance(ledger.Customer, w.customer.String()))

	w.exec("update franchises set commission_rate = 0.5")
	w.refunded(payment, 450_00, "PARTIALLY_REFUNDED")
	require.Equal(t, money.Amount(450_00), w.balance(ledger.Gateway, "PAYZONE"))
	require.Equal(t, money.Amount(-382_50), w.balance(ledger.Franchise, w.franchise.String()))
	require.Equal(t, money.Amount(-67_50), w.balance(ledger.Commission, "PLATFORM"), "at the rate of the day it was earned")
	require.Zero(t, w.balance(ledger.Refund, "PAYZONE"))

	w.refunded(payment, 450_00, "REFUNDED")
	for _, account := range []ledger.Account{ledger.Gateway, ledger.Franchise, ledger.Commission, ledger.Customer, ledger.Refund} {
		for _, owner := range []string{"PAYZONE", "PLATFORM", w.franchise.String(), w.customer.String()} {
			require.Zero(t, w.balance(account, owner), "%s of %s", account, owner)
		}
	}
}

func TestAFactIsPostedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	payment := w.paid()
	refund := w.refunded(payment, 100, "PARTIALLY_REFUNDED")
	at := w.clock.Now()
	for name, again := range map[string]func(ctx context.Context, tx pgx.Tx) error{
		"captured": func(ctx context.Context, tx pgx.Tx) error { return ledger.CapturedTx(ctx, tx, payment, 900_00, at) },
		"earned":   func(ctx context.Context, tx pgx.Tx) error { return ledger.EarnedTx(ctx, tx, payment, 900_00, at) },
		"promised": func(ctx context.Context, tx pgx.Tx) error {
			return ledger.PromisedTx(ctx, tx, payment, refund, 100, at)
		},
		"done": func(ctx context.Context, tx pgx.Tx) error {
			return ledger.RefundedTx(ctx, tx, payment, refund, 100, at)
		},
		"failed": func(ctx context.Context, tx pgx.Tx) error {
			return ledger.RefundFailedTx(ctx, tx, payment, refund, 100, at)
		},
	} {
		require.ErrorContains(t, w.inTx(again), "duplicate key", name)
	}
	w.reversed(payment, refund, 100, "COMPLETED")
	require.ErrorContains(t, w.inTx(func(ctx context.Context, tx pgx.Tx) error {
		return ledger.RefundReversedTx(ctx, tx, payment, refund, 100, at)
	}), "duplicate key")
	require.Error(t, w.inTx(func(ctx context.Context, tx pgx.Tx) error { return ledger.CapturedTx(ctx, tx, w.customer, 1, at) }), "no such payment")
}

func TestTheDatabaseKeepsTheBooks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.paid()
	w.rental(100_00)
	for _, sql := range []string{
		"update ledger_lines set amount_centimes = 1", "delete from ledger_lines", "truncate ledger_lines", "truncate bookings cascade",
		"update ledger_transactions set kind = kind", "delete from ledger_transactions", "truncate ledger_transactions cascade",
	} {
		require.ErrorContains(t, w.try(sql), "the ledger is only ever added to", sql)
	}
	for _, sql := range []string{
		"insert into ledger_lines (transaction_id, account, owner, amount_centimes) select id, 'REFUND', 'PAYZONE', 1 from ledger_transactions",
		"insert into ledger_transactions (kind, franchise_id, booking_id, payment_id, commission_rate, earned_centimes, commission_centimes, happened_at)" +
			" select 'BOOKING_EARNED', p.franchise_id, p.booking_id, p.id, 0, 0, 0, now() from payments p where not exists (select from ledger_transactions t where t.payment_id = p.id)",
	} {
		err := w.try(sql)
		require.True(t, postgres.Violates(err, "ledger_balances"), "%s: %v", sql, err)
	}
}

// TestWhatCameByAnotherWayIsPosted gives payments of all sorts to the books afterwards, once.
func TestWhatCameByAnotherWayIsPosted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rental(999_99)
	whole := w.rental(333_33)
	part := w.rental(333_33)
	surplus := w.rental(200_00)
	w.paid()
	for _, r := range []struct {
		payment uuid.UUID
		amount  money.Amount
		state   string
	}{{whole, 111_11, "DONE"}, {whole, 222_22, "DONE"}, {part, 50_00, "FAILED"}, {part, 100_01, "DONE"}, {surplus, 200_00, "SENT"}} {
		w.exec(`insert into payment_refunds (id, payment_id, amount_centimes, state) values ($1, $2, $3, $4)`,
			uuid.Must(uuid.NewV7()), r.payment, r.amount, r.state)
	}
	w.exec("update payments set surplus = true where id = $1", surplus)
	w.exec("update payments set status = 'REFUNDED' where id = $1", whole)
	w.exec("update payments set status = 'PARTIALLY_REFUNDED' where id = $1", part)
	for range 2 {
		w.exec("select ledger_post_missing()")
		kept := money.Amount(999_99 + 233_32)
		commission := money.Amount(150_00 + 35_00)
		require.Equal(t, 200_00+kept+900_00, w.balance(ledger.Gateway, "PAYZONE"))
		require.Equal(t, money.Amount(-200_00), w.balance(ledger.Refund, "PAYZONE"))
		require.Equal(t, -commission-135_00, w.balance(ledger.Commission, "PLATFORM"))
		require.Equal(t, commission-kept-765_00, w.balance(ledger.Franchise, w.franchise.String()))
		require.Zero(t, w.balance(ledger.Customer, w.customer.String()))
	}
}

// Money that came over a counter is the franchise's own: posted afterwards it is no gateway's either.
func TestWhatCameOverTheCounterIsPosted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	payment := w.rental(900_00)
	w.exec("update payments set gateway = 'COUNTER', counter_method = 'CASH', status = 'PARTIALLY_REFUNDED' where id = $1", payment)
	w.exec("insert into payment_refunds (id, payment_id, amount_centimes, state) values ($1, $2, 45000, 'DONE')", uuid.New(), payment)
	w.exec("select ledger_post_missing()")
	require.Equal(t, money.Amount(450_00), w.balance(ledger.AtCounter, w.franchise.String()))
	require.Zero(t, w.balance(ledger.Gateway, "COUNTER"))
	findings, err := w.service().Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, findings)
}
