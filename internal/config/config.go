// Package config names every setting once: its flag, its RIHLA_* variable, its help text and whether it is a secret.
// Only the composition root reads it; nothing else looks at the environment.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"rihla/internal/platform/money"
)

// Environment says where the program runs.
type Environment string

// The environments.
const (
	Development Environment = "development"
	Production  Environment = "production"
)

// Config is every setting of the program.
type Config struct {
	Addr        string      `help:"Address to listen on." default:"127.0.0.1:8080" env:"RIHLA_ADDR"`
	DataDir     string      `help:"Directory for the built-in database and what else must survive a restart." default:"./data" env:"RIHLA_DATA_DIR" type:"path"`
	DatabaseURL string      `help:"PostgreSQL 15 or newer; empty: the built-in one, in the data directory." env:"RIHLA_DATABASE_URL"`
	BaseURL     string      `help:"Address that browsers and gateways reach the program by; empty: http:// and the listening address." env:"RIHLA_BASE_URL"`
	Env         Environment `help:"development or production." default:"development" enum:"development,production" env:"RIHLA_ENV"`
	Demo        bool        `help:"Fill an empty database with demo data." env:"RIHLA_DEMO"`
	JWTSecret   string      `help:"Key that signs access tokens, 32 bytes or more; empty in development: made once and kept in the data directory." env:"RIHLA_JWT_SECRET"`
	LogLevel    string      `help:"debug, info, warn or error." default:"info" enum:"debug,info,warn,error" env:"RIHLA_LOG_LEVEL"`

	Payzone    Payzone    `embed:"" prefix:"payzone-"`
	Stripe     Stripe     `embed:"" prefix:"stripe-"`
	PayPal     PayPal     `embed:"" prefix:"paypal-"`
	Masterlock Masterlock `embed:"" prefix:"masterlock-"`

	Grace          time.Duration `help:"A part day is billed once it is longer than this (24h: full days only, 0: every started day)." default:"24h" env:"RIHLA_GRACE"`
	HoldAutonom    time.Duration `help:"How long an unpaid self-service booking holds its motorcycle." default:"15m" env:"RIHLA_HOLD_AUTONOM"`
	HoldDelivery   time.Duration `help:"How long an unpaid delivery booking holds its motorcycle." default:"24h" env:"RIHLA_HOLD_DELIVERY"`
	ReconcileAfter time.Duration `help:"Ask the gateway about payments that are open for longer than this." default:"2m" env:"RIHLA_RECONCILE_AFTER"`

	SMTPURL  string `help:"Mail server, smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465; empty in development: the mailbox at /dev/mailbox." env:"RIHLA_SMTP_URL" name:"smtp-url"`
	MailFrom string `help:"Who mails come from: Rihla <hello@rihla.example>." env:"RIHLA_MAIL_FROM"`

	SignInsPerMinute int      `help:"Sign-in calls a minute from one address; 0 switches the limit off." default:"120" env:"RIHLA_SIGN_INS_PER_MINUTE"`
	TrustedProxies   []string `help:"Addresses or networks (10.0.0.0/8) of the proxies in front, whose X-Forwarded-For says who calls." env:"RIHLA_TRUSTED_PROXIES"`

	BlobURL       string `help:"Where uploaded files lie: s3://key:secret@host/bucket?region=eu-west-3 (&insecure=true: plain HTTP); empty: in the data directory." env:"RIHLA_BLOB_URL"`
	MediaMaxBytes int64  `help:"Largest file that may be uploaded, in bytes." default:"10485760" env:"RIHLA_MEDIA_MAX_BYTES"`
	MediaPerDay   int    `help:"Files that one account may upload on a day." default:"500" env:"RIHLA_MEDIA_PER_DAY"`

	MapboxToken string `help:"Public Mapbox token for the browser; empty: the built-in map and gazetteer." env:"RIHLA_MAPBOX_TOKEN"`
	MapTilesURL string `help:"Template of raster map tiles (https://.../{z}/{x}/{y}.png); empty: the built-in outline." env:"RIHLA_MAP_TILES_URL"`
}

// Payzone is the merchant account at the card gateway. Without one, outside production, the program talks to a
// simulator of its own (D14).
type Payzone struct {
	BaseURL          string `help:"Origin of the paywall and its API; empty: the simulator." env:"RIHLA_PAYZONE_BASE_URL" name:"base-url"`
	MerchantAccount  string `help:"Merchant account." env:"RIHLA_PAYZONE_MERCHANT_ACCOUNT"`
	PaywallSecretKey string `help:"Key that signs the launch." env:"RIHLA_PAYZONE_PAYWALL_SECRET_KEY"`
	NotificationKey  string `help:"Key that verifies callbacks." env:"RIHLA_PAYZONE_NOTIFICATION_KEY"`
	CallerName       string `help:"Name of the API caller." env:"RIHLA_PAYZONE_CALLER_NAME"`
	CallerPassword   string `help:"Password of the API caller." env:"RIHLA_PAYZONE_CALLER_PASSWORD"`
	PaymentMethod    string `help:"paymentMethod of the launch; some accounts refuse any." default:"CREDIT_CARD" env:"RIHLA_PAYZONE_PAYMENT_METHOD"`
	LowerHex         bool   `help:"Write the signatures of API calls in lower case." env:"RIHLA_PAYZONE_LOWER_HEX"`
}

// Simulated tells whether payments go to the simulator.
func (p Payzone) Simulated() bool { return p.BaseURL == "" }

// Stripe is the account at the second card gateway, which people may choose when there is one. Without a key, outside
// production, it can be a simulator.
type Stripe struct {
	SecretKey     string `help:"Stripe's secret key (sk_...); empty: payments by Stripe are not offered." env:"RIHLA_STRIPE_SECRET_KEY"`
	WebhookSecret string `help:"Secret of Stripe's webhook (whsec_...)." env:"RIHLA_STRIPE_WEBHOOK_SECRET"`
	BaseURL       string `help:"Address of Stripe's API; empty: Stripe's own." env:"RIHLA_STRIPE_BASE_URL" name:"base-url"`
	Simulator     bool   `help:"Offer payments by a simulator of Stripe; the demo does." env:"RIHLA_STRIPE_SIMULATOR"`
}

// StripeSimulated tells whether payments by Stripe go to the simulator.
func (c Config) StripeSimulated() bool {
	return c.Stripe.SecretKey == "" && (c.Stripe.Simulator || c.Demo)
}

// check returns what keeps the account from working.
func (s Stripe) check() []error {
	var problems []error
	if s.SecretKey == "" && s.WebhookSecret != "" {
		problems = append(problems, errors.New("RIHLA_STRIPE_SECRET_KEY is missing: RIHLA_STRIPE_WEBHOOK_SECRET is of an account"))
	}
	if s.SecretKey != "" && !strings.HasPrefix(s.SecretKey, "sk_") && !strings.HasPrefix(s.SecretKey, "rk_") {
		problems = append(problems, errors.New("RIHLA_STRIPE_SECRET_KEY must begin with sk_ or rk_"))
	}
	if s.SecretKey != "" && !strings.HasPrefix(s.WebhookSecret, "whsec_") {
		problems = append(problems, errors.New("RIHLA_STRIPE_WEBHOOK_SECRET must begin with whsec_: without it nobody knows what Stripe posts"))
	}
	if s.SecretKey != "" && s.Simulator {
		problems = append(problems, errors.New("RIHLA_STRIPE_SIMULATOR and RIHLA_STRIPE_SECRET_KEY exclude each other"))
	}
	return problems
}

// PayPal is the account at a third gateway, which cannot charge dirham. Without one, outside production, it can be a
// simulator.
type PayPal struct {
	ClientID  string `help:"Client id of PayPal's REST application; empty: payments by PayPal are not offered." env:"RIHLA_PAYPAL_CLIENT_ID" name:"client-id"`
	Secret    string `help:"Secret of PayPal's REST application." env:"RIHLA_PAYPAL_SECRET"`
	WebhookID string `help:"Id of PayPal's webhook." env:"RIHLA_PAYPAL_WEBHOOK_ID" name:"webhook-id"`
	BaseURL   string `help:"Address of PayPal's API; empty: PayPal's own." env:"RIHLA_PAYPAL_BASE_URL" name:"base-url"`
	Currency  string `help:"What PayPal charges instead of dirham: EUR or USD." default:"EUR" env:"RIHLA_PAYPAL_CURRENCY"`
	Rate      string `help:"What one unit of that currency costs in dirham (10.80)." env:"RIHLA_PAYPAL_RATE"`
	Simulator bool   `help:"Offer payments by a simulator of PayPal; the demo does." env:"RIHLA_PAYPAL_SIMULATOR"`
}

// simulatedRate is what a euro or a dollar costs where nobody is charged any.
const simulatedRate money.Rate = 10_800_000

// PayPalSimulated tells whether payments by PayPal go to the simulator.
func (c Config) PayPalSimulated() bool {
	return c.PayPal.ClientID == "" && (c.PayPal.Simulator || c.Demo)
}

// Exchange is the rate that prices are converted by. Check has found it readable.
func (p PayPal) Exchange() money.Rate {
	rate, err := money.ParseRate(p.Rate)
	if err != nil {
		return simulatedRate
	}
	return rate
}

// check returns what keeps the account from working.
func (p PayPal) check() []error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	for name, value := range map[string]string{"RIHLA_PAYPAL_SECRET": p.Secret, "RIHLA_PAYPAL_WEBHOOK_ID": p.WebhookID, "RIHLA_PAYPAL_RATE": p.Rate} {
		if p.ClientID != "" && value == "" {
			bad("%s is missing: RIHLA_PAYPAL_CLIENT_ID names an account", name)
		}
	}
	if p.ClientID == "" && p.Secret+p.WebhookID != "" {
		bad("RIHLA_PAYPAL_CLIENT_ID is missing: RIHLA_PAYPAL_SECRET and RIHLA_PAYPAL_WEBHOOK_ID are of an account")
	}
	if p.Currency != "" && p.Currency != "EUR" && p.Currency != "USD" {
		bad("RIHLA_PAYPAL_CURRENCY must be EUR or USD")
	}
	if _, err := money.ParseRate(p.Rate); p.Rate != "" && err != nil {
		bad("RIHLA_PAYPAL_RATE must be what one unit costs in dirham, such as 10.80, with at most six decimals")
	}
	if p.ClientID != "" && p.Simulator {
		bad("RIHLA_PAYPAL_SIMULATOR and RIHLA_PAYPAL_CLIENT_ID exclude each other")
	}
	return problems
}

// Masterlock is the licence at the maker of the smart locks, by password or by OAuth 2.0 client credentials. Without one
// the program talks to a simulator of its own; in production it leaves locks alone then.
type Masterlock struct {
	BaseURL           string `help:"Address of Master Lock's API; empty: the simulator, in production no locks." env:"RIHLA_MASTERLOCK_BASE_URL" name:"base-url"`
	License           string `help:"Licence." env:"RIHLA_MASTERLOCK_LICENSE"`
	Password          string `help:"Password of the licence." env:"RIHLA_MASTERLOCK_PASSWORD"`
	TokenURL          string `help:"Token address, for a licence with client credentials." env:"RIHLA_MASTERLOCK_TOKEN_URL" name:"token-url"`
	ClientID          string `help:"Client id." env:"RIHLA_MASTERLOCK_CLIENT_ID"`
	ClientSecret      string `help:"Client secret." env:"RIHLA_MASTERLOCK_CLIENT_SECRET"`
	ActivatePath      string `help:"Path of activating a lock; empty: /v2/device/activate." env:"RIHLA_MASTERLOCK_ACTIVATE_PATH"`
	DeactivatePath    string `help:"Path of giving a lock up; empty: /v2/device/deactivate." env:"RIHLA_MASTERLOCK_DEACTIVATE_PATH"`
	TemporaryCodePath string `help:"Path of temporary codes; empty: /v2/device/temporarycode/create." env:"RIHLA_MASTERLOCK_TEMPORARY_CODE_PATH"`
}

// Configured tells whether there is a licence.
func (m Masterlock) Configured() bool { return m.BaseURL != "" }

// check returns what keeps the licence from working.
func (m Masterlock) check() []error {
	if !m.Configured() {
		if m.License != "" || m.ClientID != "" {
			return []error{errors.New("RIHLA_MASTERLOCK_BASE_URL is missing: it says where the licence is good")}
		}
		return nil
	}
	wanted := map[string]string{"RIHLA_MASTERLOCK_LICENSE": m.License, "RIHLA_MASTERLOCK_PASSWORD": m.Password}
	if m.TokenURL != "" || m.ClientID != "" || m.ClientSecret != "" {
		wanted = map[string]string{
			"RIHLA_MASTERLOCK_TOKEN_URL": m.TokenURL, "RIHLA_MASTERLOCK_CLIENT_ID": m.ClientID, "RIHLA_MASTERLOCK_CLIENT_SECRET": m.ClientSecret,
		}
	}
	var problems []error
	for name, value := range wanted {
		if value == "" {
			problems = append(problems, fmt.Errorf("%s is missing: RIHLA_MASTERLOCK_BASE_URL names a real lock service", name))
		}
	}
	if m.License != "" && m.ClientID != "" {
		problems = append(problems, errors.New("RIHLA_MASTERLOCK_LICENSE and RIHLA_MASTERLOCK_CLIENT_ID are two ways to sign in: set one"))
	}
	for name, path := range map[string]string{
		"RIHLA_MASTERLOCK_ACTIVATE_PATH": m.ActivatePath, "RIHLA_MASTERLOCK_DEACTIVATE_PATH": m.DeactivatePath,
		"RIHLA_MASTERLOCK_TEMPORARY_CODE_PATH": m.TemporaryCodePath,
	} {
		if path != "" && !strings.HasPrefix(path, "/") {
			problems = append(problems, fmt.Errorf("%s must begin with /", name))
		}
	}
	return problems
}

// minSecret is the shortest key that HS256 should be given (RFC 7518 section 3.2).
const minSecret = 32

// maxMediaBytes bounds what a setting may allow: an upload is in memory while it is worked on.
const maxMediaBytes = 100 << 20

// Check returns every problem at once, one sentence each, nil when there is none. (The command line parser would call a
// method named Validate by itself, and print the whole help before the sentence.)
func (c Config) Check() error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }

	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		bad("RIHLA_ADDR must look like 127.0.0.1:8080, not %q", c.Addr)
	}
	if c.DatabaseURL != "" && !strings.HasPrefix(c.DatabaseURL, "postgres://") && !strings.HasPrefix(c.DatabaseURL, "postgresql://") {
		bad("RIHLA_DATABASE_URL must begin with postgres://")
	}
	for name, value := range map[string]string{
		"RIHLA_BASE_URL": c.BaseURL, "RIHLA_PAYZONE_BASE_URL": c.Payzone.BaseURL, "RIHLA_STRIPE_BASE_URL": c.Stripe.BaseURL,
		"RIHLA_PAYPAL_BASE_URL": c.PayPal.BaseURL, "RIHLA_MAP_TILES_URL": c.MapTilesURL,
		"RIHLA_MASTERLOCK_BASE_URL": c.Masterlock.BaseURL, "RIHLA_MASTERLOCK_TOKEN_URL": c.Masterlock.TokenURL,
	} {
		if u, err := url.Parse(value); value != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
			bad("%s must be an http:// or https:// address", name)
		}
	}
	if c.MapboxToken != "" && !strings.HasPrefix(c.MapboxToken, "pk.") {
		bad("RIHLA_MAPBOX_TOKEN must be a public token (pk....): every visitor's browser is given it")
	}
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if c.MapTilesURL != "" && !strings.Contains(c.MapTilesURL, part) {
			bad("RIHLA_MAP_TILES_URL must contain {z}, {x} and {y}")
			break
		}
	}
	if c.JWTSecret != "" && len(c.JWTSecret) < minSecret {
		bad("RIHLA_JWT_SECRET must be at least %d bytes long", minSecret)
	}
	if c.BlobURL != "" && !strings.HasPrefix(c.BlobURL, "s3://") {
		bad("RIHLA_BLOB_URL must begin with s3://")
	}
	if c.MediaMaxBytes < 0 || c.MediaMaxBytes > maxMediaBytes {
		bad("RIHLA_MEDIA_MAX_BYTES must lie between 1 and %d", maxMediaBytes)
	}
	if c.MediaPerDay < 0 {
		bad("RIHLA_MEDIA_PER_DAY must be 1 or more")
	}
	if c.Grace < 0 || c.Grace > 24*time.Hour {
		bad("RIHLA_GRACE must lie between 0 and 24h")
	}
	for name, value := range map[string]time.Duration{
		"RIHLA_HOLD_AUTONOM": c.HoldAutonom, "RIHLA_HOLD_DELIVERY": c.HoldDelivery, "RIHLA_RECONCILE_AFTER": c.ReconcileAfter,
	} {
		if value <= 0 {
			bad("%s must be longer than nothing", name)
		}
	}
	if !c.Payzone.Simulated() {
		for name, value := range map[string]string{
			"RIHLA_PAYZONE_MERCHANT_ACCOUNT": c.Payzone.MerchantAccount, "RIHLA_PAYZONE_PAYWALL_SECRET_KEY": c.Payzone.PaywallSecretKey,
			"RIHLA_PAYZONE_NOTIFICATION_KEY": c.Payzone.NotificationKey, "RIHLA_PAYZONE_CALLER_NAME": c.Payzone.CallerName,
			"RIHLA_PAYZONE_CALLER_PASSWORD": c.Payzone.CallerPassword,
		} {
			if value == "" {
				bad("%s is missing: RIHLA_PAYZONE_BASE_URL names a real gateway", name)
			}
		}
	}
	problems = append(problems, c.Stripe.check()...)
	problems = append(problems, c.PayPal.check()...)
	problems = append(problems, c.Masterlock.check()...)
	problems = append(problems, c.mail()...)
	if _, err := c.Proxies(); err != nil {
		problems = append(problems, err)
	}
	if c.Env == Production {
		problems = append(problems, c.production()...)
	}
	return errors.Join(problems...)
}

// Proxies are the networks of the trusted proxies; a single address is a network of one.
func (c Config) Proxies() ([]netip.Prefix, error) {
	proxies := make([]netip.Prefix, 0, len(c.TrustedProxies))
	for _, text := range c.TrustedProxies {
		if address, err := netip.ParseAddr(text); err == nil {
			proxies = append(proxies, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("RIHLA_TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8, not %q", text)
		}
		proxies = append(proxies, network)
	}
	return proxies, nil
}

// mail lists what keeps mails from being sent. The address of the server holds a password: no message repeats it.
func (c Config) mail() []error {
	if c.SMTPURL == "" {
		return nil
	}
	var problems []error
	if u, err := url.Parse(c.SMTPURL); err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		problems = append(problems, errors.New("RIHLA_SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465"))
	}
	if _, err := mail.ParseAddress(c.MailFrom); err != nil {
		problems = append(problems, errors.New("RIHLA_MAIL_FROM must be who mails come from, such as Rihla <hello@rihla.example>"))
	}
	return problems
}

// production lists what must not go live.
func (c Config) production() []error {
	var problems []error
	if c.JWTSecret == "" {
		problems = append(problems, errors.New("RIHLA_JWT_SECRET is missing: production signs with a key of its own"))
	}
	if c.Payzone.Simulated() {
		problems = append(problems, errors.New("RIHLA_PAYZONE_BASE_URL is missing: production does not run on the payment simulator"))
	}
	if c.Stripe.Simulator {
		problems = append(problems, errors.New("RIHLA_STRIPE_SIMULATOR is set: production takes no payments by a simulator"))
	}
	if strings.HasPrefix(c.Stripe.SecretKey, "sk_test_") || strings.HasPrefix(c.Stripe.SecretKey, "rk_test_") {
		problems = append(problems, errors.New("RIHLA_STRIPE_SECRET_KEY is a key for tests, where no money moves"))
	}
	if c.PayPal.Simulator {
		problems = append(problems, errors.New("RIHLA_PAYPAL_SIMULATOR is set: production takes no payments by a simulator"))
	}
	if c.PayPal.ClientID != "" && strings.Contains(c.PayPal.BaseURL, "sandbox") {
		problems = append(problems, errors.New("RIHLA_PAYPAL_BASE_URL names PayPal's sandbox, where no money moves"))
	}
	if c.SMTPURL == "" {
		problems = append(problems, errors.New("RIHLA_SMTP_URL is missing: production does not keep its mails in a mailbox that anybody reads"))
	}
	if c.Demo {
		problems = append(problems, errors.New("RIHLA_DEMO is set: production does not open the demo accounts"))
	}
	if !strings.HasPrefix(c.BaseURL, "https://") {
		problems = append(problems, errors.New("RIHLA_BASE_URL is missing: production is reached by https://"))
	}
	return problems
}
