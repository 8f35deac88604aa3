package paypal_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"hash/crc32"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/paypal"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

var noon = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// account is the one at a server that a test plays.
func account(base string) paypal.Config {
	return paypal.Config{BaseURL: base, ClientID: clientID, ClientSecret: clientSecret, WebhookID: webhookID, Currency: "EUR", Rate: perEuro}
}

func gateway(t *testing.T, config paypal.Config, now clock.Clock) *paypal.Gateway {
	t.Helper()
	g, err := paypal.New(config, now)
	require.NoError(t, err)
	return g
}

// serve plays PayPal: signIns counts the tokens it gave, and answer has the rest.
func serve(t *testing.T, signIns *atomic.Int32, answer http.HandlerFunc) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/oauth2/token", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"access_token":"token-%d","token_type":"Bearer","expires_in":3600}`, signIns.Add(1))
	})
	mux.HandleFunc("/v2/", answer)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

var ref = payment.Ref{ChargeID: "chg_1", TransactionID: "ORDER1"}

func TestLaunchOnTheWire(t *testing.T) {
	t.Parallel()
	type asked struct {
		path, key, authorization string
		body                     []byte
	}
	requests := make(chan asked, 10)
	base := serve(t, new(atomic.Int32), func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		requests <- asked{r.URL.Path, r.Header.Get("Paypal-Request-Id"), r.Header.Get("Authorization"), body}
		_, _ = io.WriteString(w, `{"id":"ORDER1","status":"CREATED","links":[{"href":"https://api-m.paypal.com/x","rel":"self"},
			{"href":"https://www.paypal.com/checkoutnow?token=ORDER1","rel":"approve"}]}`)
	})
	launch, err := gateway(t, account(base), clock.NewFake(noon)).Launch(t.Context(), payment.LaunchInput{
		ChargeID: "chg_1", OrderID: "bk_1009", CustomerID: "u_42", Amount: 1160, Currency: "EUR", Description: "Rihla RH-7K3M9Q", Language: "ar",
		CallbackURL: "https://rihla.example/payments/callback/paypal", SuccessURL: "https://rihla.example/s?result=success",
		FailureURL: "https://rihla.example/f", CancelURL: "https://rihla.example/c",
	})
	require.NoError(t, err)
	require.Equal(t, "https://www.paypal.com/checkoutnow?token=ORDER1", launch.URL, "by either name of the link")
	require.Equal(t, "ORDER1", launch.TransactionID)
	request := <-requests
	require.Equal(t, "/v2/checkout/orders", request.path)
	require.Equal(t, "chg_1", request.key)
	require.Equal(t, "Bearer token-1", request.authorization)
	require.JSONEq(t, `{"intent":"CAPTURE",
		"purchase_units":[{"reference_id":"default","custom_id":"chg_1/bk_1009","invoice_id":"chg_1","description":"Rihla RH-7K3M9Q",
			"amount":{"currency_code":"EUR","value":"11.60"}}],
		"payment_source":{"paypal":{"experience_context":{"payment_method_preference":"IMMEDIATE_PAYMENT_REQUIRED","brand_name":"Rihla","locale":"ar-EG",
			"landing_page":"NO_PREFERENCE","shipping_preference":"NO_SHIPPING","user_action":"PAY_NOW",
			"return_url":"https://rihla.example/s?result=success","cancel_url":"https://rihla.example/c"}}}}`, string(request.body))
}

func TestTokenIsFetchedOnceAndReplacedInTime(t *testing.T) {
	t.Parallel()
	var signIns atomic.Int32
	var refuse atomic.Pointer[string]
	base := serve(t, &signIns, func(w http.ResponseWriter, r *http.Request) {
		if refused := refuse.Load(); refused != nil && r.Header.Get("Authorization") == *refused {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = io.WriteString(w, `{"id":"ORDER1","status":"CREATED","purchase_units":[{}]}`)
	})
	now := clock.NewFake(noon)
	g := gateway(t, account(base), now)
	ask := func() {
		_, err := g.Status(context.Background(), ref)
		require.NoError(t, err)
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { _, _ = g.Status(context.Background(), ref) })
	}
	all.Wait()
	require.EqualValues(t, 1, signIns.Load(), "one for all callers")
	now.Advance(59*time.Minute - time.Second)
	ask()
	require.EqualValues(t, 1, signIns.Load())
	now.Advance(time.Second)
	ask()
	require.EqualValues(t, 2, signIns.Load(), "a minute before its end")
	refuse.Store(new("Bearer token-2"))
	ask()
	require.EqualValues(t, 3, signIns.Load(), "and when PayPal took it back")
	refuse.Store(new("Bearer token-3"))
	ask()
	require.EqualValues(t, 4, signIns.Load())
}

// What fails on its way is tried once more, with the same key, and no more than that. What PayPal refuses is not, nor what it
// asks to wait with.
func TestCallsAreRepeatedOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		statuses []int
		calls    int32
		class    payment.Class
	}{
		"one failure":  {[]int{500, 201}, 2, -1},
		"two failures": {[]int{503, 502, 201}, 2, payment.Temporary},
		"refused":      {[]int{400, 201}, 1, payment.Permanent},
		"busy":         {[]int{429, 201}, 1, payment.RetryAfter},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			base := serve(t, new(atomic.Int32), func(w http.ResponseWriter, r *http.Request) {
				if key := r.Header.Get("Paypal-Request-Id"); key != "chg_1" {
					t.Errorf("the key is %q", key)
				}
				body, _ := io.ReadAll(r.Body)
				if len(body) == 0 {
					t.Error("there is no body")
				}
				w.WriteHeader(c.statuses[calls.Add(1)-1])
				_, _ = io.WriteString(w, `{"id":"ORDER1","status":"PAYER_ACTION_REQUIRED","links":[{"rel":"payer-action","href":"https://paypal.example/ORDER1"}]}`)
			})
			in := payment.LaunchInput{ChargeID: "chg_1", OrderID: "bk_1", Amount: 1160, Currency: "EUR", Language: "en"}
			launched, err := gateway(t, account(base), clock.NewFake(noon)).Launch(t.Context(), in)
			require.Equal(t, c.calls, calls.Load())
			if c.class < 0 {
				require.NoError(t, err)
				require.Equal(t, "ORDER1", launched.TransactionID)
				return
			}
			var failure *payment.GatewayError
			require.ErrorAs(t, err, &failure)
			require.Equal(t, c.class, failure.Class)
		})
	}
}

const approved = `{"id":"ORDER1","status":"APPROVED","purchase_units":[{"custom_id":"chg_1/bk_1","amount":{"currency_code":"EUR","value":"11.60"}}]}`

func taken(status string) string {
	return `{"id":"ORDER1","status":"COMPLETED","purchase_units":[{"custom_id":"chg_1/bk_1","amount":{"currency_code":"EUR","value":"11.60"},"payments":{
		"captures":[{"id":"CAP1","status":"` + status + `","amount":{"currency_code":"EUR","value":"11.60"},"custom_id":"chg_1/bk_1"}]}}]}`
}

func TestCaptureThatIsRefused(t *testing.T) {
	t.Parallel()
	for issue, want := range map[string]struct {
		after string
		state payment.State
	}{
		"INSTRUMENT_DECLINED":    {approved, payment.StateDeclined},
		"TRANSACTION_REFUSED":    {approved, payment.StateDeclined},
		"DUPLICATE_INVOICE_ID":   {approved, payment.StateError},
		"ORDER_ALREADY_CAPTURED": {taken("COMPLETED"), payment.StatePaid},
		"ORDER_NOT_APPROVED":     {`{"id":"ORDER1","status":"PAYER_ACTION_REQUIRED","purchase_units":[{}]}`, payment.StateOpen},
		"PAYER_ACTION_REQUIRED":  {`{"id":"ORDER1","status":"PAYER_ACTION_REQUIRED","purchase_units":[{}]}`, payment.StateOpen},
		// Another try is at it: what it makes of it is not known yet.
		"PREVIOUS_REQUEST_IN_PROGRESS": {approved, ""},
	} {
		keys := make(chan string, 10)
		base := serve(t, new(atomic.Int32), func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				_, _ = io.WriteString(w, want.after)
				return
			}
			keys <- r.URL.Path + " " + r.Header.Get("Paypal-Request-Id")
			w.WriteHeader(http.StatusUnprocessableEntity)
			_, _ = fmt.Fprintf(w, `{"name":"UNPROCESSABLE_ENTITY","message":"no","debug_id":"d-1","details":[{"issue":%q,"description":"because"}]}`, issue)
		})
		o, err := gateway(t, account(base), clock.NewFake(noon)).Capture(t.Context(), ref)
		require.Equal(t, "/v2/checkout/orders/ORDER1/capture cap-chg_1", <-keys)
		if want.state == "" {
			var failure *payment.GatewayError
			require.ErrorAs(t, err, &failure, issue)
			require.Equal(t, payment.Temporary, failure.Class, issue)
			require.ErrorContains(t, err, "d-1")
			continue
		}
		require.NoError(t, err, issue)
		require.Equal(t, want.state, o.State, issue)
		if want.state == payment.StateDeclined {
			require.Contains(t, o.Detail, issue)
			require.Contains(t, o.Detail, "debug id d-1", "by which PayPal's support finds the call")
		}
	}
}

// An order that is complete may wait for its money: only the capture says whether it came.
func TestStates(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]payment.State{
		taken("COMPLETED"): payment.StatePaid, taken("PENDING"): payment.StatePending, taken("DECLINED"): payment.StateDeclined,
		taken("FAILED"): payment.StateError, taken("PARTIALLY_REFUNDED"): payment.StatePaid, taken("REFUNDED"): payment.StateRefunded,
		taken("MOON"): payment.StateUnknown, approved: payment.StateApproved,
		`{"id":"ORDER1","status":"COMPLETED","purchase_units":[{}]}`:                  payment.StateUnknown,
		`{"id":"ORDER1","status":"COMPLETED","purchase_units":[]}`:                    payment.StateUnknown,
		`{"id":"ORDER1","status":"VOIDED","purchase_units":[{}]}`:                     payment.StateCancelled,
		`{"id":"ORDER1","status":"CREATED","purchase_units":[{"custom_id":"chg_1"}]}`: payment.StateOpen,
	} {
		base := serve(t, new(atomic.Int32), func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
		o, err := gateway(t, account(base), clock.NewFake(noon)).Status(t.Context(), ref)
		require.NoError(t, err, body)
		require.Equal(t, want, o.State, body)
	}
}

func TestRefundThatFailsAfterItWasTaken(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]struct {
		done  bool
		class payment.Class
		fails bool
	}{
		"PENDING": {}, "COMPLETED": {done: true}, "FAILED": {class: payment.Permanent, fails: true},
		"CANCELLED": {class: payment.Permanent, fails: true}, "ODD": {class: payment.Temporary, fails: true},
	} {
		base := serve(t, new(atomic.Int32), func(w http.ResponseWriter, r *http.Request) {
			switch r.Method + " " + r.URL.Path {
			case "GET /v2/checkout/orders/ORDER1":
				_, _ = io.WriteString(w, taken("COMPLETED"))
			case "POST /v2/payments/captures/CAP1/refund":
				_, _ = io.WriteString(w, `{"id":"REF1","status":"PENDING"}`)
			case "GET /v2/payments/refunds/REF1":
				_, _ = fmt.Fprintf(w, `{"id":"REF1","status":%q}`, status)
			}
		})
		outcome, err := gateway(t, account(base), clock.NewFake(noon)).Refund(t.Context(), payment.RefundInput{Ref: ref, Key: "k", Amount: 100, Currency: "EUR"})
		if want.fails {
			var failure *payment.GatewayError
			require.ErrorAs(t, err, &failure, status)
			require.Equal(t, want.class, failure.Class, status)
			continue
		}
		require.NoError(t, err, status)
		require.Equal(t, want.done, outcome.Done, status)
	}
}

func TestErrorsRepeatNoSecret(t *testing.T) {
	t.Parallel()
	base := serve(t, new(atomic.Int32), func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprintf(w, `{"name":"NOT_AUTHORIZED","message":"%s may not, nor %s"}`, r.Header.Get("Authorization"), clientSecret)
	})
	_, err := gateway(t, account(base), clock.NewFake(noon)).Status(t.Context(), ref)
	require.ErrorContains(t, err, "Bearer *** may not, nor ***")
	var failure *payment.GatewayError
	require.ErrorAs(t, err, &failure)
	require.NotContains(t, string(failure.Answer), "token-1")
	require.NotContains(t, string(failure.Answer), clientSecret)
}

func TestTranslate(t *testing.T) {
	t.Parallel()
	event := func(kind, resource string) string {
		return `{"id":"WH-1","event_type":"` + kind + `","resource":` + resource + `}`
	}
	capture := func(status string) string {
		return `{"id":"CAP1","status":"` + status + `","amount":{"currency_code":"EUR","value":"11.60"},"custom_id":"chg_1/bk_1",
			"links":[{"href":"https://api-m.paypal.com/v2/checkout/orders/ORDER1","rel":"up"}]}`
	}
	for name, c := range map[string]struct {
		body   string
		state  payment.State
		amount money.Amount
		order  string
	}{
		"approved":           {event("CHECKOUT.ORDER.APPROVED", approved), payment.StateApproved, 1160, "ORDER1"},
		"completed":          {event("PAYMENT.CAPTURE.COMPLETED", capture("COMPLETED")), payment.StatePaid, 1160, "ORDER1"},
		"completed in words": {event("PAYMENT.CAPTURE.COMPLETED", capture("PENDING")), payment.StatePending, 1160, "ORDER1"},
		"pending":            {event("PAYMENT.CAPTURE.PENDING", capture("PENDING")), payment.StatePending, 1160, "ORDER1"},
		"denied":             {event("PAYMENT.CAPTURE.DENIED", capture("DECLINED")), payment.StateDeclined, 1160, "ORDER1"},
		"approval taken back": {
			event("CHECKOUT.PAYMENT-APPROVAL.REVERSED", `{"order_id":"ORDER1","purchase_units":[{"custom_id":"chg_1/bk_1"}]}`), payment.StateCancelled, 0, "ORDER1",
		},
		"refunded": {event("PAYMENT.CAPTURE.REFUNDED", `{"id":"REF1","status":"COMPLETED","custom_id":"chg_1/bk_1"}`), payment.StateRefunded, 0, ""},
		"reversed": {event("PAYMENT.CAPTURE.REVERSED", `{"id":"REF1","custom_id":"chg_1/bk_1"}`), payment.StateDisputed, 0, ""},
		"disputed": {event("CUSTOMER.DISPUTE.CREATED", `{"dispute_id":"PP-1","disputed_transactions":[{"custom":"chg_1/bk_1"}]}`), payment.StateDisputed, 0, ""},
		"unheard":  {event("MOON.LANDED", `{"custom_id":"chg_1/bk_1"}`), payment.StateUnknown, 0, ""},
	} {
		o, err := gateway(t, account(""), clock.NewFake(noon)).Translate([]byte(c.body))
		require.NoError(t, err, name)
		require.Equal(t, c.state, o.State, name)
		require.Equal(t, c.amount, o.Amount, name)
		require.Equal(t, c.order, o.TransactionID, name)
		require.Equal(t, "chg_1", o.ChargeID, name)
		require.Equal(t, "bk_1", o.OrderID, name)
	}
	_, err := gateway(t, account(""), clock.NewFake(noon)).Translate([]byte(event("PAYMENT.CAPTURE.COMPLETED", `{"amount":{"value":11.6}}`)))
	require.Error(t, err, "amounts are texts")
}

// The checksum as PayPal's document has it, of the raw body, as a decimal number without a sign.
func TestChecksum(t *testing.T) {
	t.Parallel()
	require.EqualValues(t, 2325436976, crc32.ChecksumIEEE([]byte(`{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}`)))
}

func TestDeliveriesAreOfTheseDays(t *testing.T) {
	t.Parallel()
	w := startWorldAt(t)
	body := []byte(`{"id":"WH-1","event_type":"MOON.LANDED"}`)
	header := w.Sign(t, body)
	sent, err := time.Parse(time.RFC3339, header.Get("Paypal-Transmission-Time"))
	require.NoError(t, err)
	for off, good := range map[time.Duration]bool{
		0: true, 3 * 24 * time.Hour: true, 4*24*time.Hour + time.Second: false, -5 * time.Minute: true, -5*time.Minute - time.Second: false,
	} {
		config := account(w.base)
		config.Certificates = paypal.Certificates{URL: w.base, Roots: w.Roots()}
		_, err := gateway(t, config, clock.NewFake(sent.Add(off))).Verify(t.Context(), body, header)
		if good {
			require.NoError(t, err, off)
		} else {
			require.ErrorIs(t, err, payment.ErrSignature, off)
		}
	}
}

// startWorldAt is a world that its own server serves.
func startWorldAt(t *testing.T) *world {
	t.Helper()
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	w := startWorld(t, server.URL+"/gateway", server.URL)
	handler = w
	return w
}

func TestCertificatesAreFetchedFromPayPalOnly(t *testing.T) {
	t.Parallel()
	body := []byte(`{"id":"WH-1"}`)
	w := startWorldAt(t)
	header := w.Sign(t, body)
	for _, address := range []string{
		"", "nonsense", "http://api.paypal.com/v1/notifications/certs/CERT", "https://paypal.com.evil.example/v1/notifications/certs/CERT",
		"https://evilpaypal.com/v1/notifications/certs/CERT", "https://api.paypal.com@evil.example/v1/notifications/certs/CERT",
		"https://api.paypal.com:8443/v1/notifications/certs/CERT", "https://api.paypal.com/elsewhere", "file:///v1/notifications/certs/CERT",
		"https://api.paypal.com/v1/notifications/certs/../../../redirect", "https://api.paypal.com/v1/notifications/certs/CERT?to=https://evil.example",
		w.base + "/v1/notifications/certs/CERT-SIMULATED",
	} {
		header.Set("Paypal-Cert-Url", address)
		_, err := gateway(t, account(""), clock.System{}).Verify(t.Context(), body, header)
		require.ErrorIs(t, err, payment.ErrSignature, address)
	}
}

func TestCertificatesAreChecked(t *testing.T) {
	t.Parallel()
	key, err := signingKey()
	require.NoError(t, err)
	body := []byte(`{"id":"WH-1"}`)
	w := startWorldAt(t)
	genuine := w.Sign(t, body)
	now := clock.System{}.Now()
	issuer, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, authority, authority, &issuer.PublicKey, issuer)
	require.NoError(t, err)
	signedAuthority, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	trusted, nobody := x509.NewCertPool(), x509.NewCertPool()
	trusted.AddCert(signedAuthority)
	for name, c := range map[string]struct {
		roots *x509.CertPool
		name  string
		until time.Time
		key   *rsa.PrivateKey
		good  bool
	}{
		"genuine":               {trusted, "messageverificationcerts.paypal.com", now.Add(time.Hour), key, true},
		"nobody vouches for it": {nobody, "messageverificationcerts.paypal.com", now.Add(time.Hour), key, false},
		"over":                  {trusted, "messageverificationcerts.paypal.com", now.Add(-time.Minute), key, false},
		"somebody else's":       {trusted, "evilpaypal.com", now.Add(time.Hour), key, false},
	} {
		leaf, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
			SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: c.name}, NotBefore: now.Add(-time.Hour), NotAfter: c.until, KeyUsage: x509.KeyUsageDigitalSignature,
		}, authority, &c.key.PublicKey, issuer)
		require.NoError(t, err)
		var fetched atomic.Int32
		host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fetched.Add(1)
			_ = pem.Encode(w, &pem.Block{Type: "CERTIFICATE", Bytes: leaf})
		}))
		t.Cleanup(host.Close)
		config := account(w.base)
		config.Certificates = paypal.Certificates{URL: host.URL, Roots: c.roots}
		header := genuine.Clone()
		header.Set("Paypal-Cert-Url", host.URL+"/CERT")
		g := gateway(t, config, clock.System{})
		for range 3 {
			_, err = g.Verify(t.Context(), body, header)
			if c.good {
				require.NoError(t, err, name)
			} else {
				require.ErrorIs(t, err, payment.ErrSignature, name)
			}
		}
		if c.good {
			require.EqualValues(t, 1, fetched.Load(), "it is kept")
		}
		host.Close()
		header.Set("Paypal-Cert-Url", host.URL+"/ANOTHER")
		_, err = g.Verify(t.Context(), body, header)
		var failure *payment.GatewayError
		require.ErrorAs(t, err, &failure, "who cannot be asked may be asked again")
		require.Equal(t, payment.Temporary, failure.Class)
	}
}

func TestConvert(t *testing.T) {
	t.Parallel()
	g := gateway(t, account(""), clock.System{})
	rate := perEuro
	require.Equal(t, payment.Charge{Amount: 18056, Currency: "EUR", Rate: &rate}, g.Convert(195000))
	require.Equal(t, money.Amount(1), g.Convert(1).Amount, "the least there is")
	require.Zero(t, g.Convert(0).Amount)
}

func TestConfigNamesEverythingThatIsMissing(t *testing.T) {
	t.Parallel()
	err := paypal.Config{BaseURL: "paypal", Currency: "MAD"}.Validate()
	for _, missing := range []string{"client id", "client secret", "webhook id", "currency", "rate", "base address"} {
		require.ErrorContains(t, err, missing)
	}
	_, err = paypal.New(paypal.Config{}, clock.System{})
	require.Error(t, err)
	require.NoError(t, account("").Validate())
}
