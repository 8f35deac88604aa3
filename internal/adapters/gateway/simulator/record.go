package simulator

import (
	"fmt"
	"time"

	"rihla/internal/platform/money"
)

// Past is a charge that was paid before this simulator kept books: demo data has a history that no pay page ever saw.
type Past struct {
	ChargeID      string
	OrderID       string
	CustomerID    string
	TransactionID string
	Amount        money.Amount
	Refunded      money.Amount
	Currency      string
	At            time.Time
}

// Record puts a past charge on the books, so that it can be asked about and refunded. One that is there stays as it is.
func (s *Simulator) Record(p Past) error {
	err := s.store.change(p.ChargeID, func(c *charge, found bool) bool {
		*c = charge{
			Token: random(24), InternalID: p.TransactionID, Amount: p.Amount, Status: statusCharged, Created: p.At,
			Launch: launchPayload{
				MerchantAccount: s.config.MerchantAccount, ChargeID: p.ChargeID, OrderID: p.OrderID, CustomerID: p.CustomerID,
				Price: p.Amount.String(), Currency: p.Currency,
			},
		}
		c.add(p.At, "CHARGE", "APPROVED", p.Amount, 0, "Approved")
		if p.Refunded > 0 {
			c.add(p.At, "REFUND", "APPROVED", p.Refunded, 0, "Refunded")
		}
		return !found
	})
	if err != nil {
		return fmt.Errorf("test gateway: record charge %s: %w", p.ChargeID, err)
	}
	return nil
}
