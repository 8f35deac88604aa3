package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"rihla/internal/auth/authdb"
	"rihla/internal/platform/job"
)

// Register puts the package's workers on a queue, and the daily purge into it.
func Register(r *job.Runner, s *Service) {
	job.Register(r, NewPurgeWorker(s))
	job.Register(r, &resetLinkWorker{service: s})
	job.Register(r, &emailLinkWorker{service: s})
	r.Every(purgeInterval, func() river.JobArgs { return PurgeArgs{} })
}

// keepLinks is how long an expired link is kept: its mail may still be waiting for the mail server.
const keepLinks = 24 * time.Hour

// linkAttempts of mailing a link spread over some 50 minutes: who waits for it asks again sooner than later.
const linkAttempts = 10

// nextLinkAttempt waits longer after each attempt that failed.
func (s *Service) nextLinkAttempt(attempt int) time.Time {
	return s.clock.Now().Add(time.Duration(attempt*attempt) * 10 * time.Second)
}

// resetLinkArgs asks for a link to be mailed to an address, if it has an account.
type resetLinkArgs struct {
	ID    uuid.UUID `json:"id"`
	Email string    `json:"email"`
}

// Kind names the job.
func (resetLinkArgs) Kind() string { return "auth.reset_link" }

// InsertOpts bounds the attempts.
func (resetLinkArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: job.Mail, MaxAttempts: linkAttempts}
}

type resetLinkWorker struct {
	river.WorkerDefaults[resetLinkArgs]
	service *Service
}

func (w *resetLinkWorker) Work(ctx context.Context, j *river.Job[resetLinkArgs]) error {
	return w.service.mailReset(ctx, j.JobRow, j.Args)
}

// NextRetry is when to try again.
func (w *resetLinkWorker) NextRetry(j *river.Job[resetLinkArgs]) time.Time {
	return w.service.nextLinkAttempt(j.Attempt)
}

// emailLinkArgs asks for the mail of a link that was reserved.
type emailLinkArgs struct {
	ID uuid.UUID `json:"id"`
}

// Kind names the job.
func (emailLinkArgs) Kind() string { return "auth.email_link" }

// InsertOpts bounds the attempts.
func (emailLinkArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: job.Mail, MaxAttempts: linkAttempts}
}

type emailLinkWorker struct {
	river.WorkerDefaults[emailLinkArgs]
	service *Service
}

func (w *emailLinkWorker) Work(ctx context.Context, j *river.Job[emailLinkArgs]) error {
	return w.service.mailEmail(ctx, j.JobRow, j.Args.ID)
}

// NextRetry is when to try again.
func (w *emailLinkWorker) NextRetry(j *river.Job[emailLinkArgs]) time.Time {
	return w.service.nextLinkAttempt(j.Attempt)
}

// purgeInterval is how often what ended is forgotten.
const purgeInterval = 24 * time.Hour

// PurgeArgs is the job that forgets sessions which ended long ago, with every token they had, and links that work no
// longer.
type PurgeArgs struct{}

// Kind names the job in the queue.
func (PurgeArgs) Kind() string { return "auth.purge_sessions" }

// PurgeWorker works on PurgeArgs.
type PurgeWorker struct {
	river.WorkerDefaults[PurgeArgs]
	service *Service
}

// NewPurgeWorker returns the worker over s.
func NewPurgeWorker(s *Service) *PurgeWorker { return &PurgeWorker{service: s} }

// Work deletes the sessions that ended more than 30 days ago and the links that have expired.
func (w *PurgeWorker) Work(ctx context.Context, _ *river.Job[PurgeArgs]) error {
	s := w.service
	if _, err := authdb.New(s.db).DeleteEndedSessions(ctx, s.clock.Now().Add(-keepEnded)); err != nil {
		return fmt.Errorf("delete ended sessions: %w", err)
	}
	if err := authdb.New(s.db).DeleteExpiredAccountTokens(ctx, s.clock.Now().Add(-keepLinks)); err != nil {
		return fmt.Errorf("delete expired links: %w", err)
	}
	return nil
}
