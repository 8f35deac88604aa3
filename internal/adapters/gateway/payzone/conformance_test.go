package payzone_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/conformance"
	"rihla/internal/adapters/gateway/payzone"
	"rihla/internal/adapters/gateway/simulator"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	conformance.Run(t, conformance.Subject{New: newWorld, Currency: "MAD"})
}

// world is the simulator of the pay page and an account there.
type world struct {
	*simulator.Simulator
	base string
	// pages are the pay pages of launches that were opened, by their signed payload.
	pages map[string]string
}

const (
	paywallKey      = "conformance-paywall-key"
	notificationKey = "conformance-notification-key"
	callerPassword  = "conformance-caller-password"
)

var cards = map[conformance.Choice]string{
	conformance.Approve: "4111 1111 1111 1111", conformance.Decline: "4000 0000 0000 0002", conformance.Slow: "4000 0000 0000 0119",
	conformance.Thrice: "4000 0000 0000 0259", conformance.Silent: "4000 0000 0000 0341",
}

func newWorld(t *testing.T, base string) conformance.World {
	t.Helper()
	s, err := simulator.New(simulator.Config{
		BaseURL: base, Dir: t.TempDir(), MerchantAccount: "Rihla_Test", PaywallSecretKey: paywallKey, NotificationKey: notificationKey,
		CallerName: "$rihla", CallerPassword: callerPassword, PendingDelay: 20 * time.Millisecond,
		RetryDelays: []time.Duration{time.Millisecond, time.Millisecond},
	}, clock.System{}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 10*time.Second)
		defer cancel()
		require.NoError(t, s.Stop(ctx))
	})
	return &world{Simulator: s, base: base, pages: map[string]string{}}
}

func (w *world) Gateway(t *testing.T, a conformance.Account) payment.Gateway {
	t.Helper()
	config := payzone.Config{
		BaseURL: w.base, MerchantAccount: "Rihla_Test", PaywallSecretKey: paywallKey, NotificationKey: notificationKey,
		CallerName: "$rihla", CallerPassword: callerPassword, PaymentMethod: "CREDIT_CARD", Timeout: a.Timeout,
		RetryDelays: []time.Duration{time.Millisecond, time.Millisecond},
	}
	if a.Guessed {
		config.PaywallSecretKey, config.NotificationKey, config.CallerPassword = "guess", "guess", "guess"
	}
	g, err := payzone.New(config, clock.System{})
	require.NoError(t, err)
	return g
}

// post sends a form as the payer's browser would, and returns where that leads; "" for nowhere.
func (w *world) post(t *testing.T, address string, form url.Values) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := browser.Do(request)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	require.NoError(t, err)
	to, err := response.Location()
	if err != nil {
		return ""
	}
	return to.String()
}

func (w *world) Open(t *testing.T, launch payment.Launch) bool {
	t.Helper()
	var form struct{ Payload, Signature string }
	require.NoError(t, json.Unmarshal(launch.Response, &form))
	page := w.post(t, launch.URL, url.Values{"payload": {form.Payload}, "signature": {form.Signature}})
	w.pages[form.Payload] = page
	return page != ""
}

func (w *world) Choose(t *testing.T, launch payment.Launch, choice conformance.Choice) {
	t.Helper()
	var form struct{ Payload string }
	require.NoError(t, json.Unmarshal(launch.Response, &form))
	fields := url.Values{"cardNumber": {cards[choice]}, "expiry": {"12/39"}, "cvv": {"000"}, "pay": {"1"}}
	if choice == conformance.Cancel {
		fields = url.Values{"cancel": {"1"}}
	}
	require.Contains(t, w.post(t, w.pages[form.Payload], fields), "/back?result=")
}

// RefundBehind is somebody else with the same keys: Payzone numbers no refunds.
func (w *world) RefundBehind(t *testing.T, chargeID string, amount money.Amount) {
	t.Helper()
	_, err := w.Gateway(t, conformance.Account{}).Refund(t.Context(), payment.RefundInput{Ref: payment.Ref{ChargeID: chargeID}, Amount: amount, Currency: "MAD"})
	require.NoError(t, err)
}

// TakeBack is not called: Payzone knows nothing like it.
func (w *world) TakeBack(t *testing.T, _ string) {
	t.Helper()
	require.FailNow(t, "Payzone takes no refund back")
}

func (w *world) Books(*testing.T) []conformance.Entry {
	var entries []conformance.Entry
	for _, e := range w.Simulator.Books() {
		entries = append(entries, conformance.Entry{ChargeID: e.ChargeID, Captured: e.Captured, Refunded: e.Refunded, Currency: e.Currency})
	}
	return entries
}

func (w *world) Sign(_ *testing.T, body []byte) http.Header {
	mac := hmac.New(sha256.New, []byte(notificationKey))
	mac.Write(body)
	header := http.Header{}
	header.Set("X-Callback-Signature", hex.EncodeToString(mac.Sum(nil)))
	return header
}

// Foreign is signed with our key all the same: an account's name must match too.
func (w *world) Foreign(t *testing.T, callback conformance.Callback) conformance.Callback {
	t.Helper()
	body := []byte(strings.ReplaceAll(string(callback.Body), "Rihla_Test", "Somebody_Else"))
	return conformance.Callback{Body: body, Header: w.Sign(t, body)}
}

func (w *world) SignatureHeaders() []string { return []string{"X-Callback-Signature"} }

func (w *world) Secrets() []string { return []string{paywallKey, notificationKey, callerPassword} }
