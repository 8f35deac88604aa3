package payment_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/booking"
	"rihla/internal/payment"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/job"
	"rihla/internal/platform/listing"
)

// scripted is a gateway whose pay pages come as a test says.
type scripted struct {
	payment.Gateway
	launch func(ctx context.Context, in payment.LaunchInput) (payment.Launch, error)
}

func (scripted) Name() payment.GatewayName { return payment.Payzone }

func (g scripted) Launch(ctx context.Context, in payment.LaunchInput) (payment.Launch, error) {
	return g.launch(ctx, in)
}

// through is the world's service over another gateway.
func (w *world) through(t *testing.T, g payment.Gateway) *payment.Service {
	t.Helper()
	return w.throughAs(t, payment.Config{}, g)
}

func (w *world) throughAs(t *testing.T, config payment.Config, g payment.Gateway) *payment.Service {
	t.Helper()
	config.BaseURL = "https://rihla.example"
	log := slog.New(slog.DiscardHandler)
	queue, err := job.New(w.db, log, 1)
	require.NoError(t, err)
	s := payment.New(w.db, w.bookings, queue, w.clock, log, config, g)
	payment.Register(queue, s)
	return s
}

func TestNoPayPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	broken := w.through(t, scripted{launch: func(context.Context, payment.LaunchInput) (payment.Launch, error) {
		return payment.Launch{}, payment.Fail(payment.Temporary, "out of order")
	}})
	in := w.wish(10)
	in.IdempotencyKey = "k"
	for range 2 {
		_, err := broken.Book(as(w.customer), in)
		require.Equal(t, "PAYMENT_URL_FAILED", errs.CodeOf(err), "a repetition has the same answer")
		var shown *errs.Error
		require.ErrorAs(t, err, &shown)
		require.Equal(t, errs.Gateway, shown.Kind)
		require.NotNil(t, shown.Extra["bookingId"], "the booking can still be paid")
	}
	list, n, err := w.bookings.List(as(w.customer), booking.ListInput{Page: listing.Page{Number: 1, Limit: 10}})
	require.NoError(t, err)
	require.Equal(t, listing.Total{Rows: 1}, n)
	require.Equal(t, booking.PendingPayment, list[0].Status)
	payments, err := w.payments.ByBookings(t.Context(), []uuid.UUID{list[0].ID})
	require.NoError(t, err)
	require.Equal(t, payment.Failed, payments[list[0].ID].Status)

	_, err = broken.Open(as(w.customer), w.openInput(list[0]))
	require.Equal(t, "PAYMENT_URL_FAILED", errs.CodeOf(err))
	p, err := w.payments.Open(as(w.customer), w.openInput(list[0]))
	require.NoError(t, err, "the gateway is back")
	require.Equal(t, payment.Processing, p.Status)
}

// Somebody gives a payment up at the very moment at which its gateway fails: whoever waits for the pay page hears that there
// is none, not that something has changed.
func TestNoPayPageWhileThePaymentIsGivenUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tx, err := w.db.Begin(t.Context())
	require.NoError(t, err)
	s := w.through(t, scripted{launch: func(ctx context.Context, in payment.LaunchInput) (payment.Launch, error) {
		for _, statement := range []string{
			`select from bookings b join payments p on p.booking_id = b.id where p.id = $1 for update of b`,
			`update payments set status = 'CANCELLED' where id = $1`,
		} {
			if _, err := tx.Exec(ctx, statement, in.ChargeID); err != nil {
				return payment.Launch{}, err
			}
		}
		return payment.Launch{}, payment.Fail(payment.Temporary, "out of order")
	}})
	failed := make(chan error)
	go func() {
		_, err := s.Book(as(w.customer), w.wish(10))
		failed <- err
	}()
	require.Eventually(t, func() bool {
		return w.number(t, `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) > 0
	}, 20*time.Second, 5*time.Millisecond, "it waits for who gives the payment up")
	require.NoError(t, tx.Commit(t.Context()))
	require.Equal(t, "PAYMENT_URL_FAILED", errs.CodeOf(<-failed))
}

func TestPayPageIsRecordedWhenTheCallerHasLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, leave := context.WithCancel(as(w.customer))
	s := w.through(t, scripted{launch: func(context.Context, payment.LaunchInput) (payment.Launch, error) {
		leave()
		return payment.Launch{URL: "https://pay.example", CallbackURL: "c", OrderID: "o", TransactionID: "session-1"}, nil
	}})
	result, err := s.Book(ctx, w.wish(10))
	require.NoError(t, err)
	require.ErrorIs(t, ctx.Err(), context.Canceled)
	require.Equal(t, payment.Processing, result.Payment.Status)
	require.Equal(t, "session-1", *w.payment(t, result.Payment.ID).TransactionID)
}

func TestCallbackThatIsFasterThanTheLaunch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.through(t, scripted{launch: func(ctx context.Context, in payment.LaunchInput) (payment.Launch, error) {
		_, err := w.db.Exec(ctx, `update payments set status = 'COMPLETED', processed_at = created_at where id = $1`, in.ChargeID)
		return payment.Launch{URL: "https://pay.example"}, err
	}})
	result, err := s.Book(as(w.customer), w.wish(10))
	require.NoError(t, err)
	require.Equal(t, payment.Completed, result.Payment.Status, "what came first stays")
}
