package payment

import (
	"context"

	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/event"
	"rihla/internal/platform/money"
)

// What becomes of payments, told in the transaction in which it does (specification section 3).
const (
	EventProcessed event.Type = "payment.processed" // with Receipt
	EventFailed    event.Type = "payment.failed"    // with Refusal
	EventRefunded  event.Type = "payment.refunded"  // with Return
	// EventRefundFailed is told with Setback.
	EventRefundFailed event.Type = "payment.refund_failed"
)

// Receipt is money that came. Kept is false when the booking could not take it, so that it goes back.
type Receipt struct {
	Amount  money.Amount `json:"amount"`
	Charged *Charged     `json:"charged,omitempty"`
	Kept    bool         `json:"kept"`
}

// Charged is what an amount was in the currency that was charged; nil where that is the dirham.
type Charged struct {
	Amount   money.Amount `json:"amount"`
	Currency string       `json:"currency"`
}

// charged is an amount of the currency that p was charged in.
func (p Payment) charged(a money.Amount) *Charged {
	if p.GatewayCurrency == MAD {
		return nil
	}
	return &Charged{a, p.GatewayCurrency}
}

// Refusal says by an error code why no money came.
type Refusal struct {
	Code string `json:"code"`
}

// Return is money that was given back.
type Return struct {
	Amount  money.Amount `json:"amount"`
	Charged *Charged     `json:"charged,omitempty"`
}

// Setback is money that was to go back and did not. Reversed is true when it had counted as given back.
type Setback struct {
	Amount   money.Amount `json:"amount"`
	Charged  *Charged     `json:"charged,omitempty"`
	Reversed bool         `json:"reversed"`
}

func (s *Service) publishTx(ctx context.Context, tx pgx.Tx, t event.Type, p Payment, payload any) error {
	return s.config.Events.PublishTx(ctx, tx, event.Event{
		Type: t, At: s.clock.Now(), FranchiseID: &p.FranchiseID, BookingID: &p.BookingID, PaymentID: &p.ID,
	}, payload)
}
