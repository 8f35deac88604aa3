package app

import (
	"rihla/internal/adapters/gateway/stripe"
	stripesimulator "rihla/internal/adapters/gateway/stripe/simulator"
	"rihla/internal/payment"
)

// stripePath is where the simulator of Stripe stands on our own server.
const stripePath = "/dev/stripe"

// buildGateways returns every gateway that is configured, the default first.
func (a *App) buildGateways() ([]payment.Gateway, error) {
	first, err := a.buildGateway()
	if err != nil {
		return nil, err
	}
	gateways := []payment.Gateway{first}
	second, err := a.buildStripe()
	if err != nil {
		return nil, err
	}
	if second != nil {
		gateways = append(gateways, second)
	}
	return gateways, nil
}

// buildStripe returns the account at Stripe, or one at the simulator, which it brings up too; nil when there is neither.
func (a *App) buildStripe() (payment.Gateway, error) {
	if s := a.Config.Stripe; s.SecretKey != "" {
		return stripe.New(stripe.Config{BaseURL: s.BaseURL, SecretKey: s.SecretKey, WebhookSecret: s.WebhookSecret}, a.Clock)
	}
	if !a.Config.StripeSimulated() {
		return nil, nil //nolint:nilnil // no second gateway is fine
	}
	// No secrets: the simulator refuses to exist in production, and what it signs stays on this machine.
	account := stripe.Config{BaseURL: a.Config.BaseURL + stripePath, SecretKey: "sk_test_simulated", WebhookSecret: "whsec_simulated"}
	state, err := a.dataPath("stripe-simulator")
	if err != nil {
		return nil, err
	}
	simulator, err := stripesimulator.New(stripesimulator.Config{
		BaseURL: account.BaseURL, WebhookURL: a.Config.BaseURL + "/payments/callback/stripe", Dir: state, Merchant: "Rihla",
		SecretKey: account.SecretKey, WebhookSecret: account.WebhookSecret, PendingDelay: a.SlowCardDelay,
	}, a.Clock, a.Log)
	if err != nil {
		return nil, err
	}
	a.onStop(simulator.Stop)
	a.parts.stripe = simulator
	return stripe.New(account, a.Clock)
}
