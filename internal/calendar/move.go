package calendar

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/calendar/calendardb"
	"rihla/internal/platform/postgres"
)

// LockTx makes every other writer of the motorcycles' calendars wait until tx ends. Whoever is going to lock bookings of
// the motorcycles too takes this lock first, as those who reserve do; whoever needs several takes them at once, so that
// all who do queue in the same order. Returns MOTORCYCLE_NOT_FOUND.
func (s *Service) LockTx(ctx context.Context, tx pgx.Tx, motorcycleIDs ...uuid.UUID) error {
	inOrder := slices.SortedFunc(slices.Values(motorcycleIDs), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	for _, id := range slices.Compact(inOrder) {
		if err := lockTx(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

func lockTx(ctx context.Context, tx pgx.Tx, motorcycleID uuid.UUID) error {
	_, err := calendardb.New(tx).LockMotorcycle(ctx, motorcycleID)
	if postgres.NoRows(err) {
		return errNoMotorcycle.With(err)
	}
	if err != nil {
		return fmt.Errorf("lock the motorcycle's calendar: %w", err)
	}
	return nil
}

// MoveBookingTx exchanges what a booking holds for a period of the named motorcycle, its own or another one. Returns
// ErrConflict, and the transaction must not be committed then, as ReserveBookingTx does.
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
