package simulator

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// refund is money that went back. They all succeed at once here, until TakeBack.
type refund struct {
	ID       string            `json:"id"`
	Amount   int64             `json:"amount"`
	Created  time.Time         `json:"created"`
	Metadata map[string]string `json:"metadata"`
	// Failed says that the payer's bank returned it.
	Failed bool `json:"failed"`
}

func (s *session) refunded() int64 {
	var sum int64
	for _, r := range s.Refunds {
		if !r.Failed {
			sum += r.Amount
		}
	}
	return sum
}

// TakeBack fails the first refund of a session that has not failed, as when the payer's bank returns it, and reports that.
// reference is the session's client_reference_id. It returns false when there is none.
func (s *Simulator) TakeBack(reference string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, of := range s.books.Charges {
		if of.ClientReferenceID != reference {
			continue
		}
		for i := range of.Refunds {
			if of.Refunds[i].Failed {
				continue
			}
			of.Refunds[i].Failed = true
			if err := s.books.Save(); err != nil {
				return false, err
			}
			for _, kind := range []string{"refund.updated", "charge.refund.updated", "refund.failed"} {
				s.announce(kind, of.wireRefund(of.Refunds[i]), 1)
			}
			return true, nil
		}
	}
	return false, nil
}

func (s *session) wireRefund(r refund) map[string]any {
	status, reason := "succeeded", any(nil)
	if r.Failed {
		status, reason = "failed", "lost_or_stolen_card"
	}
	return map[string]any{
		"id": r.ID, "object": "refund", "amount": r.Amount, "currency": s.Currency, "charge": s.charge(), "payment_intent": s.Intent,
		"metadata": r.Metadata, "status": status, "failure_reason": reason, "created": r.Created.Unix(),
	}
}

func (s *session) wireCharge() map[string]any {
	return map[string]any{
		"id": s.charge(), "object": "charge", "amount": s.Amount, "amount_refunded": s.refunded(), "captured": true, "paid": true,
		"currency": s.Currency, "livemode": false, "metadata": s.IntentMetadata, "payment_intent": s.Intent,
		"refunded": s.refunded() == s.Amount, "status": "succeeded",
	}
}

func (s *Simulator) createRefund(c call) reply {
	of := s.books.byIntent(c.form.Get("payment_intent"))
	if of == nil {
		return missing("payment_intent", c.form.Get("payment_intent"))
	}
	left := of.Amount - of.refunded()
	amount := left
	if given := c.form.Get("amount"); given != "" {
		var err error
		if amount, err = strconv.ParseInt(given, 10, 64); err != nil || amount < 1 {
			return refusal(http.StatusBadRequest, "parameter_invalid_integer", "This value must be greater than or equal to 1.")
		}
	}
	switch {
	case of.PaymentStatus != paymentPaid:
		return refusal(http.StatusBadRequest, "", "This PaymentIntent does not have a successful charge to refund.")
	case left == 0:
		return refusal(http.StatusBadRequest, "charge_already_refunded", "Charge %s has already been refunded.", of.charge())
	case amount > left:
		return refusal(http.StatusBadRequest, "", "Refund amount (%d) is greater than unrefunded amount on charge (%d)", amount, left)
	}
	made := refund{ID: "re_" + random(12), Amount: amount, Created: s.clock.Now(), Metadata: map[string]string{}}
	for field := range c.form {
		if name, isMeta := strings.CutPrefix(field, "metadata["); isMeta {
			made.Metadata[strings.TrimSuffix(name, "]")] = c.form.Get(field)
		}
	}
	of.Refunds = append(of.Refunds, made)
	s.announce("charge.refunded", of.wireCharge(), 1)
	s.announce("refund.created", of.wireRefund(made), 1)
	return ok(of.wireRefund(made))
}

func (s *Simulator) listRefunds(c call) reply {
	list := []any{}
	if of := s.books.byIntent(c.form.Get("payment_intent")); of != nil {
		for _, r := range of.Refunds {
			list = append(list, of.wireRefund(r))
		}
	}
	return ok(map[string]any{"object": "list", "url": "/v1/refunds", "has_more": false, "data": list})
}

func (s *Simulator) getRefund(c call) reply {
	for _, of := range s.books.Charges {
		for _, r := range of.Refunds {
			if r.ID == c.PathValue("id") {
				return ok(of.wireRefund(r))
			}
		}
	}
	return missing("refund", c.PathValue("id"))
}
