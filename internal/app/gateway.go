package app

import (
	"cmp"

	"rihla/internal/adapters/gateway/paypal"
	paypalsimulator "rihla/internal/adapters/gateway/paypal/simulator"
	"rihla/internal/adapters/gateway/stripe"
	stripesimulator "rihla/internal/adapters/gateway/stripe/simulator"
	"rihla/internal/payment"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/telemetry"
)

// Where the simulators of Stripe and PayPal stand on our own server.
const (
	stripePath = "/dev/stripe"
	paypalPath = "/dev/paypal"
)

// buildGateways returns every gateway that is configured, the default first.
func (a *App) buildGateways() ([]payment.Gateway, error) {
	first, err := a.buildGateway()
	if err != nil {
		return nil, err
	}
	gateways := []payment.Gateway{first}
	for _, build := range []func() (payment.Gateway, error){a.buildStripe, a.buildPayPal} {
		another, err := build()
		if err != nil {
			return nil, err
		}
		if another != nil {
			gateways = append(gateways, another)
		}
	}
	return gateways, nil
}

// paymentMetrics are what is counted of payments (docs/payments.md).
func paymentMetrics(m *telemetry.Metrics) payment.Metrics {
	return payment.Metrics{
		Moved:      m.Counter("rihla_payments_total", "Payments that came to a status.", "gateway", "status"),
		Called:     m.Counter("rihla_callbacks_total", "Callbacks of gateways.", "gateway", "outcome"),
		Alarmed:    m.Counter("rihla_payment_alarms_total", "What happened to payments that a person must look into.", "gateway", "alarm"),
		Lag:        m.Gauge("rihla_reconcile_lag_seconds", "How old the oldest payment is whose outcome is not known."),
		Reconciled: m.Gauge("rihla_reconciled_timestamp_seconds", "When reconciliation last ended well."),
	}
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

// buildPayPal returns the account at PayPal, or one at the simulator, which it brings up too; nil when there is neither.
func (a *App) buildPayPal() (payment.Gateway, error) {
	p := a.Config.PayPal
	account := paypal.Config{
		BaseURL: p.BaseURL, ClientID: p.ClientID, ClientSecret: p.Secret, WebhookID: p.WebhookID, Currency: cmp.Or(p.Currency, paypal.Currencies[0]),
		Rate: p.Exchange(),
	}
	if p.ClientID != "" {
		if roots := cmp.Or(a.PayPalRoots, failpoint.PayPalRoots()); roots != nil {
			account.Certificates = paypal.Certificates{URL: account.BaseURL + paypal.CertificatePath, Roots: roots}
		}
		return paypal.New(account, a.Clock)
	}
	if !a.Config.PayPalSimulated() {
		return nil, nil //nolint:nilnil // no third gateway is fine
	}
	// No secrets: the simulator refuses to exist in production, and what it signs stays on this machine.
	account.BaseURL, account.ClientID, account.ClientSecret, account.WebhookID = a.Config.BaseURL+paypalPath, "simulated", "simulated", "SIMULATED"
	state, err := a.dataPath("paypal-simulator")
	if err != nil {
		return nil, err
	}
	simulator, err := paypalsimulator.New(paypalsimulator.Config{
		BaseURL: account.BaseURL, WebhookURL: a.Config.BaseURL + "/payments/callback/paypal", Dir: state, Merchant: "Rihla",
		ClientID: account.ClientID, ClientSecret: account.ClientSecret, WebhookID: account.WebhookID, PendingDelay: a.SlowCardDelay,
	}, a.Clock, a.Log)
	if err != nil {
		return nil, err
	}
	a.onStop(simulator.Stop)
	a.parts.paypal = simulator
	account.Certificates = paypal.Certificates{URL: account.BaseURL + paypal.CertificatePath, Roots: simulator.Roots()}
	return paypal.New(account, a.Clock)
}
