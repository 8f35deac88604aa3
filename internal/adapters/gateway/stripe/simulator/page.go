package simulator

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"rihla/internal/adapters/gateway/simulator/courier"
	"rihla/internal/adapters/gateway/simulator/paypage"
	"rihla/internal/platform/money"
)

// page is the address of a session's pay page.
func (s *Simulator) page(id string) string { return s.base.String() + "/c/pay/" + id }

func (s *Simulator) style() string { return s.base.Path + "/c/style.css" }

func (s *Simulator) newPage(of *session) paypage.Page {
	page := paypage.Page{
		Language: of.Locale, Gateway: "Stripe", Style: s.style(), Action: s.base.Path + "/c/pay/" + of.ID, Amount: money.Amount(of.Amount),
		Currency: strings.ToUpper(of.Currency), Merchant: s.config.Merchant, Description: of.Name, Leads: []string{of.SuccessURL, of.CancelURL},
	}
	if of.Status != sessionOpen {
		page.Return = of.returnURL()
	}
	return page
}

// returnURL is where the payer goes from a session that is over.
func (s *session) returnURL() string {
	if s.Status == sessionComplete {
		return s.SuccessURL
	}
	return s.CancelURL
}

func (s *Simulator) showPayPage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := s.find(r.PathValue("id"))
	if of == nil {
		paypage.Refuse(w, s.style(), "There is no such payment.", s.log)
		return
	}
	s.newPage(of).Show(w, http.StatusOK, s.log)
}

// pay carries out what the payer chose. A card that the bank declines leaves the page open for another, and so does
// leaving: the merchant hears of neither, as with Stripe.
func (s *Simulator) pay(w http.ResponseWriter, r *http.Request) {
	form, readable := paypage.ReadForm(w, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	of := s.find(r.PathValue("id"))
	if !readable || of == nil {
		paypage.Refuse(w, s.style(), "There is no such payment.", s.log)
		return
	}
	if of.Status != sessionOpen {
		// A second click finds the session over and only follows it.
		http.Redirect(w, r, of.returnURL(), http.StatusSeeOther)
		return
	}
	if form.Cancel {
		http.Redirect(w, r, of.CancelURL, http.StatusSeeOther)
		return
	}
	page := s.newPage(of)
	if !page.Fill(form, s.clock.Now()) {
		page.Show(w, http.StatusUnprocessableEntity, s.log)
		return
	}
	if of.Intent == "" {
		of.Intent = "pi_" + random(12)
	}
	if of.Declined = form.Card == paypage.Declines; !of.Declined {
		of.Status = sessionComplete
		if form.Card == paypage.Slow {
			of.ApproveAt = s.clock.Now().Add(s.config.PendingDelay)
		} else {
			of.PaymentStatus = paymentPaid
		}
	}
	if err := s.books.Save(); err != nil {
		paypage.Fail(w, err, s.log)
		return
	}
	if of.Declined {
		page.Refused = true
		page.Show(w, http.StatusPaymentRequired, s.log)
		return
	}
	switch form.Card {
	case paypage.Silent:
	case paypage.Thrice:
		s.announce("checkout.session.completed", s.wire(of, false), 3)
	default:
		s.announce("checkout.session.completed", s.wire(of, false), 1)
	}
	if of.pending() {
		s.approveLater(of)
	}
	http.Redirect(w, r, of.SuccessURL, http.StatusSeeOther)
}

// approveLater approves the slow card of a session when its time has come.
func (s *Simulator) approveLater(of *session) {
	s.courier.After(of.ApproveAt.Sub(s.clock.Now()), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		of.PaymentStatus = paymentPaid
		if err := s.books.Save(); err != nil {
			s.log.Error("stripe's simulator: approve a slow card", "error", err)
			return
		}
		s.announce("checkout.session.async_payment_succeeded", s.wire(of, false), 1)
	})
}

// announce posts an event in the background, times over, signed anew at every try.
func (s *Simulator) announce(kind string, about any, times int) {
	body, err := json.Marshal(map[string]any{
		"id": "evt_" + random(12), "object": "event", "api_version": "2026-03-25.dahlia", "created": s.clock.Now().Unix(), "livemode": false,
		"type": kind, "data": map[string]any{"object": about},
	})
	if err != nil {
		s.log.Error("stripe's simulator: write an event", "error", err)
		return
	}
	s.courier.Send(courier.Letter{To: s.config.WebhookURL, Body: body, Header: func() http.Header { return s.Sign(body) }}, times)
}

// Sign returns the headers of a delivery of body at this moment.
func (s *Simulator) Sign(body []byte) http.Header {
	at := s.clock.Now().Unix()
	mac := hmac.New(sha256.New, []byte(s.config.WebhookSecret))
	_, _ = fmt.Fprintf(mac, "%d.%s", at, body)
	header := http.Header{}
	header.Set("Stripe-Signature", fmt.Sprintf("t=%d,v1=%s", at, hex.EncodeToString(mac.Sum(nil))))
	return header
}
