package simulator

import (
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS []byte

var pages = template.Must(template.New("").Parse(pageHTML))

// words of the pay page, in one language.
type words struct {
	Lang, Title, Test, TestBody, Amount, Merchant, Order, Card, Expiry, ExpiryHint, CVV, Pay, Cancel, Cards, CardsHint string
	BadCard, UnknownCard, BadExpiry, PastExpiry, BadCVV, Fix, Ended, EndedBody, Back                                   string
	Behaviours                                                                                                         map[string]string
}

var english = words{
	Lang: "en", Title: "Secure payment", Test: "Test gateway", TestBody: "No card is charged here and nothing you type leaves this machine.",
	Amount: "Amount", Merchant: "Merchant", Order: "Order", Card: "Card number", Expiry: "Expiry date", ExpiryHint: "MM/YY",
	CVV: "Security code", Pay: "Pay", Cancel: "Cancel", Cards: "Test cards", CardsHint: "Any future date, any three digits.",
	BadCard: "This is not a card number.", UnknownCard: "The test gateway takes the test cards below only.",
	BadExpiry: "Write the month and the year: MM/YY.", PastExpiry: "This card has expired.", BadCVV: "The code has three or four digits.",
	Fix: "Please check the fields below.", Ended: "This payment is finished.", EndedBody: "You can return to the merchant.", Back: "Return to the merchant",
	Behaviours: map[string]string{
		cardApproves: "approved", cardDeclines: "declined by the bank", cardSlow: "stays pending, then approved",
		cardThrice: "approved, reported three times", cardSilent: "approved, the report is lost",
	},
}

var french = words{
	Lang: "fr", Title: "Paiement sécurisé", Test: "Passerelle de test", TestBody: "Aucune carte n’est débitée ici et rien de ce que vous saisissez ne quitte cette machine.",
	Amount: "Montant", Merchant: "Commerçant", Order: "Commande", Card: "Numéro de carte", Expiry: "Date d’expiration", ExpiryHint: "MM/AA",
	CVV: "Code de sécurité", Pay: "Payer", Cancel: "Annuler", Cards: "Cartes de test", CardsHint: "Une date future et trois chiffres quelconques.",
	BadCard: "Ceci n’est pas un numéro de carte.", UnknownCard: "La passerelle de test n’accepte que les cartes de test ci-dessous.",
	BadExpiry: "Indiquez le mois et l’année : MM/AA.", PastExpiry: "Cette carte a expiré.", BadCVV: "Le code comporte trois ou quatre chiffres.",
	Fix: "Veuillez vérifier les champs ci-dessous.", Ended: "Ce paiement est terminé.", EndedBody: "Vous pouvez retourner chez le commerçant.", Back: "Retourner chez le commerçant",
	Behaviours: map[string]string{
		cardApproves: "acceptée", cardDeclines: "refusée par la banque", cardSlow: "reste en attente, puis acceptée",
		cardThrice: "acceptée, signalée trois fois", cardSilent: "acceptée, le signalement se perd",
	},
}

func wordsFor(locale string) words {
	if strings.HasPrefix(locale, "en") {
		return english
	}
	return french
}

// Test cards, without spaces.
const (
	cardApproves = "4111111111111111"
	cardDeclines = "4000000000000002"
	cardSlow     = "4000000000000119"
	cardThrice   = "4000000000000259"
	cardSilent   = "4000000000000341"
)

type testCard struct{ Number, Behaviour string }

// payPage is what the template shows.
type payPage struct {
	Words                        words
	Style, Action                string
	Amount, Currency             string
	Merchant, Order, Description string
	Card, Expiry                 string
	CardError, ExpiryError       string
	CVVError                     string
	Cards                        []testCard
	// Return is the merchant's address on a finished payment's page; "" shows the form.
	Return string
}

// Invalid tells whether a field was refused.
func (p payPage) Invalid() bool { return p.CardError != "" || p.ExpiryError != "" || p.CVVError != "" }

func (s *Simulator) newPage(c charge) payPage {
	w := wordsFor(c.Launch.CustomerLocale)
	amount := c.Amount.String()
	if w.Lang == french.Lang {
		amount = strings.Replace(amount, ".", ",", 1)
	}
	page := payPage{
		Words: w, Style: s.base.Path + "/pwthree/style.css", Action: s.page(c.Token), Amount: amount, Currency: c.Launch.Currency,
		Merchant: c.Launch.MerchantAccount, Order: c.Launch.OrderID, Description: c.Launch.Description,
	}
	for _, number := range []string{cardApproves, cardDeclines, cardSlow, cardThrice, cardSilent} {
		grouped := number[:4] + " " + number[4:8] + " " + number[8:12] + " " + number[12:]
		page.Cards = append(page.Cards, testCard{grouped, w.Behaviours[number]})
	}
	return page
}

func (s *Simulator) showPayPage(w http.ResponseWriter, r *http.Request) {
	c, found := s.store.byPage(r.PathValue("token"))
	if !found {
		s.refuse(w, "There is no such payment.")
		return
	}
	page := s.newPage(c)
	if c.Status != statusOpen {
		page.Return = c.returnURL()
	}
	s.render(w, http.StatusOK, "pay", page, c)
}

// pay carries out what the payer chose.
func (s *Simulator) pay(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.refuse(w, "The form could not be read.")
		return
	}
	c, found := s.store.byPage(r.PathValue("token"))
	if !found {
		s.refuse(w, "There is no such payment.")
		return
	}
	cancel := r.PostForm.Has("cancel")
	card := strings.ReplaceAll(r.PostForm.Get("cardNumber"), " ", "")
	if !cancel && c.Status == statusOpen {
		page := s.newPage(c)
		page.Card, page.Expiry = r.PostForm.Get("cardNumber"), r.PostForm.Get("expiry")
		page.CardError = cardProblem(page.Words, card)
		page.ExpiryError = expiryProblem(page.Words, page.Expiry, s.clock.Now())
		page.CVVError = cvvProblem(page.Words, r.PostForm.Get("cvv"))
		if page.Invalid() {
			s.render(w, http.StatusUnprocessableEntity, "pay", page, c)
			return
		}
	}
	decided := false
	err := s.store.change(c.Launch.ChargeID, func(now *charge, _ bool) bool {
		// A second click finds the charge decided and only follows it.
		if decided = now.Status == statusOpen; decided {
			now.decide(card, cancel, s.clock.Now(), s.config.PendingDelay)
		}
		c = *now
		return decided
	})
	if err != nil {
		s.fail(w, err)
		return
	}
	if decided {
		s.report(c, card)
	}
	http.Redirect(w, r, c.returnURL(), http.StatusSeeOther)
}

// report sends the callbacks that a card's decision brings.
func (s *Simulator) report(c charge, card string) {
	switch {
	case c.Status == statusCharged && card == cardSilent:
	case c.Status == statusCharged && card == cardThrice:
		s.announce(c, 3)
	default:
		s.announce(c, 1)
	}
	if c.Status == statusPending {
		s.approveLater(c.Launch.ChargeID)
	}
}

// decide is what the bank says.
func (c *charge) decide(card string, cancel bool, now time.Time, pendingDelay time.Duration) {
	switch {
	case cancel:
		c.Status = statusCanceled
	case card == cardDeclines:
		c.Status = statusDeclined
		c.add(now, "CHARGE", "DECLINED", c.Amount, 51, "Insufficient funds")
	case card == cardSlow:
		c.Status = statusPending
		c.ApproveAt = now.Add(pendingDelay)
		c.add(now, "CHARGE", "PENDING", c.Amount, 0, "Pending")
	default:
		c.approve(now)
	}
}

func (c *charge) approve(now time.Time) {
	c.Status = statusCharged
	c.add(now, "CHARGE", "APPROVED", c.Amount, 0, "Approved")
}

// returnURL is where the payer goes from here.
func (c charge) returnURL() string {
	switch c.Status {
	case statusCanceled:
		return c.Launch.CancelURL
	case statusDeclined:
		return c.Launch.FailureURL
	default:
		return c.Launch.SuccessURL
	}
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

// refuse shows what is wrong with a request, on a page.
func (s *Simulator) refuse(w http.ResponseWriter, problem string) {
	page := struct{ Style, Problem string }{s.base.Path + "/pwthree/style.css", problem}
	s.render(w, http.StatusBadRequest, "refusal", page, charge{})
}

func (s *Simulator) fail(w http.ResponseWriter, err error) {
	s.log.Error("test gateway", "error", err)
	http.Error(w, "The test gateway failed; see the server's log.", http.StatusInternalServerError)
}

func (s *Simulator) render(w http.ResponseWriter, status int, name string, content any, c charge) {
	var page strings.Builder
	if err := pages.ExecuteTemplate(&page, name, content); err != nil {
		s.fail(w, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"+c.origins())
	w.WriteHeader(status)
	_, _ = w.Write([]byte(page.String()))
}

// origins are where the form's answer may lead: browsers hold redirects after a form to its form-action too.
func (c charge) origins() string {
	var all strings.Builder
	for _, address := range []string{c.Launch.SuccessURL, c.Launch.FailureURL, c.Launch.CancelURL} {
		if u, err := url.Parse(address); err == nil && u.Host != "" {
			origin := " " + u.Scheme + "://" + u.Host
			if !strings.Contains(all.String(), origin) {
				all.WriteString(origin)
			}
		}
	}
	return all.String()
}

func serveStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", "max-age=300")
	_, _ = w.Write(styleCSS)
}
