// Package paypage is the hosted page that the simulated gateways show to payers: the same test cards, the same look and the
// same checks for all of them, in English and French. It takes no money, and knows no gateway's wire format.
package paypage

import (
	_ "embed"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rihla/internal/platform/money"
)

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS []byte

var pages = template.Must(template.New("").Parse(pageHTML))

// words of the pay page, in one language.
type words struct {
	Lang, Title, Test, TestBody, Amount, Merchant, Order, Card, Expiry, ExpiryHint, CVV, Pay, Cancel, Cards, CardsHint string
	BadCard, UnknownCard, BadExpiry, PastExpiry, BadCVV, Refused, Fix, Ended, EndedBody, Back                          string
	Behaviours                                                                                                         map[string]string
}

var english = words{
	Lang: "en", Title: "Secure payment", Test: "Test gateway", TestBody: "No card is charged here and nothing you type leaves this machine.",
	Amount: "Amount", Merchant: "Merchant", Order: "Order", Card: "Card number", Expiry: "Expiry date", ExpiryHint: "MM/YY",
	CVV: "Security code", Pay: "Pay", Cancel: "Cancel", Cards: "Test cards", CardsHint: "Any future date, any three digits.",
	BadCard: "This is not a card number.", UnknownCard: "The test gateway takes the test cards below only.",
	BadExpiry: "Write the month and the year: MM/YY.", PastExpiry: "This card has expired.", BadCVV: "The code has three or four digits.",
	Refused: "The bank declined this card. You can try another one.",
	Fix:     "Please check the fields below.", Ended: "This payment is finished.", EndedBody: "You can return to the merchant.", Back: "Return to the merchant",
	Behaviours: map[string]string{
		Approves: "approved", Declines: "declined by the bank", Slow: "stays pending, then approved",
		Thrice: "approved, reported three times", Silent: "approved, the report is lost",
	},
}

var french = words{
	Lang: "fr", Title: "Paiement sécurisé", Test: "Passerelle de test", TestBody: "Aucune carte n’est débitée ici et rien de ce que vous saisissez ne quitte cette machine.",
	Amount: "Montant", Merchant: "Commerçant", Order: "Commande", Card: "Numéro de carte", Expiry: "Date d’expiration", ExpiryHint: "MM/AA",
	CVV: "Code de sécurité", Pay: "Payer", Cancel: "Annuler", Cards: "Cartes de test", CardsHint: "Une date future et trois chiffres quelconques.",
	BadCard: "Ceci n’est pas un numéro de carte.", UnknownCard: "La passerelle de test n’accepte que les cartes de test ci-dessous.",
	BadExpiry: "Indiquez le mois et l’année : MM/AA.", PastExpiry: "Cette carte a expiré.", BadCVV: "Le code comporte trois ou quatre chiffres.",
	Refused: "La banque a refusé cette carte. Vous pouvez en essayer une autre.",
	Fix:     "Veuillez vérifier les champs ci-dessous.", Ended: "Ce paiement est terminé.", EndedBody: "Vous pouvez retourner chez le commerçant.", Back: "Retourner chez le commerçant",
	Behaviours: map[string]string{
		Approves: "acceptée", Declines: "refusée par la banque", Slow: "reste en attente, puis acceptée",
		Thrice: "acceptée, signalée trois fois", Silent: "acceptée, le signalement se perd",
	},
}

func wordsFor(locale string) words {
	if strings.HasPrefix(locale, "en") {
		return english
	}
	return french
}

// Cards that the pages take, by their numbers without spaces.
const (
	Approves = "4111111111111111"
	Declines = "4000000000000002"
	Slow     = "4000000000000119"
	Thrice   = "4000000000000259"
	Silent   = "4000000000000341"
)

// MaxForm is the largest form that is read, in bytes.
const MaxForm = 64 << 10

// Page is what a payer sees.
type Page struct {
	// Language is the merchant's wish: French unless it begins with "en".
	Language string
	// Gateway names the one that is simulated, beside the words "Test gateway"; "" for none.
	Gateway                         string
	Amount                          money.Amount
	Currency, Merchant, Description string
	// Style and Action are the addresses of the style sheet and of the form.
	Style, Action string
	// Return is the merchant's address on a finished payment's page; "" shows the form.
	Return string
	// Leads are where the form's answer may lead: browsers hold redirects after a form to its form-action too.
	Leads []string
	// Refused says that the bank declined the card that was tried last.
	Refused bool

	form                             Form
	cardError, expiryError, cvvError string
}

// Form is what a payer filled in.
type Form struct {
	// Card is the number without spaces.
	Card   string
	Cancel bool

	number, expiry, cvv string
}

// ReadForm reads a payer's form; false when it cannot be read.
func ReadForm(w http.ResponseWriter, r *http.Request) (Form, bool) {
	r.Body = http.MaxBytesReader(w, r.Body, MaxForm)
	if err := r.ParseForm(); err != nil {
		return Form{}, false
	}
	number := r.PostForm.Get("cardNumber")
	return Form{
		Card: strings.ReplaceAll(number, " ", ""), Cancel: r.PostForm.Has("cancel"),
		number: number, expiry: r.PostForm.Get("expiry"), cvv: r.PostForm.Get("cvv"),
	}, true
}

// Fill puts a form into the page, and tells whether it is in order.
func (p *Page) Fill(f Form, now time.Time) bool {
	w := wordsFor(p.Language)
	p.form = f
	p.cardError, p.expiryError, p.cvvError = cardProblem(w, f.Card), expiryProblem(w, f.expiry, now), cvvProblem(w, f.cvv)
	return p.cardError == "" && p.expiryError == "" && p.cvvError == ""
}

// Show writes the page.
func (p Page) Show(w http.ResponseWriter, status int, log *slog.Logger) {
	show := view{
		Words: wordsFor(p.Language), Gateway: p.Gateway, Style: p.Style, Action: p.Action, Amount: p.Amount.String(), Currency: p.Currency,
		Merchant: p.Merchant, Description: p.Description, Return: p.Return, Card: p.form.number, Expiry: p.form.expiry,
		CardError: p.cardError, ExpiryError: p.expiryError, CVVError: p.cvvError,
	}
	switch {
	case p.cardError != "" || p.expiryError != "" || p.cvvError != "":
		show.Summary = show.Words.Fix
	case p.Refused:
		show.Summary = show.Words.Refused
	}
	if show.Words.Lang == french.Lang {
		show.Amount = strings.Replace(show.Amount, ".", ",", 1)
	}
	for _, number := range []string{Approves, Declines, Slow, Thrice, Silent} {
		grouped := number[:4] + " " + number[4:8] + " " + number[8:12] + " " + number[12:]
		show.Cards = append(show.Cards, testCard{grouped, show.Words.Behaviours[number]})
	}
	render(w, status, "pay", show, p.Leads, log)
}

// Refuse shows what is wrong with a request, on a page.
func Refuse(w http.ResponseWriter, style, problem string, log *slog.Logger) {
	render(w, http.StatusBadRequest, "refusal", struct{ Style, Problem string }{style, problem}, nil, log)
}

// Fail says that the simulator itself broke.
func Fail(w http.ResponseWriter, err error, log *slog.Logger) {
	log.Error("test gateway", "error", err)
	http.Error(w, "The test gateway failed; see the server's log.", http.StatusInternalServerError)
}

type testCard struct{ Number, Behaviour string }

// view is what the template shows.
type view struct {
	Words                            words
	Gateway, Style, Action           string
	Amount, Currency                 string
	Merchant, Description            string
	Summary                          string
	Card, Expiry                     string
	CardError, ExpiryError, CVVError string
	Cards                            []testCard
	Return                           string
}

func cardProblem(w words, number string) string {
	if !luhn(number) {
		return w.BadCard
	}
	if _, known := w.Behaviours[number]; !known {
		return w.UnknownCard
	}
	return ""
}

// luhn is the check digit of card numbers (ISO/IEC 7812-1).
func luhn(number string) bool {
	if len(number) < 12 || len(number) > 19 {
		return false
	}
	sum := 0
	for i := range len(number) {
		digit := int(number[len(number)-1-i]) - '0'
		if digit < 0 || digit > 9 {
			return false
		}
		if i%2 == 1 {
			digit *= 2
			if digit > 9 {
				digit -= 9
			}
		}
		sum += digit
	}
	return sum%10 == 0
}

func expiryProblem(w words, expiry string, now time.Time) string {
	month, year, ok := strings.Cut(strings.ReplaceAll(expiry, " ", ""), "/")
	m, badMonth := strconv.Atoi(month)
	y, badYear := strconv.Atoi(year)
	if !ok || badMonth != nil || badYear != nil || len(month) > 2 || len(year) != 2 || m < 1 || m > 12 || y < 0 {
		return w.BadExpiry
	}
	// A card is good to the end of its month.
	if !now.Before(time.Date(2000+y, time.Month(m)+1, 1, 0, 0, 0, 0, time.UTC)) {
		return w.PastExpiry
	}
	return ""
}

func cvvProblem(w words, cvv string) string {
	if len(cvv) < 3 || len(cvv) > 4 || strings.Trim(cvv, "0123456789") != "" {
		return w.BadCVV
	}
	return ""
}

func render(w http.ResponseWriter, status int, name string, content any, leads []string, log *slog.Logger) {
	var page strings.Builder
	if err := pages.ExecuteTemplate(&page, name, content); err != nil {
		Fail(w, err, log)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"+origins(leads))
	w.WriteHeader(status)
	_, _ = w.Write([]byte(page.String()))
}

// origins lists the origins of addresses, each after a blank.
func origins(addresses []string) string {
	var all strings.Builder
	for _, address := range addresses {
		if u, err := url.Parse(address); err == nil && u.Host != "" {
			origin := " " + u.Scheme + "://" + u.Host
			if !strings.Contains(all.String(), origin) {
				all.WriteString(origin)
			}
		}
	}
	return all.String()
}

// Near tells whether an address is the program's own, at whose base a simulator stands, or this machine's: a simulator leads
// payers and callbacks nowhere else.
func Near(base *url.URL, address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return false
	}
	if u.Scheme == base.Scheme && u.Host == base.Host {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// ServeStyle answers with the style sheet.
func ServeStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", "max-age=300")
	_, _ = w.Write(styleCSS)
}
