package stripe

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	stripeapi "github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"rihla/internal/payment"
	"rihla/internal/platform/money"
)

// tolerance is how far a delivery's time may be from ours, either way: Stripe signs every delivery anew, so that one that
// somebody kept is worth nothing later.
const tolerance = 5 * time.Minute

// event is the envelope of what Stripe posts.
type event struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Livemode bool   `json:"livemode"`
	Data     struct {
		Object json.RawMessage `json:"object"`
	} `json:"data"`
}

// object is what the objects of all events may have in common.
type object struct {
	ClientReferenceID string            `json:"client_reference_id"`
	Metadata          map[string]string `json:"metadata"`
	// PaymentIntent is named where nothing of ours is: by disputes, and by refunds that are made in the dashboard.
	PaymentIntent *stripeapi.PaymentIntent `json:"payment_intent"`
}

// Verify checks Stripe-Signature and its time. A genuine body that cannot be read is still an event: it must be kept. Stripe
// is asked whose payment it is about when the event does not say.
func (g *Gateway) Verify(ctx context.Context, body []byte, header payment.Header) (payment.Event, error) {
	signature := header.Get("Stripe-Signature")
	if err := webhook.ValidatePayloadIgnoringTolerance(body, signature, g.config.WebhookSecret); err != nil {
		return payment.Event{}, fmt.Errorf("%w: %w", payment.ErrSignature, err)
	}
	at, err := signedAt(signature)
	if err != nil {
		return payment.Event{}, err
	}
	if age := g.clock.Now().Sub(at).Abs(); age > tolerance {
		return payment.Event{}, fmt.Errorf("%w: it was signed %s from now", payment.ErrSignature, age)
	}
	var e event
	if unreadable := json.Unmarshal(body, &e); unreadable != nil || e.ID == "" {
		sum := sha256.Sum256(body)
		return payment.Event{Key: "unreadable:" + hex.EncodeToString(sum[:])}, nil //nolint:nilerr // it is kept
	}
	var about object
	if err := json.Unmarshal(e.Data.Object, &about); err != nil {
		return payment.Event{Key: e.ID}, nil //nolint:nilerr // an event about nothing of ours is kept
	}
	chargeID := about.chargeID()
	if chargeID == "" && about.PaymentIntent != nil && about.PaymentIntent.ID != "" {
		if chargeID, err = g.chargeOf(ctx, about.PaymentIntent.ID); err != nil {
			return payment.Event{}, err
		}
	}
	return payment.Event{Key: e.ID, ChargeID: chargeID}, nil
}

// chargeOf finds the charge that a payment was for, by its session; "" when it is none of ours.
func (g *Gateway) chargeOf(ctx context.Context, intent string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	list := &stripeapi.CheckoutSessionListParams{PaymentIntent: &intent}
	list.Limit = new(int64(1))
	for session, err := range g.api.V1CheckoutSessions.List(ctx, list).All(ctx) {
		if err != nil {
			return "", g.failure(err)
		}
		return session.ClientReferenceID, nil
	}
	return "", nil
}

func (o object) chargeID() string {
	if o.ClientReferenceID != "" {
		return o.ClientReferenceID
	}
	return o.Metadata[metaPayment]
}

// signedAt reads the one time of a signature's header.
func signedAt(signature string) (time.Time, error) {
	var found []string
	for part := range strings.SplitSeq(signature, ",") {
		if at, is := strings.CutPrefix(part, "t="); is {
			found = append(found, at)
		}
	}
	if len(found) != 1 {
		return time.Time{}, fmt.Errorf("%w: %d times", payment.ErrSignature, len(found))
	}
	seconds, err := strconv.ParseInt(found[0], 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: its time is not readable", payment.ErrSignature)
	}
	return time.Unix(seconds, 0), nil
}

// Translate reads an event: what became of a session, or what was given back of its charge.
func (g *Gateway) Translate(body []byte) (payment.Outcome, error) {
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		return payment.Outcome{}, payment.Fail(payment.Permanent, "read an event: %w", err)
	}
	switch {
	case strings.HasPrefix(e.Type, "checkout.session."):
		var s stripeapi.CheckoutSession
		if err := json.Unmarshal(e.Data.Object, &s); err != nil {
			return payment.Outcome{}, payment.Fail(payment.Permanent, "read a session: %w", err)
		}
		o := g.sessionOutcome(&s)
		o.Detail = e.Type + ": " + o.Detail
		if e.Type == string(stripeapi.EventTypeCheckoutSessionAsyncPaymentFailed) {
			o.State = payment.StateDeclined
		}
		return o, nil
	case e.Type == string(stripeapi.EventTypeChargeRefunded):
		var c stripeapi.Charge
		if err := json.Unmarshal(e.Data.Object, &c); err != nil {
			return payment.Outcome{}, payment.Fail(payment.Permanent, "read a charge: %w", err)
		}
		return g.chargeOutcome(e, &c), nil
	case strings.HasPrefix(e.Type, "refund."), e.Type == string(stripeapi.EventTypeChargeRefundUpdated):
		var r stripeapi.Refund
		if err := json.Unmarshal(e.Data.Object, &r); err != nil {
			return payment.Outcome{}, payment.Fail(payment.Permanent, "read a refund: %w", err)
		}
		// The refund's own row says what it is to the product; unless it failed, this is for the records.
		o := payment.Outcome{
			State: payment.StateRefunded, ChargeID: r.Metadata[metaPayment], OrderID: r.Metadata[metaBooking],
			Detail: e.Type + ": " + r.ID + " " + string(r.Status), Mismatch: g.otherMode(e.Livemode),
		}
		if news := refundNews(&r); news.State == payment.RefundFailed {
			o.State, o.Refund = payment.StateRefundFailed, news
		}
		return o, nil
	case strings.HasPrefix(e.Type, "charge.dispute."):
		var d stripeapi.Dispute
		if err := json.Unmarshal(e.Data.Object, &d); err != nil {
			return payment.Outcome{}, payment.Fail(payment.Permanent, "read a dispute: %w", err)
		}
		return payment.Outcome{
			State: payment.StateDisputed, ChargeID: d.Metadata[metaPayment], Detail: e.Type + ": " + d.ID + " " + string(d.Status),
			Mismatch: g.otherMode(e.Livemode),
		}, nil
	default:
		var about object
		_ = json.Unmarshal(e.Data.Object, &about) // an event that we do not know may be about anything
		return payment.Outcome{State: payment.StateUnknown, ChargeID: about.chargeID(), Detail: e.Type, Mismatch: g.otherMode(e.Livemode)}, nil
	}
}

// chargeOutcome is what is left of a charge of which something was given back.
func (g *Gateway) chargeOutcome(e event, c *stripeapi.Charge) payment.Outcome {
	o := payment.Outcome{
		State: payment.StatePaid, ChargeID: c.Metadata[metaPayment], OrderID: c.Metadata[metaBooking],
		Amount: money.Amount(c.Amount), Currency: strings.ToUpper(string(c.Currency)), Refunded: money.Amount(c.AmountRefunded),
		Detail: e.Type + ": " + c.ID, Mismatch: g.otherMode(e.Livemode),
	}
	if o.Refunded >= o.Amount {
		o.State = payment.StateRefunded
	}
	return o
}
