package payment_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/booking"
	"rihla/internal/payment"
)

func (w *world) reconcile(t need) {
	t.Helper()
	require.NoError(t, w.payments.Reconcile(context.Background()))
	w.drain(t)
}

func TestLostCallbackIsFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	w.bank.pay(p)
	w.clock.Advance(time.Minute)
	w.reconcile(t)
	require.Equal(t, payment.Processing, w.payment(t, p.ID).Status, "too early to ask")
	w.clock.Advance(time.Minute)
	w.bank.down = true
	w.reconcile(t)
	require.Equal(t, payment.Processing, w.payment(t, p.ID).Status, "left for the next run")
	w.bank.down = false
	w.reconcile(t)
	require.Equal(t, payment.Processing, w.payment(t, p.ID).Status, "asked a moment ago")
	w.clock.Advance(2 * time.Minute)
	w.reconcile(t)
	require.Equal(t, payment.Completed, w.payment(t, p.ID).Status)
	require.Equal(t, booking.Confirmed, w.booking(t, b.ID).Status)
}

func TestReconciledOutcomes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(w *world, p payment.Payment)
		wait   time.Duration
		status payment.Status
		code   string
	}{
		"declined":              {func(w *world, p payment.Payment) { w.bank.decline(p) }, 2 * time.Minute, payment.Failed, "PAYMENT_DECLINED"},
		"cancelled":             {func(w *world, p payment.Payment) { w.bank.cancel(p) }, 2 * time.Minute, payment.Cancelled, "PAYMENT_CANCELLED"},
		"on the page":           {func(*world, payment.Payment) {}, 35 * time.Minute, payment.Processing, ""},
		"page left":             {func(*world, payment.Payment) {}, 36 * time.Minute, payment.Cancelled, "PAYMENT_ABANDONED"},
		"page never opened yet": {func(w *world, p payment.Payment) { delete(w.bank.charge, p.ID.String()) }, 35 * time.Minute, payment.Processing, ""},
		"page never opened":     {func(w *world, p payment.Payment) { delete(w.bank.charge, p.ID.String()) }, 36 * time.Minute, payment.Cancelled, "PAYMENT_ABANDONED"},
		"bank still busy":       {func(w *world, p payment.Payment) { w.bank.delay(p) }, 36 * time.Minute, payment.Processing, ""},
		"charged back":          {func(w *world, p payment.Payment) { w.bank.chargeBack(p) }, 2 * time.Minute, payment.Cancelled, "PAYMENT_CANCELLED"},
		"other amount": {func(w *world, p payment.Payment) {
			w.bank.pay(p)
			w.bank.charge[p.ID.String()].amount = 1
		}, 2 * time.Minute, payment.Failed, "PAYMENT_MISMATCH"},
		"other amount, page left": {func(w *world, p payment.Payment) { w.bank.charge[p.ID.String()].amount = 1 }, 36 * time.Minute, payment.Failed, "PAYMENT_MISMATCH"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			_, p := w.book(t)
			c.before(w, p)
			w.clock.Advance(c.wait)
			w.reconcile(t)
			after := w.payment(t, p.ID)
			require.Equal(t, c.status, after.Status)
			if c.code != "" {
				require.Equal(t, c.code, *after.FailureCode)
			}
		})
	}
}

func TestMoneyOnAPageThatWasGivenUpIsFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	w.bank.pay(p)
	w.clock.Advance(20 * time.Minute)
	w.reconcile(t)
	require.Equal(t, payment.Refunded, w.payment(t, p.ID).Status)
	require.Equal(t, total, w.bank.refundedOf(p))
}

func TestPaymentWithoutAPageIsEnded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.delivery(t)
	id := uuid.Must(uuid.NewV7())
	w.exec(t, `insert into payments (id, booking_id, franchise_id, amount_centimes, currency, gateway_amount_centimes, gateway_currency, created_at)
		values ($1, $2, $3, 90000, 'MAD', 90000, 'MAD', $4)`, id, b.ID, w.franchise, w.clock.Now())
	w.clock.Advance(3 * time.Minute)
	w.reconcile(t)
	require.Equal(t, payment.Cancelled, w.payment(t, id).Status)
	require.Equal(t, booking.PendingPayment, w.booking(t, b.ID).Status)
}

func TestTheLongestUnaskedComesFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 60 {
		result, err := w.payments.Book(as(w.customer), w.wish(10+3*i))
		require.NoError(t, err)
		w.bank.open(t, *result.Payment)
		w.bank.pay(*result.Payment)
	}
	w.clock.Advance(2 * time.Minute)
	w.reconcile(t)
	require.Equal(t, 50, w.number(t, `select count(*) from payments where status = 'COMPLETED'`), "a run is bounded")
	w.reconcile(t)
	require.Equal(t, 60, w.number(t, `select count(*) from payments where status = 'COMPLETED'`))
}

// A charge that its gateway cannot answer about, now or ever, keeps no other payment waiting.
func TestOneBrokenChargeHoldsNothingUp(t *testing.T) {
	t.Parallel()
	for broken := range 2 {
		w := newWorld(t)
		var ids []uuid.UUID
		for i := range 2 {
			result, err := w.payments.Book(as(w.customer), w.wish(10+3*i))
			require.NoError(t, err)
			w.bank.open(t, *result.Payment)
			w.bank.pay(*result.Payment)
			ids = append(ids, result.Payment.ID)
		}
		w.bank.broken[ids[broken].String()] = true
		w.clock.Advance(2 * time.Minute)
		w.reconcile(t)
		require.Equal(t, payment.Processing, w.payment(t, ids[broken]).Status)
		require.Equal(t, payment.Completed, w.payment(t, ids[1-broken]).Status)
	}
}

func TestWorkWhoseJobIsGoneIsTakenUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	w.say(t, w.bank.pay(p))
	w.exec(t, `delete from river_job`)
	w.clock.Advance(time.Hour)
	// The gateway's own answer does not come in between.
	w.bank.down = true
	w.reconcile(t)
	require.Equal(t, payment.Completed, w.payment(t, p.ID).Status)
	w.bank.down = false

	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	w.exec(t, `delete from river_job`)
	w.clock.Advance(time.Hour)
	w.reconcile(t)
	require.Equal(t, payment.Refunded, w.payment(t, p.ID).Status)
}

func TestEvidenceAndKeysAreForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_ = w.payments.Callback(context.Background(), payment.Payzone, []byte("forged"), header{})
	w.exec(t, `insert into idempotency_keys (scope, key, request_hash, resource_id, created_at) values
		('s', 'six days old', '', $1, now() - interval '6 days'), ('s', 'eight', '', $1, now() - interval '8 days')`, uuid.New())
	w.reconcile(t)
	require.Equal(t, 1, w.number(t, `select count(*) from idempotency_keys where key = 'six days old'`))
	require.Zero(t, w.number(t, `select count(*) from idempotency_keys where key = 'eight'`))
	require.Equal(t, 1, w.number(t, `select count(*) from gateway_events`))
	w.clock.Advance(31 * 24 * time.Hour)
	w.reconcile(t)
	require.Zero(t, w.number(t, `select count(*) from gateway_events`))
}
