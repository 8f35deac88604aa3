package simulator

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"rihla/internal/platform/money"
)

// refund is money that went back. They are all completed at once here, until TakeBack.
type refund struct {
	ID       string       `json:"id"`
	Amount   money.Amount `json:"amount"`
	Created  time.Time    `json:"created"`
	CustomID string       `json:"customId"`
	// Failed says that the payer's bank did not take it.
	Failed bool `json:"failed"`
}

func (o *order) refunded() money.Amount {
	var sum money.Amount
	for _, r := range o.Refunds {
		if !r.Failed {
			sum += r.Amount
		}
	}
	return sum
}

// TakeBack fails the first refund of an order that has not failed, as when the payer's bank does not take it, and reports that.
// The order's custom id begins with custom. It returns false when there is none.
func (s *Simulator) TakeBack(custom string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, of := range s.books.Charges {
		if !strings.HasPrefix(of.CustomID, custom) {
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
			s.announce("PAYMENT.REFUND.FAILED", s.wireRefund(of, of.Refunds[i]), 1)
			return true, nil
		}
	}
	return false, nil
}

func (s *Simulator) wireRefund(of *order, r refund) map[string]any {
	status, details := "COMPLETED", map[string]string{}
	if r.Failed {
		status, details = "FAILED", map[string]string{"reason": "RETURNED"}
	}
	return map[string]any{
		"id": r.ID, "status": status, "status_details": details, "amount": wireAmount(r.Amount, of.Currency), "custom_id": r.CustomID,
		"create_time": r.Created.UTC().Format(time.RFC3339),
		"links": []map[string]string{
			{"href": s.base.String() + "/v2/payments/refunds/" + r.ID, "rel": "self", "method": "GET"},
			{"href": s.base.String() + "/v2/payments/captures/" + of.captureID(), "rel": "up", "method": "GET"},
		},
	}
}

func (s *Simulator) refundCapture(r *http.Request, body []byte) reply {
	of := s.books.byCapture(r.PathValue("id"))
	var in struct {
		Amount   *amount `json:"amount"`
		CustomID string  `json:"custom_id"`
	}
	if of == nil {
		return missing()
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return invalid("INVALID_PARAMETER_SYNTAX", "The body is not a refund.")
	}
	left := of.Amount - of.refunded()
	made := refund{ID: "REF" + random(7), Amount: left, Created: s.clock.Now(), CustomID: in.CustomID}
	if in.Amount != nil {
		value, readable := in.Amount.read()
		switch {
		case !readable:
			return invalid("INVALID_PARAMETER_VALUE", "The amount must be greater than zero, with two decimals.")
		case in.Amount.Currency != of.Currency:
			return unprocessable("REFUND_CURRENCY_MISMATCH", "Refund must be in the same currency as the capture.")
		}
		made.Amount = value
	}
	switch {
	case of.Capture != captureCompleted:
		return unprocessable("PENDING_CAPTURE", "Cannot initiate a refund as the capture is pending.")
	case left == 0:
		return unprocessable("CAPTURE_FULLY_REFUNDED", "The capture has already been fully refunded.")
	case made.Amount > left:
		return unprocessable("REFUND_AMOUNT_EXCEEDED", "The refund amount must be less than or equal to the capture amount that has not yet been refunded.")
	}
	of.Refunds = append(of.Refunds, made)
	s.announce("PAYMENT.CAPTURE.REFUNDED", s.wireRefund(of, made), 1)
	return reply{http.StatusCreated, s.wireRefund(of, made)}
}

func (s *Simulator) getRefund(r *http.Request) reply {
	for _, of := range s.books.Charges {
		for _, made := range of.Refunds {
			if made.ID == r.PathValue("id") {
				return reply{http.StatusOK, s.wireRefund(of, made)}
			}
		}
	}
	return missing()
}
