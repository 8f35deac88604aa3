package api_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/testkit/apptest"
)

// Test cards of the payment simulator.
const (
	cardApproves = "4111 1111 1111 1111"
	cardDeclines = "4000 0000 0000 0002"
	cardSlow     = "4000 0000 0000 0119"
	cardThrice   = "4000 0000 0000 0259"
	cardSilent   = "4000 0000 0000 0341"
)

// form posts a form as the payer's browser does, and returns where it is led.
func (a testApp) form(t *testing.T, address string, fields url.Values) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(fields.Encode()))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := http.DefaultTransport.RoundTrip(request)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusSeeOther, response.StatusCode, "%s", body)
	location, err := response.Request.URL.Parse(response.Header.Get("Location"))
	require.NoError(t, err)
	return location.String()
}

// pay goes through the hosted pay page, and returns where it sends the payer back to.
func (a testApp) pay(t *testing.T, p apptest.Payment, card string) string {
	t.Helper()
	require.NotNil(t, p.GatewayResponse)
	page := a.form(t, *p.GatewayPaymentURL, url.Values{"payload": {p.GatewayResponse.Payload}, "signature": {p.GatewayResponse.Signature}})
	if card == "" {
		return a.form(t, page, url.Values{"cancel": {"1"}})
	}
	return a.form(t, page, url.Values{"cardNumber": {card}, "expiry": {"12/39"}, "cvv": {"000"}, "pay": {"1"}})
}

func (a testApp) awaitConfirmed(rider *apptest.Caller, id uuid.UUID) {
	a.Eventually(func() bool { return rider.Booking(id).BookingStatus == "CONFIRMED" }, "the booking is confirmed")
}

func (a testApp) awaitPayment(rider *apptest.Caller, booking uuid.UUID, status string) apptest.Payment {
	a.Eventually(func() bool { return rider.Booking(booking).Payment.Status == status }, "the payment becomes "+status)
	return *rider.Booking(booking).Payment
}

func TestPayOnTheHostedPage(t *testing.T) {
	t.Parallel()
	for _, card := range []string{cardApproves, cardSlow, cardThrice} {
		t.Run(card, func(t *testing.T) {
			t.Parallel()
			a := newApp(t)
			rider := a.Customer()
			b := rider.Book(a.Stage().BookingBody(soon))
			back := a.pay(t, *b.Payment, card)
			require.Equal(t, a.BaseURL()+"/booking/payment/"+b.ID.String()+"?result=success", back)
			a.awaitConfirmed(rider, b.ID)
			paid := rider.Booking(b.ID)
			require.Equal(t, "COMPLETED", paid.Payment.Status)
			require.NotEmpty(t, *paid.Payment.GatewayTransactionID)
			require.NotNil(t, paid.Motorcycle.RegistrationNumber)
			require.Nil(t, paid.HoldExpiresAt)
			require.InDelta(t, 900, paid.Cancellation.RefundAmount, 0)
		})
	}
}

func TestLostCallbackIsReconciled(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	a.pay(t, *b.Payment, cardSilent)
	a.Clock.Advance(3 * time.Minute)
	require.NoError(t, a.Services().Payment.Reconcile(context.Background()))
	require.Equal(t, "CONFIRMED", rider.Booking(b.ID).BookingStatus)
}

func TestDeclinedThenPaid(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer().In("fr")
	b := rider.Book(a.Stage().BookingBody(soon))
	require.Contains(t, a.pay(t, *b.Payment, cardDeclines), "result=failure")
	failed := a.awaitPayment(rider, b.ID, "FAILED")
	require.Equal(t, "PAYMENT_DECLINED", *failed.FailureCode)
	require.Contains(t, *failed.FailureReason, "banque")

	type opened struct {
		Payment           apptest.Payment
		GatewayPaymentURL string
	}
	body := map[string]any{"bookingId": b.ID, "amount": b.TotalAmount, "currency": "MAD", "gateway": "PAYZONE"}
	answer := rider.With("Idempotency-Key", "second try").Post("/payments", body)
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	second := apptest.Data[opened](answer)
	require.Equal(t, "PROCESSING", second.Payment.Status)
	require.Equal(t, *second.Payment.GatewayPaymentURL, second.GatewayPaymentURL)
	require.Equal(t, "/payments/"+second.Payment.ID.String(), answer.Header.Get("Location"))
	repeated := apptest.Data[opened](rider.With("Idempotency-Key", "second try").Post("/payments", body))
	require.Equal(t, second, repeated)
	require.Equal(t, "PAYMENT_EXISTS", rider.Post("/payments", body).Problem().Code)

	require.Contains(t, a.pay(t, second.Payment, cardApproves), "result=success")
	a.awaitConfirmed(rider, b.ID)

	list := apptest.Data[struct {
		Payments   []apptest.Payment
		Pagination struct{ Page, Limit, Total, TotalPages int }
	}](rider.Get("/payments?limit=1&bookingId=" + b.ID.String()))
	require.Len(t, list.Payments, 1)
	require.Equal(t, second.Payment.ID, list.Payments[0].ID, "the payment that counts comes first")
	require.Equal(t, 2, list.Pagination.Total)
	require.Equal(t, 2, list.Pagination.TotalPages)
}

func TestLeftPayPage(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	require.Contains(t, a.pay(t, *b.Payment, ""), "result=cancel")
	require.Equal(t, "PAYMENT_CANCELLED", *a.awaitPayment(rider, b.ID, "CANCELLED").FailureCode)
	require.Equal(t, "PENDING_PAYMENT", rider.Booking(b.ID).BookingStatus)
}

func TestCancellingGivesTheMoneyBack(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	a.pay(t, *b.Payment, cardApproves)
	a.awaitConfirmed(rider, b.ID)
	require.Equal(t, http.StatusNotFound, a.Customer().Do(http.MethodDelete, "/bookings/"+b.ID.String(), nil).Status)
	refused := rider.Do(http.MethodDelete, "/bookings/"+b.ID.String()+"?refundAmount=450", nil)
	require.Equal(t, http.StatusConflict, refused.Status)
	require.Equal(t, "REFUND_CHANGED", refused.Problem().Code)
	require.Contains(t, refused.Problem().Message, "900.00 MAD")
	require.Equal(t, "INVALID_FORMAT", rider.Do(http.MethodDelete, "/bookings/"+b.ID.String()+"?refundAmount=all", nil).Problem().Field("refundAmount"))
	require.Equal(t, "CONFIRMED", rider.Booking(b.ID).BookingStatus)
	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, "/bookings/"+b.ID.String()+"?refundAmount=900.00", nil).Status)
	cancelled := rider.Booking(b.ID)
	require.Equal(t, "CANCELLED_BY_USER", cancelled.BookingStatus)
	require.InDelta(t, 900, cancelled.Payment.RefundedAmount+cancelled.Payment.RefundingAmount, 0, "on its way, or there already")
	require.InDelta(t, 900, a.awaitPayment(rider, b.ID, "REFUNDED").RefundedAmount, 0)
}

func TestDeliveryIsPaidFromItsPage(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer()
	body := a.Stage().BookingBody(soon)
	body["location"] = "address:Gare Casa Voyageurs"
	b := rider.Book(body)
	require.Nil(t, b.Payment)
	opened := apptest.Data[struct{ Payment apptest.Payment }](rider.Post("/payments", map[string]any{"bookingId": b.ID, "amount": b.TotalAmount}))
	require.Equal(t, "USD", opened.Payment.Currency, "the specification's default")
	require.Equal(t, "MAD", opened.Payment.GatewayCurrency, "what is really charged (D4)")
	require.InDelta(t, b.TotalAmount, opened.Payment.GatewayAmount, 0)
	a.pay(t, opened.Payment, cardApproves)
	a.awaitConfirmed(rider, b.ID)
}

func TestPaymentRequestsAreChecked(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider, stranger := a.Customer(), a.Customer()
	body := a.Stage().BookingBody(soon)
	body["location"] = "address:Gare Casa Voyageurs"
	b := rider.Book(body)
	for name, c := range map[string]struct {
		body          any
		status        int
		code          string
		field, broken string
	}{
		"not JSON":       {"{", http.StatusBadRequest, "MALFORMED", "", ""},
		"nothing":        {map[string]any{}, 422, "VALIDATION", "bookingId", "REQUIRED"},
		"no amount":      {map[string]any{"bookingId": b.ID}, 422, "VALIDATION", "amount", "REQUIRED"},
		"zero":           {map[string]any{"bookingId": b.ID, "amount": 0}, 422, "VALIDATION", "amount", "TOO_SMALL"},
		"currency":       {map[string]any{"bookingId": b.ID, "amount": 900, "currency": "GBP"}, 422, "VALIDATION", "currency", "UNSUPPORTED_CURRENCY"},
		"gateway":        {map[string]any{"bookingId": b.ID, "amount": 900, "gateway": "CASH"}, 422, "VALIDATION", "gateway", "INVALID_CHOICE"},
		"not configured": {map[string]any{"bookingId": b.ID, "amount": 900, "gateway": "PAYPAL"}, 422, "GATEWAY_UNSUPPORTED", "", ""},
		"other price":    {map[string]any{"bookingId": b.ID, "amount": 899.98}, http.StatusConflict, "PAYMENT_AMOUNT_MISMATCH", "", ""},
		"no booking":     {map[string]any{"bookingId": uuid.New(), "amount": 900}, http.StatusNotFound, "BOOKING_NOT_FOUND", "", ""},
	} {
		answer := rider.Post("/payments", c.body)
		require.Equal(t, c.status, answer.Status, "%s: %s", name, answer.Body)
		require.Equal(t, c.code, answer.Problem().Code, name)
		if c.field != "" {
			require.Equal(t, c.broken, answer.Problem().Field(c.field), "%s: %s", name, answer.Body)
		}
	}
	good := map[string]any{"bookingId": b.ID, "amount": 900}
	require.Equal(t, http.StatusUnauthorized, a.Visitor().Post("/payments", good).Status)
	require.Equal(t, "BOOKING_NOT_FOUND", stranger.Post("/payments", good).Problem().Code)
	require.Equal(t, "Payment amount does not match booking total",
		rider.Post("/payments", map[string]any{"bookingId": b.ID, "amount": 1}).Problem().Message)

	made := apptest.Data[struct{ Payment apptest.Payment }](rider.Post("/payments", good)).Payment
	require.Equal(t, http.StatusOK, rider.Get("/payments/"+made.ID.String()).Status)
	require.Equal(t, "PAYMENT_NOT_FOUND", stranger.Get("/payments/"+made.ID.String()).Problem().Code)
	require.Equal(t, "PAYMENT_NOT_FOUND", rider.Get("/payments/nonsense").Problem().Code)
	require.Equal(t, http.StatusUnauthorized, a.Visitor().Get("/payments").Status)
	require.Empty(t, apptest.Data[struct{ Payments []any }](stranger.Get("/payments")).Payments)
	require.Equal(t, 422, rider.Get("/payments?limit=101").Status)
}

func TestCallbackEndpoint(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	visitor := a.Visitor()
	forged := visitor.With("X-Callback-Signature", strings.Repeat("ab", 32)).Post("/payments/callback", `{"id":"1","status":"CHARGED"}`)
	require.Equal(t, http.StatusUnauthorized, forged.Status)
	require.JSONEq(t, `{"status":"KO","message":"Error signature"}`, string(forged.Body))
	require.Equal(t, http.StatusUnauthorized, visitor.With("Authorization", "Bearer stale").Post("/payments/callback", `{}`).Status)
	require.Equal(t, http.StatusUnauthorized, visitor.With("Content-Type", "text/plain").Post("/payments/callback", `not json`).Status)
	require.Equal(t, http.StatusRequestEntityTooLarge, visitor.Post("/payments/callback", make([]byte, 10<<20)).Status)
	require.Equal(t, http.StatusNotFound, visitor.Post("/payments/callback/paypal", `{}`).Status)
	require.Equal(t, http.StatusUnauthorized, visitor.Post("/payments/callback/payzone", `{}`).Status)
	a.requireRows(t, 4, "gateway_events where not verified")
}
