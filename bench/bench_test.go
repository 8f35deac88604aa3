package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
)

// A small run goes all the way: what is loaded keeps every invariant of the schema, both sides agree on every question,
// and every slot that is raced for has one winner. run returns an error where any of that is not so.
func TestSmallRun(t *testing.T) {
	t.Parallel()
	var steps strings.Builder
	report, err := run(t.Context(), Options{
		Sizes: Sizes{Motorcycles: 2000, Past: 20_000, Upcoming: 4000}, Clients: 2, Bookers: 8, Slots: 60, Duration: 150 * time.Millisecond,
		DatabaseURL: dbtest.URL(t), Dir: t.TempDir(), Out: &steps, Only: []string{searchSection, bookingSection},
	})
	require.NoError(t, err, steps.String())

	require.Len(t, report.Search, len(scenarios))
	for _, s := range report.Search {
		require.Positive(t, s.Found, s.Name)
		require.Positive(t, s.HTTP.Count, s.Name)
		require.LessOrEqual(t, s.HTTP.P50, s.HTTP.P99, s.Name)
	}
	require.Less(t, report.Search[0].Found, report.Search[4].Found, "a city has less than the country")
	for _, g := range report.Growth {
		require.Equal(t, []int{0, 10_000, 20_000}, g.Past)
		require.Len(t, g.Pages, 3)
		require.Positive(t, g.PagesRatio)
	}
	require.Equal(t, oneSlotRounds, report.Booking.OneSlot.Won.Count)
	require.Equal(t, oneSlotRounds*(8-1), report.Booking.OneSlot.Lost.Count)
	require.Equal(t, 60, report.Booking.ManySlots.CalendarRows)

	var table bytes.Buffer
	require.NoError(t, report.print(&table))
	require.Contains(t, table.String(), "everywhere, page 10")
}

// No callback of a small run is lost: run returns an error when one is.
func TestSmallCallbacks(t *testing.T) {
	t.Parallel()
	var steps strings.Builder
	report, err := run(t.Context(), Options{
		Sizes: Sizes{Motorcycles: 2000}, Bookers: 8, Callbacks: 60, Rate: 200, DatabaseURL: dbtest.URL(t), Dir: t.TempDir(), Out: &steps,
		Only: []string{callbackSection},
	})
	require.NoError(t, err, steps.String())
	for _, r := range []ReportedFigures{report.Callbacks.Burst, report.Callbacks.Steady} {
		require.Equal(t, 60, r.Payments)
		require.Equal(t, 66, r.Answered.Count, "every tenth comes twice")
		require.Equal(t, 60, r.Confirmed.Count)
		require.Positive(t, r.Confirmed.P50)
	}
	var table bytes.Buffer
	require.NoError(t, report.print(&table))
	require.Contains(t, table.String(), "200 a second")
}

// Every read of the interface is known to the bench and runs a fixed number of queries. A fault names an operation or a
// filter that bench/calls.go has not, or a list whose queries grow with its rows. No table is large enough here for its
// plans to tell anything.
func TestSmallInterface(t *testing.T) {
	t.Parallel()
	var steps strings.Builder
	report, err := run(t.Context(), Options{
		Sizes: Sizes{Motorcycles: 2000, Past: 6000, Upcoming: 2000}, Clients: 2, Bookers: 8, Each: 10 * time.Millisecond,
		DatabaseURL: dbtest.URL(t), Dir: t.TempDir(), Out: &steps, Only: []string{apiSection},
	})
	require.NoError(t, err, steps.String())
	require.Empty(t, report.API.Faults)

	lists := 0
	for _, f := range report.API.Reads {
		require.Positive(t, f.HTTP.Count, f.Operation)
		require.Positive(t, f.Allocations, f.Operation)
		if f.Page != "" {
			lists++
			require.Positive(t, f.Rows, f.Operation)
			require.Positive(t, f.Bare.Count, f.Operation)
		}
	}
	require.Positive(t, lists)
	require.NotEmpty(t, report.API.Exports)
	require.Positive(t, report.API.Login.All.Count)
	require.Positive(t, report.API.Variants)

	var table bytes.Buffer
	require.NoError(t, report.print(&table))
	require.Contains(t, table.String(), "searchMotorcycles")
}

// The check must see what it is there for.
func TestCheckSeesBrokenRows(t *testing.T) {
	t.Parallel()
	db := dbtest.New(t)
	w := newWorld(Sizes{Motorcycles: 100, Past: 300, Upcoming: 100}, time.Date(2027, 4, 12, 8, 0, 0, 0, time.UTC))
	pool := &postgres.DB{Pool: db}
	require.NoError(t, w.loadFleet(t.Context(), pool))
	require.NoError(t, loadRentals(t.Context(), pool, w.pastRentals(0, 300)))
	require.NoError(t, loadRentals(t.Context(), pool, w.upcomingRentals()))
	require.NoError(t, check(t.Context(), pool))

	var bookings, entries int
	require.NoError(t, db.QueryRow(t.Context(), "select (select count(*) from bookings), (select count(*) from calendar_entries)").Scan(&bookings, &entries))
	require.Equal(t, 400, bookings)
	require.Equal(t, 400, entries)

	stray := rental{number: 400, bike: &w.bikes[0], customer: newID(), id: newID(), start: w.now.Add(600 * day), end: w.now.Add(601 * day)}
	require.NoError(t, loadRentals(t.Context(), pool, []rental{stray}))
	require.ErrorContains(t, check(t.Context(), pool), "refer to nothing")
}

func TestRentalsKeepApart(t *testing.T) {
	t.Parallel()
	w := newWorld(Sizes{Motorcycles: 10, Past: 1000, Upcoming: 300}, time.Date(2027, 4, 12, 8, 0, 0, 0, time.UTC))
	last := map[*bike]map[time.Time]time.Time{}
	for _, r := range append(append(w.pastRentals(0, 400), w.pastRentals(400, 1000)...), w.upcomingRentals()...) {
		require.True(t, r.start.Before(r.end))
		end := r.end.Add(r.bike.franchise.turnaround)
		for start, other := range last[r.bike] {
			require.False(t, r.start.Before(other) && start.Before(end), "%s overlaps %s", r.start, start)
		}
		if last[r.bike] == nil {
			last[r.bike] = map[time.Time]time.Time{}
		}
		last[r.bike][r.start] = end
	}
}

// The script gives every question its own values in one statement.
func TestSearchScript(t *testing.T) {
	t.Parallel()
	w := newWorld(Sizes{Motorcycles: 100, Past: 0, Upcoming: 0}, time.Date(2027, 4, 12, 8, 0, 0, 0, time.UTC))
	for _, s := range scenarios {
		out, err := searchScript(w.questions(s), w.now)
		require.NoError(t, err)
		require.NotContains(t, out.text, "$", s.Name)
		require.Equal(t, 1, strings.Count(out.text, ";"), s.Name)
		require.Contains(t, out.text, "when :question = 63 then", s.Name)
		require.Equal(t, s.Franchise, len(out.texts) == 1, s.Name)
	}
}

func TestReadPgbench(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "log.12"), []byte("0 0 1500 0 1764000000 1\n1 0 2500 0 1764000000 2\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "log.12.1"), []byte("2 0 500 0 1764000000 1\n"), 0o600))
	m, err := readLogs(filepath.Join(dir, "log.*"))
	require.NoError(t, err)
	m.elapsed = 3 * time.Second
	require.Equal(t, Timing{Count: 3, PerSecond: 1, P50: 1.5, P95: 1.5, P99: 1.5}, m.timing())

	rate, err := readRate("latency average = 1.0 ms\ntps = 123.456 (without initial connection time)\n")
	require.NoError(t, err)
	require.InDelta(t, 123.456, rate, 1e-9)
	_, err = readRate("pgbench: error")
	require.Error(t, err)
}
