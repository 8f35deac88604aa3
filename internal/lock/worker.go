package lock

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/job"
)

// CatchUpInterval is how often the periodic job looks for what other jobs have missed.
const CatchUpInterval = time.Minute

// MatchArgs asks to match the lock access of one booking to it.
type MatchArgs struct {
	BookingID uuid.UUID `json:"bookingId"`
}

// Kind names the job.
func (MatchArgs) Kind() string { return "lock.match" }

// InsertOpts keeps a lock service that does not answer out of the way of everything else.
func (MatchArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: job.Outside} }

// CatchUpArgs asks for one look at what was missed.
type CatchUpArgs struct{}

// Kind names the job.
func (CatchUpArgs) Kind() string { return "lock.catch_up" }

// Register puts the package's workers on a queue, and the periodic catching up into it.
func Register(r *job.Runner, s *Service) {
	job.Register(r, &matchWorker{service: s})
	job.Register(r, &catchUpWorker{service: s})
	r.Every(CatchUpInterval, func() river.JobArgs { return CatchUpArgs{} })
}

type matchWorker struct {
	river.WorkerDefaults[MatchArgs]
	service *Service
}

func (w *matchWorker) Work(ctx context.Context, j *river.Job[MatchArgs]) error {
	err := w.service.Match(authz.AsSystem(ctx, "lock access"), j.Args.BookingID)
	if err != nil {
		w.service.log.WarnContext(ctx, "a lock access waits", slog.String("booking", j.Args.BookingID.String()), slog.Any("error", err))
	}
	return err
}

// NextRetry comes quickly at first, since somebody may stand before the lock, and every ten minutes at last.
func (w *matchWorker) NextRetry(j *river.Job[MatchArgs]) time.Time {
	return j.AttemptedAt.Add(min(time.Duration(j.Attempt*j.Attempt)*5*time.Second, 10*time.Minute))
}

// Timeout leaves time for the codes of a day from a slow lock service.
func (w *matchWorker) Timeout(*river.Job[MatchArgs]) time.Duration { return 2 * time.Minute }

type catchUpWorker struct {
	river.WorkerDefaults[CatchUpArgs]
	service *Service
}

func (w *catchUpWorker) Work(ctx context.Context, _ *river.Job[CatchUpArgs]) error {
	return w.service.CatchUp(ctx)
}
