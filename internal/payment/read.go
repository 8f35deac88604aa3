package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rihla/internal/ledger"
	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
)

// ByBookings returns the payment that counts of each booking that has one: the one that is open or was captured, else the
// latest. The caller has seen to it that the bookings may be read.
func (s *Service) ByBookings(ctx context.Context, bookingIDs []uuid.UUID) (map[uuid.UUID]Payment, error) {
	rows, err := paymentdb.New(s.db).PaymentsOfBookings(ctx, bookingIDs)
	if err != nil {
		return nil, err
	}
	payments, err := s.withRefunds(ctx, rows)
	if err != nil {
		return nil, err
	}
	byBooking := make(map[uuid.UUID]Payment, len(payments))
	for _, p := range payments {
		byBooking[p.BookingID] = p
	}
	return byBooking, nil
}

// withRefunds fills in what was given back, and what was to be.
func (s *Service) withRefunds(ctx context.Context, rows []paymentdb.Payment) ([]Payment, error) {
	payments := make([]Payment, len(rows))
	ids := make([]uuid.UUID, len(rows))
	at := map[uuid.UUID]int{}
	for i, row := range rows {
		payments[i], ids[i], at[row.ID] = fromDB(row), row.ID, i
	}
	sums, err := paymentdb.New(s.db).RefundsPerPayment(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, sum := range sums {
		p := &payments[at[sum.PaymentID]]
		p.Refunded, p.Promised = money.Amount(sum.RefundedCentimes), money.Amount(sum.PromisedCentimes)
	}
	owed, err := ledger.Owed(ctx, s.db, ids)
	if err != nil {
		return nil, err
	}
	for id, amount := range owed {
		payments[at[id]].Owed = amount
	}
	return payments, nil
}

// Get returns a payment: PAYMENT_NOT_FOUND when it is absent or out of reach (D18).
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Payment, error) {
	scope, err := authz.Check(ctx, authz.PaymentGetByID)
	if err != nil {
		return Payment{}, err
	}
	return s.getIn(ctx, id, scope)
}

func (s *Service) getIn(ctx context.Context, id uuid.UUID, scope authz.Filter) (Payment, error) {
	row, err := paymentdb.New(s.db).GetPaymentInScope(ctx, paymentdb.GetPaymentInScopeParams{
		ID: id, UserID: scope.UserID, FranchiseID: scope.FranchiseID,
	})
	if postgres.NoRows(err) {
		return Payment{}, ErrNotFound.With(err)
	}
	if err != nil {
		return Payment{}, err
	}
	payments, err := s.withRefunds(ctx, []paymentdb.Payment{row})
	if err != nil {
		return Payment{}, err
	}
	return payments[0], nil
}

// Refund is money that goes back, or went.
type Refund struct {
	ID        uuid.UUID
	PaymentID uuid.UUID
	Amount    money.Amount
	// GatewayAmount is what goes back in the payment's GatewayCurrency.
	GatewayAmount money.Amount
	State         RefundState
	// Reason is why, ReasonCode the same for programs; nil: in somebody's own words.
	Reason     string
	ReasonCode *NoteCode
	// GatewayID is the gateway's own name for it, FailureReason its words when it refused.
	GatewayID     *string
	FailureReason *string
	// Said is what the gateway answered last, as it came and as far as it is kept.
	Said *string
	// RequestedBy is nil for the program itself.
	RequestedBy          *uuid.UUID
	CreatedAt, UpdatedAt time.Time
}

// Refunds returns the refunds of a payment, the first one first. Returns ErrNotFound as Get does.
func (s *Service) Refunds(ctx context.Context, paymentID uuid.UUID) ([]Refund, error) {
	if _, err := s.Get(ctx, paymentID); err != nil {
		return nil, err
	}
	rows, err := paymentdb.New(s.db).RefundsOfPayment(ctx, paymentID)
	if err != nil {
		return nil, fmt.Errorf("read the refunds of payment %s: %w", paymentID, err)
	}
	refunds := make([]Refund, len(rows))
	for i, row := range rows {
		refunds[i] = refundFromDB(row)
	}
	return refunds, nil
}

func refundFromDB(row paymentdb.PaymentRefund) Refund {
	return Refund{
		ID: row.ID, PaymentID: row.PaymentID, Amount: row.AmountCentimes, GatewayAmount: chargedBack(row), State: RefundState(row.State), Reason: row.Reason, ReasonCode: (*NoteCode)(row.ReasonCode),
		GatewayID: row.GatewayRefundID, FailureReason: row.FailureReason, Said: row.GatewayAnswer, RequestedBy: row.RequestedBy,
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
}

// PaidBooking is what stands beside a payment in the administration: whose booking it pays.
type PaidBooking struct {
	ID                  uuid.UUID
	Reference           string
	UserID              uuid.UUID
	FirstName, LastName string
}

// PaidBookings returns the bookings with ids. It asks for no permission: the caller came by the ids in a permitted way.
func (s *Service) PaidBookings(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]PaidBooking, error) {
	rows, err := paymentdb.New(s.db).ListPaidBookings(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the bookings of payments: %w", err)
	}
	out := make(map[uuid.UUID]PaidBooking, len(rows))
	for _, row := range rows {
		out[row.ID] = PaidBooking(row)
	}
	return out, nil
}

// GatewayOffer is a gateway that may be paid with and what it would really charge (D4).
type GatewayOffer struct {
	Name     GatewayName
	Currency string
	// Amount is in Currency; nil when no booking was named.
	Amount *money.Amount
	// Rate is what one unit of Currency costs in dirham; nil when that is the dirham.
	Rate *money.Rate
}

// Gateways lists the gateways that are configured, the default first, with what each would charge for a booking;
// bookingID may be nil. Returns BOOKING_NOT_FOUND as booking.Get does.
func (s *Service) Gateways(ctx context.Context, bookingID *uuid.UUID) ([]GatewayOffer, error) {
	if _, err := authz.Check(ctx, authz.PaymentCreate); err != nil {
		return nil, err
	}
	var price *money.Amount
	if bookingID != nil {
		b, err := s.bookings.Get(ctx, *bookingID)
		if err != nil {
			return nil, err
		}
		price = &b.Total
	}
	var offers []GatewayOffer
	for _, name := range GatewayNames {
		if _, ok := s.gateways[name]; !ok {
			continue
		}
		if price == nil {
			charge := s.charge(name, 0)
			offers = append(offers, GatewayOffer{Name: name, Currency: charge.Currency, Rate: charge.Rate})
			continue
		}
		charge := s.charge(name, *price)
		offers = append(offers, GatewayOffer{Name: name, Currency: charge.Currency, Amount: &charge.Amount, Rate: charge.Rate})
	}
	return offers, nil
}
