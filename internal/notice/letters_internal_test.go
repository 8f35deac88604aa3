package notice

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"rihla/internal/booking"
	"rihla/internal/notice/noticedb"
	"rihla/internal/notify"
	"rihla/internal/payment"
	"rihla/internal/platform/event"
	"rihla/internal/platform/i18n"
	"rihla/internal/user"
)

var update = flag.Bool("update", false, "write the letters of testdata anew")

// now is when the letters of the tests are written: 10:00 in Casablanca.
var now = time.Date(2027, 4, 12, 9, 0, 0, 0, time.UTC)

// sample is a booking of somebody who reads a language, at a franchise that reads it too.
func sample(language i18n.Language, status booking.Status, kind booking.Type) story {
	held := now.Add(15 * time.Minute)
	row := noticedb.GetStoryRow{
		ID: uuid.MustParse("01968a30-0000-7000-8000-000000000001"), UserID: uuid.MustParse("01968a30-0000-7000-8000-000000000002"),
		FranchiseID: uuid.MustParse("01968a30-0000-7000-8000-000000000003"), Reference: "RH-7K3M9QX", Status: string(status),
		BookingType: string(kind), StartDatetime: now.AddDate(0, 0, 10), EndDatetime: now.AddDate(0, 0, 12), TotalCentimes: 123450,
		Make: "Yamaha", Model: "Ténéré 700", RegistrationNumber: "12345-A-6", Email: "salma@example.com", FirstName: "Salma",
		LastName: "Idrissi", Language: string(language), FranchiseLanguage: string(language), FranchiseName: "Rihla Casablanca",
		ContactEmail: "casablanca@example.com", ContactPhone: "+212 522 27 40 10", FranchiseAddress: "112, boulevard d'Anfa, Casablanca",
		PointName: "Gare Casa-Voyageurs", PointAddress: "Place de la Gare, Casablanca", DropoffName: "Morocco Mall",
		DropoffAddress: "Boulevard de la Corniche, Casablanca", Paid: true, RefundCentimes: 61725,
	}
	if status == booking.PendingPayment {
		row.HoldExpiresAt = &held
	}
	if kind == booking.Delivery {
		row.CustomerLocation = "12, rue Tahar Sebti, Casablanca"
	}
	if language == i18n.Arabic {
		row.FirstName, row.LastName, row.RegistrationNumber = "سلمى", "الإدريسي", "12345-أ-6"
	}
	return tell(row)
}

// exchanged is a motorcycle that another one took the place of.
func exchanged(language i18n.Language) *booking.WasMotorcycle {
	was := &booking.WasMotorcycle{Make: "Honda", Model: "CB500X", RegistrationNumber: "54321-B-6"}
	if language == i18n.Arabic {
		was.RegistrationNumber = "54321-ب-6"
	}
	return was
}

// mailsIn are all letters in a language, as the program writes them.
func mailsIn(t *testing.T, language i18n.Language) []notify.Mail {
	t.Helper()
	to := notify.Recipient{Email: "salma@example.com", Name: "Salma", Language: language}
	account := map[string]string{"minutes": "60", "email": "salma.idrissi@example.com"}
	mails := []notify.Mail{
		welcomeTo(noticedb.GetAccountRow{Email: to.Email, FirstName: to.Name, Language: string(language)}),
		{Letter: notify.PasswordReset, To: to, Values: account, Path: "/auth/reset-password?token=token"},
		{Letter: notify.PasswordChanged, To: to, Path: "/auth/forgot-password"},
		{Letter: notify.EmailChange, To: to, Values: account, Path: "/auth/confirm-email?token=token"},
		{Letter: notify.EmailChangeNotice, To: to, Values: account, Path: "/auth/forgot-password"},
		approvalOf(noticedb.GetFranchiseRow{Name: "Rihla Fès", ContactEmail: "fes@example.com", Language: string(language)}),
	}
	for _, reason := range append(user.CardReasons, "") {
		card := noticedb.GetCardRow{Email: to.Email, FirstName: to.Name, Language: string(language), State: "REFUSED", Reason: string(reason)}
		if reason == "" {
			card.State = "APPROVED"
		}
		if slices.Contains([]user.CardReason{user.CardOther, user.CardNameDiffers}, reason) {
			card.Note = "Le prénom est Selma. المرجو المحاولة من جديد"
		}
		mails = append(mails, checkOf(card))
	}
	for _, happens := range []struct {
		event   event.Type
		status  booking.Status
		kind    booking.Type
		payload any
	}{
		{booking.EventCreated, booking.PendingPayment, booking.Delivery, nil},
		{payment.EventFailed, booking.PendingPayment, booking.Autonom, payment.Refusal{Code: "PAYMENT_DECLINED"}},
		{payment.EventProcessed, booking.Confirmed, booking.Autonom, payment.Receipt{Amount: 123450, Kept: true}},
		{payment.EventProcessed, booking.CancelledByUser, booking.Autonom, payment.Receipt{Amount: 123450}},
		{payment.EventRefunded, booking.Confirmed, booking.Autonom, payment.Return{Amount: 61725}},
		{payment.EventRefundFailed, booking.CancelledByUser, booking.Autonom, payment.Setback{Amount: 61725, Reversed: true}},
		{payment.EventRefundFailed, booking.CancelledByUser, booking.Autonom, payment.Setback{Amount: 61725, Charged: &payment.Charged{Amount: 5715, Currency: "EUR"}}},
		{booking.EventConfirmed, booking.Confirmed, booking.Autonom, nil},
		{booking.EventMoved, booking.Confirmed, booking.Autonom, booking.Moved{WasStart: now.AddDate(0, 0, 3), WasEnd: now.AddDate(0, 0, 5)}},
		{booking.EventMoved, booking.Confirmed, booking.Autonom, booking.Moved{
			WasStart: now.AddDate(0, 0, 10), WasEnd: now.AddDate(0, 0, 12), WasMotorcycle: exchanged(language),
		}},
		{booking.EventMoved, booking.PendingPayment, booking.Autonom, booking.Moved{
			WasStart: now.AddDate(0, 0, 3), WasEnd: now.AddDate(0, 0, 5), WasMotorcycle: exchanged(language),
		}},
		{booking.EventDue, booking.Confirmed, booking.Autonom, booking.Due{Start: now.AddDate(0, 0, 10)}},
		{booking.EventStarted, booking.Active, booking.Autonom, nil},
		{booking.EventCompleted, booking.Completed, booking.Autonom, nil},
		{booking.EventCancelled, booking.CancelledByUser, booking.Autonom, booking.Ended{From: booking.Confirmed}},
	} {
		payload, err := json.Marshal(happens.payload)
		require.NoError(t, err)
		more, err := sample(language, happens.status, happens.kind).mails(event.Event{Type: happens.event, At: now, Payload: payload})
		require.NoError(t, err)
		require.NotEmpty(t, more, happens.event)
		mails = append(mails, more...)
	}
	return mails
}

// desk keeps what it is handed.
type desk struct{ message notify.Message }

func (d *desk) Send(_ context.Context, m notify.Message) error {
	d.message = m
	return nil
}

// written is a mail as it is sent.
func written(t *testing.T, m notify.Mail) notify.Message {
	t.Helper()
	d := &desk{}
	mails := notify.New(notify.Deps{
		Mailer: d, Site: "https://rihla.example", Log: slog.New(slog.DiscardHandler), Count: func(notify.Outcome) {},
	})
	mails.TakePapersFrom(func(_ context.Context, p notify.Paper, _ i18n.Language) (notify.File, error) {
		return notify.File{Name: p.Kind + ".pdf", Type: "application/pdf"}, nil
	})
	require.NoError(t, mails.Send(t.Context(), &rivertype.JobRow{Attempt: 1, MaxAttempts: 1}, m))
	return d.message
}

// visible shows what keeps directions apart and words together.
var visible = strings.NewReplacer("\u2068", "⟦", "\u2066", "⟦>", "\u2069", "⟧", "\u200e", "›", "\u00a0", "⍽", "\u202f", "⍽")

// Every letter, word for word, in every language: change them with -update, and read what has changed.
func TestLetters(t *testing.T) {
	t.Parallel()
	for _, language := range i18n.Languages {
		t.Run(string(language), func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			missing := map[notify.Letter]bool{}
			for _, letter := range notify.Letters {
				missing[letter] = true
			}
			for _, m := range mailsIn(t, language) {
				delete(missing, m.Letter)
				sent := written(t, m)
				requireStructure(t, sent)
				_, _ = fmt.Fprintf(&out, "=== %s, to %s\n%s\n", m.Letter, sent.To, sent.Subject)
				for _, file := range sent.Files {
					_, _ = fmt.Fprintf(&out, "[%s: %s]\n", file.Name, file.Type)
				}
				_, _ = fmt.Fprintf(&out, "\n%s\n", sent.Text)
			}
			require.Empty(t, missing)
			requireKept(t, "testdata/letters."+string(language)+".txt", visible.Replace(out.String()))
		})
	}
}

// The page around the words, once for each language.
func TestPageOfALetter(t *testing.T) {
	t.Parallel()
	for _, language := range i18n.Languages {
		for _, m := range mailsIn(t, language) {
			if m.Letter == notify.BookingMoved {
				requireKept(t, "testdata/booking_moved."+string(language)+".html", written(t, m).HTML)
			}
		}
	}
}

// requireStructure asserts what mail programs and screen readers go by, and that both forms say the same.
func requireStructure(t *testing.T, m notify.Message) {
	t.Helper()
	direction := "ltr"
	if m.Language == i18n.Arabic {
		direction = "rtl"
	}
	require.True(t, strings.HasPrefix(m.HTML, "<!doctype html>\n<html lang=\""+string(m.Language)+"\" dir=\""+direction+"\">\n"))
	require.Equal(t, 1, strings.Count(m.HTML, `<body dir="`+direction+`"`), "mail programs drop <html>")
	require.Equal(t, 1, strings.Count(m.HTML, `<title>`+html.EscapeString(m.Subject)+`</title>`))
	for _, outside := range []string{"<script", "<link", "<img", "src=", "url("} {
		require.NotContains(t, m.HTML, outside, "a letter loads nothing")
	}
	shown := html.UnescapeString(m.HTML)
	for line := range strings.Lines(m.Text) {
		name, value, fact := strings.Cut(strings.TrimSpace(line), ": ")
		if !fact || !strings.Contains(shown, ">"+name+"</td>") {
			require.Contains(t, shown, strings.TrimSpace(line))
			continue
		}
		require.Contains(t, shown, ">"+value+"<")
	}
}

func requireKept(t *testing.T, path, content string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o750))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(kept), content)
}

// A name is a name, whatever stands in it: no property and no line begins in it (RFC 6868).
func TestOrganizerOfACalendarFile(t *testing.T) {
	t.Parallel()
	b := sample(i18n.English, booking.Confirmed, booking.Autonom)
	b.FranchiseName = "Moto \"Atlas\"; ^\r\nATTENDEE:x"
	for m, status := range map[method]string{publish: "CONFIRMED", cancel: "CANCELLED"} {
		content := strings.ReplaceAll(string(b.calendarFile(m, now).Content), "\r\n ", "")
		lines := strings.Split(content, "\r\n")
		require.Contains(t, lines, `ORGANIZER;CN="Moto ^'Atlas^'; ^^^nATTENDEE:x":mailto:casablanca@example.com`)
		require.Contains(t, lines, "METHOD:"+string(m))
		require.Contains(t, lines, "STATUS:"+status)
		require.NotContains(t, content, "\r\nATTENDEE", "a published event has none")
	}
}
