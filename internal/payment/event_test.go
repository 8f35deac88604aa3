package payment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/payment"
	"rihla/internal/platform/event"
)

// toldOf lists what was told of a booking's payments, in order.
func (w *world) toldOf(t *testing.T, p payment.Payment) []string {
	t.Helper()
	rows, err := w.db.Query(t.Context(), `select type || ' ' || payload::text from domain_events
		where payment_id = $1 order by id`, p.ID)
	require.NoError(t, err)
	defer rows.Close()
	var told []string
	for rows.Next() {
		var line string
		require.NoError(t, rows.Scan(&line))
		told = append(told, line)
	}
	require.NoError(t, rows.Err())
	return told
}

// What becomes of a payment is told of once, however often its gateway says it.
func TestEventsOfPayments(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, event.NewBus(nil))
	b, p := w.book(t)
	declined := w.bank.decline(p)
	w.say(t, declined)
	w.drain(t)
	require.Equal(t, []string{`payment.failed {"code": "PAYMENT_DECLINED"}`}, w.toldOf(t, p))
	paid := w.bank.pay(p)
	for range 2 {
		w.say(t, paid)
		w.drain(t)
	}
	require.Equal(t, `payment.processed {"kept": true, "amount": 900.00}`, w.toldOf(t, p)[1])
	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	w.drain(t)
	require.Equal(t, `payment.refunded {"amount": 900.00}`, w.toldOf(t, p)[2])
	require.Len(t, w.toldOf(t, p), 3)

	again, err := w.payments.Book(as(w.customer), w.wish(20))
	require.NoError(t, err)
	w.bank.open(t, *again.Payment)
	_, err = w.payments.Cancel(as(w.customer), again.Booking.ID)
	require.NoError(t, err)
	w.say(t, w.bank.pay(*again.Payment))
	w.drain(t)
	require.Equal(t, []string{
		`payment.processed {"kept": false, "amount": 900.00}`, `payment.refunded {"amount": 900.00}`,
	}, w.toldOf(t, *again.Payment))
}
