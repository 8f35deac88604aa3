package event

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/job"
	"rihla/internal/platform/postgres"
)

// Kept is how long events are kept.
const Kept = 90 * 24 * time.Hour

// forgetHour is when old events are dropped, on Casablanca's clock.
const forgetHour = 4

// deliverArgs asks to tell one subscriber of one event.
type deliverArgs struct {
	EventID    uuid.UUID `json:"eventId"`
	Subscriber string    `json:"subscriber"`
}

// Kind names the job.
func (deliverArgs) Kind() string { return "event.deliver" }

// forgetArgs asks to drop old events.
type forgetArgs struct{}

// Kind names the job.
func (forgetArgs) Kind() string { return "event.forget" }

// Register puts the bus's workers on a queue, and the nightly forgetting into it.
func Register(r *job.Runner, b *Bus, db *postgres.DB, clock clock.Clock) {
	job.Register(r, &deliverWorker{bus: b, db: db, clock: clock})
	job.Register(r, &forgetWorker{db: db, clock: clock})
	r.Nightly(forgetHour, func() river.JobArgs { return forgetArgs{} })
}

type deliverWorker struct {
	river.WorkerDefaults[deliverArgs]
	bus   *Bus
	db    *postgres.DB
	clock clock.Clock
}

// Work tells a subscriber of an event, unless it has been told. A subscriber that is not there any more misses nothing.
func (w *deliverWorker) Work(ctx context.Context, j *river.Job[deliverArgs]) error {
	i := slices.IndexFunc(w.bus.subscribers, func(s subscription) bool { return s.name == j.Args.Subscriber })
	if i < 0 {
		return river.JobCancel(fmt.Errorf("there is no subscriber %q", j.Args.Subscriber))
	}
	ctx = authz.AsSystem(ctx, j.Args.Subscriber)
	err := w.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		e, err := read(ctx, tx, j.Args.EventID)
		if postgres.NoRows(err) {
			return nil // it was forgotten meanwhile
		}
		if err != nil {
			return fmt.Errorf("read event %s: %w", j.Args.EventID, err)
		}
		taken, err := tx.Exec(ctx, `insert into event_deliveries (event_id, subscriber, delivered_at) values ($1, $2, $3)
			on conflict do nothing`, e.ID, j.Args.Subscriber, w.clock.Now())
		if err != nil {
			return fmt.Errorf("note the delivery of event %s: %w", e.ID, err)
		}
		if taken.RowsAffected() == 0 {
			return nil
		}
		err = w.bus.subscribers[i].handle(ctx, tx, e)
		failpoint.Reached(failpoint.EventTelling)
		return err
	})
	failpoint.Reached(failpoint.EventTold)
	return err
}

func read(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Event, error) {
	e := Event{ID: id}
	row := tx.QueryRow(ctx, `select type, happened_at, franchise_id, user_id, motorcycle_id, booking_id, payment_id, payload
		from domain_events where id = $1`, id)
	err := row.Scan(&e.Type, &e.At, &e.FranchiseID, &e.UserID, &e.MotorcycleID, &e.BookingID, &e.PaymentID, &e.Payload)
	return e, err
}

type forgetWorker struct {
	river.WorkerDefaults[forgetArgs]
	db    *postgres.DB
	clock clock.Clock
}

func (w *forgetWorker) Work(ctx context.Context, _ *river.Job[forgetArgs]) error {
	if _, err := w.db.Exec(ctx, "delete from domain_events where happened_at < $1", w.clock.Now().Add(-Kept)); err != nil {
		return fmt.Errorf("forget old events: %w", err)
	}
	return nil
}
