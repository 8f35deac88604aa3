package payment

import (
	"cmp"
	"context"
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

// MoveInput takes a booking to another period, another motorcycle or both.
type MoveInput struct {
	BookingID  uuid.UUID
	Start, End time.Time
	// MotorcycleID is for staff; nil: the one that it is.
	MotorcycleID *uuid.UUID
	// Total is what the caller was shown, Seen the booking's UpdatedAt as the caller knows it; nil ones are not compared.
	Total          *money.Amount
	Seen           *time.Time
	IdempotencyKey string
	// Language is the payer's, for the pay page.
	Language string
}

// Move takes a booking elsewhere in the calendar and lets its money follow: what a cheaper one gives back is refunded, and an
// open payment is replaced by one of the new total. Returns MOVE_COSTS_MORE when the booking is paid and the new period
// is dearer, IDEMPOTENCY_MISMATCH, PAYMENT_URL_FAILED, and what booking.PrepareUpdate and UpdateTx do.
func (s *Service) Move(ctx context.Context, in MoveInput) (BookResult, error) {
	if _, err := authz.Check(ctx, authz.BookingMove); err != nil {
		return BookResult{}, err
	}
	return s.change(ctx, in.IdempotencyKey, in.Language, booking.UpdateInput{
		ID: in.BookingID, Start: &in.Start, End: &in.End, MotorcycleID: in.MotorcycleID, Total: in.Total, Seen: in.Seen,
	})
}

// UpdateBooking changes a booking and lets its money follow: as Move for another period, as Cancel for a cancellation.
// A payment that is open when staff confirm the booking by hand is given up.
func (s *Service) UpdateBooking(ctx context.Context, in booking.UpdateInput, language string) (BookResult, error) {
	return s.change(ctx, "", language, in)
}

func (s *Service) change(ctx context.Context, key, language string, in booking.UpdateInput) (BookResult, error) {
	hash, err := idempotency.Hash(in)
	if err != nil {
		return BookResult{}, err
	}
	scope := claimScope(ctx, "moves")
	_, replay, err := idempotency.Find(ctx, s.db, scope, key, hash)
	if err != nil {
		return BookResult{}, err
	}
	var result BookResult
	if !replay {
		prepared, err := s.bookings.PrepareUpdate(ctx, in)
		if err != nil {
			return BookResult{}, err
		}
		err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
			result = BookResult{}
			if _, replay, err = idempotency.ClaimTx(ctx, tx, scope, key, hash, in.ID); err != nil || replay {
				return err
			}
			result, err = s.changeTx(ctx, tx, prepared, language)
			failpoint.Reached(failpoint.MoveWriting)
			return err
		})
		if err != nil {
			return BookResult{}, err
		}
		failpoint.Reached(failpoint.MoveWritten)
	}
	if replay {
		if result, err = s.booked(ctx, in.ID); err != nil {
			return BookResult{}, err
		}
	}
	return s.launched(ctx, result)
}

func (s *Service) changeTx(ctx context.Context, tx pgx.Tx, prepared booking.PreparedUpdate, language string) (BookResult, error) {
	change, err := s.bookings.UpdateTx(ctx, tx, prepared)
	if err != nil {
		return BookResult{}, err
	}
	result := BookResult{Booking: change.Is}
	result.Payment, err = s.followTx(ctx, tx, change, language)
	return result, err
}

// followTx brings a booking's payments in step with a change of it, and returns the payment that replaced an open one. Its
// page is in language; "" means that of the one before.
func (s *Service) followTx(ctx context.Context, tx pgx.Tx, change booking.Change, language string) (*Payment, error) {
	b := change.Is
	_, payments, err := s.lockTx(ctx, tx, b.ID)
	if err != nil {
		return nil, err
	}
	var replacement *Payment
	for _, p := range payments {
		switch {
		case p.Status.Open() && b.Status != booking.PendingPayment:
			_, err = s.moveTx(ctx, tx, p, move{to: Cancelled, note: Note{NoteBookingBecame, string(b.Status)}, code: codeCancelled})
		case p.Status.Open() && p.Amount != b.Total:
			if _, err = s.moveTx(ctx, tx, p, move{to: Cancelled, note: Note{Code: NoteBookingMoved}, code: codeCancelled}); err != nil {
				return nil, err
			}
			var opened Payment
			opened, err = s.insertTx(ctx, tx, uuid.Must(uuid.NewV7()), b, opening{p.Currency, p.Gateway, cmp.Or(language, p.Language)})
			replacement = &opened
		case !p.Status.Captured() || p.Surplus:
		case b.Total > change.Was.Total:
			return nil, costsMore(b.Total - change.Was.Total)
		default:
			err = s.requestRefundTx(ctx, tx, p, change.GiveBack, refundReason(b))
		}
		if err != nil {
			return nil, err
		}
	}
	return replacement, nil
}

func refundReason(b booking.Booking) Note {
	if b.Status == booking.CancelledByUser || b.Status == booking.CancelledByAdmin {
		return Note{Code: ReasonCancelled}
	}
	return Note{Code: ReasonCostsLess}
}

// costsMore refuses a dearer period of a booking that is paid: a second payment beside the first would break the rule
// that a booking has one (D16).
func costsMore(difference money.Amount) *errs.Error {
	return errs.New(errs.Conflict, "MOVE_COSTS_MORE", "difference", difference).WithExtra("difference", difference)
}

// MoveQuote is what taking a booking elsewhere in the calendar would cost or give back.
type MoveQuote struct {
	booking.MoveOffer
	// Difference is the new total less the present one.
	Difference money.Amount
	// Due is what there is to pay then: nothing for a booking that is paid.
	Due money.Amount
	// Refund is what goes back to the customer.
	Refund money.Amount
	// Allowed tells whether Move would do it.
	Allowed bool
}

// QuoteMove previews Move; of in, only where the booking is to be taken counts. Errors as booking.OfferMove.
func (s *Service) QuoteMove(ctx context.Context, in MoveInput) (MoveQuote, error) {
	offer, err := s.bookings.OfferMove(ctx, booking.UpdateInput{ID: in.BookingID, Start: &in.Start, End: &in.End, MotorcycleID: in.MotorcycleID})
	if err != nil {
		return MoveQuote{}, err
	}
	payments, err := s.ByBookings(ctx, []uuid.UUID{in.BookingID})
	if err != nil {
		return MoveQuote{}, err
	}
	p := payments[in.BookingID]
	quote := MoveQuote{MoveOffer: offer, Difference: offer.Total - offer.Booking.Total, Allowed: offer.Available}
	switch {
	case p.Status.Captured():
		quote.Refund = min(offer.GiveBack, p.Left())
		quote.Allowed = quote.Allowed && quote.Difference <= 0
	case offer.Booking.Status == booking.PendingPayment:
		quote.Due = offer.Total
	}
	return quote, nil
}

// Cancel cancels a booking (D9): an open payment is given up, and a captured one is refunded by the ladder the customer
// agreed to (D10). Errors as booking.CancelTx.
func (s *Service) Cancel(ctx context.Context, bookingID uuid.UUID) (booking.Booking, error) {
	return s.CancelShown(ctx, bookingID, nil)
}

// CancelShown is Cancel for somebody who was shown what goes back: REFUND_CHANGED, and nothing done, when it is another
// amount by now. nil: nothing was shown.
func (s *Service) CancelShown(ctx context.Context, bookingID uuid.UUID, shown *money.Amount) (booking.Booking, error) {
	var change booking.Change
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		b, refund, err := s.bookings.CancelTx(ctx, tx, bookingID)
		if err != nil {
			return err
		}
		if shown != nil {
			if err := s.checkRefundTx(ctx, tx, bookingID, refund, *shown); err != nil {
				return err
			}
		}
		change = booking.Change{Was: b, Is: b, GiveBack: refund}
		_, err = s.followTx(ctx, tx, change, "")
		failpoint.Reached(failpoint.CancelWriting)
		return err
	})
	failpoint.Reached(failpoint.CancelWritten)
	return change.Is, err
}

// checkRefundTx refuses when giving refund back, as far as there is money to, is not what was shown.
func (s *Service) checkRefundTx(ctx context.Context, tx pgx.Tx, bookingID uuid.UUID, refund, shown money.Amount) error {
	_, payments, err := s.lockTx(ctx, tx, bookingID)
	if err != nil {
		return err
	}
	back := money.Amount(0)
	for _, p := range payments {
		if !p.Status.Captured() || p.Surplus {
			continue
		}
		left, err := s.leftTx(ctx, tx, p)
		if err != nil {
			return err
		}
		back += min(refund, left.price)
	}
	if !back.Near(shown) {
		return errs.New(errs.Conflict, "REFUND_CHANGED", "refund", back)
	}
	return nil
}
