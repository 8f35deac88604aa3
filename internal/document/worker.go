package document

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"rihla/internal/booking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/event"
	"rihla/internal/platform/job"
)

// MakeArgs asks for one document of a booking.
type MakeArgs struct {
	BookingID uuid.UUID `json:"bookingId"`
	Document  Kind      `json:"document"`
}

// Kind names the job.
func (MakeArgs) Kind() string { return "document.make" }

// InsertOpts keeps documents, which are a lot of work, out of the way of everything that somebody waits for.
func (MakeArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: job.Later} }

// Register puts the package's worker on a queue.
func Register(r *job.Runner, s *Service) { job.Register(r, &makeWorker{service: s}) }

type makeWorker struct {
	river.WorkerDefaults[MakeArgs]
	service *Service
}

func (w *makeWorker) Work(ctx context.Context, j *river.Job[MakeArgs]) error {
	return w.service.Make(authz.AsSystem(ctx, "documents"), j.Args.Document, j.Args.BookingID)
}

// follow has a contract made of a booking that is confirmed or moved, and a receipt of one that ends or whose money goes
// back.
func (s *Service) follow(events *event.Bus) {
	events.Follow(s.wanted(Contract), booking.EventConfirmed, booking.EventMoved)
	events.Follow(s.wanted(Receipt), booking.EventCompleted, payment.EventRefunded, payment.EventRefundFailed)
	events.Follow(s.cancelledTx, booking.EventCancelled)
}

// wanted asks for a document of the booking that an event is about.
func (s *Service) wanted(kind Kind) event.Handler {
	return func(ctx context.Context, tx pgx.Tx, e event.Event) error {
		if _, err := s.deps.Jobs.InsertTx(ctx, tx, MakeArgs{BookingID: *e.BookingID, Document: kind}, nil); err != nil {
			return fmt.Errorf("ask for a document of booking %s: %w", e.BookingID, err)
		}
		return nil
	}
}

// cancelledTx asks for a receipt, unless nothing was paid: most bookings that end so were left by a visitor.
func (s *Service) cancelledTx(ctx context.Context, tx pgx.Tx, e event.Event) error {
	var ended booking.Ended
	if err := e.Read(&ended); err != nil || ended.From == booking.PendingPayment {
		return err
	}
	return s.wanted(Receipt)(ctx, tx, e)
}
