package notice_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/franchise"
	"rihla/internal/notify"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

const lender = "anfa@example.com"

// start of the rentals: 22/04/2027\u00a009:00 in Casablanca.
var start = apptest.Now.Add(10 * 24 * time.Hour)

type world struct {
	*apptest.App
	stage apptest.Stage
	rider *apptest.Caller
	// address is the rider's.
	address string
}

// newWorld has a rider who reads a language, and a franchise.
func newWorld(t *testing.T, language string) *world {
	t.Helper()
	a := apptest.New(t)
	w := &world{App: a, stage: a.Stage(func(in *franchise.CreateInput) { in.ContactEmail = lender })}
	w.settle(t, language)
	return w
}

// settle makes the rider, and waits for their welcome.
func (w *world) settle(t *testing.T, language string) {
	t.Helper()
	w.rider = w.Customer()
	err := w.DB().QueryRow(t.Context(), "update users set language = $2 where id = $1 returning email", w.rider.UserID, language).Scan(&w.address)
	require.NoError(t, err)
	w.ClearMails(w.address, 1)
}

func (w *world) confirm(t *testing.T, id uuid.UUID) {
	t.Helper()
	ctx := authz.AsSystem(t.Context(), "test")
	require.NoError(t, w.DB().InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		locked, err := w.Services().Booking.LockTx(ctx, tx, id)
		if err != nil {
			return err
		}
		_, err = w.Services().Booking.ConfirmPaidTx(ctx, tx, locked, "paid")
		return err
	}))
}

// letter waits for a mail to an address whose subject has a text, which must be the only one.
func (w *world) letter(t *testing.T, to, subject string) notify.Message {
	t.Helper()
	var found []notify.Message
	w.Eventually(func() bool {
		found = nil
		for _, m := range w.Mails(to, 1) {
			if strings.Contains(m.Subject, subject) {
				found = append(found, m)
			}
		}
		return len(found) > 0
	}, subject)
	require.Len(t, found, 1, subject)
	return found[0]
}

// with returns the only mail to an address whose subject has a text.
func with(t *testing.T, mails []notify.Message, subject string) notify.Message {
	t.Helper()
	var found []notify.Message
	for _, m := range mails {
		if strings.Contains(m.Subject, subject) {
			found = append(found, m)
		}
	}
	require.Len(t, found, 1, subject)
	return found[0]
}

// Whoever books is asked for the money, told of the confirmation with a file for the calendar and of the cancellation, in
// their own language. The franchise hears of what concerns it.
func TestLettersOfABooking(t *testing.T) {
	t.Parallel()
	for language, said := range map[string]struct{ wait, confirmed, cancelled, total, label string }{
		"en": {"awaits payment", "is confirmed", "is cancelled", "900.00\u00a0MAD", "Total: "},
		"fr": {"attend son paiement", "est confirmée", "est annulée", "900,00\u00a0MAD", "Total: "},
		"ar": {"في انتظار الدفع", "تم تأكيد حجزك", "تم إلغاء حجزك", "900,00\u00a0درهم", "المجموع: "},
	} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, language)
			b := w.rider.Book(w.stage.BookingBody(start))
			asked := with(t, w.Mails(w.address, 1), said.wait)
			require.Contains(t, asked.Subject, b.Reference)
			require.Contains(t, asked.Text, w.BaseURL()+"/booking/payment/"+b.ID.String())
			require.Contains(t, asked.Text, "12/04/2027\u00a009:15", "held for a quarter of an hour, on Morocco's clock")
			require.Contains(t, asked.Text, "22/04/2027\u00a009:00")
			require.Contains(t, asked.Text, said.label)
			require.Contains(t, asked.Text, said.total)
			require.Contains(t, asked.HTML, said.total)

			w.confirm(t, b.ID)
			confirmed := with(t, w.Mails(w.address, 2), said.confirmed)
			require.Contains(t, confirmed.Text, "Casa Port")
			require.Len(t, confirmed.Files, 1)
			require.Equal(t, b.Reference+".ics", confirmed.Files[0].Name)
			event := string(confirmed.Files[0].Content)
			require.Contains(t, event, "\r\nMETHOD:PUBLISH\r\n")
			require.Contains(t, event, "\r\nDTSTART:20270422T080000Z\r\nDTEND:20270424T080000Z\r\n")
			require.Contains(t, event, "\r\nSUMMARY:Honda CB500 · "+b.Reference+"\r\n")
			require.Contains(t, event, `\, Boulevard`)
			for line := range strings.SplitSeq(event, "\r\n") {
				require.LessOrEqual(t, len(line), 75)
			}
			told := with(t, w.Mails(lender, 1), "Nouvelle réservation "+b.Reference)
			require.Contains(t, told.Text, "Amina Rider")
			require.Empty(t, told.Files)

			require.Less(t, w.rider.Do(http.MethodDelete, "/bookings/"+b.ID.String(), nil).Status, 300)
			require.Contains(t, with(t, w.Mails(w.address, 3), said.cancelled).Subject, b.Reference)
			with(t, w.Mails(lender, 2), "est annulée")
			w.Idle()
			require.Len(t, w.Mails(w.address, 3), 3, "each letter once")
			require.Len(t, w.Mails(lender, 2), 2, "each letter once")
		})
	}
}

// A delivery is for the franchise to arrange (D29), and it is told when there is nothing left to bring.
func TestLettersOfADelivery(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	body := w.stage.BookingBody(start)
	delete(body, "location")
	body["bookingType"], body["customerLocation"] = "DELIVERY", "12 rue Tahar Sebti, Casablanca"
	b := w.rider.Book(body)
	asked := with(t, w.Mails(lender, 1), "Livraison à organiser")
	require.Contains(t, asked.Text, "12 rue Tahar Sebti, Casablanca")
	require.Contains(t, asked.Text, "13/04/2027\u00a009:00", "held for a day")
	require.Less(t, w.rider.Do(http.MethodDelete, "/bookings/"+b.ID.String(), nil).Status, 300)
	with(t, w.Mails(lender, 2), "est annulée")
}

// An unpaid booking concerns the franchise no more than its hold's end concerns the customer.
func TestUnpaidBookings(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	w.rider.Book(w.stage.BookingBody(start))
	w.Mails(w.address, 1)
	w.Clock.Advance(16 * time.Minute)
	_, err := w.Services().Booking.ExpireHolds(authz.AsSystem(t.Context(), "test"))
	require.NoError(t, err)
	w.Idle()
	require.Len(t, w.Mails(w.address, 1), 1)
	var toLender int
	require.NoError(t, w.DB().QueryRow(t.Context(), "select count(*) from mailbox_messages where recipient = $1", lender).Scan(&toLender))
	require.Zero(t, toLender)
}
