package document

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"rihla/internal/payment"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
	"rihla/internal/platform/pdf"
)

// brand is the product's name, at the head of every page.
const brand = "Rihla"

// renderer writes one document in one language.
type renderer struct {
	*pdf.Document
	words words
	facts facts
}

// render makes the file. The same facts, language and instant give the same bytes.
func render(kind Kind, f facts, language i18n.Language, made time.Time) ([]byte, error) {
	language, w := wordsOf(language)
	title := w.Contract
	if kind == Receipt {
		title = w.Receipt
	}
	pages, err := begin(title+" "+pdf.LeftToRight(f.Reference), w, language, made)
	if err != nil {
		return nil, err
	}
	r := &renderer{Document: pages, words: w, facts: f}
	r.Title(title)
	r.parties()
	r.rental()
	r.price()
	if kind == Receipt {
		r.payments()
	} else {
		r.terms()
	}
	return r.Bytes()
}

// begin is a document without content; topic stands at the head of its pages.
func begin(topic string, w words, language i18n.Language, made time.Time) (*pdf.Document, error) {
	return pdf.New(pdf.Options{
		Language: string(language), Brand: brand, Topic: topic, Made: made, Foot: fill(w.MadeOn, "time", w.time(made)),
		Page: func(page, pages int) string {
			return fill(w.Page, "page", strconv.Itoa(page), "pages", strconv.Itoa(pages))
		},
	})
}

func (r *renderer) parties() {
	w := r.words
	r.Heading(w.Parties)
	lender, renter := r.facts.Franchise, r.facts.Customer
	r.Pairs(
		pdf.Pair{Name: w.Franchise, Value: pdf.Isolate(lender.Name)}, pdf.Pair{Name: w.Customer, Value: pdf.Isolate(renter.Name)},
		pdf.Pair{Name: w.Email, Value: pdf.LeftToRight(lender.Email)}, pdf.Pair{Name: w.Email, Value: pdf.LeftToRight(renter.Email)},
		pdf.Pair{Name: w.Phone, Value: pdf.LeftToRight(orDash(lender.Phone))}, pdf.Pair{Name: w.Phone, Value: pdf.LeftToRight(orDash(renter.Phone))},
		pdf.Pair{Name: w.Address, Value: pdf.Isolate(orDash(lender.Address))},
	)
}

func (r *renderer) rental() {
	w, f := r.words, r.facts
	r.Heading(w.Rental)
	pickup := w.Pickup
	if f.Delivery {
		pickup = w.Delivery
	}
	pairs := []pdf.Pair{
		{Name: w.Reference, Value: pdf.LeftToRight(f.Reference)}, {Name: w.Days, Value: strconv.Itoa(f.Days)},
		{Name: w.From, Value: w.time(f.Start)}, {Name: w.To, Value: w.time(f.End)},
		{Name: pickup, Value: pdf.Isolate(orDash(f.Pickup))}, {Name: w.Dropoff, Value: pdf.Isolate(orDash(f.Dropoff))},
		{Name: w.Motorcycle, Value: pdf.Isolate(f.Motorcycle.Model)}, {Name: w.Registration, Value: plate(f.Motorcycle.Registration)},
		{Name: w.Year, Value: strconv.Itoa(f.Motorcycle.Year)},
	}
	if f.Motorcycle.EngineCC > 0 {
		pairs = append(pairs, pdf.Pair{Name: w.Engine, Value: fill(w.EngineSize, "size", strconv.Itoa(f.Motorcycle.EngineCC))})
	}
	r.Pairs(pairs...)
}

func (r *renderer) price() {
	w, f := r.words, r.facts
	r.Heading(w.Price)
	rows := make([]pdf.Row, 0, len(f.Extras)+2)
	rows = append(rows, pdf.Row{Cells: []string{
		fill(w.RentalLine, "days", strconv.Itoa(f.Days)), strconv.Itoa(f.Days), w.amount(f.DayPrice), w.amount(f.Rental),
	}})
	for _, x := range f.Extras {
		unit, quantity, per := w.amount(x.Price), strconv.Itoa(x.Quantity), w.PerRental
		if x.PerDay {
			per = w.PerDay
			quantity += " × " + strconv.Itoa(f.Days)
		}
		if x.Free {
			unit, quantity, per = w.Free, strconv.Itoa(x.Quantity), ""
		}
		name := pdf.Isolate(x.Name)
		if per != "" {
			name += " (" + per + ")"
		}
		rows = append(rows, pdf.Row{Cells: []string{name, quantity, unit, w.amount(x.Amount)}})
	}
	rows = append(rows, pdf.Row{Cells: []string{w.Total, "", "", w.amount(f.Total)}, Strong: true})
	r.Table([]pdf.Column{
		{Name: w.What, Share: 0.46}, {Name: w.Quantity, Share: 0.12, Amount: true}, {Name: w.UnitPrice, Share: 0.21, Amount: true},
		{Name: w.Sum, Share: 0.21, Amount: true},
	}, rows)
}

// terms are what a contract says beside its facts.
func (r *renderer) terms() {
	w := r.words
	if l := r.facts.Ladder; l != nil {
		r.Heading(w.Cancellation)
		r.Paragraph(strings.Join(w.ladder(*l), " "))
	}
	conditions := make([]string, len(w.ConditionTexts))
	for i, text := range w.ConditionTexts {
		conditions[i] = strconv.Itoa(i+1) + ". " + text
	}
	r.Agreement(w.Conditions, conditions, w.SignCustomer, w.SignFranchise)
}

// ladder says what a cancellation gives back (D10), without steps that a franchise has not.
func (w words) ladder(l ladder) []string {
	var out []string
	if l.Percent < 100 || l.PartialHours == l.FullHours {
		out = append(out, fill(w.CancelFull, "hours", strconv.Itoa(l.FullHours)))
	}
	if l.PartialHours < l.FullHours && l.Percent > 0 {
		text := w.CancelPartial
		if l.Percent == 100 {
			text = w.CancelFull
		}
		out = append(out, fill(text, "hours", strconv.Itoa(l.PartialHours), "percent", strconv.Itoa(l.Percent)))
	}
	out = append(out, w.CancelNone)
	if l.Forfeited > 0 {
		out = append(out, fill(w.CancelForfeited, "percent", strconv.Itoa(l.Forfeited)))
	}
	return out
}

// brands are gateways as people know them.
var brands = map[string]string{"PAYZONE": "Payzone", "STRIPE": "Stripe", "PAYPAL": "PayPal"}

func brandOf(gateway string) string { return cmp.Or(brands[gateway], gateway) }

// payments are what a receipt says beside its facts.
func (r *renderer) payments() {
	w := r.words
	r.Heading(w.Payments)
	var rows []pdf.Row
	var kept money.Amount
	add := func(m movement, text, atCounter string, sign money.Amount) {
		kept += sign * m.Amount
		if m.Gateway == string(payment.Counter) {
			text = atCounter
		}
		what := fill(text, "gateway", pdf.LeftToRight(brandOf(m.Gateway)))
		if m.Currency != "" {
			what += ": " + w.foreign(sign*m.Charged, m.Currency)
		}
		rows = append(rows, pdf.Row{Cells: []string{w.time(m.At), what, pdf.LeftToRight(m.GatewayID), w.amount(sign * m.Amount)}})
	}
	for _, m := range r.facts.Taken {
		add(m, w.Paid, w.PaidAtCounter, 1)
	}
	for _, m := range r.facts.GivenBack {
		add(m, w.GivenBack, w.GivenBackAtCounter, -1)
	}
	rows = append(rows, pdf.Row{Cells: []string{w.Kept, "", "", w.amount(kept)}, Strong: true})
	r.Table([]pdf.Column{
		{Name: w.Date, Share: 0.27}, {Name: w.Kind, Share: 0.27}, {Name: w.GatewayReference, Share: 0.25}, {Name: w.Sum, Share: 0.21, Amount: true},
	}, rows)
}

// orDash is a text, or a sign that there is none.
func orDash(text string) string {
	if pdf.Clean(text) == "" {
		return "-"
	}
	return text
}
