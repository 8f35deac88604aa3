package paypal

import (
	"cmp"
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strings"
	"time"

	"rihla/internal/payment"
	"rihla/internal/platform/money"
)

// How far the time of a delivery may be from ours. PayPal repeats what was not taken for three days; what comes twice counts
// once.
const (
	oldest = 4 * 24 * time.Hour
	ahead  = 5 * time.Minute
)

// event is the envelope of what PayPal posts.
type event struct {
	ID       string          `json:"id"`
	Type     string          `json:"event_type"`
	Resource json.RawMessage `json:"resource"`
}

// resource is what the resources of all events may have in common.
type resource struct {
	ID       string `json:"id"`
	Status   string `json:"status"`
	CustomID string `json:"custom_id"`
	Units    []unit `json:"purchase_units"`
	// OrderID is the order's in events that are not about a whole one.
	OrderID string `json:"order_id"`
	// Disputed are the payments that a dispute is about.
	Disputed []struct {
		Custom string `json:"custom"`
	} `json:"disputed_transactions"`
}

// custom is the first customID that is there.
func (r resource) custom() string {
	custom := r.CustomID
	for _, unit := range r.Units {
		custom = cmp.Or(custom, unit.CustomID)
	}
	for _, disputed := range r.Disputed {
		custom = cmp.Or(custom, disputed.Custom)
	}
	return custom
}

// Verify checks a delivery's signature with PayPal's certificate. A genuine body that cannot be read is still an event: it
// must be kept.
func (g *Gateway) Verify(ctx context.Context, body []byte, header payment.Header) (payment.Event, error) {
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	if err := g.genuine(ctx, body, header); err != nil {
		return payment.Event{}, err
	}
	var e event
	if unreadable := json.Unmarshal(body, &e); unreadable != nil || e.ID == "" {
		sum := sha256.Sum256(body)
		return payment.Event{Key: "unreadable:" + hex.EncodeToString(sum[:])}, nil
	}
	var about resource
	if err := json.Unmarshal(e.Resource, &about); err != nil {
		return payment.Event{Key: e.ID}, nil
	}
	chargeID, _ := charged(about.custom())
	return payment.Event{Key: e.ID, ChargeID: chargeID}, nil
}

// genuine checks a signature: SHA-256 with RSA over id, time, webhook and the CRC-32 of the body, as a decimal number.
func (g *Gateway) genuine(ctx context.Context, body []byte, header payment.Header) error {
	forged := func(format string, args ...any) error {
		return fmt.Errorf("%w: "+format, append([]any{payment.ErrSignature}, args...)...)
	}
	if algorithm := header.Get("Paypal-Auth-Algo"); algorithm != "SHA256withRSA" {
		return forged("it is signed by %q", algorithm)
	}
	signature, err := base64.StdEncoding.DecodeString(header.Get("Paypal-Transmission-Sig"))
	if err != nil {
		return forged("the signature is not readable")
	}
	sent := header.Get("Paypal-Transmission-Time")
	at, err := time.Parse(time.RFC3339, sent)
	if err != nil {
		return forged("its time is not readable")
	}
	if age := g.clock.Now().Sub(at); age > oldest || age < -ahead {
		return forged("it was sent %s ago", age)
	}
	certificate, err := g.certs.find(ctx, header.Get("Paypal-Cert-Url"))
	if err != nil {
		return err
	}
	key, ok := certificate.PublicKey.(*rsa.PublicKey)
	if !ok {
		return forged("the certificate's key is not RSA")
	}
	digest := sha256.Sum256([]byte(signedText(header.Get("Paypal-Transmission-Id"), sent, g.config.WebhookID, body)))
	if err := rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], signature); err != nil {
		return forged("%w", err)
	}
	return nil
}

func signedText(id, at, webhookID string, body []byte) string {
	return fmt.Sprintf("%s|%s|%s|%d", id, at, webhookID, crc32.ChecksumIEEE(body))
}

// Translate reads an event: what became of an order, its capture or a refund.
func (g *Gateway) Translate(body []byte) (payment.Outcome, error) {
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		return payment.Outcome{}, payment.Fail(payment.Permanent, "read an event: %w", err)
	}
	var about resource
	_ = json.Unmarshal(e.Resource, &about) // an event that we do not know may be about anything
	out := payment.Outcome{State: payment.StateUnknown, Detail: e.Type}
	out.ChargeID, out.OrderID = charged(about.custom())
	switch e.Type {
	case "CHECKOUT.ORDER.APPROVED", "CHECKOUT.ORDER.COMPLETED", "CHECKOUT.ORDER.VOIDED":
		var o order
		if err := json.Unmarshal(e.Resource, &o); err != nil {
			return payment.Outcome{}, payment.Fail(payment.Permanent, "read an order: %w", err)
		}
		out = o.outcome()
		out.Detail = e.Type + ": " + out.Detail
	case "CHECKOUT.PAYMENT-APPROVAL.REVERSED":
		out.State, out.TransactionID = payment.StateCancelled, about.OrderID
	case "PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.PENDING", "PAYMENT.CAPTURE.DENIED", "PAYMENT.CAPTURE.DECLINED":
		var c capture
		if err := json.Unmarshal(e.Resource, &c); err != nil {
			return payment.Outcome{}, payment.Fail(payment.Permanent, "read a capture: %w", err)
		}
		out = c.outcome(e.Type)
	case "PAYMENT.CAPTURE.REFUNDED", "PAYMENT.REFUND.PENDING", "PAYMENT.REFUND.COMPLETED", "PAYMENT.REFUND.FAILED", "PAYMENT.REFUND.CANCELLED":
		// The refund's own row says what it is to the product; unless it failed, this is for the records.
		var r refund
		if err := json.Unmarshal(e.Resource, &r); err != nil {
			return payment.Outcome{}, payment.Fail(payment.Permanent, "read a refund: %w", err)
		}
		out.State, out.Detail = payment.StateRefunded, strings.TrimSpace(e.Type+": "+r.ID+" "+r.Status)
		if news := r.news(); news.State == payment.RefundFailed {
			out.State, out.Refund = payment.StateRefundFailed, news
		}
	case "PAYMENT.CAPTURE.REVERSED", "CUSTOMER.DISPUTE.CREATED", "CUSTOMER.DISPUTE.UPDATED", "CUSTOMER.DISPUTE.RESOLVED":
		out.State, out.Detail = payment.StateDisputed, strings.TrimSpace(e.Type+": "+about.ID+" "+about.Status)
	}
	return out, nil
}

// outcome puts a capture that an event is about into our words.
func (c capture) outcome(kind string) payment.Outcome {
	out := payment.Outcome{
		State: c.state(), TransactionID: c.order(), Amount: money.Amount(c.Amount.Value), Currency: c.Amount.Currency,
		Detail: kind + ": " + c.detail(),
	}
	out.ChargeID, out.OrderID = charged(c.CustomID)
	if kind == "PAYMENT.CAPTURE.DENIED" || kind == "PAYMENT.CAPTURE.DECLINED" {
		out.State = payment.StateDeclined
	}
	return out
}

// order is the id of a capture's order; "" when the event does not say.
func (c capture) order() string {
	if c.Related.IDs.OrderID != "" {
		return c.Related.IDs.OrderID
	}
	for _, l := range c.Links {
		if _, id, found := strings.Cut(l.Href, "/v2/checkout/orders/"); found && l.Rel == "up" {
			return id
		}
	}
	return ""
}
