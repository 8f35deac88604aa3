package calendar_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/calendar"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
)

var base = time.Date(2027, 5, 1, 10, 0, 0, 0, time.UTC)

func at(hours int) time.Time { return base.Add(time.Duration(hours) * time.Hour) }

// bundle is a calendar with one motorcycle and somebody who books.
type bundle struct {
	db         *postgres.DB
	clock      *clock.Fake
	calendar   *calendar.Service
	motorcycle uuid.UUID
}

func setup(t *testing.T) *bundle {
	t.Helper()
	db := &postgres.DB{Pool: dbtest.New(t)}
	b := &bundle{db: db, clock: clock.NewFake(base.Add(-24 * time.Hour)), motorcycle: uuid.Must(uuid.NewV7())}
	b.calendar = calendar.New(db, b.clock)
	franchise := uuid.Must(uuid.NewV7())
	b.exec(t, "insert into franchises (id, name, code, contact_email) values ($1, 'Test', 'TEST', 'a@rihla.test')", franchise)
	b.exec(t, `insert into motorcycles (id, registration_number, make, model, year, base_price_centimes, franchise_id)
		values ($1, '1-A-1', 'Honda', 'CB', 2024, 100, $2)`, b.motorcycle, franchise)
	return b
}

func (b *bundle) exec(t require.TestingT, sql string, args ...any) {
	_, err := b.db.Exec(context.Background(), sql, args...)
	require.NoError(t, err)
}

// block makes a block and takes its period, in one transaction.
func (b *bundle) block(ctx context.Context, p calendar.Period) error {
	id := uuid.Must(uuid.NewV7())
	return b.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "insert into availability_blocks (id, motorcycle_id, start_datetime, end_datetime) values ($1, $2, $3, $4)",
			id, b.motorcycle, p.Start, p.End)
		if err != nil {
			return err
		}
		return b.calendar.ReserveBlockTx(ctx, tx, b.motorcycle, id, p)
	})
}

func TestPeriodsAreHalfOpen(t *testing.T) {
	t.Parallel()
	b, ctx := setup(t), t.Context()
	require.NoError(t, b.block(ctx, calendar.Period{Start: at(0), End: at(10)}))
	require.NoError(t, b.block(ctx, calendar.Period{Start: at(10), End: at(20)}), "a rental may start the minute another ends")
	require.ErrorIs(t, b.block(ctx, calendar.Period{Start: at(19), End: at(21)}), calendar.ErrConflict)
	free, err := b.calendar.IsFree(ctx, b.motorcycle, calendar.Period{Start: at(-5), End: at(0)}, 0)
	require.NoError(t, err)
	require.True(t, free)
	free, err = b.calendar.IsFree(ctx, b.motorcycle, calendar.Period{Start: at(-5), End: at(0)}, time.Minute)
	require.NoError(t, err)
	require.False(t, free, "the turnaround reaches into the next period")
}

// Whatever the code does, the database refuses an overlap.
func TestTheConstraintStandsAlone(t *testing.T) {
	t.Parallel()
	b, ctx := setup(t), t.Context()
	require.NoError(t, b.block(ctx, calendar.Period{Start: at(0), End: at(10)}))
	other := uuid.Must(uuid.NewV7())
	b.exec(t, "insert into availability_blocks (id, motorcycle_id, start_datetime, end_datetime) values ($1, $2, $3, $4)", other, b.motorcycle, at(5), at(6))
	_, err := b.db.Exec(ctx, "insert into calendar_entries (id, motorcycle_id, starts_at, ends_at, block_id) values ($1, $2, $3, $4, $5)",
		uuid.Must(uuid.NewV7()), b.motorcycle, at(5), at(6), other)
	require.True(t, postgres.Violates(err, "calendar_entries_no_overlap"), "%v", err)
	require.ErrorIs(t, postgres.Translate(err), calendar.ErrConflict)
	_, err = b.db.Exec(ctx, "insert into calendar_entries (id, motorcycle_id, starts_at, ends_at, block_id) values ($1, $2, $3, $3, $4)",
		uuid.Must(uuid.NewV7()), b.motorcycle, at(50), other)
	require.True(t, postgres.Violates(err, "calendar_entries_period"), "%v", err)
}

func TestOneOfManyWins(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var wg sync.WaitGroup
	results := make(chan error, 40)
	for i := range 40 {
		wg.Go(func() {
			// Every pair of these overlaps, though no two are alike.
			results <- b.block(context.Background(), calendar.Period{Start: at(i % 7), End: at(24 + i%11)})
		})
	}
	wg.Wait()
	close(results)
	won := 0
	for err := range results {
		if err == nil {
			won++
			continue
		}
		require.ErrorIs(t, err, calendar.ErrConflict)
	}
	require.Equal(t, 1, won)
}

func TestNextFree(t *testing.T) {
	t.Parallel()
	b, ctx := setup(t), t.Context()
	for _, p := range [][2]int{{0, 10}, {14, 20}, {20, 30}} {
		require.NoError(t, b.block(ctx, calendar.Period{Start: at(p[0]), End: at(p[1])}))
	}
	for _, c := range []struct {
		name             string
		start, end, want int
		turnaround       time.Duration
	}{
		{"free at once", -10, -2, -10, 0},
		{"after the first", 2, 5, 10, 0},
		{"the gap is too short", 2, 8, 30, 0},
		{"the gap just fits", 2, 6, 10, 0},
		{"but not with the turnaround", 2, 6, 30, time.Hour},
	} {
		got, err := b.calendar.NextFree(ctx, b.motorcycle, calendar.Period{Start: at(c.start), End: at(c.end)}, c.turnaround)
		require.NoError(t, err, c.name)
		require.NotNil(t, got, c.name)
		require.Equal(t, at(c.want), got.Start.UTC(), c.name)
		require.Equal(t, time.Duration(c.end-c.start)*time.Hour, got.End.Sub(got.Start), c.name)
	}
}

// Whatever is asked in whatever order, what was granted never overlaps, what was refused did, and the next free period
// is free with nothing earlier that is.
func TestCalendarAgainstModel(t *testing.T) {
	t.Parallel()
	b := setup(t)
	rapid.Check(t, func(rt *rapid.T) {
		b.exec(rt, "delete from availability_blocks")
		var taken []calendar.Period
		overlaps := func(p calendar.Period) bool {
			return slices.ContainsFunc(taken, func(x calendar.Period) bool { return p.Start.Before(x.End) && x.Start.Before(p.End) })
		}
		for i := range rapid.IntRange(1, 12).Draw(rt, "wishes") {
			start := rapid.IntRange(0, 60).Draw(rt, fmt.Sprintf("start %d", i))
			p := calendar.Period{Start: at(start), End: at(start + rapid.IntRange(1, 12).Draw(rt, "length"))}
			err := b.block(context.Background(), p)
			if overlaps(p) {
				require.ErrorIs(rt, err, calendar.ErrConflict)
				continue
			}
			require.NoError(rt, err)
			taken = append(taken, p)
		}
		start, length := rapid.IntRange(0, 70).Draw(rt, "from"), rapid.IntRange(1, 10).Draw(rt, "for")
		next, err := b.calendar.NextFree(context.Background(), b.motorcycle, calendar.Period{Start: at(start), End: at(start + length)}, 0)
		require.NoError(rt, err)
		want := start
		for overlaps(calendar.Period{Start: at(want), End: at(want + length)}) {
			want++
		}
		require.Equal(rt, at(want), next.Start.UTC())
	})
}
