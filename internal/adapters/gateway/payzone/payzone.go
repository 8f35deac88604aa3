// Package payzone speaks to Payzone's hosted pay page ("pwthree") and its charges API, version 3: it signs what is sent,
// verifies what comes back and puts Payzone's words into the payment package's. It keeps no state and must not touch
// the database, decide what an outcome means for a booking, or log a secret.
package payzone

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rihla/internal/payment"
	"rihla/internal/platform/clock"
)

// Hosts of Payzone's own.
const (
	ProductionURL = "https://payment.payzone.ma"
	SandboxURL    = "https://payment-sandbox.payzone.ma"
)

// Config is one merchant account. The three secrets differ: one signs launches, one verifies callbacks, one signs
// calls of the API.
type Config struct {
	// BaseURL is where the pay page and the API live, without a final slash.
	BaseURL          string
	MerchantAccount  string
	PaywallSecretKey string
	NotificationKey  string
	CallerName       string
	CallerPassword   string
	// PaymentMethod is sent as paymentMethod; some accounts refuse any value, and leave it empty.
	PaymentMethod string
	// LowerHex writes the signatures of API calls in lower case. Payzone's document says upper case.
	LowerHex bool
	// Timeout of one API call; 0 means 10 seconds.
	Timeout time.Duration
	// RetryDelays are the waits before each repetition of a read that failed; nil means 200 ms, then 1 s. Only reads
	// are repeated.
	RetryDelays []time.Duration
}

// Validate tells every field that is missing or unreadable.
func (c Config) Validate() error {
	var broken []error
	for _, field := range []struct{ name, value string }{
		{"base address", c.BaseURL}, {"merchant account", c.MerchantAccount}, {"paywall secret key", c.PaywallSecretKey},
		{"notification key", c.NotificationKey}, {"caller name", c.CallerName}, {"caller password", c.CallerPassword},
	} {
		if field.value == "" {
			broken = append(broken, errors.New("payzone: the "+field.name+" is missing"))
		}
	}
	if base, err := url.Parse(c.BaseURL); c.BaseURL != "" && (err != nil || base.Host == "" || !slices.Contains([]string{"http", "https"}, base.Scheme)) {
		broken = append(broken, errors.New("payzone: the base address must look like "+ProductionURL))
	}
	return errors.Join(broken...)
}

// Gateway is a merchant account at Payzone. It implements payment.Gateway.
type Gateway struct {
	config Config
	clock  clock.Clock
	client *http.Client
}

var _ payment.Gateway = (*Gateway)(nil)

// New returns the gateway of an account.
func New(config Config, clock clock.Clock) (*Gateway, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config.BaseURL = strings.TrimRight(config.BaseURL, "/")
	if config.Timeout == 0 {
		config.Timeout = 10 * time.Second
	}
	if config.RetryDelays == nil {
		config.RetryDelays = []time.Duration{200 * time.Millisecond, time.Second}
	}
	return &Gateway{config: config, clock: clock, client: &http.Client{
		Timeout: config.Timeout,
		// A signed request is for one address; it must not be carried to another.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Name returns PAYZONE.
func (g *Gateway) Name() payment.GatewayName { return payment.Payzone }
