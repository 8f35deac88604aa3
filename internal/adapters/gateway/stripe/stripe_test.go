package stripe_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/stripe"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

var noon = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func gateway(t *testing.T, base string) *stripe.Gateway {
	t.Helper()
	g, err := stripe.New(stripe.Config{BaseURL: base, SecretKey: secretKey, WebhookSecret: "whsec_test_secret", Retries: -1}, clock.NewFake(noon))
	require.NoError(t, err)
	return g
}

func wish() payment.LaunchInput {
	return payment.LaunchInput{
		ChargeID: "chg_1", OrderID: "bk_1009", CustomerID: "u_42", Amount: 12550, Currency: "MAD", Description: "Rihla RH-7K3M9Q", Language: "ar",
		ExpiresAt: noon.Add(35 * time.Minute), CallbackURL: "https://rihla.example/payments/callback/stripe",
		SuccessURL: "https://rihla.example/s?result=success", FailureURL: "https://rihla.example/f", CancelURL: "https://rihla.example/c",
	}
}

func TestLaunchOnTheWire(t *testing.T) {
	t.Parallel()
	asked := make(chan *http.Request, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		asked <- r
		_, _ = io.WriteString(w, `{"id":"cs_1","url":"https://checkout.stripe.com/c/pay/cs_1"}`)
	}))
	t.Cleanup(server.Close)
	launch, err := gateway(t, server.URL).Launch(t.Context(), wish())
	require.NoError(t, err)
	require.Equal(t, payment.Launch{
		URL: "https://checkout.stripe.com/c/pay/cs_1", CallbackURL: "https://rihla.example/payments/callback/stripe", OrderID: "bk_1009", TransactionID: "cs_1",
		Answer: []byte(`{"id":"cs_1","url":"https://checkout.stripe.com/c/pay/cs_1"}`),
	}, launch)
	r := <-asked
	require.Equal(t, "/v1/checkout/sessions", r.URL.Path)
	require.Equal(t, "Bearer "+secretKey, r.Header.Get("Authorization"))
	require.Equal(t, "chk-chg_1", r.Header.Get("Idempotency-Key"))
	require.Empty(t, r.Header.Get("X-Stripe-Client-Telemetry"))
	require.Equal(t, url.Values{
		"mode": {"payment"}, "client_reference_id": {"chg_1"}, "locale": {"auto"}, "expires_at": {"1767227700"},
		"success_url": {"https://rihla.example/s?result=success"}, "cancel_url": {"https://rihla.example/c"},
		"metadata[payment_id]": {"chg_1"}, "metadata[booking_id]": {"bk_1009"},
		"payment_intent_data[metadata][payment_id]": {"chg_1"}, "payment_intent_data[metadata][booking_id]": {"bk_1009"},
		"line_items[0][quantity]": {"1"}, "line_items[0][price_data][currency]": {"mad"}, "line_items[0][price_data][unit_amount]": {"12550"},
		"line_items[0][price_data][product_data][name]": {"Rihla RH-7K3M9Q"},
	}, r.PostForm)
}

// The vector is Stripe's own way of signing, computed apart.
func TestSignature(t *testing.T) {
	t.Parallel()
	const body = `{"id":"evt_1","object":"event"}`
	const good = "238d47ccc3251152491130a4587f0a855c0e33e88993ce968255c6d168ef7601"
	verify := func(header string) (payment.Event, error) {
		h := http.Header{}
		h.Set("Stripe-Signature", header)
		return gateway(t, "").Verify(t.Context(), []byte(body), h)
	}
	event, err := verify("t=1767225600,v1=" + good)
	require.NoError(t, err)
	require.Equal(t, payment.Event{Key: "evt_1"}, event)
	_, err = verify("t=1767225600,v1=" + "00" + good[2:] + ",v1=" + good)
	require.NoError(t, err, "while a secret is replaced both sign")

	for name, header := range map[string]string{
		"another version": "t=1767225600,v0=" + good,
		"two times":       "t=1767225600,t=1767225600,v1=" + good,
		"no time":         "v1=" + good,
		"another time":    "t=1767225601,v1=" + good,
	} {
		_, err := verify(header)
		require.ErrorIs(t, err, payment.ErrSignature, name)
	}
}

func TestDeliveriesAreOfNow(t *testing.T) {
	t.Parallel()
	body := []byte(`{"id":"evt_1"}`)
	for _, c := range []struct {
		off  time.Duration
		good bool
	}{{0, true}, {-5 * time.Minute, true}, {5 * time.Minute, true}, {-301 * time.Second, false}, {301 * time.Second, false}, {-24 * time.Hour, false}} {
		_, err := gateway(t, "").Verify(t.Context(), body, signed("whsec_test_secret", noon.Add(c.off), body))
		if c.good {
			require.NoError(t, err, c.off)
		} else {
			require.ErrorIs(t, err, payment.ErrSignature, c.off)
		}
	}
}

func TestTranslate(t *testing.T) {
	t.Parallel()
	session := func(kind, rest string) string {
		return `{"id":"evt_1","type":"checkout.session.` + kind + `","data":{"object":{"id":"cs_1","object":"checkout.session","client_reference_id":"chg_1",
			"metadata":{"payment_id":"chg_1","booking_id":"bk_1009"},"amount_total":12550,"currency":"mad",` + rest + `}}}`
	}
	about := func(kind, rest string) string {
		return `{"id":"evt_1","type":"` + kind + `","data":{"object":{"id":"x_1","metadata":{"payment_id":"chg_1","booking_id":"bk_1009"},` + rest + `}}}`
	}
	for name, c := range map[string]struct {
		body             string
		state            payment.State
		amount, refunded money.Amount
		mismatch         bool
	}{
		"paid":              {session("completed", `"status":"complete","payment_status":"paid","payment_intent":"pi_1"`), payment.StatePaid, 12550, 0, false},
		"paid, whole":       {session("completed", `"status":"complete","payment_status":"paid","payment_intent":{"id":"pi_1","object":"payment_intent"}`), payment.StatePaid, 12550, 0, false},
		"complete, unpaid":  {session("completed", `"status":"complete","payment_status":"unpaid"`), payment.StatePending, 12550, 0, false},
		"for nothing":       {session("completed", `"status":"complete","payment_status":"no_payment_required"`), payment.StateUnknown, 12550, 0, false},
		"paid later":        {session("async_payment_succeeded", `"status":"complete","payment_status":"paid"`), payment.StatePaid, 12550, 0, false},
		"failed later":      {session("async_payment_failed", `"status":"complete","payment_status":"unpaid"`), payment.StateDeclined, 12550, 0, false},
		"expired":           {session("expired", `"status":"expired","payment_status":"unpaid"`), payment.StateCancelled, 12550, 0, false},
		"live":              {session("completed", `"livemode":true,"status":"complete","payment_status":"paid"`), payment.StatePaid, 12550, 0, true},
		"refunded in part":  {about("charge.refunded", `"amount":12550,"currency":"mad","amount_refunded":5000`), payment.StatePaid, 12550, 5000, false},
		"refunded":          {about("charge.refunded", `"amount":12550,"currency":"mad","amount_refunded":12550`), payment.StateRefunded, 12550, 12550, false},
		"refund created":    {about("refund.created", `"amount":12550,"currency":"mad","status":"succeeded"`), payment.StateRefunded, 0, 0, false},
		"refund failed":     {about("refund.failed", `"amount":12550,"currency":"mad","status":"failed"`), payment.StateRefundFailed, 0, 0, false},
		"disputed":          {about("charge.dispute.created", `"amount":12550,"currency":"mad"`), payment.StateDisputed, 0, 0, false},
		"something unheard": {about("moon.landed", `"amount":{}`), payment.StateUnknown, 0, 0, false},
	} {
		o, err := gateway(t, "").Translate([]byte(c.body))
		require.NoError(t, err, name)
		require.Equal(t, c.state, o.State, name)
		require.Equal(t, c.amount, o.Amount, name)
		require.Equal(t, c.refunded, o.Refunded, name)
		require.Equal(t, c.mismatch, o.Mismatch != "", name)
		require.Equal(t, "chg_1", o.ChargeID, name)
	}
}

// A dispute, and a refund that was made in the dashboard, name nothing of ours but what Stripe calls the payment.
func TestEventsThatNameThePaymentIntentOnly(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 10)
	answer := `{"object":"list","data":[{"id":"cs_1","object":"checkout.session","client_reference_id":"chg_1"}],"has_more":false}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Method + " " + r.URL.Path + " " + r.URL.Query().Get("payment_intent")
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	verify := func(base, body string) (payment.Event, error) {
		return gateway(t, base).Verify(t.Context(), []byte(body), signed("whsec_test_secret", noon, []byte(body)))
	}
	const dispute = `{"id":"evt_1","type":"charge.dispute.created","data":{"object":{"id":"dp_1","object":"dispute","charge":"ch_1","payment_intent":"pi_1","status":"needs_response"}}}`
	for name, body := range map[string]string{
		"a dispute":   dispute,
		"one, whole":  `{"id":"evt_1","type":"charge.dispute.closed","data":{"object":{"id":"dp_1","payment_intent":{"id":"pi_1","object":"payment_intent"}}}}`,
		"a refund":    `{"id":"evt_1","type":"refund.created","data":{"object":{"id":"re_1","object":"refund","payment_intent":"pi_1","status":"succeeded"}}}`,
		"unheard of":  `{"id":"evt_1","type":"review.opened","data":{"object":{"id":"prv_1","payment_intent":"pi_1"}}}`,
		"other parts": `{"id":"evt_1","type":"charge.dispute.funds_withdrawn","data":{"object":{"id":"dp_1","payment_intent":"pi_1","metadata":{}}}}`,
	} {
		event, err := verify(server.URL, body)
		require.NoError(t, err, name)
		require.Equal(t, payment.Event{Key: "evt_1", ChargeID: "chg_1"}, event, name)
		require.Equal(t, "GET /v1/checkout/sessions pi_1", <-asked, name)
	}
	o, err := gateway(t, "").Translate([]byte(dispute))
	require.NoError(t, err)
	require.Equal(t, payment.Outcome{State: payment.StateDisputed, Detail: "charge.dispute.created: dp_1 needs_response"}, o)

	answer = `{"object":"list","data":[],"has_more":false}`
	event, err := verify(server.URL, dispute)
	require.NoError(t, err)
	require.Equal(t, payment.Event{Key: "evt_1"}, event, "somebody else's payment is kept all the same")

	server.Close()
	_, err = verify(server.URL, dispute)
	var failure *payment.GatewayError
	require.ErrorAs(t, err, &failure, "it must be delivered again")
	require.NotErrorIs(t, err, payment.ErrSignature)
}

func TestRefundThatFailsAfterItWasTaken(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]struct {
		done  bool
		class payment.Class
		fails bool
	}{
		"pending": {}, "requires_action": {}, "succeeded": {done: true}, "failed": {class: payment.Permanent, fails: true},
		"canceled": {class: payment.Permanent, fails: true}, "odd": {class: payment.Temporary, fails: true},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.Method + " " + r.URL.Path {
			case "GET /v1/checkout/sessions/cs_1":
				_, _ = io.WriteString(w, `{"id":"cs_1","status":"complete","payment_status":"paid","payment_intent":{"id":"pi_1","object":"payment_intent"}}`)
			case "POST /v1/refunds":
				_, _ = io.WriteString(w, `{"id":"re_1","status":"pending"}`)
			case "GET /v1/refunds/re_1":
				_, _ = fmt.Fprintf(w, `{"id":"re_1","status":%q}`, status)
			}
		}))
		t.Cleanup(server.Close)
		outcome, err := gateway(t, server.URL).Refund(t.Context(), payment.RefundInput{Ref: payment.Ref{ChargeID: "chg_1", TransactionID: "cs_1"}, Key: "k", Amount: 100, Currency: "MAD"})
		if want.fails {
			var failure *payment.GatewayError
			require.ErrorAs(t, err, &failure, status)
			require.Equal(t, want.class, failure.Class, status)
			continue
		}
		require.NoError(t, err, status)
		require.JSONEq(t, fmt.Sprintf(`{"id":"re_1","status":%q}`, status), string(outcome.Answer))
		outcome.Answer = nil
		require.Equal(t, payment.RefundOutcome{ID: "re_1", Done: want.done}, outcome, status)
	}
}

// A payment by transfer can fail days after its session is complete; asked then, Stripe still calls the session unpaid.
func TestTransferThatFailedIsDeclined(t *testing.T) {
	t.Parallel()
	for intent, want := range map[string]payment.State{
		"processing": payment.StatePending, "requires_payment_method": payment.StateDeclined, "canceled": payment.StateDeclined,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = fmt.Fprintf(w, `{"id":"cs_1","status":"complete","payment_status":"unpaid","payment_intent":{"id":"pi_1","object":"payment_intent","status":%q}}`, intent)
		}))
		t.Cleanup(server.Close)
		o, err := gateway(t, server.URL).Status(t.Context(), payment.Ref{TransactionID: "cs_1"})
		require.NoError(t, err)
		require.Equal(t, want, o.State, intent)
	}
}

func TestErrorsRepeatNoSecret(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprintf(w, `{"error":{"type":"invalid_request_error","message":"%s is not a key, nor is whsec_test_secret"}}`, r.Header.Get("Authorization"))
	}))
	t.Cleanup(server.Close)
	_, err := gateway(t, server.URL).Status(t.Context(), payment.Ref{TransactionID: "cs_1"})
	require.ErrorContains(t, err, "Bearer ***")
	require.NotContains(t, err.Error(), secretKey)
	require.NotContains(t, err.Error(), "whsec_test_secret")
}

func TestConfigNamesEverythingThatIsMissing(t *testing.T) {
	t.Parallel()
	err := stripe.Config{BaseURL: "stripe"}.Validate()
	for _, missing := range []string{"secret key", "webhook", "base address"} {
		require.ErrorContains(t, err, missing)
	}
	require.NoError(t, stripe.Config{SecretKey: "rk_live_1", WebhookSecret: "whsec_1"}.Validate())
	_, err = stripe.New(stripe.Config{}, clock.System{})
	require.Error(t, err)
}
