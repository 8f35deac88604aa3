package simulator

import (
	"net/http"
	"time"

	"rihla/internal/adapters/gateway/simulator/paypage"
)

// newPage is the pay page of a charge.
func (s *Simulator) newPage(c charge) paypage.Page {
	page := paypage.Page{
		Language: c.Launch.CustomerLocale, Style: s.style(), Action: s.page(c.Token), Amount: c.Amount, Currency: c.Launch.Currency,
		Merchant: c.Launch.MerchantAccount, Description: c.Launch.Description,
		Leads: []string{c.Launch.SuccessURL, c.Launch.FailureURL, c.Launch.CancelURL},
	}
	if c.Status != statusOpen {
		page.Return = c.returnURL()
	}
	return page
}

func (s *Simulator) style() string { return s.base.Path + "/pwthree/style.css" }

func (s *Simulator) showPayPage(w http.ResponseWriter, r *http.Request) {
	c, found := s.store.byPage(r.PathValue("token"))
	if !found {
		s.refuse(w, "There is no such payment.")
		return
	}
	s.newPage(c).Show(w, http.StatusOK, s.log)
}

// pay carries out what the payer chose.
func (s *Simulator) pay(w http.ResponseWriter, r *http.Request) {
	form, ok := paypage.ReadForm(w, r)
	if !ok {
		s.refuse(w, "The form could not be read.")
		return
	}
	c, found := s.store.byPage(r.PathValue("token"))
	if !found {
		s.refuse(w, "There is no such payment.")
		return
	}
	if page := s.newPage(c); !form.Cancel && c.Status == statusOpen && !page.Fill(form, s.clock.Now()) {
		page.Show(w, http.StatusUnprocessableEntity, s.log)
		return
	}
	decided := false
	err := s.store.change(c.Launch.ChargeID, func(now *charge, _ bool) bool {
		// A second click finds the charge decided and only follows it.
		if decided = now.Status == statusOpen; decided {
			now.decide(form.Card, form.Cancel, s.clock.Now(), s.config.PendingDelay)
		}
		c = *now
		return decided
	})
	if err != nil {
		s.fail(w, err)
		return
	}
	if decided {
		s.report(c, form.Card)
	}
	http.Redirect(w, r, c.returnURL(), http.StatusSeeOther)
}

// report sends the callbacks that a card's decision brings.
func (s *Simulator) report(c charge, card string) {
	switch {
	case c.Status == statusCharged && card == paypage.Silent:
	case c.Status == statusCharged && card == paypage.Thrice:
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
	case card == paypage.Declines:
		c.Status = statusDeclined
		c.add(now, "CHARGE", "DECLINED", c.Amount, 51, "Insufficient funds")
	case card == paypage.Slow:
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

// refuse shows what is wrong with a request, on a page.
func (s *Simulator) refuse(w http.ResponseWriter, problem string) {
	paypage.Refuse(w, s.style(), problem, s.log)
}

func (s *Simulator) fail(w http.ResponseWriter, err error) { paypage.Fail(w, err, s.log) }
