package stripe

import (
	"context"
	"strings"

	stripeapi "github.com/stripe/stripe-go/v85"

	"rihla/internal/payment"
)

// Refund gives back part or all of a session's payment. in.Key is the idempotency key: the same refund is made once.
func (g *Gateway) Refund(ctx context.Context, in payment.RefundInput) (payment.RefundOutcome, error) {
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	session, err := g.session(ctx, in.Ref)
	if err != nil {
		return payment.RefundOutcome{}, err
	}
	if session.PaymentIntent == nil || session.PaymentStatus != stripeapi.CheckoutSessionPaymentStatusPaid || in.Amount <= 0 {
		return payment.RefundOutcome{}, payment.Fail(payment.Permanent, "there is nothing of session %s to give back", session.ID)
	}
	params := &stripeapi.RefundCreateParams{
		PaymentIntent: &session.PaymentIntent.ID, Amount: new(int64(in.Amount)),
		Metadata: map[string]string{metaPayment: in.ChargeID, metaBooking: session.Metadata[metaBooking], metaRefund: in.Key},
	}
	params.SetIdempotencyKey("rf-" + in.Key)
	refund, err := g.api.V1Refunds.Create(ctx, params)
	if err == nil && pending(refund.Status) {
		// An answer to a repetition is the first one; by now the refund may be over.
		refund, err = g.api.V1Refunds.Retrieve(ctx, refund.ID, nil)
	}
	if err != nil {
		return payment.RefundOutcome{}, g.failure(err)
	}
	switch {
	case refund.Status == stripeapi.RefundStatusSucceeded:
		return payment.RefundOutcome{ID: refund.ID, Done: true, Answer: g.said(refund.LastResponse)}, nil
	case pending(refund.Status):
		return payment.RefundOutcome{ID: refund.ID, Answer: g.said(refund.LastResponse)}, nil
	case refund.Status == stripeapi.RefundStatusFailed, refund.Status == stripeapi.RefundStatusCanceled:
		return payment.RefundOutcome{}, payment.Fail(payment.Permanent, "stripe: refund %s: %s %s", refund.ID, refund.Status, refund.FailureReason)
	default:
		return payment.RefundOutcome{}, payment.Fail(payment.Temporary, "stripe answered a refund with status %q", string(refund.Status))
	}
}

// Refunds lists what Stripe says of each refund of a session's payment. One that has succeeded may fail days later, when the
// payer's bank returns it.
func (g *Gateway) Refunds(ctx context.Context, ref payment.Ref) ([]payment.RefundNews, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	session, err := g.session(ctx, ref)
	if err != nil || session.PaymentIntent == nil {
		return nil, nil, err
	}
	list := g.refunds(ctx, session)
	var all []payment.RefundNews
	for refund, err := range list.All(ctx) {
		if err != nil {
			return nil, nil, g.failure(err)
		}
		all = append(all, refundNews(refund))
	}
	return all, g.said(list.LastResponse()), nil
}

// refunds are those of a session's payment.
func (g *Gateway) refunds(ctx context.Context, session *stripeapi.CheckoutSession) *stripeapi.V1List[*stripeapi.Refund] {
	params := &stripeapi.RefundListParams{PaymentIntent: &session.PaymentIntent.ID}
	params.Limit = new(int64(100))
	return g.api.V1Refunds.List(ctx, params)
}

// refundNews puts a refund into our words. A status that is not known counts as under way.
func refundNews(r *stripeapi.Refund) payment.RefundNews {
	news := payment.RefundNews{Key: r.Metadata[metaRefund], ID: r.ID, State: payment.RefundSent}
	switch r.Status {
	case stripeapi.RefundStatusSucceeded:
		news.State = payment.RefundDone
	case stripeapi.RefundStatusFailed, stripeapi.RefundStatusCanceled:
		news.State, news.Reason = payment.RefundFailed, strings.TrimSpace(string(r.Status)+" "+string(r.FailureReason))
	case stripeapi.RefundStatusPending, stripeapi.RefundStatusRequiresAction:
	}
	return news
}

func pending(status stripeapi.RefundStatus) bool {
	return status == stripeapi.RefundStatusPending || status == stripeapi.RefundStatusRequiresAction
}
