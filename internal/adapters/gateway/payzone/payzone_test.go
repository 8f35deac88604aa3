package payzone_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/payzone"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

var launchTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func account(base string) payzone.Config {
	return payzone.Config{
		BaseURL: base, MerchantAccount: "Acme_Test", PaywallSecretKey: "pw-secret", NotificationKey: "notif-key",
		CallerName: "$apicaller", CallerPassword: "caller-pass", PaymentMethod: "CREDIT_CARD",
		RetryDelays: []time.Duration{time.Millisecond, time.Millisecond},
	}
}

func gateway(t *testing.T, config payzone.Config) *payzone.Gateway {
	t.Helper()
	g, err := payzone.New(config, clock.NewFake(launchTime))
	require.NoError(t, err)
	return g
}

func wish() payment.LaunchInput {
	return payment.LaunchInput{
		ChargeID: "chg_1", OrderID: "bk_1009", CustomerID: "u_42", Amount: 12550, Currency: "MAD", Description: "Rihla <RH-7K3M9Q> & co",
		Language: "ar", CallbackURL: "https://rihla.example/payments/callback", SuccessURL: "https://rihla.example/booking/payment/1?result=success",
		FailureURL: "https://rihla.example/f", CancelURL: "https://rihla.example/c",
	}
}

func TestLaunchPayload(t *testing.T) {
	t.Parallel()
	launch, err := gateway(t, account("https://payment-sandbox.payzone.ma/")).Launch(t.Context(), wish())
	require.NoError(t, err)
	require.Equal(t, "https://payment-sandbox.payzone.ma/pwthree/launch", launch.URL)
	require.Equal(t, "bk_1009", launch.OrderID)

	var form struct{ Payload, Signature string }
	require.NoError(t, json.Unmarshal(launch.Response, &form))
	require.Equal(t, `{"merchantAccount":"Acme_Test","timestamp":1767225600,"skin":"vps-1-vue","customerId":"u_42",`+
		`"customerCountry":"MA","customerLocale":"fr_FR","chargeId":"chg_1","orderId":"bk_1009","price":"125.50","currency":"MAD",`+
		`"description":"Rihla \u003cRH-7K3M9Q\u003e \u0026 co","mode":"DEEP_LINK","paymentMethod":"CREDIT_CARD","showPaymentProfiles":"false",`+
		`"callbackUrl":"https://rihla.example/payments/callback","successUrl":"https://rihla.example/booking/payment/1?result=success",`+
		`"failureUrl":"https://rihla.example/f","cancelUrl":"https://rihla.example/c"}`, form.Payload)
	sum := sha256.Sum256([]byte("pw-secret" + form.Payload))
	require.Equal(t, hex.EncodeToString(sum[:]), form.Signature, "the signature covers the exact string that is posted")
}

func TestLaunchVariants(t *testing.T) {
	t.Parallel()
	payload := func(config payzone.Config, in payment.LaunchInput) map[string]any {
		launch, err := gateway(t, config).Launch(t.Context(), in)
		require.NoError(t, err)
		var form struct{ Payload string }
		require.NoError(t, json.Unmarshal(launch.Response, &form))
		var fields map[string]any
		require.NoError(t, json.Unmarshal([]byte(form.Payload), &fields))
		return fields
	}
	config, in := account("https://pay.example"), wish()
	config.PaymentMethod, in.Language, in.Amount = "", "en", 5
	in.Description = strings.Repeat("é", 300)
	fields := payload(config, in)
	require.NotContains(t, fields, "paymentMethod", "some accounts refuse any value")
	require.Equal(t, "en_US", fields["customerLocale"])
	require.Equal(t, "0.05", fields["price"])
	require.Len(t, []rune(fields["description"].(string)), 200)

	in.Currency = "EUR"
	_, err := gateway(t, config).Launch(t.Context(), in)
	require.Equal(t, payment.Permanent, failure(t, err).Class, "payzone charges in dirham only")
}

func failure(t *testing.T, err error) *payment.GatewayError {
	t.Helper()
	var f *payment.GatewayError
	require.ErrorAs(t, err, &f)
	return f
}

func TestTranslate(t *testing.T) {
	t.Parallel()
	const approved = `{"type":"CHARGE","state":"APPROVED","resultCode":0,"amount":125.50}`
	const declined = `{"type":"CHARGE","state":"DECLINED","resultCode":51,"amount":125.50,"responseText":"No funds"}`
	const head = `"id":"chg_1","internalId":"93b1","orderId":"bk_1009","merchantAccount":"Acme_Test",`
	const line = `"lineItem":{"amount":125.50,"currency":"MAD"},`
	cases := map[string]struct {
		body     string
		state    payment.State
		mismatch bool
		amount   money.Amount
	}{
		"paid":                             {`{` + head + line + `"status":"CHARGED","transactions":[` + approved + `]}`, payment.StatePaid, false, 12550},
		"paid after a declined try":        {`{` + head + line + `"status":"CHARGED","transactions":[` + declined + `,` + approved + `]}`, payment.StatePaid, false, 12550},
		"paid, all quoted":                 {`{` + head + `"lineItem":{"amount":"125.50","currency":"MAD"},"status":"CHARGED","transactions":[{"type":"CHARGE","state":"APPROVED","resultCode":"0"}]}`, payment.StatePaid, false, 12550},
		"paid, price at the top":           {`{` + head + `"amount":125.5,"currency":"MAD","status":"CHARGED","transactions":[` + approved + `]}`, payment.StatePaid, false, 12550},
		"wrapped":                          {`{"charge":{` + head + line + `"status":"CHARGED","transactions":[` + approved + `]}}`, payment.StatePaid, false, 12550},
		"settled":                          {`{` + head + line + `"status":"CHARGED","transactions":[{"type":"SETTLE","state":"APPROVED","resultCode":0}]}`, payment.StatePaid, false, 12550},
		"charged without approval":         {`{` + head + line + `"status":"CHARGED","transactions":[` + declined + `]}`, payment.StatePaid, true, 12550},
		"charged with a code":              {`{` + head + line + `"status":"CHARGED","transactions":[{"type":"CHARGE","state":"APPROVED","resultCode":5}]}`, payment.StatePaid, true, 12550},
		"charged, only authorised":         {`{` + head + line + `"status":"CHARGED","transactions":[{"type":"AUTHORIZE","state":"APPROVED","resultCode":0}]}`, payment.StatePaid, true, 12550},
		"charged, how much?":               {`{` + head + `"status":"CHARGED","transactions":[` + approved + `]}`, payment.StatePaid, true, 0},
		"another merchant":                 {`{"id":"chg_1","merchantAccount":"Other",` + line + `"status":"CHARGED","transactions":[` + approved + `]}`, payment.StatePaid, true, 12550},
		"no merchant":                      {`{"id":"chg_1",` + line + `"status":"CHARGED","transactions":[` + approved + `]}`, payment.StatePaid, true, 12550},
		"declined":                         {`{` + head + line + `"status":"DECLINED","transactions":[` + declined + `]}`, payment.StateDeclined, false, 12550},
		"cancelled":                        {`{` + head + line + `"status":"CANCELLED","transactions":[]}`, payment.StateCancelled, false, 12550},
		"error":                            {`{` + head + `"status":"ERROR"}`, payment.StateError, false, 0},
		"pending":                          {`{` + head + line + `"status":"CHARGE_PENDING","created":1767225600}`, payment.StatePending, false, 12550},
		"on the page":                      {`{` + head + line + `"status":"REDIRECTED"}`, payment.StateOpen, false, 12550},
		"refunded":                         {`{` + head + line + `"status":"REFUNDED","transactions":[` + approved + `]}`, payment.StateRefunded, false, 12550},
		"charged back":                     {`{` + head + line + `"status":"CHARGED_BACK","transactions":[` + approved + `]}`, payment.StateDisputed, false, 12550},
		"about to be charged back":         {`{` + head + line + `"status":"CHARGEBACK_PENDING","transactions":[` + approved + `]}`, payment.StateDisputed, false, 12550},
		"charged back in vain":             {`{` + head + line + `"status":"CHARGEBACK_REVERSED","transactions":[` + approved + `]}`, payment.StateDisputed, false, 12550},
		"a word nobody knows":              {`{` + head + line + `"status":"ENLIGHTENED"}`, payment.StateUnknown, false, 12550},
		"nothing at all":                   {`{}`, payment.StateUnknown, false, 0},
		"objects where scalars are wanted": {`{"id":{},"status":["CHARGED"],"merchantAccount":null}`, payment.StateUnknown, false, 0},
	}
	g := gateway(t, account("https://pay.example"))
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, err := g.Translate([]byte(c.body))
			require.NoError(t, err)
			require.Equal(t, c.state, o.State)
			require.Equal(t, c.mismatch, o.Mismatch != "", "mismatch %q", o.Mismatch)
			require.Equal(t, c.amount, o.Amount)
		})
	}

	o, err := g.Translate([]byte(`{` + head + line + `"status":"CHARGED","transactions":[` + approved + `,
		{"type":"REFUND","state":"APPROVED","resultCode":0,"amount":25.25},{"type":"REFUND","state":"PENDING","amount":"10"},
		{"type":"REFUND","state":"DECLINED","resultCode":3,"amount":99}]}`))
	require.NoError(t, err)
	require.Equal(t, money.Amount(2525), o.Refunded)
	require.Equal(t, money.Amount(1000), o.RefundPending)
	require.Equal(t, "93b1", o.TransactionID)
	require.Equal(t, "bk_1009", o.OrderID)

	_, err = g.Translate([]byte(`not json`))
	require.Equal(t, payment.Permanent, failure(t, err).Class)
}

func TestEventKeyFollowsTheContent(t *testing.T) {
	t.Parallel()
	const secret = "notif-key"
	g := gateway(t, account("https://pay.example"))
	key := func(body string) string {
		header := http.Header{}
		header.Set("X-Callback-Signature", sign(secret, body))
		event, err := g.Verify(t.Context(), []byte(body), header)
		require.NoError(t, err)
		return event.Key
	}
	base := key(`{"id":"c","status":"CHARGED","lineItem":{"amount":10,"currency":"MAD"}}`)
	require.Equal(t, base, key(`{"status":"CHARGED", "id":"c","lineItem":{"currency":"MAD","amount":"10.00"},"created":"later"}`), "the same news, written differently")
	require.NotEqual(t, base, key(`{"id":"c","status":"REFUNDED","lineItem":{"amount":10,"currency":"MAD"}}`))
	require.NotEqual(t, base, key(`{"id":"c","status":"CHARGED","lineItem":{"amount":11,"currency":"MAD"}}`))
	require.NotEqual(t, base, key(`{"id":"c","status":"CHARGED","lineItem":{"amount":10,"currency":"MAD"},"transactions":[{"gatewayProvidedId":"1"}]}`))
	require.NotEqual(t, key(`not json`), key(`not json either`), "a genuine body that cannot be read is still an event")
}

func TestCallsAreSortedByWhatToDo(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		header string
		body   string
		check  func(t *testing.T, err error)
		calls  int32
	}{
		"unknown charge": {404, "", `{"status":"KO"}`, func(t *testing.T, err error) { t.Helper(); require.ErrorIs(t, err, payment.ErrUnknownCharge) }, 1},
		"refused":        {400, "", `{"status":"KO","message":"no"}`, func(t *testing.T, err error) { t.Helper(); require.Equal(t, payment.Permanent, failure(t, err).Class) }, 1},
		"KO with 200":    {200, "", `{"status":"KO","message":"no"}`, func(t *testing.T, err error) { t.Helper(); require.Equal(t, payment.Permanent, failure(t, err).Class) }, 1},
		"down":           {503, "", ``, func(t *testing.T, err error) { t.Helper(); require.Equal(t, payment.Temporary, failure(t, err).Class) }, 3},
		"our key":        {401, "", ``, func(t *testing.T, err error) { t.Helper(); require.Equal(t, payment.Temporary, failure(t, err).Class) }, 3},
		"busy": {429, "7", ``, func(t *testing.T, err error) {
			t.Helper()
			require.Equal(t, payment.RetryAfter, failure(t, err).Class)
			require.Equal(t, 7*time.Second, failure(t, err).Wait)
		}, 1},
		"redirected": {302, "", ``, func(t *testing.T, err error) { t.Helper(); require.Equal(t, payment.Temporary, failure(t, err).Class) }, 3},
		"nonsense":   {200, "", `<html>`, func(t *testing.T, err error) { t.Helper(); require.Equal(t, payment.Temporary, failure(t, err).Class) }, 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				calls.Add(1)
				w.Header().Set("Retry-After", c.header)
				w.Header().Set("Location", "https://elsewhere.example/")
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			}))
			t.Cleanup(server.Close)
			_, err := gateway(t, account(server.URL)).Status(t.Context(), payment.Ref{ChargeID: "chg_1"})
			c.check(t, err)
			require.Equal(t, c.calls, calls.Load(), "reads are repeated a bounded number of times")
		})
	}
}

func TestRefundIsSentOnceAndItsAnswerRead(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		done   bool
		class  payment.Class
		fails  bool
	}{
		"done":     {200, `{"status":"REFUNDED","transactions":[{"type":"REFUND","state":"APPROVED","resultCode":0,"gatewayProvidedId":"r1"}]}`, true, 0, false},
		"status":   {200, `{"status":"REFUNDED"}`, true, 0, false},
		"pending":  {200, `{"status":"REFUND_PENDING","transactions":[{"type":"REFUND","state":"PENDING"}]}`, false, 0, false},
		"declined": {200, `{"status":"CHARGED","transactions":[{"type":"REFUND","state":"DECLINED","resultCode":9}]}`, false, payment.Permanent, true},
		"odd":      {200, `{"status":"CHARGED"}`, false, payment.Temporary, true},
		"down":     {500, ``, false, payment.Temporary, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			bodies := make(chan string, 4)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls.Add(1)
				body, _ := io.ReadAll(r.Body)
				bodies <- string(body)
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			}))
			t.Cleanup(server.Close)
			outcome, err := gateway(t, account(server.URL)).Refund(t.Context(), payment.RefundInput{
				Ref: payment.Ref{ChargeID: "chg_1"}, Amount: 5000, Currency: "MAD",
			})
			require.Equal(t, int32(1), calls.Load(), "there is no idempotency key: never repeat by itself")
			require.JSONEq(t, `{"command":"REFUND","amount":50.00}`, <-bodies)
			if c.fails {
				require.Equal(t, c.class, failure(t, err).Class)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.done, outcome.Done)
		})
	}
}

func TestConfigNamesEverythingThatIsMissing(t *testing.T) {
	t.Parallel()
	err := payzone.Config{BaseURL: "payzone"}.Validate()
	require.Error(t, err)
	for _, missing := range []string{"base address", "merchant account", "paywall secret key", "notification key", "caller name", "caller password"} {
		require.ErrorContains(t, err, missing)
	}
	require.NoError(t, account("https://payment.payzone.ma").Validate())
}

// sign is a callback's signature as Payzone's kit computes it.
func sign(key, body string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(body))
	return hex.EncodeToString(mac.Sum(nil))
}
