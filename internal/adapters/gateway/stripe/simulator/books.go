package simulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rihla/internal/platform/money"
)

// keyRetention is how long an idempotency key is remembered.
const keyRetention = 24 * time.Hour

// books are everything that the simulator knows, as it is kept in one file, which is replaced as a whole at every change.
type books struct {
	file     string
	Sessions map[string]*session `json:"sessions"`
	// Replies are the answers of changes by their idempotency key.
	Replies map[string]kept `json:"replies"`
}

// kept is an answer and what it answered.
type kept struct {
	Asked string          `json:"asked"`
	Body  json.RawMessage `json:"body"`
	At    time.Time       `json:"at"`
}

func openBooks(dir string) (*books, error) {
	b := &books{file: filepath.Join(dir, "stripe.json"), Sessions: map[string]*session{}, Replies: map[string]kept{}}
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

// byIntent finds the session of a payment; nil when there is none.
func (b *books) byIntent(id string) *session {
	for _, s := range b.Sessions {
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
	Currency                                    string
}

// Books lists every session, in no order.
func (s *Simulator) Books() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	entries := make([]Entry, 0, len(s.books.Sessions))
	for _, of := range s.books.Sessions {
		e := Entry{
			SessionID: of.ID, PaymentIntent: of.Intent, ClientReferenceID: of.ClientReferenceID, Currency: strings.ToUpper(of.Currency),
			Refunded: money.Amount(of.refunded()),
		}
		if of.PaymentStatus == paymentPaid {
			e.Captured = money.Amount(of.Amount)
		}
		entries = append(entries, e)
	}
	return entries
}
