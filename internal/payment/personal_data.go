package payment

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/money"
)

// personalPayment is a payment as it stands in the copy of somebody's data. Card numbers are the gateway's; none is
// kept here.
type personalPayment struct {
	Booking     string          `json:"bookingReference"`
	Amount      money.Amount    `json:"amount" db:"amount_centimes"`
	Currency    string          `json:"currency"`
	Charged     money.Amount    `json:"gatewayAmount" db:"gateway_amount_centimes"`
	ChargedIn   string          `json:"gatewayCurrency" db:"gateway_currency"`
	Status      string          `json:"status"`
	Gateway     string          `json:"gateway"`
	Transaction *string         `json:"gatewayTransactionId" db:"gateway_transaction_id"`
	FailureCode *string         `json:"failureCode"`
	ProcessedAt *time.Time      `json:"processedAt"`
	CreatedAt   time.Time       `json:"createdAt"`
	Refunds     json.RawMessage `json:"refunds"`
}

// PersonalData returns the payments of a user's bookings, the newest first, for the copy of their data. It asks for no
// permission: the caller has.
func (s *Service) PersonalData(ctx context.Context, userID uuid.UUID) (string, any, error) {
	rows, err := s.db.Query(ctx, `
		select b.reference as booking, p.amount_centimes, p.currency, p.gateway_amount_centimes, p.gateway_currency, p.status, p.gateway,
		       p.gateway_transaction_id, p.failure_code, p.processed_at, p.created_at,
		       coalesce((select jsonb_agg(jsonb_build_object('amount', round(r.amount_centimes / 100.0, 2), 'state', r.state, 'createdAt', r.created_at)
		                                  order by r.created_at)
		                 from payment_refunds r where r.payment_id = p.id), '[]') as refunds
		from payments p join bookings b on b.id = p.booking_id
		where b.user_id = $1 order by p.created_at desc, p.id`, userID)
	if err != nil {
		return "", nil, fmt.Errorf("payments of a user: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[personalPayment])
	if err != nil {
		return "", nil, fmt.Errorf("payments of a user: %w", err)
	}
	for i := range found {
		p := &found[i]
		p.CreatedAt = p.CreatedAt.UTC()
		if p.ProcessedAt != nil {
			at := p.ProcessedAt.UTC()
			p.ProcessedAt = &at
		}
	}
	return "payments", found, nil
}
