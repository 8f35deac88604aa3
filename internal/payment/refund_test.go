package payment_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/booking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
)

// paid is a booking that was paid for, ten days ahead.
func (w *world) paid(t need) (booking.Booking, payment.Payment) {
	t.Helper()
	result, err := w.payments.Book(as(w.customer), w.wish(10))
	require.NoError(t, err)
	w.bank.open(t, *result.Payment)
	w.say(t, w.bank.pay(*result.Payment))
	w.drain(t)
	require.Equal(t, booking.Confirmed, w.booking(t, result.Booking.ID).Status)
	return result.Booking, *result.Payment
}

func (w *world) refundState(t need, id uuid.UUID) string {
	t.Helper()
	var state string
	require.NoError(t, w.db.QueryRow(context.Background(), `select state from payment_refunds where payment_id = $1`, id).Scan(&state))
	return state
}

func TestCancelRefundsByTheLadder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wait   time.Duration
		status payment.Status
		back   money.Amount
	}{
		"long before":     {0, payment.Refunded, total},
		"a day and a bit": {10*24*time.Hour - 30*time.Hour, payment.PartiallyRefunded, total / 2},
		"hours before":    {10*24*time.Hour - 3*time.Hour, payment.Completed, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			b, p := w.paid(t)
			w.clock.Advance(c.wait)
			cancelled, err := w.payments.Cancel(as(w.customer), b.ID)
			require.NoError(t, err)
			require.Equal(t, booking.CancelledByUser, cancelled.Status)
			w.drain(t)
			after := w.payment(t, p.ID)
			require.Equal(t, c.status, after.Status)
			require.Equal(t, c.back, after.Refunded)
			require.Equal(t, c.back, w.bank.refundedOf(p))

			_, err = w.payments.Cancel(as(w.customer), b.ID)
			require.Equal(t, "BOOKING_TRANSITION", errs.CodeOf(err))
			w.drain(t)
			require.Equal(t, c.back, w.bank.refundedOf(p), "nothing is given back twice")
		})
	}
}

func TestCancelRefusesWhenAnotherAmountWasShown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.paid(t)
	shown, nothing := total, money.Amount(0)
	w.clock.Advance(10*24*time.Hour - 30*time.Hour) // a step further down the ladder
	for _, stale := range []*money.Amount{&shown, &nothing} {
		_, err := w.payments.CancelShown(as(w.customer), b.ID, stale)
		require.Equal(t, "REFUND_CHANGED", errs.CodeOf(err))
	}
	w.drain(t)
	require.Equal(t, booking.Confirmed, w.booking(t, b.ID).Status)
	require.Zero(t, w.bank.refundedOf(p))

	shown = total / 2
	_, err := w.payments.CancelShown(as(w.customer), b.ID, &shown)
	require.NoError(t, err)
	w.drain(t)
	require.Equal(t, shown, w.bank.refundedOf(p))
}

func TestCancelRefusesWhenMoneyCameMeanwhile(t *testing.T) {
	t.Parallel()
	nothing := money.Amount(0)
	paid, unpaid := newWorld(t), newWorld(t)
	b, _ := paid.paid(t)
	_, err := paid.payments.CancelShown(as(paid.customer), b.ID, &nothing)
	require.Equal(t, "REFUND_CHANGED", errs.CodeOf(err))
	b, _ = unpaid.book(t)
	_, err = unpaid.payments.CancelShown(as(unpaid.customer), b.ID, &nothing)
	require.NoError(t, err)
}

func TestCancelOfAnUnpaidBookingEndsItsPayment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	_, err := w.payments.Cancel(as(w.stranger), b.ID)
	require.Equal(t, "BOOKING_NOT_FOUND", errs.CodeOf(err))
	_, err = w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	require.Equal(t, payment.Cancelled, w.payment(t, p.ID).Status)
	require.Zero(t, w.number(t, `select count(*) from payment_refunds`))

	w.say(t, w.bank.pay(p))
	w.drain(t)
	late := w.payment(t, p.ID)
	require.Equal(t, payment.Refunded, late.Status, "the pay page was still open: the money goes back in full")
	require.Equal(t, total, w.bank.refundedOf(p))
	require.Equal(t, booking.CancelledByUser, w.booking(t, b.ID).Status)
}

func TestMoneyAfterTheHold(t *testing.T) {
	t.Parallel()
	for name, taken := range map[string]bool{"the motorcycle is still free": false, "somebody else has it": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			b, p := w.book(t)
			w.clock.Advance(16 * time.Minute)
			ended, err := w.bookings.ExpireHolds(context.Background())
			require.NoError(t, err)
			require.Equal(t, 1, ended)
			if taken {
				// The same two days, wherever the clock stands.
				in := w.wish(10)
				in.Booking.Start, in.Booking.End = b.Start, b.End
				_, err := w.payments.Book(as(w.stranger), in)
				require.NoError(t, err)
			}
			w.say(t, w.bank.pay(p))
			w.drain(t)
			after := w.payment(t, p.ID)
			if taken {
				require.Equal(t, payment.Refunded, after.Status)
				require.Equal(t, total, w.bank.refundedOf(p))
				require.Equal(t, booking.CancelledByAdmin, w.booking(t, b.ID).Status)
				require.Equal(t, []string{"→PENDING", "PENDING→PROCESSING", "PROCESSING→COMPLETED", "COMPLETED→REFUNDED"}, w.history(t, p.ID))
				return
			}
			require.Equal(t, payment.Completed, after.Status)
			require.Equal(t, booking.Confirmed, w.booking(t, b.ID).Status)
			require.Zero(t, w.bank.refundedOf(p))
		})
	}
}

func TestRefundWhoseAnswerWasLostIsNotSentAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.paid(t)
	w.clock.Advance(10*24*time.Hour - 30*time.Hour)
	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	w.bank.silent = 1
	w.drain(t)
	require.Equal(t, "SENT", w.refundState(t, p.ID))
	require.Equal(t, total/2, w.bank.refundedOf(p), "the bank has carried it out")
	w.later(t)
	w.drain(t)
	require.Equal(t, "DONE", w.refundState(t, p.ID))
	require.Equal(t, total/2, w.bank.refundedOf(p))
	require.Equal(t, 1, w.bank.refundCalls, "it looked before it asked again")
	require.Equal(t, payment.PartiallyRefunded, w.payment(t, p.ID).Status)
}

func TestRefundThatNeverArrivedIsSentAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.paid(t)
	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	w.bank.down = true
	w.drain(t)
	w.later(t)
	w.drain(t)
	require.Equal(t, "SENT", w.refundState(t, p.ID))
	require.Equal(t, payment.Completed, w.payment(t, p.ID).Status)
	w.bank.down = false
	w.later(t)
	w.drain(t)
	require.Equal(t, "DONE", w.refundState(t, p.ID))
	require.Equal(t, total, w.bank.refundedOf(p))
}

func TestSlowRefundIsWaitedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.paid(t)
	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	w.bank.slowRefunds = true
	for range 3 {
		w.drain(t)
		w.later(t)
	}
	require.Equal(t, "SENT", w.refundState(t, p.ID))
	require.Equal(t, 1, w.bank.refundCalls)
	w.bank.settleRefunds()
	w.later(t)
	w.drain(t)
	require.Equal(t, "DONE", w.refundState(t, p.ID))
	require.Equal(t, payment.Refunded, w.payment(t, p.ID).Status)
	require.Equal(t, total, w.bank.refundedOf(p))
}

// Two refunds of a payment are asked for one after the other, the second soon after the first, which is mostly done at once.
func TestRefundWaitsForTheOneBefore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.paid(t)
	w.clock.Advance(10*24*time.Hour - 30*time.Hour)
	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	w.bank.slowRefunds = true
	w.drain(t)
	second := uuid.New()
	w.exec(t, `insert into payment_refunds (id, payment_id, amount_centimes, state, reason, created_at, updated_at)
		values ($1, $2, 100, 'REQUESTED', '', $3, $3)`, second, p.ID, w.clock.Now())
	var waits []time.Duration
	for _, later := range []time.Duration{0, 3 * time.Second, 10 * time.Second, time.Hour} {
		w.clock.Advance(later)
		wait, err := w.payments.ProcessRefund(context.Background(), second)
		require.NoError(t, err)
		waits = append(waits, wait)
	}
	require.Equal(t, []time.Duration{3 * time.Second, 3 * time.Second, 13 * time.Second, time.Minute}, waits)
	require.Equal(t, 1, w.bank.refundCalls)
}

func TestRefusedRefundIsKeptForAPerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.paid(t)
	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	w.bank.refuse = true
	w.drain(t)
	require.Equal(t, "FAILED", w.refundState(t, p.ID))
	require.Equal(t, payment.Completed, w.payment(t, p.ID).Status)
	require.Equal(t, 1, w.number(t, `select count(*) from payment_refunds where failure_reason <> ''`))
}

func TestSameRefundTwentyTimesAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.paid(t)
	w.clock.Advance(10*24*time.Hour - 30*time.Hour)
	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	var id uuid.UUID
	require.NoError(t, w.db.QueryRow(context.Background(), `select id from payment_refunds`).Scan(&id))
	for range 2 {
		// The second time the first try's answer was lost, and its lease is over.
		w.bank.silent = 1
		atOnce(20, func(int) { _, _ = w.payments.ProcessRefund(context.Background(), id) })
		w.clock.Advance(3 * time.Minute)
	}
	require.Equal(t, "DONE", w.refundState(t, p.ID))
	require.Equal(t, 1, w.bank.refundCalls, "half of it, once")
	require.Equal(t, total/2, w.bank.refundedOf(p))
	require.Equal(t, payment.PartiallyRefunded, w.payment(t, p.ID).Status)
}

func TestStaffCancelForTheCustomer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.paid(t)
	staff := authz.Into(context.Background(), authz.Subject{Role: authz.FranchiseAdmin, UserID: w.stranger, FranchiseID: &w.franchise})
	cancelled, err := w.payments.Cancel(staff, b.ID)
	require.NoError(t, err)
	require.Equal(t, booking.CancelledByAdmin, cancelled.Status)
	w.drain(t)
	require.Equal(t, payment.Refunded, w.payment(t, p.ID).Status)
	require.Equal(t, 1, w.number(t, `select count(*) from payment_refunds where requested_by = $1`, w.stranger))
}
