package document

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
	"rihla/internal/platform/pdf"
)

//go:embed words
var files embed.FS

// words are what a document says in one language. {names} in them are filled in.
type words struct {
	Months                                                                                           [12]string
	Time, Amount, Decimal, Thousands, Page, MadeOn                                                   string
	Contract, Receipt                                                                                string
	Parties, Franchise, Customer, Address, Phone, Email                                              string
	Motorcycle, Model, Year, Registration, Engine, EngineSize                                        string
	Rental, Reference, Days, From, To, Pickup, Delivery, Dropoff                                     string
	Price, What, Quantity, UnitPrice, Sum, RentalLine                                                string
	PerDay, PerRental, Free, Total                                                                   string
	Cancellation, CancelFull, CancelPartial, CancelNone, CancelForfeited                             string
	Conditions                                                                                       string
	ConditionTexts                                                                                   []string
	SignCustomer, SignFranchise                                                                      string
	Payments, Date, Kind, GatewayReference, Paid, GivenBack, PaidAtCounter, GivenBackAtCounter, Kept string
	Statement, Code, Month, MonthOf, Day, StatementNote, Unfinished                                  string
	Opening, BookingsPaid, RefundsPromised, CommissionTaken, EarnedNet                               string
	Closing, Entries, NothingEarned, BookingPaid, RefundPromised, Correction                         string
	AtCounter, TakenAtCounter, CounterPaid, CounterGiven                                             string
	Gross, Commission, Net, Balance, FranchiseName                                                   string
}

var languages = load()

func load() map[i18n.Language]words {
	out := map[i18n.Language]words{}
	for _, language := range i18n.Languages {
		content, err := files.ReadFile("words/" + string(language) + ".json")
		if err == nil {
			var w words
			decoder := json.NewDecoder(bytes.NewReader(content))
			decoder.DisallowUnknownFields()
			err = decoder.Decode(&w)
			out[language] = w
		}
		if err != nil {
			panic(fmt.Errorf("documents in %s: %w", language, err)) // the files are compiled in
		}
	}
	return out
}

// wordsOf are the words of a language; of one that is not spoken, English.
func wordsOf(language i18n.Language) (i18n.Language, words) {
	w, known := languages[language]
	if !known {
		return i18n.English, languages[i18n.English]
	}
	return language, w
}

// fill puts values, name by name, into a text.
func fill(text string, pairs ...string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}

// amount is money as people of the language read it, with two decimals.
func (w words) amount(a money.Amount) string { return fill(w.Amount, "amount", w.number(a)) }

// foreign is money in another currency than the dirham.
func (w words) foreign(a money.Amount, currency string) string {
	return w.number(a) + "\u00a0" + currency
}

// number is money without its currency.
func (w words) number(a money.Amount) string {
	whole, decimals, _ := strings.Cut(a.String(), ".")
	sign := ""
	if whole[0] == '-' {
		sign, whole = "-", whole[1:]
	}
	grouped := ""
	for len(whole) > 3 {
		grouped = w.Thousands + whole[len(whole)-3:] + grouped
		whole = whole[:len(whole)-3]
	}
	return "\u2066" + sign + whole + grouped + w.Decimal + decimals + "\u2069"
}

// time is an instant on the wall clock of Casablanca.
func (w words) time(t time.Time) string {
	wall := clock.Wall(t)
	return fill(w.Time, "day", strconv.Itoa(wall.Day()), "month", w.Months[wall.Month()-1], "year", strconv.Itoa(wall.Year()), "clock", wall.Format("15:04"))
}

// month and day are those of Casablanca's calendar in which an instant lies. A day has no year: it stands in a statement's lines,
// below its month, where no cell is to break.
func (w words) month(t time.Time) string {
	wall := clock.Wall(t)
	return fill(w.MonthOf, "month", w.Months[wall.Month()-1], "year", strconv.Itoa(wall.Year()))
}

func (w words) day(t time.Time) string {
	wall := clock.Wall(t)
	return pdf.LeftToRight(fill(w.Day, "day", wall.Format("02"), "month", wall.Format("01")))
}

// plate is a registration number in the order in which its parts stand on the plate: "12345-أ-6". What follows a letter
// from right to left would take its direction otherwise.
func plate(registration string) string {
	const leftToRight = "\u200E"
	var out strings.Builder
	for _, r := range pdf.Clean(registration) {
		out.WriteRune(r)
		if r > 0x7F {
			out.WriteString(leftToRight)
		}
	}
	return "\u2066" + out.String() + "\u2069"
}
