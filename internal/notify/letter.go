package notify

import (
	"embed"
	"encoding/json"
	"fmt"
	htmltemplate "html/template"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"rihla/internal/platform/i18n"
)

// Letter names what a mail is about.
type Letter string

// The letters, each with its values.
const (
	// PasswordReset has a link that sets a new password; minutes: how long it works.
	PasswordReset Letter = "password_reset"
	// PasswordChanged tells the owner of an account.
	PasswordChanged Letter = "password_changed"
	// EmailChange has a link that proves an address; email: the address, minutes: how long it works.
	EmailChange Letter = "email_change"
	// EmailChangeNotice tells the present address of an account; email: the wanted one.
	EmailChangeNotice Letter = "email_change_notice"
	// Welcome greets who has registered.
	Welcome Letter = "welcome"
	// IdentityCardApproved and IdentityCardRefused tell what came of looking at an identity card; one of unreadable, incomplete,
	// expired, not_a_card and name_differs is not empty unless the reason is another, note: what staff say, may be empty.
	IdentityCardApproved Letter = "identity_card_approved"
	IdentityCardRefused  Letter = "identity_card_refused"
	// BookingCreated asks for the payment; reference, until: how long the motorcycle is held.
	BookingCreated Letter = "booking_created"
	// PaymentReceived is a receipt; reference, amount.
	PaymentReceived Letter = "payment_received"
	// PaymentFailed leads back to the pay page; reference, until.
	PaymentFailed Letter = "payment_failed"
	// PaymentReturned tells of money that the booking could not take; reference, amount.
	PaymentReturned Letter = "payment_returned"
	// PaymentRefunded tells of money that was given back; reference, amount.
	PaymentRefunded Letter = "payment_refunded"
	// PaymentRefundFailed tells of money that was to go back and did not arrive; reference, amount, franchise.
	PaymentRefundFailed Letter = "payment_refund_failed"
	// BookingConfirmed has a calendar file; reference.
	BookingConfirmed Letter = "booking_confirmed"
	// BookingMoved has one too when calendar says so; reference, calendar.
	BookingMoved Letter = "booking_moved"
	// BookingReassigned tells of another motorcycle; reference, calendar as BookingMoved, times: not empty when they are new too.
	BookingReassigned Letter = "booking_reassigned"
	// BookingReminder comes a day before the rental; reference, start.
	BookingReminder Letter = "booking_reminder"
	// BookingStarted wishes a good ride; reference, end.
	BookingStarted Letter = "booking_started"
	// BookingCompleted has the receipt when receipt says so; reference, receipt.
	BookingCompleted Letter = "booking_completed"
	// BookingCancelled names the refund, and has a calendar file when calendar says so; reference, refund: may be empty, calendar.
	BookingCancelled Letter = "booking_cancelled"
	// FranchiseBooking, FranchiseMoved, FranchiseReassigned and FranchiseCancelled tell the franchise; reference, customer.
	FranchiseBooking    Letter = "franchise_booking"
	FranchiseMoved      Letter = "franchise_moved"
	FranchiseReassigned Letter = "franchise_reassigned"
	FranchiseCancelled  Letter = "franchise_cancelled"
	// FranchiseDelivery asks the franchise to bring a motorcycle (D29); reference, customer, until.
	FranchiseDelivery Letter = "franchise_delivery"
	// FranchiseRefundFailed asks the franchise to give money back again; reference, customer, amount, reversed: not empty when it
	// had counted as given back.
	FranchiseRefundFailed Letter = "franchise_refund_failed"
	// FranchiseApproved tells a franchise that it may rent; franchise: its name.
	FranchiseApproved Letter = "franchise_approved"
)

// Letters lists them.
var Letters = []Letter{
	Welcome, PasswordReset, PasswordChanged, EmailChange, EmailChangeNotice, IdentityCardApproved, IdentityCardRefused,
	BookingCreated, PaymentReceived, PaymentFailed, PaymentReturned, PaymentRefunded, PaymentRefundFailed,
	BookingConfirmed, BookingMoved, BookingReassigned, BookingReminder, BookingStarted, BookingCompleted, BookingCancelled,
	FranchiseBooking, FranchiseMoved, FranchiseReassigned, FranchiseCancelled, FranchiseDelivery, FranchiseRefundFailed, FranchiseApproved,
}

//go:embed templates
var files embed.FS

var (
	asText   = template.Must(template.ParseFS(files, "templates/letter.txt"))
	asHTML   = htmltemplate.Must(htmltemplate.ParseFS(files, "templates/letter.html"))
	speeches = load()
)

// text is a template of one piece of a letter.
type text struct{ *template.Template }

// UnmarshalText parses the piece. A value that is missing is an error, not a gap.
func (t *text) UnmarshalText(written []byte) error {
	parsed, err := template.New("").Option("missingkey=error").Parse(string(written))
	t.Template = parsed
	return err
}

func (t text) fill(values map[string]string) (string, error) {
	var out strings.Builder
	err := t.Execute(&out, values)
	return out.String(), err
}

// speech is what is said in one language.
type speech struct {
	Greeting, NamelessGreeting text
	LinkHint, Closing          string
	// Labels are what facts are called.
	Labels  map[string]string
	Letters map[Letter]words
}

// words of one letter: Lines stand above the button, After below it. Without a Button there is no link.
type words struct {
	Subject text
	Lines   []text
	Button  string
	After   []text
}

func load() map[i18n.Language]speech {
	out := map[i18n.Language]speech{}
	for _, language := range i18n.Languages {
		content, err := files.ReadFile("templates/" + string(language) + ".json")
		if err == nil {
			var s speech
			err = json.Unmarshal(content, &s)
			out[language] = s
		}
		if err != nil {
			panic(fmt.Errorf("letters in %s: %w", language, err)) // the files are compiled in
		}
	}
	return out
}

// page is a letter as the layouts take it.
type page struct {
	Language         i18n.Language
	Direction        string
	Subject          string
	Greeting         string
	Lines, After     []string
	Facts            []Fact
	Button, Link     string
	LinkHint         string
	Closing, Address string
}

// write makes a message of a letter; site is the address that paths are of. Who reads none of the languages gets
// English.
func write(m Mail, site string) (Message, error) {
	language := m.To.Language
	said, known := speeches[language]
	if !known {
		language, said = i18n.English, speeches[i18n.English]
	}
	letter, known := said.Letters[m.Letter]
	if !known {
		return Message{}, fmt.Errorf("there is no letter %q", m.Letter)
	}
	p, err := compose(said, letter, m, language)
	if err != nil {
		return Message{}, fmt.Errorf("write %s in %s: %w", m.Letter, language, err)
	}
	p.Address = site
	if p.Button != "" {
		p.Link = site + m.Path
	}
	var plain, html strings.Builder
	if err := asText.Execute(&plain, p); err != nil {
		return Message{}, fmt.Errorf("write %s in %s: %w", m.Letter, language, err)
	}
	if err := asHTML.Execute(&html, p); err != nil {
		return Message{}, fmt.Errorf("write %s in %s: %w", m.Letter, language, err)
	}
	return Message{To: m.To.Email, Name: m.To.Name, Language: language, Subject: p.Subject, Text: plain.String(), HTML: html.String(), Files: m.Files}, nil
}

func compose(said speech, letter words, m Mail, language i18n.Language) (page, error) {
	values := map[string]string{}
	for name, value := range m.Values {
		values[name] = isolate(language, value)
	}
	greeting := said.NamelessGreeting
	if presentable(m.To.Name) {
		greeting = said.Greeting
		values["name"] = isolate(language, m.To.Name)
	}
	p := page{Language: language, Direction: "ltr", Button: letter.Button, LinkHint: said.LinkHint, Closing: said.Closing}
	if language == i18n.Arabic {
		p.Direction = "rtl"
	}
	var err error
	filled := func(t text) string {
		out, failed := t.fill(values)
		if failed != nil {
			err = failed
		}
		return out
	}
	p.Subject, p.Greeting = filled(letter.Subject), filled(greeting)
	p.Lines, p.After = paragraphs(filled, letter.Lines), paragraphs(filled, letter.After)
	for _, fact := range m.Facts {
		if fact.Value == "" {
			continue
		}
		label, known := said.Labels[fact.Name]
		if !known {
			return p, fmt.Errorf("no fact is called %q", fact.Name)
		}
		value := isolate(language, fact.Value)
		if slices.Contains(leftToRight, fact.Name) && value != fact.Value {
			value = "\u2066" + inOrder(fact.Value) + "\u2069"
		}
		p.Facts = append(p.Facts, Fact{Name: label, Value: value})
	}
	return p, err
}

// paragraphs fills lines, and leaves out those that come to nothing.
func paragraphs(filled func(text) string, lines []text) []string {
	var out []string
	for _, line := range lines {
		if said := filled(line); said != "" {
			out = append(out, said)
		}
	}
	return out
}

// leftToRight are the facts that are written from left to right whatever letters stand in them: 12345-أ-6 is a number plate.
var leftToRight = []string{"plate", "formerPlate", "phone"}

// inOrder keeps figures behind an Arabic letter from changing sides with it: a left-to-right mark stands between them.
func inOrder(text string) string {
	var out strings.Builder
	arabic := false
	for _, r := range text {
		if arabic && !unicode.Is(unicode.Arabic, r) {
			out.WriteRune('\u200e')
		}
		arabic = unicode.Is(unicode.Arabic, r)
		out.WriteRune(r)
	}
	return out.String()
}

// isolate keeps a value that may run the other way, an address in an Arabic sentence or an Arabic name in a French one, from
// mixing with what stands around it (Unicode Standard Annex 9: first strong isolate).
func isolate(language i18n.Language, value string) string {
	arabic := func(r rune) bool { return unicode.Is(unicode.Arabic, r) }
	if value == "" || language != i18n.Arabic && !strings.ContainsFunc(value, arabic) {
		return value
	}
	return "\u2068" + value + "\u2069"
}

// presentable tells whether a name may stand in a greeting. Anybody can register somebody else's address under a name
// that reads like a link, and have us mail it.
func presentable(name string) bool {
	return name != "" && !strings.ContainsAny(name, "/:@\\.")
}
