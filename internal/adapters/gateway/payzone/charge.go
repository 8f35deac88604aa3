package payzone

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"rihla/internal/payment"
	"rihla/internal/platform/money"
)

// text reads any JSON scalar as a string: Payzone's integrations show ids and codes both quoted and bare. Anything
// else reads as "".
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	var quoted string
	switch {
	case json.Unmarshal(b, &quoted) == nil:
		*t = text(quoted)
	case len(b) > 0 && b[0] != '{' && b[0] != '[' && !bytes.Equal(b, []byte("null")):
		*t = text(b)
	default:
		*t = ""
	}
	return nil
}

// amount is "" or an amount in major units, quoted or bare.
func (t text) amount() (money.Amount, bool) {
	parsed, err := money.Parse(string(t))
	return parsed, err == nil
}

// charge is a charge as callbacks and the API show it. Times are left out: nothing depends on them, and their format
// varies.
type charge struct {
	ID              text `json:"id"`
	InternalID      text `json:"internalId"`
	OrderID         text `json:"orderId"`
	Status          text `json:"status"`
	Message         text `json:"message"`
	MerchantAccount text `json:"merchantAccount"`
	LineItem        struct {
		Amount   text `json:"amount"`
		Currency text `json:"currency"`
	} `json:"lineItem"`
	Amount       text          `json:"amount"`
	Currency     text          `json:"currency"`
	Transactions []transaction `json:"transactions"`
}

type transaction struct {
	GatewayProvidedID text `json:"gatewayProvidedId"`
	Type              text `json:"type"`
	State             text `json:"state"`
	Amount            text `json:"amount"`
	ResultCode        text `json:"resultCode"`
	ResponseText      text `json:"responseText"`
	ResultMessage     text `json:"resultMessage"`
}

func (t transaction) approved() bool { return t.State == "APPROVED" && t.ResultCode == "0" }

// parseCharge reads a charge, bare or wrapped in {"charge": ...}.
func parseCharge(body []byte) (charge, error) {
	var wrapped struct {
		Charge json.RawMessage `json:"charge"`
	}
	if err := json.Unmarshal(body, &wrapped); err == nil && len(wrapped.Charge) > 0 && wrapped.Charge[0] == '{' {
		body = wrapped.Charge
	}
	var c charge
	if err := json.Unmarshal(body, &c); err != nil {
		return charge{}, fmt.Errorf("read a charge: %w", err)
	}
	return c, nil
}

// price is what was charged and in what; 0 and "" when the charge does not say.
func (c charge) price() (money.Amount, string) {
	// lineItem is where Payzone puts it; older accounts show it at the top.
	for _, at := range []struct{ amount, currency text }{{c.LineItem.Amount, c.LineItem.Currency}, {c.Amount, c.Currency}} {
		if parsed, ok := at.amount.amount(); ok && at.currency != "" {
			return parsed, string(at.currency)
		}
	}
	return 0, ""
}

// states puts Payzone's words into ours. CHARGED is not among them: it needs an approved transaction too.
var states = map[text]payment.State{
	"CHARGE_PENDING":      payment.StatePending,
	"AUTHORIZED":          payment.StatePending,
	"AUTHORIZE_PENDING":   payment.StatePending,
	"PENDING":             payment.StateOpen,
	"REDIRECTED":          payment.StateOpen,
	"DECLINED":            payment.StateDeclined,
	"CANCELLED":           payment.StateCancelled,
	"AUTH_REVERSED":       payment.StateCancelled,
	"ERROR":               payment.StateError,
	"FAILED":              payment.StateError,
	"REFUNDED":            payment.StateRefunded,
	"REFUND_PENDING":      payment.StateRefunded,
	"CREDITED":            payment.StateRefunded,
	"CREDITED_PENDING":    payment.StateRefunded,
	"CHARGED_BACK":        payment.StateDisputed,
	"CHARGEBACK_PENDING":  payment.StateDisputed,
	"CHARGEBACK_REVERSED": payment.StateDisputed,
}

// outcome judges a charge. It is paid when the status is CHARGED and some transaction was approved with code 0:
// attempts that the bank declined may stand before it.
func (g *Gateway) outcome(c charge) payment.Outcome {
	o := payment.Outcome{
		ChargeID:      string(c.ID),
		OrderID:       string(c.OrderID),
		TransactionID: string(c.InternalID),
		Detail:        string(c.Status),
	}
	o.Amount, o.Currency = c.price()
	captured := false
	for _, t := range c.Transactions {
		switch t.Type {
		case "CHARGE", "SETTLE":
			captured = captured || t.approved()
		case "REFUND":
			value, ok := t.Amount.amount()
			if !ok {
				continue
			}
			if t.approved() {
				o.Refunded += value
			} else if t.State == "PENDING" {
				o.RefundPending += value
			}
		}
	}
	if n := len(c.Transactions); n > 0 {
		last := c.Transactions[n-1]
		if said := strings.TrimSpace(string(last.ResponseText + " " + last.ResultMessage)); said != "" {
			o.Detail += ": " + said
		}
	}

	if c.MerchantAccount != "" && string(c.MerchantAccount) != g.config.MerchantAccount {
		o.Mismatch = fmt.Sprintf("the charge is of merchant account %q", string(c.MerchantAccount))
	}
	if c.Status == "CHARGED" {
		o.State = payment.StatePaid
		switch {
		case !captured:
			o.Mismatch = "the charge counts as CHARGED without an approved transaction"
		case o.Currency == "":
			o.Mismatch = "the charge does not say how much was charged"
		case c.MerchantAccount == "":
			o.Mismatch = "the charge does not name its merchant account"
		}
		return o
	}
	state, known := states[c.Status]
	if !known {
		state = payment.StateUnknown
	}
	o.State = state
	return o
}

// Verify checks X-Callback-Signature. A genuine body that is not a charge is still an event: it must be kept.
func (g *Gateway) Verify(_ context.Context, body []byte, header payment.Header) (payment.Event, error) {
	if !callbackGenuine(g.config.NotificationKey, body, header.Get("X-Callback-Signature")) {
		return payment.Event{}, payment.ErrSignature
	}
	c, err := parseCharge(body)
	if err == nil {
		return payment.Event{Key: c.eventKey(), ChargeID: string(c.ID)}, nil
	}
	sum := sha256.Sum256(body)
	return payment.Event{Key: "unreadable:" + hex.EncodeToString(sum[:])}, nil
}

// eventKey is the same for two deliveries of the same news and differs as soon as anything differs that we act on.
// Payzone numbers no events.
func (c charge) eventKey() string {
	value, unit := c.price()
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%q %q %q %q %q %d %q", c.ID, c.InternalID, c.OrderID, c.Status, c.MerchantAccount, int64(value), unit)
	for _, t := range c.Transactions {
		_, _ = fmt.Fprintf(sum, " %q %q %q %q %q", t.GatewayProvidedID, t.Type, t.State, t.Amount, t.ResultCode)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Translate reads the body of a callback.
func (g *Gateway) Translate(body []byte) (payment.Outcome, error) {
	c, err := parseCharge(body)
	if err != nil {
		return payment.Outcome{}, payment.Fail(payment.Permanent, "%w", err)
	}
	return g.outcome(c), nil
}
