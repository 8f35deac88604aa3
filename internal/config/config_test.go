package config_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/config"
)

func valid() config.Config {
	return config.Config{
		Addr: "127.0.0.1:8080", Env: config.Development, Grace: 24 * time.Hour, HoldAutonom: time.Minute, HoldDelivery: time.Hour,
		ReconcileAfter: time.Minute,
	}
}

func TestDevelopmentNeedsNothing(t *testing.T) {
	t.Parallel()
	require.NoError(t, valid().Check())
}

func TestProductionListsEveryProblemAtOnce(t *testing.T) {
	t.Parallel()
	c := valid()
	c.Env, c.Demo, c.JWTSecret, c.Addr = config.Production, true, "short", "8080"
	err := c.Check()
	require.Error(t, err)
	for _, name := range []string{"RIHLA_ADDR", "RIHLA_JWT_SECRET", "RIHLA_PAYZONE_BASE_URL", "RIHLA_DEMO", "RIHLA_BASE_URL", "RIHLA_SMTP_URL"} {
		require.Contains(t, err.Error(), name)
	}
	require.NotContains(t, err.Error(), "short", "a secret never stands in a message")
}

func TestProductionStarts(t *testing.T) {
	t.Parallel()
	c := valid()
	c.Env, c.JWTSecret, c.BaseURL = config.Production, strings.Repeat("k", 32), "https://rihla.example"
	c.SMTPURL, c.MailFrom = "smtp://rihla:secret@mail.example", "Rihla <hello@rihla.example>"
	c.Payzone = config.Payzone{
		BaseURL: "https://pay.example", MerchantAccount: "m", PaywallSecretKey: "p", NotificationKey: "n", CallerName: "c", CallerPassword: "w",
	}
	require.NoError(t, c.Check())
	c.MapboxToken, c.MapTilesURL = "pk.abc", "https://tiles.example/{z}/{x}/{y}.png"
	require.NoError(t, c.Check())
	c.Stripe.Simulator = true
	require.ErrorContains(t, c.Check(), "RIHLA_STRIPE_SIMULATOR")
	c.Stripe = config.Stripe{SecretKey: "sk_test_1", WebhookSecret: "whsec_1"}
	require.ErrorContains(t, c.Check(), "RIHLA_STRIPE_SECRET_KEY", "anybody pays with a test card")
	c.Stripe.SecretKey = "rk_test_1"
	require.ErrorContains(t, c.Check(), "RIHLA_STRIPE_SECRET_KEY")
	c.Stripe.SecretKey = "sk_live_1"
	require.NoError(t, c.Check())
	c.Stripe = config.Stripe{}
	c.PayPal = config.PayPal{Simulator: true}
	require.ErrorContains(t, c.Check(), "RIHLA_PAYPAL_SIMULATOR")
	c.PayPal = config.PayPal{ClientID: "id", Secret: "s", WebhookID: "w", Rate: "10.8", BaseURL: "https://api-m.sandbox.paypal.com"}
	require.ErrorContains(t, c.Check(), "RIHLA_PAYPAL_BASE_URL")
	c.PayPal.BaseURL = ""
	require.NoError(t, c.Check())
	c.Payzone.NotificationKey = ""
	require.ErrorContains(t, c.Check(), "RIHLA_PAYZONE_NOTIFICATION_KEY")
}

func TestProxies(t *testing.T) {
	t.Parallel()
	c := valid()
	c.TrustedProxies = []string{"10.0.0.0/8", "192.0.2.7", "fd00::1"}
	proxies, err := c.Proxies()
	require.NoError(t, err)
	require.Equal(t, []netip.Prefix{
		netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("fd00::1/128"),
	}, proxies)
}

func TestBadValues(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*config.Config){
		"RIHLA_DATABASE_URL":          func(c *config.Config) { c.DatabaseURL = "mysql://x" },
		"RIHLA_GRACE":                 func(c *config.Config) { c.Grace = 25 * time.Hour },
		"RIHLA_HOLD_AUTONOM":          func(c *config.Config) { c.HoldAutonom = 0 },
		"RIHLA_SMTP_URL":              func(c *config.Config) { c.SMTPURL, c.MailFrom = "mail.example:587", "a@example.com" },
		"RIHLA_MAIL_FROM":             func(c *config.Config) { c.SMTPURL = "smtp://user:secret@mail.example" },
		"RIHLA_BASE_URL":              func(c *config.Config) { c.BaseURL = "rihla.example" },
		"RIHLA_JWT_SECRET":            func(c *config.Config) { c.JWTSecret = "short" },
		"RIHLA_STRIPE_SECRET_KEY":     func(c *config.Config) { c.Stripe.SecretKey, c.Stripe.WebhookSecret = "pk_test_1", "whsec_1" },
		"RIHLA_STRIPE_WEBHOOK_SECRET": func(c *config.Config) { c.Stripe.SecretKey = "sk_test_1" },
		"RIHLA_STRIPE_SIMULATOR": func(c *config.Config) {
			c.Stripe = config.Stripe{SecretKey: "sk_test_1", WebhookSecret: "whsec_1", Simulator: true}
		},
		"RIHLA_STRIPE_BASE_URL":   func(c *config.Config) { c.Stripe.BaseURL = "stripe.example" },
		"RIHLA_PAYPAL_CLIENT_ID":  func(c *config.Config) { c.PayPal.WebhookID = "w" },
		"RIHLA_PAYPAL_WEBHOOK_ID": func(c *config.Config) { c.PayPal = config.PayPal{ClientID: "id", Secret: "s", Rate: "10.8"} },
		"RIHLA_PAYPAL_RATE": func(c *config.Config) {
			c.PayPal = config.PayPal{ClientID: "id", Secret: "s", WebhookID: "w", Rate: "10,8"}
		},
		"RIHLA_PAYPAL_CURRENCY": func(c *config.Config) { c.PayPal.Currency = "MAD" },
		"RIHLA_PAYPAL_SIMULATOR": func(c *config.Config) {
			c.PayPal = config.PayPal{ClientID: "id", Secret: "s", WebhookID: "w", Rate: "10.8", Simulator: true}
		},
		"RIHLA_MAPBOX_TOKEN":    func(c *config.Config) { c.MapboxToken = "sk.secret" },
		"RIHLA_MAP_TILES_URL":   func(c *config.Config) { c.MapTilesURL = "https://tiles.example/{z}/{x}.png" },
		"RIHLA_TRUSTED_PROXIES": func(c *config.Config) { c.TrustedProxies = []string{"10.0.0.0/8", "the balancer"} },
	} {
		c := valid()
		change(&c)
		require.ErrorContains(t, c.Check(), name)
		require.NotContains(t, c.Check().Error(), "secret")
	}
}

// Locks need no licence, also in production; half a one is named.
func TestLockLicence(t *testing.T) {
	t.Parallel()
	for want, m := range map[string]config.Masterlock{
		"":                                    {},
		"RIHLA_MASTERLOCK_BASE_URL":           {License: "l", Password: "p"},
		"RIHLA_MASTERLOCK_LICENSE":            {BaseURL: "https://locks.example", Password: "p"},
		"RIHLA_MASTERLOCK_CLIENT_SECRET":      {BaseURL: "https://locks.example", TokenURL: "https://locks.example/token", ClientID: "c"},
		"two ways to sign in":                 {BaseURL: "https://locks.example", License: "l", Password: "p", TokenURL: "https://x.example", ClientID: "c", ClientSecret: "s"},
		"RIHLA_MASTERLOCK_TOKEN_URL must":     {BaseURL: "https://locks.example", TokenURL: "token", ClientID: "c", ClientSecret: "s"},
		"RIHLA_MASTERLOCK_ACTIVATE_PATH must": {BaseURL: "https://locks.example", License: "l", Password: "p", ActivatePath: "activate"},
	} {
		c := valid()
		c.Masterlock = m
		err := c.Check()
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, want)
	}
}
