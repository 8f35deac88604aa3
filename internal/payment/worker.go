package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"rihla/internal/platform/job"
)

// ReconcileInterval is how often the periodic job looks for payments that got lost.
const ReconcileInterval = 30 * time.Second

// EventArgs asks for the work on one stored callback.
type EventArgs struct {
	EventID uuid.UUID `json:"eventId"`
}

// Kind names the job.
func (EventArgs) Kind() string { return "payment.event" }

// InsertOpts lets a callback confirm its booking while the customer is still looking, whatever else there is to do.
func (EventArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: job.Money} }

// RefundArgs asks for one refund.
type RefundArgs struct {
	RefundID uuid.UUID `json:"refundId"`
}

// Kind names the job.
func (RefundArgs) Kind() string { return "payment.refund" }

// InsertOpts puts the job among those that ask gateways.
func (RefundArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: job.Gateway} }

// ReconcileArgs asks for one reconciliation.
type ReconcileArgs struct{}

// Kind names the job.
func (ReconcileArgs) Kind() string { return "payment.reconcile" }

// InsertOpts puts the job among those that ask gateways.
func (ReconcileArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: job.Gateway} }

// CloseArgs asks for the pay page of a payment that was given up to be closed.
type CloseArgs struct {
	PaymentID uuid.UUID `json:"paymentId"`
}

// Kind names the job.
func (CloseArgs) Kind() string { return "payment.close" }

// InsertOpts puts the job among those that ask gateways.
func (CloseArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: job.Gateway} }

// Register puts the package's workers on a queue, and the periodic reconciliation into it.
func Register(r *job.Runner, s *Service) {
	job.Register(r, &eventWorker{service: s})
	job.Register(r, &refundWorker{service: s})
	job.Register(r, &closeWorker{service: s})
	job.Register(r, &reconcileWorker{service: s})
	r.Every(ReconcileInterval, func() river.JobArgs { return ReconcileArgs{} })
}

type eventWorker struct {
	river.WorkerDefaults[EventArgs]
	service *Service
}

func (w *eventWorker) Work(ctx context.Context, j *river.Job[EventArgs]) error {
	return w.service.ProcessEvent(ctx, j.Args.EventID)
}

type refundWorker struct {
	river.WorkerDefaults[RefundArgs]
	service *Service
}

func (w *refundWorker) Work(ctx context.Context, j *river.Job[RefundArgs]) error {
	wait, err := w.service.ProcessRefund(ctx, j.Args.RefundID)
	if err == nil && wait > 0 {
		return river.JobSnooze(wait)
	}
	return err
}

// NextRetry waits for the lease of the try that failed, and longer after each. A try whose program was killed is told of when
// its lease is long over: the next one need not wait for another.
func (w *refundWorker) NextRetry(j *river.Job[RefundArgs]) time.Time {
	began := w.service.clock.Now()
	if j.AttemptedAt != nil {
		began = *j.AttemptedAt
	}
	return began.Add(min(time.Duration(j.Attempt*j.Attempt)*refundLease, 6*time.Hour))
}

// Timeout ends a try well within its lease.
func (w *refundWorker) Timeout(*river.Job[RefundArgs]) time.Duration { return refundLease / 2 }

type closeWorker struct {
	river.WorkerDefaults[CloseArgs]
	service *Service
}

func (w *closeWorker) Work(ctx context.Context, j *river.Job[CloseArgs]) error {
	return w.service.ClosePage(ctx, j.Args.PaymentID)
}

type reconcileWorker struct {
	river.WorkerDefaults[ReconcileArgs]
	service *Service
}

func (w *reconcileWorker) Work(ctx context.Context, _ *river.Job[ReconcileArgs]) error {
	return w.service.Reconcile(ctx)
}

// Timeout leaves time for a batch of slow answers.
func (w *reconcileWorker) Timeout(*river.Job[ReconcileArgs]) time.Duration { return 5 * time.Minute }

// startTx puts a job into the queue, to run at a time or, when that is zero, at once, unless the same work waits there
// already.
func (s *Service) startTx(ctx context.Context, tx pgx.Tx, args river.JobArgs, at time.Time) error {
	opts := &river.InsertOpts{ScheduledAt: at, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
	}}}
	if _, err := s.jobs.InsertTx(ctx, tx, args, opts); err != nil {
		return fmt.Errorf("start %s: %w", args.Kind(), err)
	}
	return nil
}
