package auth

import (
	"context"
	"fmt"

	"github.com/riverqueue/river"

	"rihla/internal/auth/authdb"
)

// PurgeArgs is the job that forgets sessions which ended long ago, with every token they had. Once a day is enough.
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

// Work deletes the sessions that ended more than 30 days ago.
func (w *PurgeWorker) Work(ctx context.Context, _ *river.Job[PurgeArgs]) error {
	s := w.service
	if _, err := authdb.New(s.db).DeleteEndedSessions(ctx, s.clock.Now().Add(-keepEnded)); err != nil {
		return fmt.Errorf("delete ended sessions: %w", err)
	}
	return nil
}
