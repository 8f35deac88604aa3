package simulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"rihla/internal/adapters/gateway/simulator/paypage"
	"rihla/internal/platform/money"
)

// keyRetention is how long a request id is remembered.
const keyRetention = 6 * time.Hour

// books are everything that the simulator knows, as it is kept in one file, which is replaced as a whole at every change.
type books struct {
	file   string
	Orders map[string]*order `json:"orders"`
	// Replies are the answers of changes by path and request id.
	Replies map[string]kept `json:"replies"`
}

// kept is an answer and what it answered.
type kept struct {
	Asked string          `json:"asked"`
	Body  json.RawMessage `json:"body"`
	At    time.Time       `json:"at"`
}

func openBooks(dir string) (*books, error) {
	b := &books{file: filepath.Join(dir, "paypal.json"), Orders: map[string]*order{}, Replies: map[string]kept{}}
	content, err := os.ReadFile(b.file)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(content, b); err != nil {
		return nil, fmt.Errorf("read %s: %w", b.file, err)
	}
	return b, nil
}

func (b *books) save() error {
	content, err := json.Marshal(b)
	if err != nil {
		return err
	}
	temporary := b.file + ".tmp"
	if err := os.WriteFile(temporary, content, 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, b.file)
}

// remembered is the answer of a key, until its time is past.
func (b *books) remembered(key string, now time.Time) (kept, bool) {
	reply, found := b.Replies[key]
	return reply, found && now.Sub(reply.At) <= keyRetention
}

// remember keeps an answer, and forgets those past their time.
func (b *books) remember(key string, answer kept) {
	for earlier, reply := range b.Replies {
		if answer.At.Sub(reply.At) > keyRetention {
			delete(b.Replies, earlier)
		}
	}
	b.Replies[key] = answer
}

// byCapture finds the order of a capture; nil when there is none.
func (b *books) byCapture(id string) *order {
	for _, of := range b.Orders {
		if of.Capture != "" && of.captureID() == id {
			return of
		}
	}
	return nil
}

// captured tells whether an invoice was paid by an order.
func (b *books) captured(invoice string) bool {
	for _, of := range b.Orders {
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
	Currency                     string
}

// Books lists every order, in no order.
func (s *Simulator) Books() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	entries := make([]Entry, 0, len(s.books.Orders))
	for _, of := range s.books.Orders {
		e := Entry{OrderID: of.ID, CustomID: of.CustomID, Currency: of.Currency, Refunded: of.refunded()}
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
