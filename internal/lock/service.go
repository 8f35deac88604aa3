package lock

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"rihla/internal/booking"
	"rihla/internal/lock/lockdb"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/event"
	"rihla/internal/platform/job"
	"rihla/internal/platform/postgres"
	"rihla/internal/platform/seal"
)

// Early is how long before the start of a rental its customer can open the lock.
const Early = 15 * time.Minute

// Deps are what locks stand on.
type Deps struct {
	DB       *postgres.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Jobs     job.Inserter
	Bookings *booking.Service
	// Events are what happens to the bookings, which locks follow.
	Events *event.Bus
	// Box seals what the maker hands out.
	Box *seal.Box
	// Provider is nil where no lock service is set up: then nothing is issued, and activating a lock is refused.
	Provider Provider
}

// Service holds the use cases of locks.
type Service struct {
	db       *postgres.DB
	clock    clock.Clock
	log      *slog.Logger
	jobs     job.Inserter
	bookings *booking.Service
	box      *seal.Box
	provider Provider
}

// New returns the service, which follows the bookings from then on.
func New(d Deps) *Service {
	s := &Service{db: d.DB, clock: d.Clock, log: d.Log, jobs: d.Jobs, bookings: d.Bookings, box: d.Box, provider: d.Provider}
	d.Events.Follow(s.bookingChangedTx,
		booking.EventConfirmed, booking.EventMoved, booking.EventStarted, booking.EventCompleted, booking.EventCancelled)
	return s
}

// bookingChangedTx has the access of a changed booking matched to it, once the change is there to be read.
func (s *Service) bookingChangedTx(ctx context.Context, tx pgx.Tx, e event.Event) error {
	if s.provider == nil {
		return nil
	}
	concerned, err := lockdb.New(tx).Concerned(ctx, *e.BookingID)
	if err != nil {
		return fmt.Errorf("find the lock of booking %s: %w", e.BookingID, err)
	}
	if !concerned {
		return nil
	}
	return s.matchLaterTx(ctx, tx, *e.BookingID, nil)
}

// matchLaterTx has the access of a booking matched by a job.
func (s *Service) matchLaterTx(ctx context.Context, tx pgx.Tx, bookingID uuid.UUID, opts *river.InsertOpts) error {
	if _, err := s.jobs.InsertTx(ctx, tx, MatchArgs{BookingID: bookingID}, opts); err != nil {
		return fmt.Errorf("start matching the lock access of booking %s: %w", bookingID, err)
	}
	return nil
}

// Places of sealed values: one that is copied elsewhere cannot be opened.
func profilePlace(accessID uuid.UUID) string { return "lock_accesses/" + accessID.String() }

func codePlace(codeID uuid.UUID) string { return "lock_codes/" + codeID.String() }

func activationPlace(motorcycleID uuid.UUID) string {
	return "motorcycle_devices/" + motorcycleID.String()
}
