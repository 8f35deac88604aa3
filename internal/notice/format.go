package notice

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"rihla/internal/notify"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
)

// moment is a time on Morocco's clock, day first and with Latin figures in every language, as the site writes it. It stays
// on one line.
func moment(t time.Time) string { return clock.Wall(t).Format("02/01/2006\u00a015:04") }

// amount has two decimals and the dirham behind it, as the site writes it.
func amount(a money.Amount, language i18n.Language) string {
	currency := payment.MAD
	if language == i18n.Arabic {
		currency = "درهم"
	}
	return i18n.Decimal(language, a.String()) + "\u00a0" + currency
}

// charge names an amount in dirham and, where another currency was charged, what the payer's own bank says it was.
func charge(a money.Amount, charged *payment.Charged, language i18n.Language) string {
	if charged == nil {
		return amount(a, language)
	}
	return amount(a, language) + " (" + i18n.Decimal(language, charged.Amount.String()) + "\u00a0" + charged.Currency + ")"
}

// What a calendar file asks for (RFC 5546). A rental is published: it is no invitation, so that nobody is asked to accept it
// and no answer goes to the franchise, as a REQUEST would have calendar programs do. What was published is cancelled by CANCEL
// (section 4.1.3).
type method string

const (
	publish method = "PUBLISH"
	cancel  method = "CANCEL"
)

// calendarFile is the rental for a calendar program (RFC 5545). Times are in UTC; the programs show them on their own clock.
// A later file of a booking takes the place of an earlier one, and one that cancels takes it away: all have the same UID and
// organizer, and the time at which the booking became so, in seconds, as their sequence.
func (b story) calendarFile(m method, at time.Time) notify.File {
	const utc = "20060102T150405Z"
	status := "CONFIRMED"
	if m == cancel {
		status = "CANCELLED"
	}
	lines := []string{
		"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rihla//Bookings//EN", "METHOD:" + string(m), "BEGIN:VEVENT",
		"UID:" + b.ID.String() + "@rihla", "SEQUENCE:" + strconv.FormatInt(at.Unix(), 10), "DTSTAMP:" + at.UTC().Format(utc),
		"ORGANIZER;CN=" + parameter(b.FranchiseName) + ":mailto:" + b.ContactEmail, "STATUS:" + status,
		"DTSTART:" + b.StartDatetime.UTC().Format(utc), "DTEND:" + b.EndDatetime.UTC().Format(utc),
		"SUMMARY:" + escaped(fmt.Sprintf("%s %s · %s", b.Make, b.Model, b.Reference)), "LOCATION:" + escaped(b.place()),
		"END:VEVENT", "END:VCALENDAR",
	}
	var out strings.Builder
	for _, line := range lines {
		out.WriteString(folded(line) + "\r\n")
	}
	return notify.File{Name: b.Reference + ".ics", Type: "text/calendar; charset=utf-8; method=" + string(m), Content: []byte(out.String())}
}

// parameter is a text as a parameter's value, in quotes (RFC 6868).
func parameter(text string) string {
	return `"` + strings.NewReplacer("^", "^^", `"`, "^'", "\r\n", "^n", "\n", "^n", "\r", "^n").Replace(text) + `"`
}

// escaped is a text as a calendar's property holds it (RFC 5545 section 3.3.11).
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`).Replace(text)
}

// folded breaks a line after 75 bytes at most, between characters (RFC 5545 section 3.1).
func folded(line string) string {
	var out strings.Builder
	width := 0
	for _, r := range line {
		if size := len(string(r)); width+size > 74 {
			out.WriteString("\r\n ")
			width = size
		} else {
			width += size
		}
		out.WriteRune(r)
	}
	return out.String()
}
