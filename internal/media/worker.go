package media

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"rihla/internal/media/mediadb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/job"
)

const (
	// orphanAge is how long a file may lie unused: somebody may still be filling in the form that it was uploaded for.
	orphanAge = 24 * time.Hour
	// sweepInterval is how often unused files are looked for.
	sweepInterval = time.Hour
	// sweepBatch bounds what one transaction of a sweep takes.
	sweepBatch = 100
	// sweepTime bounds one sweep; what is left waits for the next.
	sweepTime = 10 * time.Minute
)

// SweepArgs asks for one sweep over unused files.
type SweepArgs struct{}

// Kind names the job.
func (SweepArgs) Kind() string { return "media.sweep" }

// Register puts the package's worker on a queue, and the periodic sweep into it.
func Register(r *job.Runner, s *Service) {
	job.Register(r, &sweepWorker{service: s})
	r.Every(sweepInterval, func() river.JobArgs { return SweepArgs{} })
}

type sweepWorker struct {
	river.WorkerDefaults[SweepArgs]
	service *Service
}

func (*sweepWorker) Timeout(*river.Job[SweepArgs]) time.Duration { return sweepTime }

func (w *sweepWorker) Work(ctx context.Context, _ *river.Job[SweepArgs]) error {
	return w.service.Sweep(ctx)
}

// Sweep removes files that nothing has named for a day, finishes removals that were cut off and forgets old quotas. It
// may run twice at once.
func (s *Service) Sweep(ctx context.Context) error {
	ctx = authz.AsSystem(ctx, "media sweep")
	for {
		found, err := s.sweepOrphans(ctx)
		if err != nil {
			return err
		}
		if found == 0 {
			break
		}
	}
	if err := s.finishRemovals(ctx); err != nil {
		return err
	}
	yesterday := clock.Wall(s.clock.Now().Add(-24 * time.Hour))
	if err := mediadb.New(s.db).ForgetQuotas(ctx, yesterday); err != nil {
		return fmt.Errorf("forget quotas: %w", err)
	}
	return nil
}

// sweepOrphans deletes the rows of some unused files and returns how many it found.
func (s *Service) sweepOrphans(ctx context.Context) (int, error) {
	found := 0
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		queries := mediadb.New(tx)
		ids, err := queries.LockOrphans(ctx, mediadb.LockOrphansParams{Before: s.clock.Now().Add(-orphanAge), MaxRows: sweepBatch})
		if err != nil {
			return fmt.Errorf("lock unused files: %w", err)
		}
		found = len(ids)
		rows, err := queries.DeleteOrphans(ctx, ids)
		if err != nil {
			return fmt.Errorf("delete unused files: %w", err)
		}
		for _, row := range rows {
			if err := queries.InsertRemoval(ctx, mediadb.InsertRemovalParams{StorageKey: row.StorageKey, Files: row.Files}); err != nil {
				return fmt.Errorf("note a removal: %w", err)
			}
			if err := s.recordTx(ctx, tx, authz.MediaDelete, row, audit.Diff(snapshot(row), nil)); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// finishRemovals removes the bytes of files whose rows are gone. One that the store does not let go of waits for the
// next sweep and keeps no other from going.
func (s *Service) finishRemovals(ctx context.Context) error {
	var problems []error
	for after := ""; ; {
		removals, err := mediadb.New(s.db).ListRemovals(ctx, mediadb.ListRemovalsParams{After: after, MaxRows: sweepBatch})
		if err != nil {
			return fmt.Errorf("list removals: %w", err)
		}
		if len(removals) == 0 {
			return errors.Join(problems...)
		}
		for _, r := range removals {
			problems = append(problems, s.remove(ctx, r.StorageKey, r.Files))
		}
		after = removals[len(removals)-1].StorageKey
	}
}
