package api_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/app"
	"rihla/internal/testkit/apptest"
)

// withPayPal offers payments by PayPal's simulator beside the default.
func withPayPal(o *app.Options) { o.Config.PayPal.Simulator, o.Config.PayPal.Rate = true, "10.75" }

func (a testApp) checked(rider *apptest.Caller, p apptest.Payment) apptest.Payment {
	return apptest.Data[struct{ Payment apptest.Payment }](rider.Post("/payments/"+p.ID.String()+"/check", nil)).Payment
}

func TestPayByPayPal(t *testing.T) {
	t.Parallel()
	a := newApp(t, withPayPal)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	offers := apptest.Data[struct {
		Gateways []struct {
			Name, Currency string
			Amount, Rate   *float64
		}
	}](rider.Get("/payments/gateways?bookingId=" + b.ID.String())).Gateways
	require.Len(t, offers, 2)
	require.Nil(t, offers[0].Rate, "dirham need none")
	require.Equal(t, "PAYPAL", offers[1].Name)
	require.Equal(t, "EUR", offers[1].Currency)
	require.InDelta(t, 10.75, *offers[1].Rate, 0)
	require.InDelta(t, b.TotalAmount/10.75, *offers[1].Amount, 0.005)

	p := chosen(t, choose(rider, b, "PAYPAL"))
	require.InDelta(t, b.TotalAmount, p.Amount, 0)
	require.InDelta(t, *offers[1].Amount, p.GatewayAmount, 0, "what was shown is what is charged")
	require.Equal(t, "EUR", p.GatewayCurrency)
	require.InDelta(t, 10.75, *p.Rate, 0)
	require.Contains(t, page(t, *p.GatewayPaymentURL), "Test gateway (PayPal)")
	back := a.form(t, *p.GatewayPaymentURL, card)
	require.True(t, strings.HasPrefix(back, a.BaseURL()+"/booking/payment/"+b.ID.String()+"?result=success&token="), back)
	a.awaitConfirmed(rider, b.ID)

	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, "/bookings/"+b.ID.String(), nil).Status)
	a.awaitPayment(rider, b.ID, "REFUNDED")
	refunds := apptest.Data[struct {
		Refunds []struct{ Amount, GatewayAmount float64 }
	}](rider.Get("/payments/" + p.ID.String() + "/refunds")).Refunds
	require.Len(t, refunds, 1)
	require.InDelta(t, b.TotalAmount, refunds[0].Amount, 0)
	require.InDelta(t, p.GatewayAmount, refunds[0].GatewayAmount, 0)

	require.Equal(t, http.StatusOK, rider.Get("/bookings/"+b.ID.String()+"/receipt").Status)
	charged := fmt.Sprintf("%.2f EUR", p.GatewayAmount)
	var taken, given string
	require.NoError(t, a.DB().QueryRow(t.Context(), `select (facts #>> '{taken,0,charged}') || ' ' || (facts #>> '{taken,0,currency}'),
		(facts #>> '{givenBack,0,charged}') || ' ' || (facts #>> '{givenBack,0,currency}')
		from documents where booking_id = $1 and kind = 'RECEIPT' order by id desc limit 1`, b.ID).Scan(&taken, &given))
	require.Equal(t, []string{charged, charged}, []string{taken, given}, "the receipt says what was charged")
	var told int
	require.NoError(t, a.DB().QueryRow(t.Context(), `select count(*) from domain_events where booking_id = $1
		and type in ('payment.processed', 'payment.refunded') and (payload #>> '{charged,amount}') || ' ' || (payload #>> '{charged,currency}') = $2`,
		b.ID, charged).Scan(&told))
	require.Equal(t, 2, told, "and so do the letters, by their events")
}

func TestPayPalLosesEveryReport(t *testing.T) {
	t.Parallel()
	silent := url.Values{"cardNumber": {cardSilent}, "expiry": {"12/39"}, "cvv": {"000"}}
	for name, look := range map[string]func(a testApp, rider *apptest.Caller, p apptest.Payment){
		"the payer comes back": func(a testApp, rider *apptest.Caller, p apptest.Payment) {
			require.Equal(t, "COMPLETED", a.checked(rider, p).Status)
		},
		"the payer does not": func(a testApp, _ *apptest.Caller, _ apptest.Payment) {
			a.Clock.Advance(3 * time.Minute)
			require.NoError(t, a.Services().Payment.Reconcile(context.Background()))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newApp(t, withPayPal)
			rider := a.Customer()
			b := rider.Book(a.Stage().BookingBody(soon))
			p := chosen(t, choose(rider, b, "PAYPAL"))
			a.form(t, *p.GatewayPaymentURL, silent)
			require.Equal(t, "PENDING_PAYMENT", rider.Booking(b.ID).BookingStatus, "nothing was taken yet")
			look(a, rider, p)
			require.Equal(t, "CONFIRMED", rider.Booking(b.ID).BookingStatus)
		})
	}
}

func TestApprovalOfAPageThatWasGivenUpTakesNothing(t *testing.T) {
	t.Parallel()
	a := newApp(t, withPayPal)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	p := chosen(t, choose(rider, b, "PAYPAL"))
	again := chosen(t, choose(rider, b, "PAYZONE"))
	a.form(t, *p.GatewayPaymentURL, card)
	a.Idle()
	require.Contains(t, a.pay(t, again, cardApproves), "result=success")
	a.awaitConfirmed(rider, b.ID)
	require.Equal(t, "CANCELLED", apptest.Data[struct{ Payment apptest.Payment }](rider.Get("/payments/"+p.ID.String())).Payment.Status)
	a.requireRows(t, 0, "payment_refunds")
}

func TestPaymentIsCheckedByWhomItConcerns(t *testing.T) {
	t.Parallel()
	a := newApp(t, withPayPal)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	path := "/payments/" + b.Payment.ID.String() + "/check"
	require.Equal(t, http.StatusUnauthorized, a.Visitor().Post(path, nil).Status)
	require.Equal(t, "PAYMENT_NOT_FOUND", a.Customer().Post(path, nil).Problem().Code)
	require.Equal(t, "PAYMENT_NOT_FOUND", rider.Post("/payments/me/check", nil).Problem().Code)
	require.Equal(t, "PROCESSING", a.checked(rider, *b.Payment).Status)
}

// What anybody can post: the wire format right, the certificate and the key their own.
func TestOnlyPayPalSpeaksForPayPal(t *testing.T) {
	t.Parallel()
	a := newApp(t, withPayPal)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	fetched := make(chan string, 10)
	own := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { fetched <- r.URL.Path }))
	t.Cleanup(own.Close)
	body, err := json.Marshal(map[string]any{"id": "WH-1", "event_type": "PAYMENT.CAPTURE.COMPLETED"})
	require.NoError(t, err)
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, 0, []byte("any text will do"))
	require.NoError(t, err)
	for _, certificate := range []string{own.URL + "/v1/notifications/certs/CERT", a.BaseURL() + "/dev/paypal/v1/notifications/certs/CERT-SIMULATED", ""} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.BaseURL()+"/payments/callback/paypal", bytes.NewReader(body))
		require.NoError(t, err)
		for name, value := range map[string]string{
			"Content-Type": "application/json", "PAYPAL-TRANSMISSION-ID": "1", "PAYPAL-TRANSMISSION-TIME": a.Clock.Now().Format(time.RFC3339),
			"PAYPAL-TRANSMISSION-SIG": base64.StdEncoding.EncodeToString(signature), "PAYPAL-AUTH-ALGO": "SHA256withRSA", "PAYPAL-CERT-URL": certificate,
		} {
			request.Header.Set(name, value)
		}
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		_, _ = io.Copy(io.Discard, response.Body)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusUnauthorized, response.StatusCode, certificate)
	}
	require.Empty(t, fetched, "nothing is fetched from where a stranger says")
}
