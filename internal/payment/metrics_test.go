package payment_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/payment"
)

// watch keeps what metrics were told.
type watch struct {
	mu              sync.Mutex
	counts          map[string]int
	lag, reconciled float64
}

func (m *watch) count(values ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts[strings.Join(values, " ")]++
}

// What a person must look into is counted, by gateway.
func TestAlarms(t *testing.T) {
	t.Parallel()
	m := &watch{counts: map[string]int{}}
	w := newWorldAs(t, payment.Config{Metrics: payment.Metrics{Alarmed: m.count}})
	_, p := w.book(t)
	right := w.bank.pay(p)
	wrong := *w.bank.charge[p.ID.String()]
	wrong.amount--
	w.say(t, wrong.body(p.ID.String()))
	w.drain(t)
	require.Equal(t, map[string]int{"PAYZONE mismatch": 1}, m.counts)

	w.say(t, right)
	w.say(t, w.bank.chargeBack(p))
	w.drain(t)
	require.Equal(t, map[string]int{"PAYZONE mismatch": 1, "PAYZONE disputed": 1}, m.counts)

	_, err := w.payments.Cancel(as(w.customer), p.BookingID)
	require.NoError(t, err)
	w.bank.refuse = true
	w.drain(t)
	require.Equal(t, "FAILED", w.refundState(t, p.ID))
	require.Equal(t, map[string]int{"PAYZONE mismatch": 1, "PAYZONE disputed": 1, "PAYZONE refund_failed": 1}, m.counts)
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	m := &watch{counts: map[string]int{}}
	w := newWorldAs(t, payment.Config{Metrics: payment.Metrics{
		Moved: m.count, Called: m.count, Lag: func(v float64) { m.lag = v }, Reconciled: func(v float64) { m.reconciled = v },
	}})
	_, p := w.book(t)
	w.clock.Advance(90 * time.Second)
	w.reconcile(t)
	require.InDelta(t, 90, m.lag, 0)
	require.InDelta(t, w.clock.Now().Unix(), m.reconciled, 0)

	body := w.bank.pay(p)
	for range 3 {
		w.say(t, body)
	}
	require.Error(t, w.payments.Callback(context.Background(), payment.Payzone, body, header{}))
	require.Error(t, w.payments.Callback(context.Background(), payment.Payzone, make([]byte, payment.MaxCallback+1), header{}))
	cancelled, stop := context.WithCancel(context.Background())
	stop()
	require.Error(t, w.payments.Callback(cancelled, payment.Payzone, body, signed(body)))
	w.drain(t)
	w.reconcile(t)
	require.Zero(t, m.lag, "nothing is open")
	require.Equal(t, map[string]int{
		"PAYZONE PENDING": 1, "PAYZONE PROCESSING": 1, "PAYZONE COMPLETED": 1,
		"PAYZONE accepted": 1, "PAYZONE duplicate": 2, "PAYZONE refused": 2, "PAYZONE failed": 1,
	}, m.counts)
}
