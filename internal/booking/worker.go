package booking

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"rihla/internal/platform/job"
)

// ExpireHoldsInterval is how often lapsed holds are swept up. Nothing waits for the sweep: a lapsed hold blocks nobody.
const ExpireHoldsInterval = 15 * time.Second

// ExpireHoldsArgs asks for one sweep over lapsed holds.
type ExpireHoldsArgs struct{}

// Kind names the job.
func (ExpireHoldsArgs) Kind() string { return "booking.expire_holds" }

// Register puts the package's workers on a queue, and the periodic sweeps into it.
func Register(r *job.Runner, s *Service) {
	job.Register(r, &expireHoldsWorker{service: s})
	job.Register(r, &remindWorker{service: s})
	r.Every(RemindInterval, func() river.JobArgs { return remindArgs{} })
	r.Every(ExpireHoldsInterval, func() river.JobArgs { return ExpireHoldsArgs{} })
}

type expireHoldsWorker struct {
	river.WorkerDefaults[ExpireHoldsArgs]
	service *Service
}

func (w *expireHoldsWorker) Work(ctx context.Context, _ *river.Job[ExpireHoldsArgs]) error {
	_, err := w.service.ExpireHolds(ctx)
	return err
}
