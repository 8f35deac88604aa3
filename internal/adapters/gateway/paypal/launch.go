package paypal

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"rihla/internal/payment"
)

// maxDescription is the longest description of what is bought, in characters.
const maxDescription = 127

// newOrder is what an order is made of.
type newOrder struct {
	Intent string    `json:"intent"`
	Units  []newUnit `json:"purchase_units"`
	Source struct {
		PayPal struct {
			Experience experience `json:"experience_context"`
		} `json:"paypal"`
	} `json:"payment_source"`
}

type newUnit struct {
	ReferenceID string `json:"reference_id"`
	CustomID    string `json:"custom_id"`
	// InvoiceID is one that the account has never used: PayPal captures no second one.
	InvoiceID   string `json:"invoice_id"`
	Description string `json:"description"`
	Amount      sum    `json:"amount"`
}

type experience struct {
	MethodPreference   string `json:"payment_method_preference"`
	BrandName          string `json:"brand_name"`
	Locale             string `json:"locale"`
	LandingPage        string `json:"landing_page"`
	ShippingPreference string `json:"shipping_preference"`
	UserAction         string `json:"user_action"`
	ReturnURL          string `json:"return_url"`
	CancelURL          string `json:"cancel_url"`
}

// Launch makes an order. The charge's id is the idempotency key: as long as PayPal remembers it, six hours, the same launch
// answers with the same order.
func (g *Gateway) Launch(ctx context.Context, in payment.LaunchInput) (payment.Launch, error) {
	if !slices.Contains(Currencies, in.Currency) {
		return payment.Launch{}, payment.Fail(payment.Permanent, "paypal is not asked to charge in %s", in.Currency)
	}
	ctx, cancel := context.WithTimeout(ctx, g.config.Timeout)
	defer cancel()
	body := newOrder{Intent: "CAPTURE", Units: []newUnit{{
		ReferenceID: "default", CustomID: customID(in.ChargeID, in.OrderID), InvoiceID: in.ChargeID, Description: shortened(in.Description),
		Amount: sum{Currency: in.Currency, Value: decimalValue(in.Amount)},
	}}}
	body.Source.PayPal.Experience = experience{
		MethodPreference: "IMMEDIATE_PAYMENT_REQUIRED", BrandName: "Rihla", Locale: locale(in.Language), LandingPage: "NO_PREFERENCE",
		ShippingPreference: "NO_SHIPPING", UserAction: "PAY_NOW", ReturnURL: in.SuccessURL, CancelURL: in.CancelURL,
	}
	var made order
	said, err := g.call(ctx, request{http.MethodPost, "/v2/checkout/orders", in.ChargeID, body}, &made)
	if err != nil {
		return payment.Launch{}, err
	}
	page := made.page()
	if made.ID == "" || page == "" {
		return payment.Launch{}, payment.Fail(payment.Temporary, "paypal answered a launch without a pay page")
	}
	return payment.Launch{URL: page, CallbackURL: in.CallbackURL, OrderID: in.OrderID, TransactionID: made.ID, Answer: said}, nil
}

// page is where the payer approves an order; "" when the answer does not say. PayPal calls the link by either name.
func (o order) page() string {
	for _, l := range o.Links {
		if l.Rel != "payer-action" && l.Rel != "approve" {
			continue
		}
		if u, err := url.Parse(l.Href); err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") {
			return l.Href
		}
	}
	return ""
}

// locale is the pay page's language (BCP 47). PayPal's Arabic is Egypt's.
func locale(language string) string {
	switch language {
	case "fr":
		return "fr-FR"
	case "ar":
		return "ar-EG"
	default:
		return "en-US"
	}
}

// shortened is a description as long as PayPal takes it.
func shortened(description string) string {
	if runes := []rune(description); len(runes) > maxDescription {
		return string(runes[:maxDescription])
	}
	return description
}
