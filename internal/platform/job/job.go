// Package job runs background work from the same database that holds the facts (River). A job is inserted in the
// transaction that makes it necessary, so neither exists without the other, and it must be safe to run twice. The
// package knows no feature: features bring their arguments and workers, the composition root registers them.
package job

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/postgres"
)

// Inserter puts a job into the queue in a caller's transaction; opts may be nil.
type Inserter interface {
	InsertTx(ctx context.Context, tx pgx.Tx, args river.JobArgs, opts *river.InsertOpts) (*rivertype.JobInsertResult, error)
}

// Runner is the queue and the workers on it. Register workers before Start.
type Runner struct {
	client  *river.Client[pgx.Tx]
	workers *river.Workers
}

// stopGrace is how long jobs may finish once the program stops; what is left is given back to the queue.
const stopGrace = 10 * time.Second

// Jobs whose process has died are taken up again after rescueAfter, which must be longer than a job may run. Those that say
// themselves how long they may run are left alone for as long.
const (
	jobTimeout  = time.Minute
	rescueAfter = 2 * time.Minute
)

// Outside is the queue of jobs that wait for somebody else's service: one that does not answer keeps only its like
// waiting. A job's arguments name it in their InsertOpts.
const Outside = "outside"

// Money is the queue of news about money, which customers wait for: nothing else that there is to do keeps it waiting.
const Money = "money"

// Gateway is the queue of jobs that ask payment gateways: one that does not answer keeps only its like waiting.
const Gateway = "gateway"

// Later is the queue of jobs that keep a processor busy and that nobody waits for.
const Later = "later"

// Mail is the queue of jobs that talk to the mail server: one that is out of order keeps nothing but mails waiting.
const Mail = "mail"

// How many jobs of these queues one process works on at once. A queue gets that many with every FetchCooldown at most.
const (
	outsideConcurrency = 4
	gatewayConcurrency = 4
	moneyConcurrency   = 16
	laterConcurrency   = 1
	mailConcurrency    = 4
)

// New returns a runner on db. concurrency bounds the jobs of the usual queue that this process works on at once.
func New(db *postgres.DB, log *slog.Logger, concurrency int) (*Runner, error) {
	workers := river.NewWorkers()
	client, err := river.NewClient(riverpgxv5.New(db.Pool), &river.Config{
		Logger:     log,
		Workers:    workers,
		Middleware: []rivertype.Middleware{newPrecedence()},
		Queues: map[string]river.QueueConfig{
			river.QueueDefault: {MaxWorkers: concurrency}, Outside: {MaxWorkers: outsideConcurrency}, Money: {MaxWorkers: moneyConcurrency},
			Gateway: {MaxWorkers: gatewayConcurrency}, Later: {MaxWorkers: laterConcurrency},
			Mail: {MaxWorkers: mailConcurrency},
		},
		// A queue of n workers does at most n jobs in this time, however short they are.
		FetchCooldown:     5 * time.Millisecond,
		FetchPollInterval: time.Second,
		// Somebody may wait for a letter, or for money, that was on its way when the program was killed.
		JobTimeout:           jobTimeout,
		RescueStuckJobsAfter: rescueAfter,
	})
	if err != nil {
		return nil, fmt.Errorf("job queue: %w", err)
	}
	return &Runner{client: client, workers: workers}, nil
}

// Register adds a worker for one kind of job.
func Register[T river.JobArgs](r *Runner, worker river.Worker[T]) { river.AddWorker(r.workers, worker) }

// Every inserts a job each interval, also at start, on whichever replica leads.
func (r *Runner) Every(interval time.Duration, args func() river.JobArgs) {
	r.client.PeriodicJobs().Add(river.NewPeriodicJob(
		river.PeriodicInterval(failpoint.Pace(interval)),
		func() (river.JobArgs, *river.InsertOpts) {
			return args(), &river.InsertOpts{MaxAttempts: 1}
		},
		&river.PeriodicJobOpts{RunOnStart: true},
	))
}

// Nightly inserts a job every day at an hour of Casablanca's clock, on whichever replica leads.
func (r *Runner) Nightly(hour int, args func() river.JobArgs) {
	r.client.PeriodicJobs().Add(river.NewPeriodicJob(
		nightly{time.Duration(hour) * time.Hour},
		func() (river.JobArgs, *river.InsertOpts) {
			return args(), &river.InsertOpts{MaxAttempts: 1}
		},
		nil,
	))
}

// nightly is a time of day, as the time since midnight.
type nightly struct{ at time.Duration }

// Next implements river.PeriodicSchedule.
func (n nightly) Next(now time.Time) time.Time {
	next := clock.Midnight(now, 0).Add(n.at)
	if !next.After(now) {
		next = clock.Midnight(now, 1).Add(n.at)
	}
	return next
}

// InsertTx puts a job into the queue; it starts once tx has committed.
func (r *Runner) InsertTx(ctx context.Context, tx pgx.Tx, args river.JobArgs, opts *river.InsertOpts) (*rivertype.JobInsertResult, error) {
	return r.client.InsertTx(ctx, tx, args, opts)
}

// Start begins to work; ctx's end does not stop it, Stop does.
func (r *Runner) Start(ctx context.Context) error {
	return r.client.Start(context.WithoutCancel(ctx))
}

// Stop lets running jobs finish for a while, then gives them back.
func (r *Runner) Stop(ctx context.Context) error {
	soft, cancel := context.WithTimeout(ctx, stopGrace)
	defer cancel()
	if err := r.client.Stop(soft); err == nil {
		return nil
	}
	return r.client.StopAndCancel(ctx)
}
