package notice_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/notice"
	"rihla/internal/payment"
	"rihla/internal/platform/event"
	"rihla/internal/platform/job"
)

// publish tells of a booking's payment as the program does.
func (w *world) publish(t *testing.T, kind event.Type, id uuid.UUID, payload any) {
	t.Helper()
	queue, err := job.New(w.DB(), slog.New(slog.DiscardHandler), 1)
	require.NoError(t, err)
	bus := event.NewBus(queue)
	event.Register(queue, bus, w.DB(), w.Clock)
	notice.New(nil, nil, nil).Listen(bus)
	require.NoError(t, w.DB().InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		return bus.PublishTx(ctx, tx, event.Event{Type: kind, At: w.Clock.Now(), BookingID: &id}, payload)
	}))
}

// Who pays is told what became of the money, and led back to the pay page only while there is something to pay.
func TestLettersOfPayments(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "fr")
	b := w.rider.Book(w.stage.BookingBody(start))
	with(t, w.Mails(w.address, 1), "attend son paiement")
	w.publish(t, payment.EventFailed, b.ID, payment.Refusal{Code: "PAYMENT_DECLINED"})
	failed := with(t, w.Mails(w.address, 2), "n'a pas abouti")
	require.Contains(t, failed.Text, w.BaseURL()+"/booking/payment/"+b.ID.String())
	require.Contains(t, failed.Text, "12/04/2027\u00a009:15")

	w.confirm(t, b.ID)
	w.publish(t, payment.EventProcessed, b.ID, payment.Receipt{Amount: 123450, Kept: true})
	require.Contains(t, with(t, w.Mails(w.address, 4), "Nous avons reçu votre paiement").Text, "1\u202f234,50\u00a0MAD")
	w.publish(t, payment.EventProcessed, b.ID, payment.Receipt{Amount: 90000, Charged: &payment.Charged{Amount: 83721, Currency: "EUR"}})
	require.Contains(t, with(t, w.Mails(w.address, 5), "vous est rendu").Text, "900,00\u00a0MAD (837,21\u00a0EUR)", "as the payer's own bank says it")

	w.publish(t, payment.EventFailed, b.ID, payment.Refusal{Code: "PAYMENT_DECLINED"})
	w.Idle()
	require.Len(t, w.Mails(w.address, 5), 5, "a booking that is paid has nothing to try again")
}
