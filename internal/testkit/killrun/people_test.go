package killrun

import (
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/simulator/paypage"
)

// done tells whether a request was carried out. It was not when the program was killed before it could answer; any other
// answer is wrong, but for the refusals that whoever repeats a request must expect.
func (w *world) done(status int, said []byte, refusals ...int) bool {
	w.t.Helper()
	if status == 0 || status == http.StatusBadGateway && len(said) == 0 {
		return false
	}
	require.Contains(w.t, append(refusals, http.StatusOK, http.StatusCreated, http.StatusNoContent), status, "%s", said)
	return status < http.StatusMultipleChoices
}

// book asks for the motorcycle for three days, always with the same key.
func (w *world) book() {
	w.t.Helper()
	status, said := w.rider.do(http.MethodPost, "/bookings", map[string]any{
		"motorcycleId": w.motorcycle, "startDatetime": w.start.Format(time.RFC3339),
		"endDatetime": w.start.Add(72 * time.Hour).Format(time.RFC3339), "location": "current:33.58,-7.61",
	}, "book")
	if w.done(status, said) {
		w.booking = read[struct{ Booking struct{ ID uuid.UUID } }](w.t, said).Booking.ID
	}
}

func (w *world) path() string { return "/bookings/" + w.booking.String() }

// payment is the one that counts.
func (w *world) payment() shown {
	w.t.Helper()
	status, said := w.rider.do(http.MethodGet, w.path(), nil, "")
	require.Equal(w.t, http.StatusOK, status, "%s", said)
	p := read[struct{ Booking struct{ Payment *shown } }](w.t, said).Booking.Payment
	require.NotNil(w.t, p)
	return *p
}

// page is the pay page of the booking's newest payment, as somebody has it open who came there before.
func (w *world) page() shown {
	w.t.Helper()
	var p shown
	require.NoError(w.t, w.db.QueryRow(w.t.Context(), `select id, status, gateway_payment_url, gateway_response from payments
		where booking_id = $1 order by created_at desc, id desc limit 1`, w.booking).Scan(&p.ID, &p.Status, &p.GatewayPaymentURL, &p.GatewayResponse))
	return p
}

// use pays by a card on the page that is open.
func (w *world) use(card string) { w.t.Helper(); w.pay(w.page(), card) }

// open asks for a payment by a gateway, always with the same key.
func (w *world) open(gateway string) {
	w.t.Helper()
	w.done(w.rider.open(w.booking, gateway, "open"))
}

func (p *person) open(booking uuid.UUID, gateway, key string) (int, []byte) {
	p.w.t.Helper()
	return p.do(http.MethodPost, "/payments", map[string]any{"bookingId": booking, "amount": 1350, "currency": "MAD", "gateway": gateway}, key)
}

// payAnyhow pays on the page that there is, or else on another.
func (w *world) payAnyhow() {
	w.t.Helper()
	p := w.payment()
	if p.Status != "PROCESSING" {
		status, said := w.rider.open(w.booking, "PAYZONE", "")
		require.Equal(w.t, http.StatusCreated, status, "%s", said)
		p = read[struct{ Payment shown }](w.t, said).Payment
	}
	w.pay(p, paypage.Approves)
}

// paid is a booking that was paid, and all that follows from that.
func (w *world) paid() {
	w.t.Helper()
	w.book()
	w.use(paypage.Approves)
	w.await("CONFIRMED: COMPLETED")
	w.quiet()
}

// paidInEuros is paid where dirham cannot be charged.
func (w *world) paidInEuros() {
	w.t.Helper()
	w.book()
	w.open("PAYPAL")
	w.use(paypage.Approves)
	w.await("CONFIRMED: CANCELLED COMPLETED")
	w.quiet()
}

// await waits for what becomes of the booking.
func (w *world) await(statuses string) {
	w.t.Helper()
	w.until(statuses, func() bool { return w.statuses() == statuses })
}

// quiet waits until nobody is at work.
func (w *world) quiet() {
	w.t.Helper()
	w.until("nobody is at work", func() bool {
		return len(w.column("select kind from river_job where state <> 'completed' and kind in "+kinds)) == 0
	})
}

func (w *world) cancel() {
	w.t.Helper()
	status, said := w.rider.do(http.MethodDelete, w.path(), nil, "")
	w.done(status, said, http.StatusConflict)
}

// giveBack has staff give a part of the money back, always with the same key.
func (w *world) giveBack() {
	w.t.Helper()
	status, said := w.boss.do(http.MethodPost, "/payments/"+w.page().ID.String()+"/refund", map[string]any{"refundAmount": 300, "reason": goodwill}, "refund")
	w.done(status, said)
}

// gaveBack is a booking that was paid by the other gateway, and a part of the money given back.
func (w *world) gaveBack() {
	w.t.Helper()
	w.book()
	w.open("STRIPE")
	w.use(paypage.Approves)
	w.await("CONFIRMED: CANCELLED COMPLETED")
	w.giveBack()
	w.await("CONFIRMED: CANCELLED PARTIALLY_REFUNDED")
	w.pass(3 * time.Minute) // the job of the refund looks after it later
	w.quiet()
}

// takeBack has the gateway take that back.
func (w *world) takeBack() {
	w.t.Helper()
	taken, err := w.stripe.TakeBack(w.page().ID.String())
	require.NoError(w.t, err)
	require.True(w.t, taken)
}

// takeBackSilently has it tell nobody, and lets the time come at which it is asked.
func (w *world) takeBackSilently() {
	w.t.Helper()
	require.NoError(w.t, w.stripe.Stop(w.t.Context()))
	w.takeBack()
	w.pass(2 * time.Hour)
}

// giveUp has staff give the open payment up.
func (w *world) giveUp() {
	w.t.Helper()
	status, said := w.boss.do(http.MethodPut, "/payments/"+w.page().ID.String(), map[string]any{"status": "CANCELLED", "note": "pays in the shop"}, "")
	w.done(status, said, http.StatusConflict)
}

// confirm has staff confirm the booking: it is paid in the shop.
func (w *world) confirm() {
	w.t.Helper()
	status, said := w.boss.do(http.MethodPut, w.path(), map[string]any{"bookingStatus": "CONFIRMED"}, "")
	w.done(status, said, http.StatusConflict)
}

// shorten moves the booking to two days instead of three, always with the same key.
func (w *world) shorten() {
	w.t.Helper()
	status, said := w.rider.do(http.MethodPost, w.path()+"/move", map[string]any{
		"startDatetime": w.start.Format(time.RFC3339), "endDatetime": w.start.Add(48 * time.Hour).Format(time.RFC3339),
	}, "move")
	w.done(status, said)
}
