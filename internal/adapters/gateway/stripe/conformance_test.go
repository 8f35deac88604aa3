package stripe_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/conformance"
	"rihla/internal/adapters/gateway/simulator/paypage"
	"rihla/internal/adapters/gateway/stripe"
	"rihla/internal/adapters/gateway/stripe/simulator"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	conformance.Run(t, conformance.Subject{New: newWorld, Currency: payment.MAD, RefundsByKey: true, TakesRefundsBack: true})
}

const (
	secretKey     = "sk_test_conformance0000000"
	webhookSecret = "whsec_conformance0000000"
)

// world is the simulator of Stripe and an account there.
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
	s, err := simulator.New(simulator.Config{
		BaseURL: base, WebhookURL: strings.TrimSuffix(base, "/gateway") + "/callback", Dir: t.TempDir(), Merchant: "Rihla", SecretKey: secretKey,
		WebhookSecret: webhookSecret, PendingDelay: 20 * time.Millisecond, RetryDelays: []time.Duration{time.Millisecond, time.Millisecond},
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
	config := stripe.Config{BaseURL: w.base, SecretKey: secretKey, WebhookSecret: webhookSecret, Timeout: a.Timeout, Retries: -1}
	if a.Guessed {
		config.SecretKey, config.WebhookSecret = "sk_test_guess", "whsec_guess"
	}
	g, err := stripe.New(config, clock.System{})
	require.NoError(t, err)
	return g
}

// send does what a browser, or a person in the dashboard, does; it returns the status and where that leads.
func send(t *testing.T, method, address, key string, form url.Values) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
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
	status, _ := send(t, http.MethodGet, launch.URL, "", nil)
	return status == http.StatusOK
}

func (w *world) Choose(t *testing.T, launch payment.Launch, choice conformance.Choice) {
	t.Helper()
	fields := url.Values{"cardNumber": {cards[choice]}, "expiry": {"12/39"}, "cvv": {"000"}, "pay": {"1"}}
	if choice == conformance.Cancel {
		fields = url.Values{"cancel": {"1"}}
	}
	status, to := send(t, http.MethodPost, launch.URL, "", fields)
	if choice == conformance.Decline {
		require.Equal(t, http.StatusPaymentRequired, status)
		return
	}
	require.Contains(t, to, "/back?result=")
}

func (w *world) RefundBehind(t *testing.T, chargeID string, amount money.Amount) {
	t.Helper()
	for _, e := range w.Simulator.Books() {
		if e.ClientReferenceID == chargeID {
			status, _ := send(t, http.MethodPost, w.base+"/v1/refunds", secretKey, url.Values{
				"payment_intent": {e.PaymentIntent}, "amount": {strconv.FormatInt(int64(amount), 10)},
			})
			require.Equal(t, http.StatusOK, status)
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
		entries = append(entries, conformance.Entry{ChargeID: e.ClientReferenceID, Captured: e.Captured, Refunded: e.Refunded, Currency: e.Currency})
	}
	return entries
}

func (w *world) Sign(_ *testing.T, body []byte) http.Header { return w.Simulator.Sign(body) }

// Foreign is what the webhook of another account is posted: Stripe signs it with that one's secret.
func (w *world) Foreign(_ *testing.T, callback conformance.Callback) conformance.Callback {
	return conformance.Callback{Body: callback.Body, Header: signed("whsec_somebody_else", time.Now(), callback.Body)}
}

// signed are the headers of a delivery as Stripe's document describes them.
func signed(secret string, at time.Time, body []byte) http.Header {
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = fmt.Fprintf(mac, "%d.%s", at.Unix(), body)
	header := http.Header{}
	header.Set("Stripe-Signature", fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil))))
	return header
}

func (w *world) SignatureHeaders() []string { return []string{"Stripe-Signature"} }

func (w *world) Secrets() []string { return []string{secretKey, webhookSecret} }
