package payment

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/idempotency"
)

// BookInput is a wish for a booking, with what is needed to have it paid.
type BookInput struct {
	Booking booking.CreateInput
	// IdempotencyKey makes a repetition harmless (D25); "" does without.
	IdempotencyKey string
	// Language is the payer's, for the pay page.
	Language string
	// Counter is money that staff take at once instead of opening a payment; nil: none.
	Counter *CounterInput
}

// request is what makes two requests the same.
func (in BookInput) request() any {
	if in.Counter == nil {
		return in.Booking
	}
	return struct {
		booking.CreateInput
		CounterInput
	}{in.Booking, *in.Counter}
}

// checkCounter holds who may take money, and what there is to say of it.
func (in *BookInput) checkCounter(ctx context.Context) error {
	if in.Counter == nil {
		return nil
	}
	if _, err := authz.Check(ctx, authz.PaymentTake); err != nil {
		return err
	}
	var c errs.Collector
	checked := in.Counter.checked(&c, "counterPayment.")
	in.Counter = &checked
	return c.Err()
}

// BookResult is a booking and the payment that was opened with it: nil for a DELIVERY booking (D29).
type BookResult struct {
	Booking booking.Booking
	Payment *Payment
}

// Book creates a booking and, when the customer fetches the motorcycle alone, opens its payment: in one transaction, so
// that neither stands without the other. The gateway is called after that. PAYMENT_URL_FAILED when it fails: the booking
// stays, holds its motorcycle for its time and can be paid again; its id is in the error. Otherwise as booking.Prepare and
// CreateTx, and IDEMPOTENCY_MISMATCH. With money over the counter the booking is CONFIRMED at once, and no gateway is called.
func (s *Service) Book(ctx context.Context, in BookInput) (BookResult, error) {
	if err := in.checkCounter(ctx); err != nil {
		return BookResult{}, err
	}
	hash, err := idempotency.Hash(in.request())
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
			result, err = s.bookTx(ctx, tx, prepared, in)
			failpoint.Reached(failpoint.BookingWriting)
			return err
		})
		if err != nil {
			return BookResult{}, err
		}
		failpoint.Reached(failpoint.BookingWritten)
	}
	if replay {
		if result, err = s.booked(ctx, earlier); err != nil {
			return BookResult{}, err
		}
	}
	return s.launched(ctx, result)
}

// launched leads a payment that was just opened to its pay page.
func (s *Service) launched(ctx context.Context, result BookResult) (BookResult, error) {
	if p := result.Payment; p != nil && p.Status == Pending {
		launched, err := s.launch(ctx, *p, result.Booking)
		if err != nil {
			return BookResult{}, err
		}
		result.Payment = &launched
	}
	return result, nil
}

func (s *Service) bookTx(ctx context.Context, tx pgx.Tx, prepared booking.Prepared, in BookInput) (BookResult, error) {
	b, err := s.bookings.CreateTx(ctx, tx, prepared)
	if err == nil && in.Counter != nil {
		return s.bookedAtCounterTx(ctx, tx, b, *in.Counter)
	}
	if err != nil || b.Type != booking.Autonom {
		return BookResult{Booking: b}, err
	}
	p, err := s.insertTx(ctx, tx, uuid.Must(uuid.NewV7()), b, opening{MAD, Payzone, in.Language})
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

// claimScope keeps the idempotency keys of one operation and one caller apart from all others.
func claimScope(ctx context.Context, operation string) string {
	return operation + "/" + authz.From(ctx).UserID.String()
}

func urlFailed(bookingID uuid.UUID) *errs.Error {
	return ErrURLFailed.WithExtra("bookingId", bookingID)
}
