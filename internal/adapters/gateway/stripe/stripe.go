// Package stripe speaks to Stripe: hosted Checkout Sessions, their refunds and signed webhooks. It puts Stripe's words into
// the payment package's. It keeps no state and must not touch the database, decide what an outcome means for a booking, or
// log a secret.
package stripe

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	stripeapi "github.com/stripe/stripe-go/v85"

	"rihla/internal/payment"
	"rihla/internal/platform/clock"
)

// APIURL is Stripe's own address.
const APIURL = "https://api.stripe.com"

// Config is one account at Stripe.
type Config struct {
	// BaseURL is where the API lives, without a final slash; "" means APIURL.
	BaseURL string
	// SecretKey calls the API ("sk_..." or a restricted "rk_...").
	SecretKey string
	// WebhookSecret verifies what Stripe posts ("whsec_...").
	WebhookSecret string
	// Timeout bounds one call with its repetitions; 0 means 10 seconds.
	Timeout time.Duration
	// Retries is how often a call that Stripe did not answer is repeated; below 0 means never, 0 means once.
	Retries int64
}

// Validate tells every field that is missing or unreadable.
func (c Config) Validate() error {
	var broken []error
	if !strings.HasPrefix(c.SecretKey, "sk_") && !strings.HasPrefix(c.SecretKey, "rk_") {
		broken = append(broken, errors.New("stripe: the secret key must begin with sk_ or rk_"))
	}
	if !strings.HasPrefix(c.WebhookSecret, "whsec_") {
		broken = append(broken, errors.New("stripe: the webhook's secret must begin with whsec_"))
	}
	base, err := url.Parse(c.BaseURL)
	if c.BaseURL != "" && (err != nil || base.Host == "" || !slices.Contains([]string{"http", "https"}, base.Scheme)) {
		broken = append(broken, errors.New("stripe: the base address must look like "+APIURL))
	}
	return errors.Join(broken...)
}

// live tells whether the key moves real money.
func (c Config) live() bool { return strings.HasPrefix(c.SecretKey[2:], "_live_") }

// Gateway is an account at Stripe. It implements payment.Gateway.
type Gateway struct {
	config Config
	clock  clock.Clock
	api    *stripeapi.Client
}

var (
	_ payment.Gateway = (*Gateway)(nil)
	_ payment.Expirer = (*Gateway)(nil)
)

// New returns the gateway of an account.
func New(config Config, clock clock.Clock) (*Gateway, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if config.BaseURL == "" {
		config.BaseURL = APIURL
	}
	base, err := url.Parse(strings.TrimRight(config.BaseURL, "/"))
	if err != nil {
		return nil, err
	}
	if config.Timeout == 0 {
		config.Timeout = 10 * time.Second
	}
	switch {
	case config.Retries == 0:
		config.Retries = 1
	case config.Retries < 0:
		config.Retries = 0
	}
	backends := stripeapi.NewBackendsWithConfig(&stripeapi.BackendConfig{
		URL: new(base.Scheme + "://" + base.Host), MaxNetworkRetries: &config.Retries, EnableTelemetry: new(false),
		// Failures are returned and logged by whoever asked.
		LeveledLogger: &stripeapi.LeveledLogger{Level: stripeapi.LevelNull},
		HTTPClient: &http.Client{
			Timeout: config.Timeout, Transport: transport{base.Path},
			// A request that carries the key is for one address; it must not be carried to another.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	})
	return &Gateway{config: config, clock: clock, api: stripeapi.NewClient(config.SecretKey, stripeapi.WithBackends(backends))}, nil
}

// Name returns STRIPE.
func (g *Gateway) Name() payment.GatewayName { return payment.Stripe }

// maxAnswer is the largest answer that is read, in bytes.
const maxAnswer = 1 << 20

// transport calls the API below a path of its host, which Stripe's library cannot, and reads no answer that is larger than
// maxAnswer.
type transport struct{ path string }

func (t transport) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.URL.Path = t.path + request.URL.Path
	response, err := http.DefaultTransport.RoundTrip(request)
	if err == nil {
		response.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(response.Body, maxAnswer), response.Body}
	}
	return response, err
}
