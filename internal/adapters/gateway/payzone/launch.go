package payzone

import (
	"context"
	"encoding/json"

	"rihla/internal/payment"
)

// currency is the only one Payzone charges in.
const currency = "MAD"

// maxDescription is the longest description that Payzone shows, in characters.
const maxDescription = 200

// launchPayload is what the payer's browser posts, as one signed JSON string. The order of the fields is the order on
// the wire; price is a string in major units and showPaymentProfiles a string too.
type launchPayload struct {
	MerchantAccount     string `json:"merchantAccount"`
	Timestamp           int64  `json:"timestamp"` // seconds; Payzone refuses a launch about 30 minutes later
	Skin                string `json:"skin"`
	CustomerID          string `json:"customerId"`
	CustomerCountry     string `json:"customerCountry"`
	CustomerLocale      string `json:"customerLocale"`
	ChargeID            string `json:"chargeId"`
	OrderID             string `json:"orderId"`
	Price               string `json:"price"`
	Currency            string `json:"currency"`
	Description         string `json:"description"`
	Mode                string `json:"mode"`
	PaymentMethod       string `json:"paymentMethod,omitempty"`
	ShowPaymentProfiles string `json:"showPaymentProfiles"`
	CallbackURL         string `json:"callbackUrl"`
	SuccessURL          string `json:"successUrl"`
	FailureURL          string `json:"failureUrl"`
	CancelURL           string `json:"cancelUrl"`
}

// Launch signs the payload that the browser posts to the pay page. Nothing is sent from here, so only an input that
// Payzone would refuse fails.
func (g *Gateway) Launch(_ context.Context, in payment.LaunchInput) (payment.Launch, error) {
	if in.Currency != currency {
		return payment.Launch{}, payment.Fail(payment.Permanent, "payzone charges in %s, not in %s", currency, in.Currency)
	}
	description := []rune(in.Description)
	if len(description) > maxDescription {
		description = description[:maxDescription]
	}
	payload, err := json.Marshal(launchPayload{
		MerchantAccount:     g.config.MerchantAccount,
		Timestamp:           g.clock.Now().Unix(),
		Skin:                "vps-1-vue",
		CustomerID:          in.CustomerID,
		CustomerCountry:     "MA",
		CustomerLocale:      locale(in.Language),
		ChargeID:            in.ChargeID,
		OrderID:             in.OrderID,
		Price:               in.Amount.String(),
		Currency:            in.Currency,
		Description:         string(description),
		Mode:                "DEEP_LINK",
		PaymentMethod:       g.config.PaymentMethod,
		ShowPaymentProfiles: "false",
		CallbackURL:         in.CallbackURL,
		SuccessURL:          in.SuccessURL,
		FailureURL:          in.FailureURL,
		CancelURL:           in.CancelURL,
	})
	if err != nil {
		return payment.Launch{}, payment.Fail(payment.Permanent, "write the launch payload: %w", err)
	}
	response, err := json.Marshal(struct {
		Payload   string `json:"payload"`
		Signature string `json:"signature"`
	}{string(payload), signLaunch(g.config.PaywallSecretKey, payload)})
	if err != nil {
		return payment.Launch{}, payment.Fail(payment.Permanent, "write the launch response: %w", err)
	}
	return payment.Launch{
		URL:         g.config.BaseURL + "/pwthree/launch",
		CallbackURL: in.CallbackURL,
		OrderID:     in.OrderID,
		Response:    response,
	}, nil
}

// locale is the pay page's language: it has French and English, and French serves a reader of Arabic in Morocco best.
func locale(language string) string {
	if language == "en" {
		return "en_US"
	}
	return "fr_FR"
}
