package notify

import (
	"context"

	"github.com/riverqueue/river"

	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/job"
)

// mailArgs asks for one letter.
type mailArgs struct {
	Mail
}

// Kind names the job.
func (mailArgs) Kind() string { return "notify.mail" }

// mailAttempts spread over some two days, each wait longer than the one before.
const mailAttempts = 15

// InsertOpts bounds the attempts.
func (mailArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: job.Mail, MaxAttempts: mailAttempts}
}

// Register puts the package's worker on a queue.
func Register(r *job.Runner, s *Service) { job.Register(r, &mailWorker{service: s}) }

type mailWorker struct {
	river.WorkerDefaults[mailArgs]
	service *Service
}

func (w *mailWorker) Work(ctx context.Context, j *river.Job[mailArgs]) error {
	failpoint.Reached(failpoint.LetterSending)
	err := w.service.Send(ctx, j.JobRow, j.Args.Mail)
	failpoint.Reached(failpoint.LetterSent)
	return err
}
