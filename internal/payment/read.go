package payment

import (
	"context"

	"github.com/google/uuid"

	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
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

// withRefunds fills in what was given back.
func (s *Service) withRefunds(ctx context.Context, rows []paymentdb.Payment) ([]Payment, error) {
	payments := make([]Payment, len(rows))
	ids := make([]uuid.UUID, len(rows))
	at := map[uuid.UUID]int{}
	for i, row := range rows {
		payments[i], ids[i], at[row.ID] = fromDB(row), row.ID, i
	}
	sums, err := paymentdb.New(s.db).RefundedPerPayment(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, sum := range sums {
		payments[at[sum.PaymentID]].Refunded = money.Amount(sum.RefundedCentimes)
	}
	return payments, nil
}

// ListInput picks payments. The zero BookingID picks those of any booking.
type ListInput struct {
	BookingID   *uuid.UUID
	Page, Limit int
}

// maxPage keeps the offset of a list within what the database counts in.
const maxPage, maxLimit = 1_000_000, 100

// List returns one page of the payments that the caller may see, the newest first, and how many there are in all.
func (s *Service) List(ctx context.Context, in ListInput) ([]Payment, int, error) {
	scope, err := authz.Check(ctx, authz.PaymentList)
	if err != nil {
		return nil, 0, err
	}
	var c errs.Collector
	c.Check(in.Page >= 1, "page", "TOO_SMALL", "min", 1)
	c.Check(in.Page <= maxPage, "page", "TOO_LARGE", "max", maxPage)
	c.Check(in.Limit >= 1, "limit", "TOO_SMALL", "min", 1)
	c.Check(in.Limit <= maxLimit, "limit", "TOO_LARGE", "max", maxLimit)
	if err := c.Err(); err != nil {
		return nil, 0, err
	}
	q := paymentdb.New(s.db)
	total, err := q.CountPayments(ctx, paymentdb.CountPaymentsParams{
		BookingID: in.BookingID, UserID: scope.UserID, FranchiseID: scope.FranchiseID,
	})
	if err != nil {
		return nil, 0, err
	}
	rows, err := q.ListPayments(ctx, paymentdb.ListPaymentsParams{
		BookingID: in.BookingID, UserID: scope.UserID, FranchiseID: scope.FranchiseID,
		Skip: int32((in.Page - 1) * in.Limit), Most: int32(in.Limit),
	})
	if err != nil {
		return nil, 0, err
	}
	payments, err := s.withRefunds(ctx, rows)
	return payments, int(total), err
}

// Get returns a payment: PAYMENT_NOT_FOUND when it is absent or out of reach (D18).
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Payment, error) {
	scope, err := authz.Check(ctx, authz.PaymentGetByID)
	if err != nil {
		return Payment{}, err
	}
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
