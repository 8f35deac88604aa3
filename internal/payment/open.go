package payment

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/idempotency"
	"rihla/internal/platform/money"
)

// OpenInput asks for a payment of a booking (specification section 5). Nil and empty fields take the defaults: currency
// USD, gateway PAYZONE.
type OpenInput struct {
	BookingID      uuid.UUID
	Amount         *money.Amount
	Currency       string
	Gateway        string
	IdempotencyKey string
	// Language is the payer's, for the pay page.
	Language string
}

// openRequest is what makes two requests the same.
type openRequest struct {
	BookingID         uuid.UUID
	Amount            money.Amount
	Currency, Gateway string
}

// check applies the defaults and the rules of specification section 5.
func (in OpenInput) check() (openRequest, error) {
	request := openRequest{BookingID: in.BookingID, Currency: in.Currency, Gateway: in.Gateway}
	if request.Currency == "" {
		request.Currency = "USD"
	}
	if request.Gateway == "" {
		request.Gateway = string(Payzone)
	}
	var c errs.Collector
	c.Check(in.BookingID != uuid.Nil, "bookingId", "REQUIRED")
	switch {
	case in.Amount == nil:
		c.Add("amount", "REQUIRED")
	case *in.Amount < 1:
		c.Add("amount", "TOO_SMALL", "min", "0.01")
	default:
		request.Amount = *in.Amount
	}
	c.Check(slices.Contains(Currencies, request.Currency), "currency", "UNSUPPORTED_CURRENCY")
	c.Check(slices.Contains(GatewayNames, GatewayName(request.Gateway)), "gateway", "INVALID_CHOICE", "values", gatewayChoices())
	return request, c.Err()
}

func gatewayChoices() string {
	names := make([]string, len(GatewayNames))
	for i, name := range GatewayNames {
		names[i] = string(name)
	}
	return strings.Join(names, ", ")
}

// staleError says that a live payment is in the way that may be dead, or that its payer wants to replace: its gateway must
// be asked. Its page may be given up after a time without use.
type staleError struct {
	payment Payment
	after   time.Duration
}

func (staleError) Error() string { return "the live payment is stale" }

// Open opens a payment for a booking that waits for its money, and leads to its pay page. A live payment whose pay page
// can no longer be used, or of another gateway than the one that is asked for, is settled with its gateway first, and given
// up when nobody has tried a card there. Errors: VALIDATION, BOOKING_NOT_FOUND, BOOKING_NOT_PENDING,
// PAYMENT_EXISTS, PAYMENT_AMOUNT_MISMATCH, GATEWAY_UNSUPPORTED, GATEWAY_ERROR, PAYMENT_URL_FAILED, IDEMPOTENCY_MISMATCH.
func (s *Service) Open(ctx context.Context, in OpenInput) (Payment, error) {
	scope, err := authz.Check(ctx, authz.PaymentCreate)
	if err != nil {
		return Payment{}, err
	}
	request, err := in.check()
	if err != nil {
		return Payment{}, err
	}
	if _, ok := s.gateways[GatewayName(request.Gateway)]; !ok {
		return Payment{}, ErrUnsupported
	}
	b, p, err := s.open(ctx, in.IdempotencyKey, in.Language, request, scope)
	if stale, ok := errors.AsType[staleError](err); ok {
		if err := s.settleStale(ctx, stale); err != nil {
			return Payment{}, err
		}
		b, p, err = s.open(ctx, in.IdempotencyKey, in.Language, request, scope)
		if _, still := errors.AsType[staleError](err); still {
			// The gateway has the charge in its hands.
			err = ErrExists
		}
	}
	if err != nil {
		return Payment{}, err
	}
	if p.Status != Pending {
		return p, nil
	}
	return s.launch(ctx, p, b)
}

func (s *Service) open(ctx context.Context, key, language string, request openRequest, scope authz.Filter) (booking.Booking, Payment, error) {
	var (
		b booking.Booking
		p Payment
	)
	hash, err := idempotency.Hash(request)
	if err != nil {
		return b, p, err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		id := uuid.Must(uuid.NewV7())
		existing, replay, err := idempotency.ClaimTx(ctx, tx, claimScope(ctx, "payments"), key, hash, id)
		if err != nil {
			return err
		}
		var payments []Payment
		if b, payments, err = s.lockTx(ctx, tx, request.BookingID); err != nil {
			return err
		}
		if !scope.Allows(b.UserID, &b.FranchiseID) {
			return booking.ErrNotFound(b.ID.String())
		}
		if replay {
			p, err = s.readTx(ctx, tx, existing)
			return err
		}
		if err := s.payable(b, payments, request); err != nil {
			return err
		}
		p, err = s.insertTx(ctx, tx, id, b, opening{request.Currency, GatewayName(request.Gateway), language})
		failpoint.Reached(failpoint.OpenWriting)
		return err
	})
	failpoint.Reached(failpoint.OpenWritten)
	return b, p, err
}

// payable tells why no payment may be opened, in the order of specification section 8. Payments in other currencies name
// the booking's own number too (D4).
func (s *Service) payable(b booking.Booking, payments []Payment, request openRequest) error {
	now := s.clock.Now()
	if !b.Payable(now) {
		return ErrBookingNotPending
	}
	for _, p := range payments {
		switch {
		case p.Surplus || !p.Status.Open() && p.Status != Completed:
		case p.stale(now):
			return staleError{p, staleAfter}
		case p.Status == Processing && p.Gateway != GatewayName(request.Gateway):
			return staleError{p, 0}
		default:
			return ErrExists.WithExtra("paymentId", p.ID)
		}
	}
	if !request.Amount.Near(b.Total) {
		return ErrAmountMismatch
	}
	return nil
}

// stale tells whether the payer may have left the pay page for good, or never reached it.
func (p Payment) stale(now time.Time) bool {
	switch p.Status {
	case Pending:
		return now.Sub(p.CreatedAt) > launchGrace
	case Processing:
		return now.Sub(*p.LaunchedAt) > staleAfter
	default:
		return false
	}
}

// settleStale learns what became of a live payment that is in the way, and gives it up when nothing did.
func (s *Service) settleStale(ctx context.Context, stale staleError) error {
	ctx = authz.AsSystem(ctx, "payments")
	outcome, err := s.ask(ctx, stale.payment)
	if err != nil {
		return ErrGateway.With(err)
	}
	return s.settle(ctx, stale.payment, outcome, stale.after)
}
