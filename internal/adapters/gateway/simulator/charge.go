package simulator

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"rihla/internal/platform/money"
)

// Statuses of a charge, in Payzone's words.
const (
	statusOpen     = "PENDING"
	statusPending  = "CHARGE_PENDING"
	statusCharged  = "CHARGED"
	statusDeclined = "DECLINED"
	statusCanceled = "CANCELLED"
	statusRefunded = "REFUNDED"
)

// charge is one launch of the pay page and what became of it, as it is kept on disk.
type charge struct {
	// Token is the unguessable part of the pay page's address.
	Token        string        `json:"token"`
	InternalID   string        `json:"internalId"`
	Launch       launchPayload `json:"launch"`
	Amount       money.Amount  `json:"amount"`
	Status       string        `json:"status"`
	Created      time.Time     `json:"created"`
	ApproveAt    time.Time     `json:"approveAt,omitzero"`
	Transactions []transaction `json:"transactions"`
}

// transaction is a step of a charge, as it stands on the wire.
type transaction struct {
	Timestamp         string       `json:"timestamp"`
	GatewayProvidedID string       `json:"gatewayProvidedId"`
	Type              string       `json:"type"`
	State             string       `json:"state"`
	Amount            money.Amount `json:"amount"`
	Currency          string       `json:"currency"`
	ResultCode        int          `json:"resultCode"`
	ResponseText      string       `json:"responseText"`
}

type lineItem struct {
	Amount      money.Amount `json:"amount"`
	Currency    string       `json:"currency"`
	Description string       `json:"description"`
}

// wire is a charge as callbacks and the API show it.
type wire struct {
	ID              string        `json:"id"`
	InternalID      string        `json:"internalId"`
	OrderID         string        `json:"orderId"`
	Status          string        `json:"status"`
	MerchantAccount string        `json:"merchantAccount"`
	LineItem        lineItem      `json:"lineItem"`
	Transactions    []transaction `json:"transactions"`
	PaymentType     string        `json:"paymentType"`
	PaymentMethod   string        `json:"paymentMethod"`
	Created         string        `json:"created"`
	AmountRemaining money.Amount  `json:"amountRemaining"`
}

func (c charge) wire() wire {
	return wire{
		ID: c.Launch.ChargeID, InternalID: c.InternalID, OrderID: c.Launch.OrderID, Status: c.Status,
		MerchantAccount: c.Launch.MerchantAccount,
		LineItem:        lineItem{c.Amount, c.Launch.Currency, c.Launch.Description},
		Transactions:    c.Transactions, PaymentType: "CREDIT_CARD", PaymentMethod: "Visa",
		Created: c.Created.Format(time.RFC3339), AmountRemaining: c.remaining(),
	}
}

// remaining is what was captured and not given back.
func (c charge) remaining() money.Amount {
	var left money.Amount
	for _, t := range c.Transactions {
		if t.State != "APPROVED" {
			continue
		}
		switch t.Type {
		case "CHARGE":
			left += t.Amount
		case "REFUND":
			left -= t.Amount
		}
	}
	return left
}

func (c *charge) add(now time.Time, kind, state string, amount money.Amount, code int, text string) {
	c.Transactions = append(c.Transactions, transaction{
		Timestamp: now.Format(time.RFC3339), GatewayProvidedID: random(8), Type: kind, State: state, Amount: amount,
		Currency: c.Launch.Currency, ResultCode: code, ResponseText: text,
	})
}

// signCallback is the header of a callback: HMAC-SHA256 of the raw body.
func signCallback(notificationKey string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(notificationKey))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// random is n bytes in hex that nobody can guess.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b)
}

// store keeps charges in memory and each in a file, which is replaced as a whole at every change.
type store struct {
	dir     string
	mu      sync.Mutex
	byID    map[string]charge
	byToken map[string]string
}

func openStore(dir string) (*store, error) {
	s := &store{dir: dir, byID: map[string]charge{}, byToken: map[string]string{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var c charge
		if err := json.Unmarshal(content, &c); err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		s.byID[c.Launch.ChargeID] = c
		s.byToken[c.Token] = c.Launch.ChargeID
	}
	return s, nil
}

// change gives work the charge, absent as its zero value with found false, and keeps what work leaves when it returns
// true. Changes happen one after the other.
func (s *store) change(id string, work func(c *charge, found bool) (keep bool)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, found := s.byID[id]
	c.Transactions = slices.Clone(c.Transactions)
	if !work(&c, found) {
		return nil
	}
	if err := s.write(id, c); err != nil {
		return err
	}
	s.byID[id], s.byToken[c.Token] = c, id
	return nil
}

func (s *store) write(id string, c charge) error {
	content, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	// The id is the merchant's own text; its hash is safe as a file name.
	sum := sha256.Sum256([]byte(id))
	file := filepath.Join(s.dir, hex.EncodeToString(sum[:16])+".json")
	temporary, err := os.CreateTemp(s.dir, "charge-*.tmp")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temporary.Name()) }()
	_, err = bytes.NewReader(content).WriteTo(temporary)
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(temporary.Name(), file) //nolint:gosec // both names are made here, of a hash
}

func (s *store) get(id string) (charge, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, found := s.byID[id]
	return c, found
}

func (s *store) byPage(token string) (charge, bool) {
	s.mu.Lock()
	id, found := s.byToken[token]
	s.mu.Unlock()
	if !found {
		return charge{}, false
	}
	return s.get(id)
}

// pending lists the charges whose slow card has not been approved yet.
func (s *store) pending() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ids []string
	for id, c := range s.byID {
		if c.Status == statusPending {
			ids = append(ids, id)
		}
	}
	return ids
}
