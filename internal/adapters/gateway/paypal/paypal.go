// Package paypal speaks to PayPal: Orders of version 2, their captures and refunds, and webhooks that it verifies itself. It
// puts PayPal's words into the payment package's, and dirham, which PayPal does not take, into a currency that it does. But
// for the access token and PayPal's certificates it keeps no state. It must not touch the database, decide what an outcome
// means for a booking, or log a secret.
package paypal

import (
	"crypto/x509"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

// APIURL is PayPal's own address; SandboxURL that of its tests.
const (
	APIURL     = "https://api-m.paypal.com"
	SandboxURL = "https://api-m.sandbox.paypal.com"
)

// Currencies are those that a price may be charged in. Both have hundredths.
var Currencies = []string{"EUR", "USD"}

// Config is one account at PayPal.
type Config struct {
	// BaseURL is where the API lives, without a final slash; "" means APIURL.
	BaseURL string
	// ClientID and ClientSecret are those of the account's REST application.
	ClientID, ClientSecret string
	// WebhookID is the webhook's, which its signatures cover.
	WebhookID string
	// Currency is charged instead of the dirham, and Rate what one unit of it costs.
	Currency string
	Rate     money.Rate
	// Timeout bounds one call with what belongs to it; 0 means 10 seconds.
	Timeout time.Duration
	// Certificates are PayPal's; the simulator's are for development and tests.
	Certificates Certificates
}

// Certificates say whose signatures are believed. The zero value means PayPal's.
type Certificates struct {
	// URL is the beginning of the addresses from which certificates are fetched; "" means PayPal's hosts.
	URL string
	// Roots are the authorities; nil means those of the system.
	Roots *x509.CertPool
}

// Validate tells every field that is missing or unreadable.
func (c Config) Validate() error {
	var broken []error
	for name, value := range map[string]string{"client id": c.ClientID, "client secret": c.ClientSecret, "webhook id": c.WebhookID} {
		if value == "" {
			broken = append(broken, errors.New("paypal: the "+name+" is missing"))
		}
	}
	if !slices.Contains(Currencies, c.Currency) {
		broken = append(broken, errors.New("paypal: the currency must be EUR or USD"))
	}
	if c.Rate <= 0 {
		broken = append(broken, errors.New("paypal: the rate is missing"))
	}
	base, err := url.Parse(c.BaseURL)
	if c.BaseURL != "" && (err != nil || base.Host == "" || !slices.Contains([]string{"http", "https"}, base.Scheme)) {
		broken = append(broken, errors.New("paypal: the base address must look like "+APIURL))
	}
	return errors.Join(broken...)
}

// Gateway is an account at PayPal. It implements payment.Gateway.
type Gateway struct {
	config Config
	clock  clock.Clock
	client *http.Client
	tokens *tokens
	certs  *certificates
}

var (
	_ payment.Gateway   = (*Gateway)(nil)
	_ payment.Capturer  = (*Gateway)(nil)
	_ payment.Converter = (*Gateway)(nil)
)

// New returns the gateway of an account.
func New(config Config, clock clock.Clock) (*Gateway, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if config.BaseURL == "" {
		config.BaseURL = APIURL
	}
	config.BaseURL = strings.TrimRight(config.BaseURL, "/")
	if config.Timeout == 0 {
		config.Timeout = 10 * time.Second
	}
	client := &http.Client{
		Timeout: config.Timeout,
		// A request that carries the token is for one address; it must not be carried to another.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Gateway{
		config: config, clock: clock, client: client, tokens: newTokens(),
		certs: &certificates{trust: config.Certificates, clock: clock, client: client, known: map[string]*x509.Certificate{}},
	}, nil
}

// Name returns PAYPAL.
func (g *Gateway) Name() payment.GatewayName { return payment.PayPal }

// Convert puts a price in dirham into the account's currency. The least that is charged is one hundredth.
func (g *Gateway) Convert(price money.Amount) payment.Charge {
	charge := payment.Charge{Amount: g.config.Rate.Convert(price), Currency: g.config.Currency, Rate: &g.config.Rate}
	if price > 0 {
		charge.Amount = max(charge.Amount, 1)
	}
	return charge
}
