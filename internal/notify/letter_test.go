package notify_test

import (
	"context"
	"encoding/json"
	"errors"
	"html"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"rihla/internal/notify"
	"rihla/internal/platform/i18n"
)

// hand is a mail server that keeps what it is handed.
type hand struct {
	sent []notify.Message
	err  error
}

func (h *hand) Send(_ context.Context, m notify.Message) error {
	h.sent = append(h.sent, m)
	return h.err
}

const site = "https://rihla.example"

// first is a job's first try.
var first = &rivertype.JobRow{Attempt: 1, MaxAttempts: 15}

func service(h *hand) *notify.Service {
	return notify.New(notify.Deps{Mailer: h, Site: site, Log: slog.New(slog.DiscardHandler), Count: func(notify.Outcome) {}})
}

func send(t *testing.T, m notify.Mail) notify.Message {
	t.Helper()
	h := &hand{}
	require.NoError(t, service(h).Send(t.Context(), first, m))
	require.Len(t, h.sent, 1)
	return h.sent[0]
}

func mailOf(letter notify.Letter, language i18n.Language) notify.Mail {
	return notify.Mail{
		Letter: letter, To: notify.Recipient{Email: "salma@example.com", Name: "Salma", Language: language},
		Values: map[string]string{
			"minutes": "60", "email": "new@example.com", "reference": "RH-7K3M9QX", "amount": "900.00 MAD", "until": "12/04/2027 10:15",
			"customer": "Salma Idrissi", "franchise": "Rihla Fès", "start": "22/04/2027 09:00", "end": "24/04/2027 09:00",
			"note": "The first name differs", "unreadable": "", "incomplete": "", "expired": "", "not_a_card": "", "name_differs": "yes",
			"refund": "450.00 MAD", "receipt": "yes", "reversed": "yes", "calendar": "yes", "times": "yes",
		},
		Path: "/auth/somewhere?token=a-b_c&email=x%2By%40example.com",
	}
}

// Every letter can be written in every language, says the same in both forms and has its direction.
func TestEveryLetterInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, letter := range notify.Letters {
		subjects := map[string]bool{}
		for _, language := range i18n.Languages {
			m := send(t, mailOf(letter, language))
			subjects[m.Subject] = true
			require.Equal(t, language, m.Language)
			require.Equal(t, "salma@example.com", m.To)
			require.Equal(t, "Salma", m.Name)
			direction := map[i18n.Language]string{i18n.English: "ltr", i18n.French: "ltr", i18n.Arabic: "rtl"}[language]
			require.Contains(t, m.HTML, `<html lang="`+string(language)+`" dir="`+direction+`">`)
			for _, form := range []string{m.Text, m.HTML} {
				require.Contains(t, form, "Salma")
				require.NotContains(t, form, "{{")
				require.NotContains(t, form, "<no value>")
			}
			require.Contains(t, m.Text, "\nhttps://rihla.example/auth/somewhere?token=a-b_c&email=x%2By%40example.com\n")
			require.Contains(t, m.HTML, `href="https://rihla.example/auth/somewhere?token=a-b_c&amp;email=x%2By%40example.com"`)
			shown := html.UnescapeString(m.HTML)
			for line := range strings.Lines(m.Text) {
				require.Contains(t, shown, strings.TrimSuffix(strings.TrimSpace(line), ":"), "%s in %s", letter, language)
			}
		}
		require.Len(t, subjects, len(i18n.Languages), "a language says it in another's words")
	}
}

var placeholder = regexp.MustCompile(`{{(?:if )?\.(\w+)}}`)

// The languages have the same letters with the same lines, buttons and values.
func TestLanguagesAgree(t *testing.T) {
	t.Parallel()
	type words struct {
		Subject, Button string
		Lines, After    []string
	}
	said := map[i18n.Language]map[notify.Letter]words{}
	for _, language := range i18n.Languages {
		content, err := os.ReadFile("templates/" + string(language) + ".json")
		require.NoError(t, err)
		var file struct{ Letters map[notify.Letter]words }
		require.NoError(t, json.Unmarshal(content, &file))
		require.Len(t, file.Letters, len(notify.Letters))
		said[language] = file.Letters
	}
	values := func(w words) []string {
		found := placeholder.FindAllString(w.Subject+strings.Join(w.Lines, "")+strings.Join(w.After, ""), -1)
		slices.Sort(found)
		return found
	}
	for _, letter := range notify.Letters {
		english := said[i18n.English][letter]
		for _, language := range i18n.Languages {
			own := said[language][letter]
			require.NotEmpty(t, own.Subject, "%s in %s", letter, language)
			require.Len(t, own.Lines, len(english.Lines), "%s in %s", letter, language)
			require.Len(t, own.After, len(english.After), "%s in %s", letter, language)
			require.Equal(t, english.Button == "", own.Button == "", "%s in %s", letter, language)
			require.Equal(t, values(english), values(own), "%s in %s", letter, language)
		}
	}
}

// A name is a name: it is never markup, and one that reads like a link is left out.
func TestNamesOfStrangers(t *testing.T) {
	t.Parallel()
	m := mailOf(notify.PasswordReset, i18n.English)
	m.To.Name = `<b onclick=x>O'Neil</b>`[:17]
	require.NotContains(t, send(t, m).HTML, "<b ")
	m.To.Name = "سلمى 🏍️"
	require.Contains(t, send(t, m).Text, "Hello \u2068سلمى 🏍️\u2069,", "set apart from the text around it")
	for _, name := range []string{"", "visit http://evil.example", "evil.example/win", "www.evil.example", "a@b", `\\evil`} {
		m.To.Name = name
		sent := send(t, m)
		require.True(t, strings.HasPrefix(sent.Text, "Hello,\n"), "%q", name)
		require.NotContains(t, sent.HTML, "evil")
	}
}

// An address inside an Arabic sentence stays in one piece.
func TestArabicKeepsOtherScriptsApart(t *testing.T) {
	t.Parallel()
	require.Contains(t, send(t, mailOf(notify.EmailChange, i18n.Arabic)).Text, "العنوان \u2068new@example.com\u2069 لحسابك")
	require.NotContains(t, send(t, mailOf(notify.EmailChange, i18n.French)).Text, "\u2068")
}

func TestWhatCannotBeWritten(t *testing.T) {
	t.Parallel()
	h := &hand{}
	require.Error(t, service(h).Send(t.Context(), first, notify.Mail{Letter: "birthday"}))
	require.Error(t, service(h).Send(t.Context(), first, notify.Mail{Letter: notify.EmailChange}), "a value is missing")
	require.Empty(t, h.sent)
	unknown := mailOf(notify.PasswordReset, "de")
	require.Equal(t, i18n.English, send(t, unknown).Language)
}

// What a mail server refuses for good is not tried again; anything else is.
func TestRejectedMailsAreGivenUp(t *testing.T) {
	t.Parallel()
	for err, given := range map[error]bool{errors.Join(notify.ErrRejected, errors.New("550")): true, errors.New("no route to host"): false} {
		got := service(&hand{err: err}).Send(t.Context(), first, mailOf(notify.PasswordChanged, i18n.French))
		require.ErrorIs(t, got, err)
		cancelled := &river.JobCancelError{}
		require.Equal(t, given, errors.As(got, &cancelled))
	}
}

// A plate with an Arabic letter is read in the order in which it is painted, in whatever language the letter is written.
func TestPlatesStandInOrder(t *testing.T) {
	t.Parallel()
	for _, language := range i18n.Languages {
		mail := mailOf(notify.Letters[0], language)
		mail.Facts = []notify.Fact{{Name: "plate", Value: "12345-أ-6"}}
		require.Contains(t, send(t, mail).Text, "\u206612345-أ\u200e-6\u2069", "%s", language)
		mail.Facts[0].Value = "12345-A-6"
		require.Equal(t, language == i18n.Arabic, strings.Contains(send(t, mail).Text, "\u2066"), "%s", language)
	}
}
