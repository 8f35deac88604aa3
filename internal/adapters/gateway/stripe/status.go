package stripe

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	stripeapi "github.com/stripe/stripe-go/v85"

	"rihla/internal/payment"
	"rihla/internal/platform/money"
)

// Status asks for a session and what was given back of it. A charge whose session we do not know the name of was never
// shown to anybody: the launch that made it was not answered.
func (g *Gateway) Status(ctx context.Context, ref payment.Ref) (payment.Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	session, err := g.session(ctx, ref)
	if err != nil {
		return payment.Outcome{}, err
	}
	o := g.sessionOutcome(session)
	o.Answer = g.said(session.LastResponse)
	if o.State != payment.StatePaid || session.PaymentIntent == nil {
		return o, nil
	}
	for refund, err := range g.refunds(ctx, session).All(ctx) {
		if err != nil {
			return payment.Outcome{}, g.failure(err)
		}
		switch refund.Status {
		case stripeapi.RefundStatusSucceeded:
			o.Refunded += money.Amount(refund.Amount)
		case stripeapi.RefundStatusPending, stripeapi.RefundStatusRequiresAction:
			o.RefundPending += money.Amount(refund.Amount)
		case stripeapi.RefundStatusFailed, stripeapi.RefundStatusCanceled:
		}
	}
	if o.Refunded >= o.Amount {
		o.State = payment.StateRefunded
	}
	return o, nil
}

// session retrieves the session of a charge, with its payment.
func (g *Gateway) session(ctx context.Context, ref payment.Ref) (*stripeapi.CheckoutSession, error) {
	if ref.TransactionID == "" {
		return nil, payment.ErrUnknownCharge
	}
	params := &stripeapi.CheckoutSessionRetrieveParams{}
	params.AddExpand("payment_intent")
	session, err := g.api.V1CheckoutSessions.Retrieve(ctx, ref.TransactionID, params)
	if err != nil {
		return nil, g.failure(err)
	}
	if session.ID != ref.TransactionID {
		return nil, payment.Fail(payment.Temporary, "stripe answered with another session")
	}
	return session, nil
}

// sessionOutcome puts a session into our words. It is paid when Stripe says so in payment_status: one that is complete
// may still wait for its money.
func (g *Gateway) sessionOutcome(s *stripeapi.CheckoutSession) payment.Outcome {
	o := payment.Outcome{
		ChargeID: s.ClientReferenceID, OrderID: s.Metadata[metaBooking], TransactionID: s.ID,
		Amount: money.Amount(s.AmountTotal), Currency: strings.ToUpper(string(s.Currency)),
		Detail: "session " + string(s.Status) + ", " + string(s.PaymentStatus), Mismatch: g.otherMode(s.Livemode),
	}
	intent := s.PaymentIntent
	if intent != nil && intent.LastPaymentError != nil {
		o.Detail += ": " + strings.TrimSpace(string(intent.LastPaymentError.Code)+" "+intent.LastPaymentError.Msg)
	}
	switch {
	case s.PaymentStatus == stripeapi.CheckoutSessionPaymentStatusPaid:
		o.State = payment.StatePaid
	case s.Status == stripeapi.CheckoutSessionStatusOpen:
		o.State = payment.StateOpen
	case s.Status == stripeapi.CheckoutSessionStatusExpired:
		o.State = payment.StateCancelled
	case s.Status == stripeapi.CheckoutSessionStatusComplete && intent != nil && ended(intent.Status):
		o.State = payment.StateDeclined
	case s.Status == stripeapi.CheckoutSessionStatusComplete && s.PaymentStatus == stripeapi.CheckoutSessionPaymentStatusUnpaid:
		o.State = payment.StatePending
	default:
		o.State = payment.StateUnknown
	}
	return o
}

// ended tells whether a payment whose session is complete has failed: by bank transfer it may, days later.
func ended(status stripeapi.PaymentIntentStatus) bool {
	return status == stripeapi.PaymentIntentStatusRequiresPaymentMethod || status == stripeapi.PaymentIntentStatusCanceled
}

// otherMode says why something cannot be of our account; "" when it can. Test payments are no money.
func (g *Gateway) otherMode(live bool) string {
	switch {
	case live == g.config.live():
		return ""
	case live:
		return "it is a live payment, and the key is for tests"
	default:
		return "it is a test payment, and the key is live"
	}
}

// HTTP statuses that Stripe's failures are sorted by.
const (
	badRequest = http.StatusBadRequest
	notFound   = http.StatusNotFound
)

// status is the HTTP status of Stripe's own answer; 0 when there was none.
func status(err error) int {
	if answer, ok := errors.AsType[*stripeapi.Error](err); ok {
		return answer.HTTPStatusCode
	}
	return 0
}

// failure sorts a failed call by what to do about it.
func (g *Gateway) failure(err error) error {
	answer, ok := errors.AsType[*stripeapi.Error](err)
	if !ok {
		return payment.Fail(payment.Temporary, "stripe: %s", g.discreet(err.Error()))
	}
	class := payment.Temporary
	var wait time.Duration
	switch answer.HTTPStatusCode {
	case notFound:
		return payment.ErrUnknownCharge
	case http.StatusTooManyRequests:
		class, wait = payment.RetryAfter, time.Minute
		if answer.LastResponse != nil {
			if seconds, err := strconv.Atoi(answer.LastResponse.Header.Get("Retry-After")); err == nil && seconds > 0 {
				wait = min(time.Duration(seconds)*time.Second, time.Hour)
			}
		}
	case badRequest, http.StatusPaymentRequired:
		class = payment.Permanent
	default:
		// 401 and 403 too: our key is wrong until somebody corrects it, the charge is not. 409: another call with the same
		// idempotency key is on its way.
	}
	failure := payment.Fail(class, "stripe answered %d %s %s: %s (request %s)", answer.HTTPStatusCode, answer.Type, answer.Code, g.discreet(answer.Msg), answer.RequestID)
	failure.Wait, failure.Answer = wait, g.said(answer.LastResponse)
	return failure
}

// said is an answer as it came, but for our secrets; nil without one.
func (g *Gateway) said(answer *stripeapi.APIResponse) []byte {
	if answer == nil {
		return nil
	}
	return []byte(g.secrets().Replace(string(answer.RawJSON)))
}

// secrets takes our secrets out of a text, whoever repeated them.
func (g *Gateway) secrets() *strings.Replacer {
	return strings.NewReplacer(g.config.SecretKey, "***", g.config.WebhookSecret, "***")
}

// discreet is a text without our secrets and short enough for a log.
func (g *Gateway) discreet(s string) string {
	const most = 300
	s = g.secrets().Replace(s)
	if len(s) > most {
		s = s[:most]
	}
	return strings.ToValidUTF8(s, "")
}
