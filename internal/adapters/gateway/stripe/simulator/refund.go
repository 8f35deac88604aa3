package simulator

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// refund is money that went back. They all succeed at once here.
type refund struct {
	ID       string            `json:"id"`
	Amount   int64             `json:"amount"`
	Created  time.Time         `json:"created"`
	Metadata map[string]string `json:"metadata"`
}

func (s *session) refunded() int64 {
	var sum int64
	for _, r := range s.Refunds {
		sum += r.Amount
	}
	return sum
}

func (s *session) wireRefund(r refund) map[string]any {
	return map[string]any{
		"id": r.ID, "object": "refund", "amount": r.Amount, "currency": s.Currency, "charge": s.charge(), "payment_intent": s.Intent,
		"metadata": r.Metadata, "status": "succeeded", "created": r.Created.Unix(),
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
