package paypal

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"rihla/internal/payment"
)

// Refunds lists what PayPal says of each refund of an order.
func (g *Gateway) Refunds(ctx context.Context, ref payment.Ref) ([]payment.RefundNews, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	found, err := g.order(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	var all []payment.RefundNews
	for _, unit := range found.Units {
		for _, r := range unit.Payments.Refunds {
			all = append(all, r.news())
		}
	}
	return all, found.said, nil
}

type newRefund struct {
	Amount   sum    `json:"amount"`
	CustomID string `json:"custom_id"`
}

// Refund gives back part or all of an order's capture. in.Key is the idempotency key: the same refund is made once.
func (g *Gateway) Refund(ctx context.Context, in payment.RefundInput) (payment.RefundOutcome, error) {
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	found, err := g.order(ctx, in.Ref)
	if err != nil {
		return payment.RefundOutcome{}, err
	}
	c, captured := found.capture()
	if state := c.state(); !captured || state != payment.StatePaid && state != payment.StateRefunded || in.Amount <= 0 {
		return payment.RefundOutcome{}, payment.Fail(payment.Permanent, "there is nothing of order %s to give back", found.ID)
	}
	body := newRefund{Amount: sum{Currency: in.Currency, Value: decimalValue(in.Amount)}, CustomID: c.CustomID + "/" + in.Key}
	var made refund
	said, err := g.call(ctx, request{http.MethodPost, "/v2/payments/captures/" + url.PathEscape(c.ID) + "/refund", in.Key, body}, &made)
	if err == nil && made.Status == pending {
		// An answer to a repetition is the first one; by now the refund may be over.
		said, err = g.call(ctx, request{method: http.MethodGet, path: "/v2/payments/refunds/" + url.PathEscape(made.ID)}, &made)
	}
	if err != nil {
		return payment.RefundOutcome{}, err
	}
	switch made.Status {
	case completed:
		return payment.RefundOutcome{ID: made.ID, Done: true, Answer: said}, nil
	case pending:
		return payment.RefundOutcome{ID: made.ID, Answer: said}, nil
	case "FAILED", "CANCELLED":
		return payment.RefundOutcome{}, &payment.GatewayError{Class: payment.Permanent, Err: fmt.Errorf("paypal: refund %s is %s", made.ID, made.Status), Answer: said}
	default:
		return payment.RefundOutcome{}, payment.Fail(payment.Temporary, "paypal answered a refund with status %q", made.Status)
	}
}
