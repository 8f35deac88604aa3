package paypal

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"rihla/internal/payment"
)

// Status asks for an order with its capture and refunds. A charge whose order we do not know the name of was never shown to
// anybody: the launch that made it was not answered.
func (g *Gateway) Status(ctx context.Context, ref payment.Ref) (payment.Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	found, err := g.order(ctx, ref)
	if err != nil {
		return payment.Outcome{}, err
	}
	return found.outcome(), nil
}

// order retrieves the order of a charge.
func (g *Gateway) order(ctx context.Context, ref payment.Ref) (order, error) {
	if ref.TransactionID == "" {
		return order{}, payment.ErrUnknownCharge
	}
	var found order
	said, err := g.call(ctx, request{method: http.MethodGet, path: orderPath(ref)}, &found)
	if err != nil {
		return order{}, err
	}
	found.said = said
	if found.ID != ref.TransactionID {
		return order{}, payment.Fail(payment.Temporary, "paypal answered with another order")
	}
	return found, nil
}

func orderPath(ref payment.Ref) string {
	return "/v2/checkout/orders/" + url.PathEscape(ref.TransactionID)
}

// Capture takes the money of an order that its payer approved.
func (g *Gateway) Capture(ctx context.Context, ref payment.Ref) (payment.Outcome, error) {
	if ref.TransactionID == "" {
		return payment.Outcome{}, payment.ErrUnknownCharge
	}
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	var taken order
	_, refused := g.call(ctx, request{http.MethodPost, orderPath(ref) + "/capture", "cap-" + ref.ChargeID, struct{}{}}, &taken)
	if refused != nil && issue(refused) == "" {
		return payment.Outcome{}, refused
	}
	// Read again: the answer to a repetition is the first one, and by now a capture that was pending may be over.
	found, err := g.order(ctx, ref)
	if err != nil {
		return payment.Outcome{}, err
	}
	out := found.outcome()
	if refused != nil && out.State == payment.StateApproved {
		if class, ok := errors.AsType[*payment.GatewayError](refused); ok && class.Class != payment.Permanent {
			return payment.Outcome{}, refused
		}
		// Approved as before, so that nothing was taken and nothing will be.
		out.State, out.Detail = payment.StateError, out.Detail+", "+refused.Error()
		if declined(issue(refused)) {
			out.State = payment.StateDeclined
		}
	}
	return out, nil
}

// declined tells whether an issue is a bank's no, or PayPal's to the payer.
func declined(issue string) bool {
	switch issue {
	case "INSTRUMENT_DECLINED", "TRANSACTION_REFUSED", "PAYER_CANNOT_PAY", "PAYER_ACCOUNT_RESTRICTED", "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
		"REDIRECT_PAYER_FOR_ALTERNATE_FUNDING", "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED":
		return true
	default:
		return false
	}
}
