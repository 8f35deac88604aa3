// Package calendar keeps the one table of occupied periods: whether a motorcycle is free, when it is free next, and
// the taking and giving back of a period. It knows periods and their owners' ids, not what a booking or a block is.
package calendar

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/calendar/calendardb"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

// Period is half open: a rental may start the minute another ends (D6).
type Period struct{ Start, End time.Time }

// ErrConflict says that the motorcycle is taken for a part of the period. A *TakenError in its chain says by what.
var ErrConflict = errs.New(errs.Conflict, "BOOKING_CONFLICT")

// TakenError is the first thing in the way of a reservation.
type TakenError struct {
	// Period is how long it takes the motorcycle, the turnaround after a rental included.
	Period
	// ByBlock tells an availability block from a booking.
	ByBlock bool
}

// Error is for logs.
func (e *TakenError) Error() string {
	owner := "a booking"
	if e.ByBlock {
		owner = "a block"
	}
	return fmt.Sprintf("taken by %s from %s to %s", owner, e.Start.Format(time.RFC3339), e.End.Format(time.RFC3339))
}

// errNoMotorcycle says that there is no such motorcycle.
var errNoMotorcycle = errs.New(errs.NotFound, "MOTORCYCLE_NOT_FOUND")

// LapseFunc ends bookings whose hold has run out, freeing their periods (D7). Bookings own what that means.
type LapseFunc func(ctx context.Context, tx pgx.Tx, bookingIDs []uuid.UUID) error

// Service reads and writes the calendar.
type Service struct {
	db    *postgres.DB
	clock clock.Clock
	lapse LapseFunc
}

// New returns the calendar on db.
func New(db *postgres.DB, clock clock.Clock) *Service {
	return &Service{db: db, clock: clock, lapse: func(context.Context, pgx.Tx, []uuid.UUID) error { return nil }}
}

// OnLapse names who ends the bookings behind lapsed holds that stand in a writer's way. Called once, while the program
// is put together.
func (s *Service) OnLapse(lapse LapseFunc) { s.lapse = lapse }

// ReserveBookingTx takes a period for a booking, until holdExpiresAt when that is not nil. turnaround lengthens what is
// taken, not the rental (D28). Returns ErrConflict when any of it is taken; a hold that has run out is ended first and
// never stands in the way (D7).
func (s *Service) ReserveBookingTx(ctx context.Context, tx pgx.Tx, motorcycleID, bookingID uuid.UUID, p Period, turnaround time.Duration, holdExpiresAt *time.Time) error {
	return s.reserveTx(ctx, tx, calendardb.InsertEntryParams{
		MotorcycleID: motorcycleID, StartsAt: p.Start, EndsAt: p.End.Add(turnaround), BookingID: &bookingID, HoldExpiresAt: holdExpiresAt,
	})
}

// ReserveBlockTx takes a period for an availability block. Returns ErrConflict as ReserveBookingTx does.
func (s *Service) ReserveBlockTx(ctx context.Context, tx pgx.Tx, motorcycleID, blockID uuid.UUID, p Period) error {
	return s.reserveTx(ctx, tx, calendardb.InsertEntryParams{
		MotorcycleID: motorcycleID, StartsAt: p.Start, EndsAt: p.End, BlockID: &blockID,
	})
}

// MoveBlockTx gives a block another period. Returns ErrConflict as ReserveBookingTx does.
func (s *Service) MoveBlockTx(ctx context.Context, tx pgx.Tx, motorcycleID, blockID uuid.UUID, p Period) error {
	if err := calendardb.New(tx).DeleteByBlock(ctx, &blockID); err != nil {
		return fmt.Errorf("release the block's period: %w", err)
	}
	return s.ReserveBlockTx(ctx, tx, motorcycleID, blockID, p)
}

func (s *Service) reserveTx(ctx context.Context, tx pgx.Tx, entry calendardb.InsertEntryParams) error {
	q := calendardb.New(tx)
	if err := lockTx(ctx, tx, entry.MotorcycleID); err != nil {
		return err
	}
	now := s.clock.Now()
	lapsed, err := q.LapsedHolds(ctx, calendardb.LapsedHoldsParams{
		MotorcycleID: entry.MotorcycleID, StartsAt: entry.StartsAt, EndsAt: entry.EndsAt, Now: now,
	})
	if err != nil {
		return fmt.Errorf("find lapsed holds: %w", err)
	}
	if len(lapsed) > 0 {
		if err := s.lapse(ctx, tx, lapsed); err != nil {
			return err
		}
	}
	taken, err := q.Overlapping(ctx, calendardb.OverlappingParams{
		MotorcycleID: entry.MotorcycleID, StartsAt: entry.StartsAt, EndsAt: entry.EndsAt, Now: now, Most: 1,
	})
	if err != nil {
		return fmt.Errorf("look into the calendar: %w", err)
	}
	if len(taken) > 0 {
		first := taken[0]
		return ErrConflict.With(&TakenError{Period{first.StartsAt, first.EndsAt}, first.BlockID != nil})
	}
	entry.ID = uuid.Must(uuid.NewV7())
	if err := q.InsertEntry(ctx, entry); err != nil {
		return fmt.Errorf("take the period: %w", postgres.Translate(err))
	}
	return nil
}

// KeepTx takes the end off a booking's hold: the period is the booking's for good.
func (s *Service) KeepTx(ctx context.Context, tx pgx.Tx, bookingID uuid.UUID) error {
	if _, err := calendardb.New(tx).KeepEntry(ctx, &bookingID); err != nil {
		return fmt.Errorf("keep the period: %w", err)
	}
	return nil
}

// ReleaseTx gives a booking's period back; that there is none is fine.
func (s *Service) ReleaseTx(ctx context.Context, tx pgx.Tx, bookingID uuid.UUID) error {
	if _, err := calendardb.New(tx).DeleteByBooking(ctx, &bookingID); err != nil {
		return fmt.Errorf("release the period: %w", err)
	}
	return nil
}

// IsFree tells whether nothing takes any of the period now. Only a reservation makes sure of it.
func (s *Service) IsFree(ctx context.Context, motorcycleID uuid.UUID, p Period, turnaround time.Duration) (bool, error) {
	taken, err := s.taken(ctx, motorcycleID, nil, p, turnaround, 1)
	return len(taken) == 0, err
}

// Taken returns what takes a part of the period now, in order, without saying who; the turnaround after a rental counts
// as taken. At most horizon of them.
func (s *Service) Taken(ctx context.Context, motorcycleID uuid.UUID, p Period, turnaround time.Duration) ([]Period, error) {
	return s.taken(ctx, motorcycleID, nil, p, turnaround, horizon)
}

// taken leaves own, a booking that is to be moved, out.
func (s *Service) taken(ctx context.Context, motorcycleID uuid.UUID, own *uuid.UUID, p Period, turnaround time.Duration, most int32) ([]Period, error) {
	rows, err := calendardb.New(s.db).Overlapping(ctx, calendardb.OverlappingParams{
		MotorcycleID: motorcycleID, StartsAt: p.Start, EndsAt: p.End.Add(turnaround), Now: s.clock.Now(), OwnBookingID: own, Most: most,
	})
	if err != nil {
		return nil, fmt.Errorf("look into the calendar: %w", err)
	}
	periods := make([]Period, len(rows))
	for i, row := range rows {
		periods[i] = Period{row.StartsAt, row.EndsAt}
	}
	return periods, nil
}

// horizon bounds how many taken periods NextFree walks over; a motorcycle booked solid beyond them counts as never free.
const horizon = 500

// NextFree returns the first period of p's length, not earlier than p, in which the motorcycle and the turnaround after
// the rental are free; nil when there is none in sight. The start keeps to p's start or to the end of a taken period,
// rounded up to the half hour.
func (s *Service) NextFree(ctx context.Context, motorcycleID uuid.UUID, p Period, turnaround time.Duration) (*Period, error) {
	return s.nextFree(ctx, motorcycleID, nil, p, turnaround)
}

func (s *Service) nextFree(ctx context.Context, motorcycleID uuid.UUID, own *uuid.UUID, p Period, turnaround time.Duration) (*Period, error) {
	taken, err := calendardb.New(s.db).TakenAfter(ctx, calendardb.TakenAfterParams{
		MotorcycleID: motorcycleID, After: p.Start, Now: s.clock.Now(), OwnBookingID: own, Most: horizon,
	})
	if err != nil {
		return nil, fmt.Errorf("look for the next free period: %w", err)
	}
	start := p.Start
	for _, t := range taken {
		if !t.StartsAt.Before(p.endFrom(start).Add(turnaround)) {
			break
		}
		if t.EndsAt.After(start) {
			start = roundUp(t.EndsAt, 30*time.Minute)
		}
	}
	if len(taken) == horizon && start.After(taken[horizon-1].StartsAt) {
		return nil, nil //nolint:nilnil // no period is an answer, not an error
	}
	return &Period{Start: start, End: p.endFrom(start)}, nil
}

// endFrom is where p ends when it is moved to start: as long on the wall clock, so that it bills the same days (D2).
func (p Period) endFrom(start time.Time) time.Time {
	return clock.FromWall(clock.Wall(start).Add(clock.Wall(p.End).Sub(clock.Wall(p.Start))))
}

func roundUp(t time.Time, to time.Duration) time.Time {
	if rounded := t.Truncate(to); !rounded.Equal(t) {
		return rounded.Add(to)
	}
	return t
}
