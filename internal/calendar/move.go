package calendar

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/calendar/calendardb"
)

// LockTx makes every other writer of the motorcycle's calendar wait until tx ends. Whoever is going to lock bookings of
// the motorcycle too takes this lock first, as those who reserve do.
func (s *Service) LockTx(ctx context.Context, tx pgx.Tx, motorcycleID uuid.UUID) error {
	if _, err := calendardb.New(tx).LockMotorcycle(ctx, motorcycleID); err != nil {
		return fmt.Errorf("lock the motorcycle's calendar: %w", err)
	}
	return nil
}

// MoveBookingTx exchanges the period that a booking holds for another one of the same motorcycle. Returns ErrConflict,
// and the transaction must not be committed then, as ReserveBookingTx does.
func (s *Service) MoveBookingTx(ctx context.Context, tx pgx.Tx, motorcycleID, bookingID uuid.UUID, to Period, turnaround time.Duration, holdExpiresAt *time.Time) error {
	if err := s.ReleaseTx(ctx, tx, bookingID); err != nil {
		return err
	}
	return s.ReserveBookingTx(ctx, tx, motorcycleID, bookingID, to, turnaround, holdExpiresAt)
}

// IsFreeFor is IsFree for a booking that is to be moved, whose own period is not in its way.
func (s *Service) IsFreeFor(ctx context.Context, bookingID, motorcycleID uuid.UUID, p Period, turnaround time.Duration) (bool, error) {
	taken, err := s.taken(ctx, motorcycleID, &bookingID, p, turnaround, 1)
	return len(taken) == 0, err
}

// NextFreeFor is NextFree for a booking that is to be moved.
func (s *Service) NextFreeFor(ctx context.Context, bookingID, motorcycleID uuid.UUID, p Period, turnaround time.Duration) (*Period, error) {
	return s.nextFree(ctx, motorcycleID, &bookingID, p, turnaround)
}
