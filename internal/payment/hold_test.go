package payment_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/booking"
)

// A hold that has run out stands in nobody's way, also when no job has come by to end it (D7): none runs in this test.
func TestLapsedHoldBlocksNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	held, _ := w.book(t)
	wanted := w.wish(10)
	w.clock.Advance(15*time.Minute - time.Second)
	_, err := w.payments.Book(as(w.stranger), wanted)
	require.Error(t, err, "it is held to the last second")
	w.clock.Advance(time.Second)
	require.Equal(t, booking.PendingPayment, w.booking(t, held.ID).Status, "nobody has ended it")
	result, err := w.payments.Book(as(w.stranger), wanted)
	require.NoError(t, err)
	require.Equal(t, held.Start, result.Booking.Start)
	require.Equal(t, booking.CancelledByAdmin, w.booking(t, held.ID).Status)
}
