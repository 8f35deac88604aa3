package api_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/app"
	"rihla/internal/testkit/apptest"
)

// withStripe offers payments by Stripe's simulator beside the default.
func withStripe(o *app.Options) { o.Config.Stripe.Simulator = true }

// choose opens a payment of a booking by a gateway.
func choose(rider *apptest.Caller, b apptest.Booking, gateway string) apptest.Answer {
	return rider.Post("/payments", map[string]any{"bookingId": b.ID, "amount": b.TotalAmount, "currency": "MAD", "gateway": gateway})
}

func chosen(t *testing.T, answer apptest.Answer) apptest.Payment {
	t.Helper()
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	return apptest.Data[struct{ Payment apptest.Payment }](answer).Payment
}

func page(t *testing.T, address string) string {
	t.Helper()
	response, err := http.Get(address)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(body)
}

var card = url.Values{"cardNumber": {cardApproves}, "expiry": {"12/39"}, "cvv": {"000"}, "pay": {"1"}}

func TestPayByAnotherGateway(t *testing.T) {
	t.Parallel()
	a := newApp(t, withStripe)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	require.Equal(t, "PAYZONE", b.Payment.Gateway, "a booking opens with the default")

	p := chosen(t, choose(rider, b, "STRIPE"))
	require.Equal(t, "STRIPE", p.Gateway)
	require.Equal(t, "PROCESSING", p.Status)
	require.Nil(t, p.GatewayResponse, "there is nothing to post")
	first := apptest.Data[struct{ Payment apptest.Payment }](rider.Get("/payments/" + b.Payment.ID.String())).Payment
	require.Equal(t, "CANCELLED", first.Status, "the page that nobody used was given up at once")

	back := a.form(t, *p.GatewayPaymentURL, card)
	require.Equal(t, a.BaseURL()+"/booking/payment/"+b.ID.String()+"?result=success", back)
	a.awaitConfirmed(rider, b.ID)

	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, "/bookings/"+b.ID.String(), nil).Status)
	a.awaitPayment(rider, b.ID, "REFUNDED")
}

func TestStripeLosesACallback(t *testing.T) {
	t.Parallel()
	a := newApp(t, withStripe)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	p := chosen(t, choose(rider, b, "STRIPE"))
	silent := url.Values{"cardNumber": {cardSilent}, "expiry": {"12/39"}, "cvv": {"000"}}
	a.form(t, *p.GatewayPaymentURL, silent)
	a.Clock.Advance(3 * time.Minute)
	require.NoError(t, a.Services().Payment.Reconcile(context.Background()))
	require.Equal(t, "CONFIRMED", rider.Booking(b.ID).BookingStatus)
}

func TestPageThatWasGivenUpIsClosed(t *testing.T) {
	t.Parallel()
	a := newApp(t, withStripe)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	p := chosen(t, choose(rider, b, "STRIPE"))
	require.Contains(t, page(t, *p.GatewayPaymentURL), "Test gateway (Stripe)")

	again := chosen(t, choose(rider, b, "PAYZONE"))
	require.Equal(t, "PAYZONE", again.Gateway)
	a.Idle()
	require.Contains(t, page(t, *p.GatewayPaymentURL), "This payment is finished")
	require.Contains(t, a.pay(t, again, cardApproves), "result=success")
	a.awaitConfirmed(rider, b.ID)
}

// Stripe's pages stay open for half an hour at least: longer than a motorcycle is held.
func TestPageIsClosedWhenTheHoldEnds(t *testing.T) {
	t.Parallel()
	a := newApp(t, withStripe)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	p := chosen(t, choose(rider, b, "STRIPE"))
	status := func() string {
		var now string
		require.NoError(t, a.DB().QueryRow(t.Context(), "select status from payments where id = $1", p.ID).Scan(&now))
		return now
	}
	a.Clock.Advance(10 * time.Minute)
	require.NoError(t, a.Services().Payment.Reconcile(context.Background()))
	require.Equal(t, "PROCESSING", status(), "its hold runs")
	a.Clock.Advance(6 * time.Minute)
	require.NoError(t, a.Services().Payment.Reconcile(context.Background()))
	require.Equal(t, "CANCELLED", status())
	a.Idle()
	require.Contains(t, page(t, *p.GatewayPaymentURL), "This payment is finished")
}

func TestCardThatIsOutKeepsItsGateway(t *testing.T) {
	t.Parallel()
	a := newApp(t, withStripe, func(o *app.Options) { o.SlowCardDelay = time.Hour })
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	a.pay(t, *b.Payment, cardSlow)
	require.Equal(t, "PAYMENT_EXISTS", choose(rider, b, "STRIPE").Problem().Code, "the bank may still say yes")
	require.Equal(t, "PROCESSING", rider.Booking(b.ID).Payment.Status)
}

func TestMoneyThatCameUnheardIsFoundBeforeAnotherGatewayIsAsked(t *testing.T) {
	t.Parallel()
	a := newApp(t, withStripe)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	a.pay(t, *b.Payment, cardSilent)
	require.Equal(t, "BOOKING_NOT_PENDING", choose(rider, b, "STRIPE").Problem().Code)
	require.Equal(t, "CONFIRMED", rider.Booking(b.ID).BookingStatus)
}

func TestGatewaysAndWhatTheyCharge(t *testing.T) {
	t.Parallel()
	a := newApp(t, withStripe)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	type gateways struct {
		Gateways []struct {
			Name, Currency string
			IsDefault      bool
			Amount         *float64
		}
	}
	all := apptest.Data[gateways](rider.Get("/payments/gateways?bookingId=" + b.ID.String())).Gateways
	require.Len(t, all, 2)
	for i, name := range []string{"PAYZONE", "STRIPE"} {
		require.Equal(t, name, all[i].Name)
		require.Equal(t, i == 0, all[i].IsDefault)
		require.Equal(t, "MAD", all[i].Currency)
		require.InDelta(t, b.TotalAmount, *all[i].Amount, 0)
	}
	require.Nil(t, apptest.Data[gateways](rider.Get("/payments/gateways")).Gateways[1].Amount)
	require.Equal(t, "BOOKING_NOT_FOUND", a.Customer().Get("/payments/gateways?bookingId="+b.ID.String()).Problem().Code, "another's booking")
	require.Equal(t, "BOOKING_NOT_FOUND", rider.Get("/payments/gateways?bookingId="+uuid.NewString()).Problem().Code)
	require.Equal(t, "INVALID_FORMAT", rider.Get("/payments/gateways?bookingId=mine").Problem().Field("bookingId"))
}

func TestDisputeStandsWithItsPayment(t *testing.T) {
	t.Parallel()
	a := newApp(t, withStripe)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	p := chosen(t, choose(rider, b, "STRIPE"))
	a.form(t, *p.GatewayPaymentURL, card)
	a.awaitConfirmed(rider, b.ID)

	var transaction string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select gateway_transaction_id from payments where id = $1", p.ID).Scan(&transaction))
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.BaseURL()+"/dev/stripe/v1/checkout/sessions/"+transaction, nil)
	require.NoError(t, err)
	request.Header.Set("Authorization", "Bearer sk_test_simulated")
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	var session struct {
		Intent string `json:"payment_intent"`
	}
	require.NoError(t, json.NewDecoder(response.Body).Decode(&session))
	require.NotEmpty(t, session.Intent)

	for i, intent := range []string{session.Intent, "pi_of_somebody_else"} {
		dispute := map[string]any{"id": fmt.Sprintf("evt_dispute_%d", i), "type": "charge.dispute.created", "data": map[string]any{
			"object": map[string]any{"id": "dp_1", "object": "dispute", "payment_intent": intent, "status": "needs_response"},
		}}
		body, err := json.Marshal(dispute)
		require.NoError(t, err)
		at := a.Clock.Now().Unix()
		mac := hmac.New(sha256.New, []byte("whsec_simulated"))
		_, _ = fmt.Fprintf(mac, "%d.%s", at, body)
		signature := fmt.Sprintf("t=%d,v1=%s", at, hex.EncodeToString(mac.Sum(nil)))
		require.Equal(t, http.StatusOK, a.Visitor().With("Stripe-Signature", signature).Post("/payments/callback/stripe", json.RawMessage(body)).Status)
	}
	a.Idle()
	var outcome, other string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select outcome from gateway_events where event_key = 'evt_dispute_0' and payment_id = $1", p.ID).Scan(&outcome))
	require.Equal(t, "recorded: charge.dispute.created: dp_1 needs_response", outcome)
	require.NoError(t, a.DB().QueryRow(t.Context(), "select outcome from gateway_events where event_key = 'evt_dispute_1' and payment_id is null").Scan(&other))
	require.Equal(t, "no such payment", other)
	require.Equal(t, "CONFIRMED", rider.Booking(b.ID).BookingStatus)
}

func TestOnlyStripeSpeaksForStripe(t *testing.T) {
	t.Parallel()
	a := newApp(t, withStripe)
	body := map[string]any{"id": "evt_1", "type": "checkout.session.completed"}
	require.Equal(t, http.StatusUnauthorized, a.Visitor().Post("/payments/callback/stripe", body).Status)
	require.Equal(t, http.StatusUnauthorized, a.Visitor().With("Stripe-Signature", "t=1,v1=00").Post("/payments/callback/stripe", body).Status)
	require.Equal(t, http.StatusNotFound, a.Visitor().Post("/payments/callback/paypal", body).Status, "not configured")
}
