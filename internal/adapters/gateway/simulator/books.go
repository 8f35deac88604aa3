package simulator

import "rihla/internal/platform/money"

// Entry is one charge in the simulator's own books: what a merchant would find in the back office.
type Entry struct {
	ChargeID           string
	OrderID            string
	Status             string
	Captured, Refunded money.Amount
	Currency           string
}

// Books lists every charge, in no order.
func (s *Simulator) Books() []Entry {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	entries := make([]Entry, 0, len(s.store.byID))
	for id, c := range s.store.byID {
		e := Entry{ChargeID: id, OrderID: c.Launch.OrderID, Status: c.Status, Currency: c.Launch.Currency}
		for _, t := range c.Transactions {
			switch {
			case t.State != "APPROVED":
			case t.Type == "CHARGE":
				e.Captured += t.Amount
			case t.Type == "REFUND":
				e.Refunded += t.Amount
			}
		}
		entries = append(entries, e)
	}
	return entries
}
