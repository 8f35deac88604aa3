package simulator

import (
	"strings"
	"time"

	"rihla/internal/adapters/gateway/simulator/notebook"
	"rihla/internal/platform/money"
)

// keyRetention is how long an idempotency key is remembered.
const keyRetention = 24 * time.Hour

// books are every session and what was answered.
type books struct{ *notebook.Notebook[session] }

// byIntent finds the session of a payment; nil when there is none.
func (b *books) byIntent(id string) *session {
	for _, s := range b.Charges {
		if s.Intent != "" && s.Intent == id {
			return s
		}
	}
	return nil
}

// Entry is one session in the simulator's own books: what a merchant would find in the dashboard.
type Entry struct {
	SessionID, PaymentIntent, ClientReferenceID string
	Captured, Refunded                          money.Amount
	// TakenBack is how many refunds failed after they had succeeded.
	TakenBack int
	Currency  string
}

// Books lists every session, in no order.
func (s *Simulator) Books() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	entries := make([]Entry, 0, len(s.books.Charges))
	for _, of := range s.books.Charges {
		e := Entry{
			SessionID: of.ID, PaymentIntent: of.Intent, ClientReferenceID: of.ClientReferenceID, Currency: strings.ToUpper(of.Currency),
			Refunded: money.Amount(of.refunded()),
		}
		for _, r := range of.Refunds {
			if r.Failed {
				e.TakenBack++
			}
		}
		if of.PaymentStatus == paymentPaid {
			e.Captured = money.Amount(of.Amount)
		}
		entries = append(entries, e)
	}
	return entries
}
