package simulator

import (
	"net/http"
	"net/url"

	"rihla/internal/adapters/gateway/simulator/paypage"
)

// page is the address of an order's pay page.
func (s *Simulator) page(id string) string {
	return s.base.String() + "/checkoutnow?token=" + url.QueryEscape(id)
}

func (s *Simulator) style() string { return s.base.Path + "/checkoutnow/style.css" }

func (s *Simulator) newPage(of *order) paypage.Page {
	page := paypage.Page{
		Language: of.Locale, Gateway: "PayPal", Style: s.style(), Action: s.base.Path + "/checkoutnow?token=" + of.ID, Amount: of.Amount,
		Currency: of.Currency, Merchant: s.config.Merchant, Description: of.Description, Leads: []string{of.ReturnURL, of.CancelURL},
	}
	if of.Status != orderWaits {
		page.Return = of.way(of.ReturnURL)
	}
	return page
}

// way is one of the merchant's addresses with what PayPal adds.
func (o *order) way(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	if u.RawQuery != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += "token=" + o.ID + "&PayerID=SIMULATED0000"
	return u.String()
}

func (s *Simulator) showPayPage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := s.find(r.URL.Query().Get("token"))
	if of == nil {
		paypage.Refuse(w, s.style(), "There is no such payment.", s.log)
		return
	}
	s.newPage(of).Show(w, http.StatusOK, s.log)
}

// pay carries out what the payer chose. Approving takes no money yet: that is for the merchant to ask for. A card that the
// bank declines leaves the page open for another, and so does leaving: the merchant hears of neither, as with PayPal.
func (s *Simulator) pay(w http.ResponseWriter, r *http.Request) {
	form, readable := paypage.ReadForm(w, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	of := s.find(r.URL.Query().Get("token"))
	if !readable || of == nil {
		paypage.Refuse(w, s.style(), "There is no such payment.", s.log)
		return
	}
	if of.Status != orderWaits {
		// A second click finds the order approved and only follows it.
		http.Redirect(w, r, of.way(of.ReturnURL), http.StatusSeeOther)
		return
	}
	if form.Cancel {
		http.Redirect(w, r, of.way(of.CancelURL), http.StatusSeeOther)
		return
	}
	page := s.newPage(of)
	if !page.Fill(form, s.clock.Now()) {
		page.Show(w, http.StatusUnprocessableEntity, s.log)
		return
	}
	if form.Card == paypage.Declines {
		page.Refused = true
		page.Show(w, http.StatusPaymentRequired, s.log)
		return
	}
	of.Status, of.Card = orderApproved, form.Card
	if err := s.books.Save(); err != nil {
		paypage.Fail(w, err, s.log)
		return
	}
	s.announce("CHECKOUT.ORDER.APPROVED", s.wire(of), of.reports())
	http.Redirect(w, r, of.way(of.ReturnURL), http.StatusSeeOther)
}
