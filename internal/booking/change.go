package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking/bookingdb"
	"rihla/internal/calendar"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
)

// LockTx reads a booking and keeps it from changing until tx ends. It does not authorize: the caller has, or speaks for
// the system. Whoever locks a booking and its payment locks the booking first.
func (s *Service) LockTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Booking, error) {
	row, err := bookingdb.New(tx).LockBooking(ctx, id)
	if postgres.NoRows(err) {
		return Booking{}, ErrNotFound(id.String())
	}
	if err != nil {
		return Booking{}, fmt.Errorf("lock booking %s: %w", id, err)
	}
	return fromDB(row), nil
}

// ConfirmPaidTx confirms b, which tx has locked, because its money has come, as text says for the records. A booking that is confirmed, or further, stays as it is.
// One whose hold ran out is taken up again when its period is still free and not over (D7); BOOKING_CONFLICT says that
// it is not, BOOKING_TRANSITION that somebody cancelled it: the money must go back then.
func (s *Service) ConfirmPaidTx(ctx context.Context, tx pgx.Tx, b Booking, text string) (Booking, error) {
	switch b.Status {
	case Confirmed, Active, Completed:
		return b, nil
	case PendingPayment:
		return s.moveTx(ctx, tx, b, Confirmed, note{Paid, text})
	default:
		return s.reviveTx(ctx, tx, b, note{Paid, text})
	}
}

// reviveTx makes the one move that the table has not.
func (s *Service) reviveTx(ctx context.Context, tx pgx.Tx, b Booking, why note) (Booking, error) {
	last, err := bookingdb.New(tx).LastTransition(ctx, b.ID)
	if err != nil {
		return b, fmt.Errorf("read how booking %s ended: %w", b.ID, err)
	}
	if last.NoteCode == nil || NoteCode(*last.NoteCode) != Lapsed || last.ActorID != nil {
		return b, errTransition(b.Status, Confirmed)
	}
	period := calendar.Period{Start: b.Start, End: b.End}
	if !b.End.After(s.clock.Now()) {
		return b, conflict(calendar.ErrConflict, period)
	}
	settings, err := s.franchises.SettingsTx(ctx, tx, b.FranchiseID)
	if err != nil {
		return b, err
	}
	if err := s.calendar.ReserveBookingTx(ctx, tx, b.MotorcycleID, b.ID, period, settings.Turnaround, nil); err != nil {
		return b, conflict(err, period)
	}
	return s.forceTx(ctx, tx, b, Confirmed, why)
}

// CancelTx cancels a booking and frees its motorcycle: CANCELLED_BY_USER when its owner asks, before the start only,
// CANCELLED_BY_ADMIN when staff do (D8, D9). The amount is what its ladder gives back of the total (D10); whether the
// total was paid is for the caller to know. Errors: BOOKING_NOT_FOUND, BOOKING_TRANSITION, BOOKING_STARTED.
func (s *Service) CancelTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Booking, money.Amount, error) {
	scope, err := authz.Check(ctx, authz.BookingCancel)
	if err != nil {
		return Booking{}, 0, err
	}
	b, err := s.LockTx(ctx, tx, id)
	if err != nil {
		return b, 0, err
	}
	if !scope.Allows(b.UserID, &b.FranchiseID) {
		return Booking{}, 0, ErrNotFound(id.String())
	}
	now := s.clock.Now()
	to := CancelledByAdmin
	if b.ownedBy(ctx) {
		to = CancelledByUser
	}
	if to == CancelledByUser && b.Status == Confirmed && !now.Before(b.Start) {
		return b, 0, errStarted
	}
	cancelled, err := s.moveTx(ctx, tx, b, to, noteOnRequest)
	if err != nil {
		return b, 0, err
	}
	return cancelled, b.Policy.Refund(b.Total, b.Start, now), s.recordTx(ctx, tx, authz.BookingCancel, b, cancelled)
}

// Cancellation is what cancelling now would mean.
type Cancellation struct {
	Allowed bool
	Percent int
	Refund  money.Amount
}

// CancellationNow previews CancelTx for the caller. left is what was taken for the booking and neither given back nor
// promised to be: no more than that can go back.
func (s *Service) CancellationNow(ctx context.Context, b Booking, left money.Amount) Cancellation {
	now := s.clock.Now()
	byOwner := b.ownedBy(ctx)
	out := Cancellation{Percent: b.Policy.RefundPercent(b.Start, now), Refund: min(b.Policy.Refund(b.Total, b.Start, now), left)}
	switch b.Status {
	case PendingPayment:
		out.Allowed = true
	case Confirmed:
		out.Allowed = !byOwner || now.Before(b.Start)
	case Active:
		out.Allowed = !byOwner
	case Completed, CancelledByUser, CancelledByAdmin:
	}
	return out
}

// Start hands the motorcycle over: CONFIRMED to ACTIVE (D8).
func (s *Service) Start(ctx context.Context, id uuid.UUID) (Booking, error) {
	return s.step(ctx, id, Active)
}

// Complete takes it back: ACTIVE to COMPLETED.
func (s *Service) Complete(ctx context.Context, id uuid.UUID) (Booking, error) {
	return s.step(ctx, id, Completed)
}

func (s *Service) step(ctx context.Context, id uuid.UUID, to Status) (Booking, error) {
	scope, err := authz.Check(ctx, authz.BookingManage)
	if err != nil {
		return Booking{}, err
	}
	var b Booking
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		b, err = s.LockTx(ctx, tx, id)
		if err != nil {
			return err
		}
		if !scope.Allows(b.UserID, &b.FranchiseID) {
			return ErrNotFound(id.String())
		}
		was := b
		if b, err = s.moveTx(ctx, tx, was, to, note{}); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.BookingUpdate, was, b)
	})
	return b, err
}

// lapseTx ends the named bookings if their hold has run out (D7); the calendar calls it for holds in a writer's way.
func (s *Service) lapseTx(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error {
	ctx = authz.AsSystem(ctx, "hold expiry")
	for _, id := range ids {
		b, err := s.LockTx(ctx, tx, id)
		if err != nil {
			return err
		}
		// A payment may have confirmed it while we waited for the lock.
		if b.Status != PendingPayment || b.HoldExpiresAt.After(s.clock.Now()) {
			continue
		}
		if _, err := s.moveTx(ctx, tx, b, CancelledByAdmin, noteLapsed); err != nil {
			return err
		}
	}
	return nil
}

// expiryBatch bounds one transaction of the job.
const expiryBatch = 100

// ExpireHolds ends every booking whose hold has run out, and says how many.
func (s *Service) ExpireHolds(ctx context.Context) (int, error) {
	ended := 0
	for {
		count := 0
		err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
			ids, err := bookingdb.New(tx).LapsedBookings(ctx, bookingdb.LapsedBookingsParams{Now: s.clock.Now(), Most: expiryBatch})
			if err != nil {
				return fmt.Errorf("find lapsed bookings: %w", err)
			}
			count = len(ids)
			err = s.lapseTx(ctx, tx, ids)
			if count > 0 {
				failpoint.Reached(failpoint.ExpiryWriting)
			}
			return err
		})
		if err != nil {
			return ended, err
		}
		ended += count
		if count > 0 {
			failpoint.Reached(failpoint.ExpiryWritten)
		}
		if count < expiryBatch {
			return ended, nil
		}
	}
}

// Now is the present instant by the service's clock, for callers that show how long a hold still lasts.
func (s *Service) Now() time.Time { return s.clock.Now() }
