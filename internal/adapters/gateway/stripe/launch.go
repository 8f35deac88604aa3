package stripe

import (
	"context"
	"slices"
	"strings"

	stripeapi "github.com/stripe/stripe-go/v85"

	"rihla/internal/payment"
)

// maxDescription is the longest name of what is bought, in characters.
const maxDescription = 200

// Names of what we attach to sessions, payments and refunds, to know them again.
const (
	metaPayment = "payment_id"
	metaBooking = "booking_id"
	metaRefund  = "refund_id"
)

// Launch opens a Checkout Session. The charge's id is the idempotency key: as long as Stripe remembers it, a day at least,
// the same launch answers with the same session.
func (g *Gateway) Launch(ctx context.Context, in payment.LaunchInput) (payment.Launch, error) {
	// All of them have hundredths, as our amounts do; others that Stripe takes have none, or thousandths.
	if !slices.Contains(payment.Currencies, in.Currency) {
		return payment.Launch{}, payment.Fail(payment.Permanent, "stripe is not asked to charge in %s", in.Currency)
	}
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	amount := int64(in.Amount)
	params := &stripeapi.CheckoutSessionCreateParams{
		Mode:              new(string(stripeapi.CheckoutSessionModePayment)),
		ClientReferenceID: &in.ChargeID,
		Locale:            new(locale(in.Language)),
		SuccessURL:        &in.SuccessURL,
		CancelURL:         &in.CancelURL,
		Metadata:          metadata(in),
		PaymentIntentData: &stripeapi.CheckoutSessionCreatePaymentIntentDataParams{Metadata: metadata(in)},
		LineItems: []*stripeapi.CheckoutSessionCreateLineItemParams{{
			Quantity: new(int64(1)),
			PriceData: &stripeapi.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: new(strings.ToLower(in.Currency)), UnitAmount: &amount,
				ProductData: &stripeapi.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: new(shortened(in.Description))},
			},
		}},
	}
	if !in.ExpiresAt.IsZero() {
		params.ExpiresAt = new(in.ExpiresAt.Unix())
	}
	params.SetIdempotencyKey("chk-" + in.ChargeID)
	session, err := g.api.V1CheckoutSessions.Create(ctx, params)
	if err != nil {
		return payment.Launch{}, g.failure(err)
	}
	if session.ID == "" || session.URL == "" {
		return payment.Launch{}, payment.Fail(payment.Temporary, "stripe answered a launch without a pay page")
	}
	return payment.Launch{
		URL: session.URL, CallbackURL: in.CallbackURL, OrderID: in.OrderID, TransactionID: session.ID, Answer: g.said(session.LastResponse),
	}, nil
}

// Expire closes a session that nobody paid on. One that is over already is fine: Status tells how it ended.
func (g *Gateway) Expire(ctx context.Context, ref payment.Ref) error {
	if ref.TransactionID == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	_, err := g.api.V1CheckoutSessions.Expire(ctx, ref.TransactionID, nil)
	if err == nil || status(err) == badRequest || status(err) == notFound {
		return nil
	}
	return g.failure(err)
}

func metadata(in payment.LaunchInput) map[string]string {
	return map[string]string{metaPayment: in.ChargeID, metaBooking: in.OrderID}
}

// locale is the pay page's language. Stripe has no Arabic page; "auto" lets the browser choose.
func locale(language string) string {
	if language == "en" || language == "fr" {
		return language
	}
	return "auto"
}

// shortened is a description as long as Stripe shows it.
func shortened(description string) string {
	if runes := []rune(description); len(runes) > maxDescription {
		return string(runes[:maxDescription])
	}
	return description
}
