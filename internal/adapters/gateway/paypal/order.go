package paypal

import (
	"encoding/json"
	"fmt"
	"strings"

	"rihla/internal/payment"
	"rihla/internal/platform/money"
)

// sum is an amount in PayPal's form.
type sum struct {
	Currency string       `json:"currency_code"`
	Value    decimalValue `json:"value"`
}

// decimalValue is an amount that is written as a text: "11.60".
type decimalValue money.Amount

// MarshalJSON writes a text.
func (v decimalValue) MarshalJSON() ([]byte, error) { return json.Marshal(money.Amount(v).String()) }

// UnmarshalJSON reads a text; nothing else is an amount of PayPal's.
func (v *decimalValue) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	amount, err := money.Parse(text)
	if err != nil {
		return err
	}
	*v = decimalValue(amount)
	return nil
}

// link leads to something that belongs to an answer.
type link struct {
	Href string `json:"href"`
	Rel  string `json:"rel"`
}

// order is what the API and webhooks tell of one.
type order struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Units  []unit `json:"purchase_units"`
	Links  []link `json:"links"`
	// said is the answer that told of it, as it came.
	said []byte
}

// unit is what an order is for. Ours have one.
type unit struct {
	CustomID string `json:"custom_id"`
	Amount   sum    `json:"amount"`
	Payments struct {
		Captures []capture `json:"captures"`
		Refunds  []refund  `json:"refunds"`
	} `json:"payments"`
}

// Statuses of captures and refunds.
const (
	completed         = "COMPLETED"
	pending           = "PENDING"
	partiallyRefunded = "PARTIALLY_REFUNDED"
	refunded          = "REFUNDED"
)

// capture is money that was taken, or was to be.
type capture struct {
	ID       string `json:"id"`
	Status   string `json:"status"`
	Amount   sum    `json:"amount"`
	CustomID string `json:"custom_id"`
	Details  struct {
		Reason string `json:"reason"`
	} `json:"status_details"`
	Related struct {
		IDs struct {
			OrderID string `json:"order_id"`
		} `json:"related_ids"`
	} `json:"supplementary_data"`
	Links []link `json:"links"`
}

// refund is money that went back.
type refund struct {
	ID       string `json:"id"`
	Status   string `json:"status"`
	Amount   sum    `json:"amount"`
	CustomID string `json:"custom_id"`
	Details  struct {
		Reason string `json:"reason"`
	} `json:"status_details"`
}

// customID is what we attach to an order to know it again: payment and booking. Captures carry it too, and refunds with their
// key behind it.
func customID(chargeID, orderID string) string { return chargeID + "/" + orderID }

// charged reads a customID.
func charged(custom string) (string, string) {
	chargeID, rest, _ := strings.Cut(custom, "/")
	orderID, _, _ := strings.Cut(rest, "/")
	return chargeID, orderID
}

// news puts a refund into our words. A status that is not known counts as under way.
func (r refund) news() payment.RefundNews {
	n := payment.RefundNews{ID: r.ID, State: payment.RefundSent}
	if parts := strings.Split(r.CustomID, "/"); len(parts) == 3 {
		n.Key = parts[2]
	}
	switch r.Status {
	case completed:
		n.State = payment.RefundDone
	case "FAILED", "CANCELLED":
		n.State, n.Reason = payment.RefundFailed, strings.TrimSpace(r.Status+" "+r.Details.Reason)
	}
	return n
}

// capture is the one that counts: the one that took the money, else one that may, else the last that did not.
func (o order) capture() (capture, bool) {
	var found capture
	has := false
	for _, unit := range o.Units {
		for _, c := range unit.Payments.Captures {
			if s := c.state(); s == payment.StatePaid || s == payment.StateRefunded {
				return c, true
			}
			if !has || found.Status != pending {
				found, has = c, true
			}
		}
	}
	return found, has
}

// state is what a capture means to a charge. It is paid when the capture is complete: an order that is may wait for its
// money.
func (c capture) state() payment.State {
	switch c.Status {
	case completed, partiallyRefunded:
		return payment.StatePaid
	case refunded:
		return payment.StateRefunded
	case pending:
		return payment.StatePending
	case "DECLINED":
		return payment.StateDeclined
	case "FAILED":
		return payment.StateError
	default:
		return payment.StateUnknown
	}
}

func (c capture) detail() string {
	return strings.TrimSpace(fmt.Sprintf("capture %s %s %s", c.ID, c.Status, c.Details.Reason))
}

// outcome puts an order into our words.
func (o order) outcome() payment.Outcome {
	out := payment.Outcome{TransactionID: o.ID, Detail: "order " + o.Status, Answer: o.said}
	if len(o.Units) != 1 {
		out.State, out.Mismatch = payment.StateUnknown, fmt.Sprintf("the order has %d units", len(o.Units))
		return out
	}
	unit := o.Units[0]
	out.ChargeID, out.OrderID = charged(unit.CustomID)
	out.Amount, out.Currency = money.Amount(unit.Amount.Value), unit.Amount.Currency
	c, captured := o.capture()
	if !captured {
		out.State = o.state()
		return out
	}
	out.Amount, out.Currency = money.Amount(c.Amount.Value), c.Amount.Currency
	out.State, out.Detail = c.state(), out.Detail+", "+c.detail()
	for _, r := range unit.Payments.Refunds {
		switch r.Status {
		case completed:
			out.Refunded += money.Amount(r.Amount.Value)
		case pending:
			out.RefundPending += money.Amount(r.Amount.Value)
		}
	}
	if out.State == payment.StatePaid && out.Refunded >= out.Amount {
		out.State = payment.StateRefunded
	}
	return out
}

// state is what an order without a capture means to a charge.
func (o order) state() payment.State {
	switch o.Status {
	case "CREATED", "SAVED", "PAYER_ACTION_REQUIRED":
		return payment.StateOpen
	case "APPROVED":
		return payment.StateApproved
	case "VOIDED":
		return payment.StateCancelled
	default:
		return payment.StateUnknown
	}
}
