package simulator

import (
	"io"
	"net/http"
	"time"

	"rihla/internal/adapters/gateway/simulator/notebook"
	"rihla/internal/adapters/gateway/simulator/paypage"
	"rihla/internal/platform/money"
)

// keyRetention is how long a request id is remembered.
const keyRetention = 6 * time.Hour

// books are every order and what was answered.
type books struct{ *notebook.Notebook[order] }

// byCapture finds the order of a capture; nil when there is none.
func (b *books) byCapture(id string) *order {
	for _, of := range b.Charges {
		if of.Capture != "" && of.captureID() == id {
			return of
		}
	}
	return nil
}

// captured tells whether an invoice was paid by an order.
func (b *books) captured(invoice string) bool {
	for _, of := range b.Charges {
		if of.Capture != "" && of.InvoiceID == invoice {
			return true
		}
	}
	return false
}

// Entry is one order in the simulator's own books: what a merchant would find in the activities.
type Entry struct {
	OrderID, CaptureID, CustomID string
	Captured, Refunded           money.Amount
	// TakenBack is how many refunds failed after they had been completed.
	TakenBack int
	Currency  string
}

// Books lists every order, in no order.
func (s *Simulator) Books() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	entries := make([]Entry, 0, len(s.books.Charges))
	for _, of := range s.books.Charges {
		e := Entry{OrderID: of.ID, CustomID: of.CustomID, Currency: of.Currency, Refunded: of.refunded()}
		for _, r := range of.Refunds {
			if r.Failed {
				e.TakenBack++
			}
		}
		if of.Capture == captureCompleted {
			e.CaptureID, e.Captured = of.captureID(), of.Amount
		}
		entries = append(entries, e)
	}
	return entries
}

func readAll(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	return io.ReadAll(http.MaxBytesReader(w, r.Body, paypage.MaxForm))
}
