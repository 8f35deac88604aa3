package ledger

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"rihla/internal/platform/job"
)

// checkHour is when the nightly check runs, on Casablanca's clock.
const checkHour = 3

// CheckArgs asks for one check.
type CheckArgs struct{}

// Kind names the job.
func (CheckArgs) Kind() string { return "ledger.check" }

// Register puts the nightly check on a queue.
func Register(r *job.Runner, s *Service) {
	job.Register(r, &checkWorker{service: s})
	r.Nightly(checkHour, func() river.JobArgs { return CheckArgs{} })
}

type checkWorker struct {
	river.WorkerDefaults[CheckArgs]
	service *Service
}

// Work checks, and shouts when something is off.
func (w *checkWorker) Work(ctx context.Context, _ *river.Job[CheckArgs]) error {
	return w.service.Watch(ctx)
}

// Timeout leaves time for years of bookings.
func (w *checkWorker) Timeout(*river.Job[CheckArgs]) time.Duration { return 10 * time.Minute }

// Watch checks and tells the log and the gauges.
func (s *Service) Watch(ctx context.Context) error {
	findings, err := s.Check(ctx)
	if err != nil {
		return err
	}
	s.gauges.Unbalanced(float64(len(findings)))
	s.gauges.Checked(float64(s.clock.Now().Unix()))
	const shown = 10
	for _, f := range findings[:min(len(findings), shown)] {
		s.log.ErrorContext(ctx, "the ledger is unbalanced; run rihla doctor", slog.Int("disagreements", len(findings)), slog.String("finding", f.String()))
	}
	return nil
}
