package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/postgres"
)

// checkPause is how long the gateway is left alone after it was asked about a payment: whoever waits for one may ask often.
const checkPause = 2 * time.Second

// Check asks the gateway of an open payment what became of it, now, and applies the answer as Reconcile would: for people
// who come back from the pay page. Where the payer only approved, the money is taken. Errors: PAYMENT_NOT_FOUND, and
// GATEWAY_ERROR when the gateway does not say.
func (s *Service) Check(ctx context.Context, id uuid.UUID) (Payment, error) {
	scope, err := authz.Check(ctx, authz.PaymentGetByID)
	if err != nil {
		return Payment{}, err
	}
	if _, err := s.getIn(ctx, id, scope); err != nil {
		return Payment{}, err
	}
	now := s.clock.Now()
	row, err := paymentdb.New(s.db).ClaimCheck(ctx, paymentdb.ClaimCheckParams{ID: id, Now: now, Before: now.Add(-checkPause)})
	if postgres.NoRows(err) {
		return s.getIn(ctx, id, scope)
	}
	if err != nil {
		return Payment{}, fmt.Errorf("claim payment %s: %w", id, err)
	}
	// What the gateway answers is applied even when the caller has left: it may have taken money.
	asking, cancel := context.WithTimeout(authz.AsSystem(context.WithoutCancel(ctx), "payments"), refundPatience)
	defer cancel()
	outcome, err := s.ask(asking, fromDB(row))
	if err != nil {
		return Payment{}, ErrGateway.With(err)
	}
	if err := s.settle(asking, fromDB(row), outcome, abandonAfter); err != nil {
		return Payment{}, err
	}
	return s.getIn(ctx, id, scope)
}
