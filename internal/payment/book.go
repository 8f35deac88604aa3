package payment

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/idempotency"
)

// BookInput is a wish for a booking, with what is needed to have it paid.
type BookInput struct {
	Booking booking.CreateInput
	// IdempotencyKey makes a repetition harmless (D25); "" does without.
	IdempotencyKey string
	// Language is the payer's, for the pay page.
	Language string
}

// BookResult is a booking and the payment that was opened with it: nil for a DELIVERY booking (D29).
type BookResult struct {
	Booking booking.Booking
	Payment *Payment
}

// Book creates a booking and, when the customer fetches the motorcycle alone, opens its payment: in one transaction, so
// that neither stands without the other. The gateway is called after that. PAYMENT_URL_FAILED when it fails: the booking
// stays, holds its motorcycle for its time and can be paid again; its id is in the error. Otherwise as booking.Prepare and
// CreateTx, and IDEMPOTENCY_MISMATCH.
func (s *Service) Book(ctx context.Context, in BookInput) (BookResult, error) {
	hash, err := idempotency.Hash(in.Booking)
	if err != nil {
		return BookResult{}, err
	}
	scope := claimScope(ctx, "bookings")
	earlier, replay, err := idempotency.Find(ctx, s.db, scope, in.IdempotencyKey, hash)
	if err != nil {
		return BookResult{}, err
	}
	var result BookResult
	if !replay {
		prepared, err := s.bookings.Prepare(ctx, in.Booking)
		if err != nil {
			return BookResult{}, err
		}
		err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
			// A twin of this request may have come in between.
			earlier, replay, err = idempotency.ClaimTx(ctx, tx, scope, in.IdempotencyKey, hash, prepared.ID)
			if err != nil || replay {
				return err
			}
			result, err = s.bookTx(ctx, tx, prepared)
			return err
		})
		if err != nil {
			return BookResult{}, err
		}
	}
	if replay {
		if result, err = s.booked(ctx, earlier); err != nil {
			return BookResult{}, err
		}
	}
	if p := result.Payment; p != nil && p.Status == Pending {
		launched, err := s.launch(ctx, *p, result.Booking, in.Language)
		if err != nil {
			return BookResult{}, err
		}
		result.Payment = &launched
	}
	return result, nil
}

func (s *Service) bookTx(ctx context.Context, tx pgx.Tx, prepared booking.Prepared) (BookResult, error) {
	b, err := s.bookings.CreateTx(ctx, tx, prepared)
	if err != nil || b.Type != booking.Autonom {
		return BookResult{Booking: b}, err
	}
	p, err := s.insertTx(ctx, tx, uuid.Must(uuid.NewV7()), b, MAD, Payzone)
	return BookResult{Booking: b, Payment: &p}, err
}

// booked is what an earlier request with the same key made: the answer it had, as far as it is still true.
func (s *Service) booked(ctx context.Context, id uuid.UUID) (BookResult, error) {
	b, err := s.bookings.Get(ctx, id)
	if err != nil {
		return BookResult{}, err
	}
	payments, err := s.ByBookings(ctx, []uuid.UUID{id})
	if err != nil {
		return BookResult{}, err
	}
	result := BookResult{Booking: b}
	if p, ok := payments[id]; ok {
		if p.FailureCode != nil && *p.FailureCode == codeURLFailed {
			return BookResult{}, urlFailed(id)
		}
		result.Payment = &p
	}
	return result, nil
}

// Cancel cancels a booking (D9): an open payment is given up, and a captured one is refunded by the ladder the customer
// agreed to (D10). Errors as booking.CancelTx.
func (s *Service) Cancel(ctx context.Context, bookingID uuid.UUID) (booking.Booking, error) {
	var cancelled booking.Booking
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		b, refund, err := s.bookings.CancelTx(ctx, tx, bookingID, "cancelled on request")
		if err != nil {
			return err
		}
		cancelled = b
		_, payments, err := s.lockTx(ctx, tx, bookingID)
		if err != nil {
			return err
		}
		for _, p := range payments {
			switch {
			case p.Status.Open():
				_, err = s.moveTx(ctx, tx, p, move{to: Cancelled, note: "the booking was cancelled", code: codeCancelled})
			case p.Status.Captured() && !p.Surplus && refund > 0:
				err = s.requestRefundTx(ctx, tx, p, refund, "the booking was cancelled")
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return cancelled, err
}

// claimScope keeps the idempotency keys of one operation and one caller apart from all others.
func claimScope(ctx context.Context, operation string) string {
	return operation + "/" + authz.From(ctx).UserID.String()
}

func urlFailed(bookingID uuid.UUID) *errs.Error {
	return ErrURLFailed.WithExtra("bookingId", bookingID)
}
