package moneyrun

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"rihla/internal/platform/money"
	"rihla/internal/testkit/agree"
)

// counter is the gateway of what staff take themselves.
const counter = "COUNTER"

// takings are what staff wrote down themselves about money that they took for one payment.
type takings struct {
	in money.Amount
	// out is what they handed back, by the refund.
	out map[uuid.UUID]money.Amount
}

// takings are the books of the staff.
func (w *world) takings() []agree.Entry {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []agree.Entry
	for id, t := range w.till {
		e := agree.Entry{Gateway: counter, Charge: id.String(), Captured: t.in}
		for _, amount := range t.out {
			e.Refunded += amount
		}
		all = append(all, e)
	}
	return all
}

// cash has staff take the money, sometimes two of them at once, while the customer may be on a pay page.
func (s *story) cash(random *rand.Rand) bool {
	id, _, _, ok := s.booked()
	if !ok {
		return false
	}
	key := ""
	if random.IntN(2) == 0 {
		key = fmt.Sprintf("cash %s %d", id, random.Uint32())
	}
	body := map[string]any{"method": []string{"CASH", "CARD_TERMINAL"}[random.IntN(2)], "receiptNumber": strconv.Itoa(s.number)}
	atOnce(1+random.IntN(2), func(int) {
		answer, said := s.w.staff.do(http.MethodPost, "/bookings/"+id.String()+"/counter-payment", body, key)
		s.w.count("cash: " + said)
		if said != "ok" {
			return
		}
		var envelope struct {
			Data struct{ Booking struct{ Payment cashPayment } }
		}
		if err := json.Unmarshal(answer.Body, &envelope); err != nil || envelope.Data.Booking.Payment.Gateway != counter {
			s.w.fault("cash was taken, and the answer is another: %v: %s", err, answer.Body)
			return
		}
		s.took(envelope.Data.Booking.Payment)
	})
	return true
}

type cashPayment struct {
	ID      uuid.UUID
	Gateway string
	Amount  money.Amount
}

// took writes down that staff took the money of a payment.
func (s *story) took(p cashPayment) {
	s.w.mu.Lock()
	_, known := s.w.till[p.ID]
	if !known {
		s.w.till[p.ID] = &takings{in: p.Amount, out: map[uuid.UUID]money.Amount{}}
	}
	s.w.mu.Unlock()
	if known {
		return
	}
	taken := &page{payment: p.ID, gateway: counter}
	taken.closed.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages = append(s.pages, taken)
}

type refundRow struct {
	ID     uuid.UUID
	State  string
	Amount money.Amount
}

// refundsOf are what has been promised back of a payment that came over the counter. What is done has been handed out, and
// is written down.
func (w *world) refundsOf(id uuid.UUID) []refundRow {
	answer, said := w.staff.do(http.MethodGet, "/payments/"+id.String()+"/refunds", nil, "")
	var envelope struct{ Data struct{ Refunds []refundRow } }
	if err := json.Unmarshal(answer.Body, &envelope); err != nil || said != "ok" {
		w.fault("read refunds: %s %v: %s", said, err, answer.Body)
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range envelope.Data.Refunds {
		if r.State == "DONE" {
			w.till[id].out[r.ID] = r.Amount
		}
	}
	return envelope.Data.Refunds
}

// handOut has staff look whether money that came over the counter was promised back, and hand it out, sometimes two of
// them at once.
func (s *story) handOut(random *rand.Rand) bool {
	looked := false
	for _, p := range s.opened() {
		if p.gateway == counter {
			s.w.handOut(p.payment, 1+random.IntN(2))
			looked = true
		}
	}
	return looked
}

// handOut has n at once hand out all that was promised back of a payment.
func (w *world) handOut(id uuid.UUID, n int) {
	promised := slices.DeleteFunc(w.refundsOf(id), func(r refundRow) bool { return r.State != "REQUESTED" })
	for _, r := range promised {
		atOnce(n, func(int) {
			_, said := w.staff.do(http.MethodPost, fmt.Sprintf("/payments/%s/refunds/%s/paid-out", id, r.ID), nil, "")
			w.count("hand out: " + said)
		})
	}
	w.refundsOf(id)
}
