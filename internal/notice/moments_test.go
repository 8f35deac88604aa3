package notice_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/franchise"
	"rihla/internal/notify"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

func system(t *testing.T) context.Context {
	t.Helper()
	return authz.AsSystem(t.Context(), "test")
}

// none asserts that no mail to an address has a text in its subject once every job has run.
func (w *world) none(t *testing.T, to, subject string) {
	t.Helper()
	w.Idle()
	var found int
	require.NoError(t, w.DB().QueryRow(t.Context(), "select count(*) from mailbox_messages where recipient = $1 and subject like '%' || $2 || '%'",
		to, subject).Scan(&found))
	require.Zero(t, found, subject)
}

// Who registers is welcomed in the language of the form; whom staff make an account for is not.
func TestWelcome(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	for language, subject := range map[string]string{"en": "Welcome to Rihla", "fr": "Bienvenue chez Rihla", "ar": "مرحبًا بك في رحلة"} {
		email := "newcomer-" + language + "@example.com"
		w.SignedIn(w.Visitor().In(language).Post("/auth/register", map[string]any{
			"firstName": "Amina", "lastName": "Rider", "email": email, "password": apptest.Password,
		}))
		m := w.Mail(email)
		require.Equal(t, subject, m.Subject)
		require.Contains(t, m.Text, "\n"+w.BaseURL()+"/\n")
		require.NotContains(t, m.Text+m.HTML, apptest.Password)
	}
	w.Staff(authz.Admin, nil)
	w.Idle()
	var mails int
	require.NoError(t, w.DB().QueryRow(t.Context(), "select count(*) from mailbox_messages where recipient like 'staff-%'").Scan(&mails))
	require.Zero(t, mails)
}

// A rental that begins and ends is told of: with the number plate, and with a receipt when there was money.
func TestLettersOfARental(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	b := w.rider.Book(w.stage.BookingBody(start))
	require.NotContains(t, w.Mail(w.address).Text, "-A-6", "who has not paid does not know the number plate (D19)")
	w.confirm(t, b.ID)
	require.Contains(t, w.letter(t, w.address, "is confirmed").Text, "-A-6")
	w.Clock.Set(start)
	_, err := w.Services().Booking.Start(system(t), b.ID)
	require.NoError(t, err)
	begun := w.letter(t, w.address, "has begun")
	require.Contains(t, begun.Text, "yours until 24/04/2027\u00a009:00")
	require.Contains(t, begun.Text, "Return: Casa Port")
	_, err = w.Services().Booking.Complete(system(t), b.ID)
	require.NoError(t, err)
	done := w.letter(t, w.address, "Thank you for your ride")
	require.Empty(t, done.Files, "nothing was paid")
	require.NotContains(t, done.Text, "receipt")

	paid := w.pay(t, start.AddDate(0, 0, 10))
	_, err = w.Services().Booking.Start(system(t), paid.ID)
	require.NoError(t, err)
	_, err = w.Services().Booking.Complete(system(t), paid.ID)
	require.NoError(t, err)
	done = w.letter(t, w.address, "Thank you for your ride "+paid.Reference)
	require.Contains(t, done.Text, "Your receipt is attached.")
	require.Len(t, done.Files, 1)
	require.Equal(t, "rihla-receipt-"+paid.Reference+".pdf", done.Files[0].Name)
	require.Equal(t, "application/pdf", done.Files[0].Type)
	require.Equal(t, "%PDF-", string(done.Files[0].Content[:5]))
}

// pay makes a booking and pays for it at the simulator.
func (w *world) pay(t *testing.T, from time.Time) apptest.Booking {
	t.Helper()
	w.rider = w.SignIn(w.address, apptest.Password)
	b := w.rider.Book(w.stage.BookingBody(from))
	asked := b.Payment.GatewayResponse
	page := posted(t, *b.Payment.GatewayPaymentURL, url.Values{"payload": {asked.Payload}, "signature": {asked.Signature}})
	posted(t, page, url.Values{"cardNumber": {"4111111111111111"}, "expiry": {"12/39"}, "cvv": {"000"}, "pay": {"1"}})
	w.Eventually(func() bool { return w.rider.Booking(b.ID).BookingStatus == "CONFIRMED" }, "the booking to be paid")
	return b
}

// posted sends a form as a browser does and returns where it is led.
func posted(t *testing.T, to string, form url.Values) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(form.Encode()))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := browser.Do(request)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	target, err := answer.Location()
	require.NoError(t, err)
	return target.String()
}

// What staff give back is told of once it is on its way.
func TestLetterOfARefund(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "fr")
	b := w.pay(t, start)
	w.letter(t, w.address, "est confirmée")
	answer := w.Staff(authz.Admin, nil).Post("/payments/"+b.Payment.ID.String()+"/refund", map[string]any{"refundAmount": 120.5})
	require.Less(t, answer.Status, 300, "%s", answer.Body)
	told := w.letter(t, w.address, "remboursés")
	require.Equal(t, "120,50\u00a0MAD remboursés pour "+b.Reference, told.Subject)
	require.Contains(t, told.Text, w.BaseURL()+"/booking/"+b.ID.String())
}

// A booking that is moved is told of with both periods, with a file that takes the earlier one's place in the calendar.
func TestLettersOfAMove(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	b := w.rider.Book(w.stage.BookingBody(start))
	w.move(t, b.ID, start.Add(24*time.Hour))
	unpaid := w.letter(t, w.address, "has new times")
	require.Contains(t, unpaid.Text, "From: 23/04/2027\u00a009:00\n")
	require.Contains(t, unpaid.Text, "Before: 22/04/2027\u00a009:00\u00a0– 24/04/2027\u00a009:00\n")
	require.Empty(t, unpaid.Files, "there is none to take the place of")
	require.NotContains(t, unpaid.Text, "calendar")
	w.none(t, lender, b.Reference)

	w.confirm(t, b.ID)
	confirmed := w.letter(t, w.address, "is confirmed")
	w.Clock.Advance(time.Second)
	w.ClearMails(w.address, 1)
	w.move(t, b.ID, start.Add(48*time.Hour))
	paid := w.letter(t, w.address, "has new times")
	require.Contains(t, paid.Text, "brings the rental in your calendar up to date")
	require.Equal(t, line(confirmed, "UID:"), line(paid, "UID:"))
	require.Greater(t, line(paid, "SEQUENCE:"), line(confirmed, "SEQUENCE:"))
	require.Equal(t, "DTSTART:20270424T080000Z", line(paid, "DTSTART:"))
	require.Equal(t, `ORGANIZER;CN="`+line(paid, "ORGANIZER")[len(`ORGANIZER;CN="`):], line(confirmed, "ORGANIZER"), "the same person")
	require.Contains(t, line(paid, "ORGANIZER"), ":mailto:"+lender)
	require.Equal(t, "STATUS:CONFIRMED", line(paid, "STATUS:"))

	w.Clock.Advance(time.Second)
	require.Less(t, w.rider.Do(http.MethodDelete, "/bookings/"+b.ID.String(), nil).Status, 300)
	over := w.letter(t, w.address, "is cancelled")
	require.Contains(t, over.Text, "takes the rental out of your calendar")
	require.Equal(t, "text/calendar; charset=utf-8; method=CANCEL", over.Files[0].Type)
	require.Equal(t, "METHOD:CANCEL", line(over, "METHOD:"))
	require.Equal(t, "STATUS:CANCELLED", line(over, "STATUS:"))
	for _, same := range []string{"UID:", "ORGANIZER", "DTSTART:", "DTEND:"} {
		require.Equal(t, line(paid, same), line(over, same))
	}
	require.Greater(t, line(over, "SEQUENCE:"), line(paid, "SEQUENCE:"))
	require.Contains(t, w.letter(t, lender, "nouveaux horaires").Text, "Auparavant: 23/04/2027\u00a009:00\u00a0– 25/04/2027\u00a009:00\n")
}

func (w *world) move(t *testing.T, id uuid.UUID, to time.Time) {
	t.Helper()
	answer := w.rider.Do(http.MethodPut, "/bookings/"+id.String(), map[string]any{
		"startDatetime": to.Format(time.RFC3339), "endDatetime": to.Add(48 * time.Hour).Format(time.RFC3339),
	})
	require.Less(t, answer.Status, 300, "%s", answer.Body)
}

// line is the line of a mail's calendar file that begins so.
func line(m notify.Message, begins string) string {
	for l := range strings.SplitSeq(string(m.Files[0].Content), "\r\n") {
		if strings.HasPrefix(l, begins) {
			return l
		}
	}
	return ""
}

// A franchise that is approved hears of it, once, in its administrator's language; of no other change.
func TestFranchiseIsApproved(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	f, err := w.Services().Franchise.Create(system(t), franchise.CreateInput{Name: "Rihla Fès", Code: "FEZ", ContactEmail: "fes@example.com"})
	require.NoError(t, err)
	w.Staff(authz.FranchiseAdmin, &f.ID)
	_, err = w.DB().Exec(t.Context(), "update users set language = 'ar' where franchise_id = $1", f.ID)
	require.NoError(t, err)
	for _, status := range []franchise.Status{franchise.Active, franchise.Suspended, franchise.Active} {
		_, err := w.Services().Franchise.Update(system(t), f.ID, franchise.UpdateInput{Status: &status})
		require.NoError(t, err)
	}
	told := w.Mail("fes@example.com")
	require.Contains(t, told.Subject, "تمت الموافقة على")
	require.Contains(t, told.Text, "Rihla Fès")
	w.Idle()
	require.Len(t, w.Mails("fes@example.com", 1), 1)
}
