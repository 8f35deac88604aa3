package simulator_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"rihla/internal/adapters/gateway/payzone"
	"rihla/internal/adapters/gateway/simulator"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The test cards, as the pay page lists them.
const (
	approves = "4111 1111 1111 1111"
	declines = "4000 0000 0000 0002"
	slow     = "4000 0000 0000 0119"
	thrice   = "4000 0000 0000 0259"
	silent   = "4000 0000 0000 0341"
)

// street is a merchant, a payer's browser and the test gateway between them, over real HTTP.
type street struct {
	server  *httptest.Server
	sim     *simulator.Simulator
	gateway *payzone.Gateway
	config  simulator.Config
	browser *http.Client
	// events and outcomes receive each callback that the adapter accepted, in the order of arrival.
	events   chan payment.Event
	outcomes chan payment.Outcome
	// answers are what the merchant answers its callbacks; 200 when there are none left.
	answers chan int
}

type bench struct {
	pendingDelay time.Duration
	clock        clock.Clock
}

func newStreet(t *testing.T, b bench) *street {
	t.Helper()
	if b.clock == nil {
		b.clock = clock.System{}
	}
	s := &street{events: make(chan payment.Event, 20), outcomes: make(chan payment.Outcome, 20), answers: make(chan int, 20)}
	mux := http.NewServeMux()
	s.server = httptest.NewServer(mux)
	t.Cleanup(s.server.Close)
	s.browser = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	t.Cleanup(s.browser.CloseIdleConnections)
	s.config = simulator.Config{
		BaseURL: s.server.URL + "/dev/payzone", Dir: t.TempDir(), MerchantAccount: "Rihla_Test", PaywallSecretKey: "paywall",
		NotificationKey: "notification", CallerName: "$rihla", CallerPassword: "caller", PendingDelay: b.pendingDelay,
		RetryDelays: []time.Duration{time.Millisecond, time.Millisecond},
	}
	var err error
	s.sim, err = simulator.New(s.config, b.clock, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 10*time.Second)
		defer cancel()
		require.NoError(t, s.sim.Stop(ctx))
	})
	s.gateway, err = payzone.New(payzone.Config{
		BaseURL: s.config.BaseURL, MerchantAccount: "Rihla_Test", PaywallSecretKey: "paywall", NotificationKey: "notification",
		CallerName: "$rihla", CallerPassword: "caller", PaymentMethod: "CREDIT_CARD", RetryDelays: []time.Duration{time.Millisecond},
	}, b.clock)
	require.NoError(t, err)

	mux.Handle("/dev/payzone/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.sim.ServeHTTP(w, r) }))
	mux.HandleFunc("POST /payments/callback", func(w http.ResponseWriter, r *http.Request) {
		select {
		case status := <-s.answers:
			w.WriteHeader(status)
			return
		default:
		}
		body, _ := io.ReadAll(r.Body)
		event, err := s.gateway.Verify(r.Context(), body, r.Header)
		if err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		outcome, _ := s.gateway.Translate(body)
		s.events <- event
		s.outcomes <- outcome
	})
	return s
}

func (s *street) wish(chargeID string) payment.LaunchInput {
	return payment.LaunchInput{
		ChargeID: chargeID, OrderID: "order-" + chargeID, CustomerID: "customer", Amount: 45000, Currency: "MAD",
		Description: `Rihla RH-7K3M9QX <script>alert("x")</script>`, Language: "en", CallbackURL: s.server.URL + "/payments/callback",
		SuccessURL: s.server.URL + "/back?result=success", FailureURL: s.server.URL + "/back?result=failure",
		CancelURL: s.server.URL + "/back?result=cancel",
	}
}

// reply is an answer that has been read.
type reply struct {
	code     int
	location *url.URL
	header   http.Header
	body     string
}

func (s *street) do(t *testing.T, request *http.Request) reply {
	t.Helper()
	response, err := s.browser.Do(request)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	location, _ := response.Location()
	return reply{response.StatusCode, location, response.Header, string(body)}
}

// post sends a form as a browser on the same page would.
func (s *street) post(t *testing.T, address string, form url.Values) reply {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return s.do(t, request)
}

func (s *street) get(t *testing.T, address string) reply {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	require.NoError(t, err)
	return s.do(t, request)
}

// open launches a charge and returns the address of its pay page.
func (s *street) open(t *testing.T, in payment.LaunchInput) string {
	t.Helper()
	launch, err := s.gateway.Launch(t.Context(), in)
	require.NoError(t, err)
	opened := s.post(t, launch.URL, formOf(t, launch))
	require.Equal(t, http.StatusSeeOther, opened.code, opened.body)
	return opened.location.String()
}

func formOf(t *testing.T, launch payment.Launch) url.Values {
	t.Helper()
	var form struct{ Payload, Signature string }
	require.NoError(t, json.Unmarshal(launch.Response, &form))
	return url.Values{"payload": {form.Payload}, "signature": {form.Signature}}
}

// pay fills the pay page in, and returns what the payer comes back to the merchant with.
func (s *street) pay(t *testing.T, page, card string) string {
	t.Helper()
	paid := s.post(t, page, url.Values{"cardNumber": {card}, "expiry": {"12/39"}, "cvv": {"000"}, "pay": {"1"}})
	require.Equal(t, http.StatusSeeOther, paid.code, paid.body)
	require.Equal(t, s.server.URL, paid.location.Scheme+"://"+paid.location.Host)
	return paid.location.Query().Get("result")
}

func TestApprovedCard(t *testing.T) {
	t.Parallel()
	s := newStreet(t, bench{})
	page := s.open(t, s.wish("c1"))

	outcome, err := s.gateway.Status(t.Context(), payment.Ref{ChargeID: "c1"})
	require.NoError(t, err)
	require.Equal(t, payment.StateOpen, outcome.State)

	require.Equal(t, "success", s.pay(t, page, approves))
	require.Equal(t, "c1", (<-s.events).ChargeID)
	heard := <-s.outcomes
	require.Equal(t, payment.StatePaid, heard.State)
	require.Empty(t, heard.Mismatch)
	require.Equal(t, money.Amount(45000), heard.Amount)
	require.Equal(t, "MAD", heard.Currency)
	require.Equal(t, "order-c1", heard.OrderID)

	asked, err := s.gateway.Status(t.Context(), payment.Ref{ChargeID: "c1"})
	require.NoError(t, err)
	require.Contains(t, string(asked.Answer), `"id":"c1"`)
	asked.Answer = nil // a callback is stored itself
	require.Equal(t, heard, asked, "the callback and the API tell the same")

	require.Contains(t, s.get(t, page).body, "This payment is finished")
	require.Equal(t, "success", s.pay(t, page, declines), "a second click changes nothing")
}

func TestDeclinedCard(t *testing.T) {
	t.Parallel()
	s := newStreet(t, bench{})
	require.Equal(t, "failure", s.pay(t, s.open(t, s.wish("c1")), declines))
	heard := <-s.outcomes
	require.Equal(t, payment.StateDeclined, heard.State)
	require.Contains(t, heard.Detail, "Insufficient funds")
}

func TestCancel(t *testing.T) {
	t.Parallel()
	s := newStreet(t, bench{})
	left := s.post(t, s.open(t, s.wish("c1")), url.Values{"cardNumber": {""}, "cancel": {"1"}})
	require.Equal(t, "cancel", left.location.Query().Get("result"))
	require.Equal(t, payment.StateCancelled, (<-s.outcomes).State)
}

func TestSilentCardLosesItsReport(t *testing.T) {
	t.Parallel()
	s := newStreet(t, bench{})
	s.pay(t, s.open(t, s.wish("c1")), silent)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	require.NoError(t, s.sim.Stop(ctx), "nothing is under way")
	require.Empty(t, s.events)
	outcome, err := s.gateway.Status(t.Context(), payment.Ref{ChargeID: "c1"})
	require.NoError(t, err)
	require.Equal(t, payment.StatePaid, outcome.State, "only asking finds it")
}

func TestCallbackIsRepeatedUntilItIsTaken(t *testing.T) {
	t.Parallel()
	s := newStreet(t, bench{})
	s.answers <- http.StatusInternalServerError
	s.answers <- http.StatusInternalServerError
	s.pay(t, s.open(t, s.wish("c1")), approves)
	require.Equal(t, payment.StatePaid, (<-s.outcomes).State)
}

func TestAPIWantsItsSignature(t *testing.T) {
	t.Parallel()
	s := newStreet(t, bench{})
	require.NoError(t, s.gateway.Health(t.Context()))
	for name, spoil := range map[string]func(*payzone.Config){
		"password": func(c *payzone.Config) { c.CallerPassword = "guess" },
		"caller":   func(c *payzone.Config) { c.CallerName = "$other" },
		"merchant": func(c *payzone.Config) { c.MerchantAccount = "Other" },
	} {
		config := payzone.Config{
			BaseURL: s.config.BaseURL, MerchantAccount: "Rihla_Test", PaywallSecretKey: "paywall", NotificationKey: "notification",
			CallerName: "$rihla", CallerPassword: "caller", RetryDelays: []time.Duration{},
		}
		spoil(&config)
		stranger, err := payzone.New(config, clock.System{})
		require.NoError(t, err)
		require.Error(t, stranger.Health(t.Context()), name)
	}
	require.Equal(t, http.StatusUnauthorized, s.get(t, s.config.BaseURL+"/api/v3/charges/c1").code)
}

func TestLaunchIsRefused(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC().Truncate(time.Second)
	s := newStreet(t, bench{clock: clock.NewFake(now)})
	launch, err := s.gateway.Launch(t.Context(), s.wish("taken"))
	require.NoError(t, err)
	form := formOf(t, launch)
	require.Equal(t, http.StatusSeeOther, s.post(t, launch.URL, form).code)
	require.Equal(t, http.StatusSeeOther, s.post(t, launch.URL, form).code, "a reload goes on where it was")

	var good map[string]any
	require.NoError(t, json.Unmarshal([]byte(form.Get("payload")), &good))
	for name, c := range map[string]struct {
		field string
		value any
		says  string
	}{
		"milliseconds":     {"timestamp", now.UnixMilli(), "not milliseconds"},
		"old":              {"timestamp", now.Add(-31 * time.Minute).Unix(), "last 30 minutes"},
		"from the future":  {"timestamp", now.Add(10 * time.Minute).Unix(), "last 30 minutes"},
		"merchant":         {"merchantAccount", "Other", "merchantAccount"},
		"euro":             {"currency", "EUR", "currency"},
		"price as number":  {"price", 450, "expected JSON"},
		"price one digit":  {"price", "450.5", "two decimals"},
		"nothing to pay":   {"price", "0.00", "two decimals"},
		"no customer":      {"customerId", "", "customerId"},
		"no charge":        {"chargeId", "", "chargeId"},
		"a charge's twin":  {"chargeId", "taken", "used before"},
		"skin":             {"skin", "vps-9", "skin"},
		"locale":           {"customerLocale", "ar_MA", "customerLocale"},
		"callback outside": {"callbackUrl", "https://bank.example/steal", "callbackUrl"},
		"callback inside":  {"callbackUrl", "http://10.0.0.1/admin", "callbackUrl"},
		"return outside":   {"successUrl", "https://phish.example/", "successUrl"},
		"script as return": {"cancelUrl", "javascript:alert(1)", "cancelUrl"},
	} {
		fields := map[string]any{}
		for k, v := range good {
			fields[k] = v
		}
		fields["chargeId"], fields["description"] = "fresh", "another launch"
		fields[c.field] = c.value
		payload, err := json.Marshal(fields)
		require.NoError(t, err)
		sum := sha256.Sum256([]byte("paywall" + string(payload)))
		refused := s.post(t, launch.URL, url.Values{"payload": {string(payload)}, "signature": {hex.EncodeToString(sum[:])}})
		require.Equal(t, http.StatusBadRequest, refused.code, name)
		require.Contains(t, refused.body, c.says, name)
	}
	form.Set("payload", strings.Replace(form.Get("payload"), "450.00", "4.50", 1))
	touched := s.post(t, launch.URL, form)
	require.Equal(t, http.StatusBadRequest, touched.code, "a payload that was touched")
	require.Contains(t, touched.body, "signature")
}

func TestPayPage(t *testing.T) {
	t.Parallel()
	s := newStreet(t, bench{})
	page := s.open(t, s.wish("c1"))
	shown := s.get(t, page)
	body := shown.body
	require.Equal(t, http.StatusOK, shown.code)
	require.Contains(t, body, `<html lang="en">`)
	require.Contains(t, body, "450.00 MAD")
	require.Contains(t, body, "Test gateway")
	require.Contains(t, body, ">Pay</button>")
	require.Contains(t, body, ">Cancel</button>")
	for _, card := range []string{approves, declines, slow, thrice, silent} {
		require.Contains(t, body, card)
	}
	require.NotContains(t, body, "<script>", "what the merchant wrote is escaped")
	policy := shown.header.Get("Content-Security-Policy")
	require.Contains(t, policy, "default-src 'none'")
	require.Contains(t, policy, "form-action 'self' "+s.server.URL, "the form may lead back to the merchant")
	style := s.get(t, s.config.BaseURL+"/pwthree/style.css")
	require.Equal(t, "text/css; charset=utf-8", style.header.Get("Content-Type"))

	for _, c := range []struct{ card, expiry, cvv, says string }{
		{"4111 1111 1111 1112", "12/39", "000", "not a card number"},
		{"5555 5555 5555 4444", "12/39", "000", "test cards below only"},
		{approves, "13/39", "000", "MM/YY"},
		{approves, "12/20", "000", "expired"},
		{approves, "12/39", "12", "three or four digits"},
		{"", "", "", "not a card number"},
		{`"><script>alert(1)</script>`, "12/39", "000", "not a card number"},
	} {
		refused := s.post(t, page, url.Values{"cardNumber": {c.card}, "expiry": {c.expiry}, "cvv": {c.cvv}})
		require.Equal(t, http.StatusUnprocessableEntity, refused.code)
		require.Contains(t, refused.body, c.says)
		require.NotContains(t, refused.body, "<script>")
	}

	in := s.wish("c2")
	in.Language = "ar"
	body = s.get(t, s.open(t, in)).body
	require.Contains(t, body, `<html lang="fr">`)
	require.Contains(t, body, "450,00 MAD")
	require.Contains(t, body, ">Payer</button>")
	require.Contains(t, body, ">Annuler</button>")

	require.Equal(t, http.StatusBadRequest, s.get(t, s.config.BaseURL+"/pwthree/pay/guess").code)

	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, page, strings.NewReader("cancel=1"))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Sec-Fetch-Site", "cross-site")
	require.Equal(t, http.StatusForbidden, s.do(t, request).code, "another site's form")
}

func TestChargesSurviveARestart(t *testing.T) {
	t.Parallel()
	s := newStreet(t, bench{pendingDelay: time.Minute})
	s.pay(t, s.open(t, s.wish("paid")), silent)
	s.pay(t, s.open(t, s.wish("waiting")), slow)
	require.Equal(t, payment.StatePending, (<-s.outcomes).State)

	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	require.NoError(t, s.sim.Stop(ctx))
	// Two minutes later the slow card is due.
	later, err := simulator.New(s.config, clock.NewFake(time.Now().Add(2*time.Minute)), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	s.sim = later

	heard := <-s.outcomes
	require.Equal(t, "waiting", heard.ChargeID)
	require.Equal(t, payment.StatePaid, heard.State)
}
