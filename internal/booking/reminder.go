package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"rihla/internal/booking/bookingdb"
)

// RemindInterval is how often rentals that begin within a day are looked for.
const RemindInterval = 5 * time.Minute

// reminderBatch bounds one transaction of the job.
const reminderBatch = 100

// remindArgs asks to look for them once.
type remindArgs struct{}

// Kind names the job.
func (remindArgs) Kind() string { return "booking.remind" }

type remindWorker struct {
	river.WorkerDefaults[remindArgs]
	service *Service
}

func (w *remindWorker) Work(ctx context.Context, _ *river.Job[remindArgs]) error {
	_, err := w.service.Remind(ctx)
	return err
}

// Remind tells of every rental that begins within a day, once for each start that it has, and says of how many. The
// database's clock decides, whichever replica asks.
func (s *Service) Remind(ctx context.Context) (int, error) {
	told := 0
	for {
		count := 0
		err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
			var err error
			count, err = s.remindTx(ctx, tx)
			return err
		})
		told += count
		if err != nil || count < reminderBatch {
			return told, err
		}
	}
}

func (s *Service) remindTx(ctx context.Context, tx pgx.Tx) (int, error) {
	q := bookingdb.New(tx)
	ids, err := q.DueReminders(ctx, bookingdb.DueRemindersParams{
		News: []string{string(EventConfirmed), string(EventMoved)}, Most: reminderBatch,
	})
	if err != nil {
		return 0, fmt.Errorf("find rentals to remind of: %w", err)
	}
	for _, id := range ids {
		b, err := s.LockTx(ctx, tx, id)
		if err != nil {
			return 0, err
		}
		noted, err := q.NoteReminder(ctx, bookingdb.NoteReminderParams{BookingID: b.ID, StartDatetime: b.Start})
		if err != nil {
			return 0, fmt.Errorf("note the reminder of booking %s: %w", b.ID, err)
		}
		if noted == 0 {
			continue
		}
		if err := s.publishTx(ctx, tx, EventDue, b, Due{Start: b.Start}); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}
