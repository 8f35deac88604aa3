package app_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/app"
	"rihla/internal/config"
	"rihla/internal/testkit/apptest"
)

// stands lists what a program serves for development: simulators, the mailbox.
func stands(t *testing.T, a *apptest.App) map[string]bool {
	t.Helper()
	routes, ok := a.Handler().(chi.Routes)
	require.True(t, ok, "the program's routes can be walked")
	found := map[string]bool{}
	require.NoError(t, chi.Walk(routes, func(_, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if strings.HasPrefix(route, "/dev") {
			found[route] = true
		}
		return nil
	}))
	return found
}

func simulated(o *app.Options) { o.Config.Stripe.Simulator, o.Config.PayPal.Simulator = true, true }

// production has what a live program cannot do without.
func production(o *app.Options) {
	o.Config.Env, o.Config.BaseURL, o.Config.JWTSecret = config.Production, "https://rihla.example", strings.Repeat("k", 32)
	o.Config.SMTPURL, o.Config.MailFrom = "smtp://127.0.0.1:1", "Rihla <hello@rihla.example>"
	o.Config.Payzone = config.Payzone{
		BaseURL: "https://payment.payzone.ma", MerchantAccount: "Rihla", PaywallSecretKey: "paywall", NotificationKey: "notify",
		CallerName: "caller", CallerPassword: "password", PaymentMethod: "CREDIT_CARD",
	}
}

// accounts adds an account at every other gateway.
func accounts(o *app.Options) {
	o.Config.Stripe = config.Stripe{SecretKey: "sk_live_1", WebhookSecret: "whsec_1"}
	o.Config.PayPal = config.PayPal{ClientID: "client", Secret: "secret", WebhookID: "WH-1", Currency: "EUR", Rate: "10.80"}
}

// Nothing that stands on the program for development, where anybody may pay with money that is none and read letters, is
// there in production: no route leads to it, and its addresses do not exist.
func TestProductionHasNothingForDevelopment(t *testing.T) {
	t.Parallel()
	routes := stands(t, apptest.New(t, simulated))
	for _, part := range []string{"payzone", "stripe", "paypal", "masterlock", "mailbox"} {
		require.True(t, routes["/dev/"+part+"/*"], part)
	}
	for name, options := range map[string][]apptest.Option{
		"Payzone alone": {production},
		"all that pay":  {production, accounts},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := apptest.New(t, options...)
			require.Empty(t, stands(t, a))
			for route := range routes {
				address := strings.TrimSuffix(route, "*")
				for _, accept := range []string{"text/html", "application/json"} {
					for _, method := range []string{http.MethodGet, http.MethodPost} {
						request := httptest.NewRequestWithContext(t.Context(), method, address, nil)
						request.Header.Set("Accept", accept)
						answer := httptest.NewRecorder()
						a.Handler().ServeHTTP(answer, request)
						require.Contains(t, []int{http.StatusNotFound, http.StatusMethodNotAllowed}, answer.Code, "%s %s as %s", method, address, accept)
					}
				}
			}
		})
	}
}
