package paypal_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/conformance"
	"rihla/internal/adapters/gateway/paypal"
	"rihla/internal/adapters/gateway/paypal/simulator"
	"rihla/internal/adapters/gateway/simulator/paypage"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	conformance.Run(t, conformance.Subject{New: newWorld, Currency: "EUR", RefundsByKey: true, TakesRefundsBack: true})
}

const (
	clientID     = "conformance-client"
	clientSecret = "conformance-client-secret"
	webhookID    = "WEBHOOK0CONFORMANCE"
	// perEuro is 10.80 MAD.
	perEuro money.Rate = 10_800_000
)

// signingKey is made once: it takes its time.
var signingKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

// world is the simulator of PayPal and an account there.
type world struct {
	*simulator.Simulator
	base string
}

var cards = map[conformance.Choice]string{
	conformance.Approve: paypage.Approves, conformance.Decline: paypage.Declines, conformance.Slow: paypage.Slow,
	conformance.Thrice: paypage.Thrice, conformance.Silent: paypage.Silent,
}

func newWorld(t *testing.T, base string) conformance.World {
	t.Helper()
	return startWorld(t, base, strings.TrimSuffix(base, "/gateway")+"/callback")
}

func startWorld(t *testing.T, base, webhook string) *world {
	t.Helper()
	key, err := signingKey()
	require.NoError(t, err)
	s, err := simulator.New(simulator.Config{
		BaseURL: base, WebhookURL: webhook, Dir: t.TempDir(), Merchant: "Rihla", ClientID: clientID, ClientSecret: clientSecret,
		WebhookID: webhookID, Key: key, PendingDelay: 20 * time.Millisecond, RetryDelays: []time.Duration{time.Millisecond, time.Millisecond},
	}, clock.System{}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 10*time.Second)
		defer cancel()
		require.NoError(t, s.Stop(ctx))
	})
	return &world{Simulator: s, base: base}
}

func (w *world) Gateway(t *testing.T, a conformance.Account) payment.Gateway {
	t.Helper()
	config := paypal.Config{
		BaseURL: w.base, ClientID: clientID, ClientSecret: clientSecret, WebhookID: webhookID, Currency: "EUR", Rate: perEuro, Timeout: a.Timeout,
		Certificates: paypal.Certificates{URL: w.base + "/v1/notifications/certs/", Roots: w.Roots()},
	}
	if a.Guessed {
		config.ClientSecret, config.WebhookID = "guess", "GUESS"
	}
	g, err := paypal.New(config, clock.System{})
	require.NoError(t, err)
	return g
}

// browse does what a browser does; it returns the status and where that leads.
func browse(t *testing.T, method, address string, form url.Values) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := browser.Do(request)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	require.NoError(t, err)
	return response.StatusCode, response.Header.Get("Location")
}

func (w *world) Open(t *testing.T, launch payment.Launch) bool {
	t.Helper()
	status, _ := browse(t, http.MethodGet, launch.URL, nil)
	return status == http.StatusOK
}

func (w *world) Choose(t *testing.T, launch payment.Launch, choice conformance.Choice) {
	t.Helper()
	fields := url.Values{"cardNumber": {cards[choice]}, "expiry": {"12/39"}, "cvv": {"000"}, "pay": {"1"}}
	if choice == conformance.Cancel {
		fields = url.Values{"cancel": {"1"}}
	}
	status, to := browse(t, http.MethodPost, launch.URL, fields)
	if choice == conformance.Decline {
		require.Equal(t, http.StatusPaymentRequired, status)
		return
	}
	require.Contains(t, to, "/back?result=")
	require.Contains(t, to, "&token="+launch.TransactionID)
}

// RefundBehind does what a person does in the account's activities.
func (w *world) RefundBehind(t *testing.T, chargeID string, amount money.Amount) {
	t.Helper()
	do := func(path, contentType, authorization, body string) map[string]any {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.base+path, strings.NewReader(body))
		require.NoError(t, err)
		request.Header.Set("Content-Type", contentType)
		request.Header.Set("Paypal-Request-Id", uuid.NewString())
		if request.SetBasicAuth(clientID, clientSecret); authorization != "" {
			request.Header.Set("Authorization", authorization)
		}
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		defer func() { _ = response.Body.Close() }()
		require.Less(t, response.StatusCode, 300)
		var answer map[string]any
		require.NoError(t, json.NewDecoder(response.Body).Decode(&answer))
		return answer
	}
	token := do("/v1/oauth2/token", "application/x-www-form-urlencoded", "", "grant_type=client_credentials")["access_token"]
	for _, e := range w.Simulator.Books() {
		if strings.HasPrefix(e.CustomID, chargeID) {
			do("/v2/payments/captures/"+e.CaptureID+"/refund", "application/json", "Bearer "+token.(string),
				`{"amount":{"currency_code":"EUR","value":"`+amount.String()+`"}}`)
		}
	}
}

func (w *world) TakeBack(t *testing.T, chargeID string) {
	t.Helper()
	taken, err := w.Simulator.TakeBack(chargeID)
	require.NoError(t, err)
	require.True(t, taken)
}

func (w *world) Books(*testing.T) []conformance.Entry {
	var entries []conformance.Entry
	for _, e := range w.Simulator.Books() {
		chargeID, _, _ := strings.Cut(e.CustomID, "/")
		entries = append(entries, conformance.Entry{ChargeID: chargeID, Captured: e.Captured, Refunded: e.Refunded, Currency: e.Currency})
	}
	return entries
}

func (w *world) Sign(_ *testing.T, body []byte) http.Header {
	return w.Simulator.Sign(webhookID, body)
}

// Foreign is what the webhook of another account is posted: PayPal signs it with the same certificate, for that webhook.
func (w *world) Foreign(_ *testing.T, callback conformance.Callback) conformance.Callback {
	return conformance.Callback{Body: callback.Body, Header: w.Simulator.Sign("SOMEBODY0ELSES", callback.Body)}
}

func (w *world) SignatureHeaders() []string {
	return []string{"Paypal-Transmission-Id", "Paypal-Transmission-Time", "Paypal-Transmission-Sig", "Paypal-Auth-Algo", "Paypal-Cert-Url"}
}

func (w *world) Secrets() []string { return []string{clientSecret, "A21AA"} }
