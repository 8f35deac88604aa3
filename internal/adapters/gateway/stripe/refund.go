package stripe

import (
	"context"

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
		Metadata: map[string]string{metaPayment: in.ChargeID, metaBooking: session.Metadata[metaBooking]},
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

func pending(status stripeapi.RefundStatus) bool {
	return status == stripeapi.RefundStatusPending || status == stripeapi.RefundStatusRequiresAction
}
