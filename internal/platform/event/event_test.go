package event

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/job"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
)

const (
	opened Type = "door.opened"
	closed Type = "door.closed"
)

type world struct {
	db    *postgres.DB
	clock *clock.Fake
	bus   *Bus
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{db: &postgres.DB{Pool: dbtest.New(t)}, clock: clock.NewFake(time.Date(2027, 4, 12, 8, 0, 0, 0, time.UTC))}
	queue, err := job.New(w.db, slog.New(slog.DiscardHandler), 1)
	require.NoError(t, err)
	w.bus = NewBus(queue)
	Register(queue, w.bus, w.db, w.clock)
	return w
}

func (w *world) publish(t *testing.T, kind Type, payload any) error {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	return w.db.InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		return w.bus.PublishTx(ctx, tx, Event{Type: kind, At: w.clock.Now(), BookingID: &id}, payload)
	})
}

func (w *world) count(t *testing.T, sql string) int {
	t.Helper()
	var n int
	require.NoError(t, w.db.QueryRow(t.Context(), sql).Scan(&n))
	return n
}

// jobs are the deliveries that wait in the queue.
func (w *world) jobs(t *testing.T) []*river.Job[deliverArgs] {
	t.Helper()
	rows, err := w.db.Query(t.Context(), "select args ->> 'eventId', args ->> 'subscriber' from river_job where kind = 'event.deliver' order by id")
	require.NoError(t, err)
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (*river.Job[deliverArgs], error) {
		var args deliverArgs
		err := row.Scan(&args.EventID, &args.Subscriber)
		return &river.Job[deliverArgs]{Args: args}, err
	})
	require.NoError(t, err)
	return found
}

// A follower stands in the transaction: its refusal leaves neither event nor job.
func TestFollowersStandInTheTransaction(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	refusal := errors.New("no")
	var told []Type
	w.bus.Subscribe("log", func(context.Context, pgx.Tx, Event) error { return nil }, opened, closed)
	w.bus.Follow(func(_ context.Context, _ pgx.Tx, e Event) error {
		told = append(told, e.Type)
		return refusal
	}, opened)
	require.ErrorIs(t, w.publish(t, opened, nil), refusal)
	require.Zero(t, w.count(t, "select count(*) from domain_events"))
	require.Empty(t, w.jobs(t))
	require.NoError(t, w.publish(t, closed, nil))
	require.Equal(t, []Type{opened}, told)
	require.Len(t, w.jobs(t), 1)
}

// A subscriber is told once, however often its job runs, and again after it has failed.
func TestSubscribersAreToldOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	type payload struct{ By string }
	var told []string
	failure := errors.New("not now")
	w.bus.Subscribe("log", func(_ context.Context, _ pgx.Tx, e Event) error {
		var p payload
		require.NoError(t, e.Read(&p))
		require.Equal(t, opened, e.Type)
		require.Equal(t, w.clock.Now(), e.At.UTC())
		require.NotNil(t, e.BookingID)
		told = append(told, p.By)
		return failure
	}, opened)
	w.bus.Subscribe("bell", func(context.Context, pgx.Tx, Event) error {
		told = append(told, "bell")
		return nil
	}, opened, closed)
	require.NoError(t, w.publish(t, opened, payload{By: "Salma"}))
	jobs := w.jobs(t)
	require.Len(t, jobs, 2)
	worker := &deliverWorker{bus: w.bus, db: w.db, clock: w.clock}
	require.ErrorIs(t, worker.Work(t.Context(), jobs[0]), failure)
	failure = nil
	for range 3 {
		for _, j := range jobs {
			require.NoError(t, worker.Work(t.Context(), j))
		}
	}
	require.Equal(t, []string{"Salma", "Salma", "bell"}, told)
}

// Nobody waits for a subscriber that is gone, or for an event that was forgotten.
func TestWhatIsGone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.bus.Subscribe("log", func(context.Context, pgx.Tx, Event) error { return errors.New("told") }, opened)
	require.NoError(t, w.publish(t, opened, nil))
	jobs := w.jobs(t)
	worker := &deliverWorker{bus: NewBus(nil), db: w.db, clock: w.clock}
	cancelled := &river.JobCancelError{}
	require.ErrorAs(t, worker.Work(t.Context(), jobs[0]), &cancelled)

	forget := &forgetWorker{db: w.db, clock: w.clock}
	w.clock.Advance(Kept)
	require.NoError(t, forget.Work(t.Context(), nil))
	require.Equal(t, 1, w.count(t, "select count(*) from domain_events"))
	w.clock.Advance(time.Second)
	require.NoError(t, forget.Work(t.Context(), nil))
	require.Zero(t, w.count(t, "select count(*) from domain_events"))
	worker.bus = w.bus
	require.NoError(t, worker.Work(t.Context(), jobs[0]))
}

// A nil bus takes nothing.
func TestNilBus(t *testing.T) {
	t.Parallel()
	var bus *Bus
	require.NoError(t, bus.PublishTx(t.Context(), nil, Event{Type: opened}, nil))
}
