package main

import (
	"context"
	"net/url"
	"runtime"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/audit"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
)

// A scan is seen in the plan for the arguments and in the one for any, where the server would take that.
func TestPlannerSeesScans(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	_, err := db.Exec(t.Context(), `
		create table large as select n, n % 2 as half, n % 2 = 0 as even from generate_series(1, 120000) n;
		create index on large (n);
		create table small as select n from generate_series(1, 500) n;
		analyze large; analyze small`)
	require.NoError(t, err)
	plans, err := newPlanner(t.Context(), db)
	require.NoError(t, err)
	defer plans.close()

	asked := target{operation: operation{id: "listLarge"}, query: url.Values{"even": {"true"}}}
	for _, harmless := range []statement{
		{"begin", nil}, {"select * from small", nil}, {"select * from large where n = $1", []any{7}},
		{"select count(*) from large where n = any($1)", []any{[]int{1, 2}}},
	} {
		require.NoError(t, plans.look(t.Context(), asked, harmless))
	}
	require.Empty(t, plans.scans)

	require.NoError(t, plans.look(t.Context(), asked, statement{"-- name: Even :many\nselect *\nfrom large where even = $1", []any{true}}))
	require.NoError(t, plans.look(t.Context(), asked, statement{"-- name: Even :many\nselect *\nfrom large where even = $1", []any{false}}))
	require.Equal(t, []Scan{{"listLarge", "even=true", "large", 120_000, "select * from large where even = $1", ""}}, plans.scans)

	// One that a limit stops early is none; one below a sort, or whose limit comes late, is.
	plans.scans = nil
	for text, scans := range map[string]int{
		"select * from large limit 10": 0, "select count(*) from (select from large where even limit 100) counted": 0,
		"select * from large order by half limit 10": 1,
	} {
		require.NoError(t, plans.look(t.Context(), asked, statement{text, nil}))
		require.Len(t, plans.scans, scans, text)
		plans.scans = nil
	}

	// With its argument this is a probe of the index; for any argument it is not, and as the plan for the argument is the
	// cheaper one, that is what the server takes.
	plans.scans = nil
	require.NoError(t, plans.look(t.Context(), asked, statement{"select * from large where ($1::int is null or n = $1)", []any{7}}))
	require.Empty(t, plans.scans)
	// For an argument that narrows nothing both are scans.
	require.NoError(t, plans.look(t.Context(), asked, statement{"select * from large where ($1::int is null or n = $1)", []any{nil}}))
	require.Len(t, plans.scans, 1)
}

// Statements are kept by the request that they are run for, and only while somebody listens.
func TestRecorder(t *testing.T) {
	t.Parallel()
	r := &recorder{}
	of := func(id, text string) {
		r.TraceQueryStart(audit.From(context.Background(), audit.Origin{RequestID: id}), nil, pgx.TraceQueryStartData{SQL: text})
	}
	of("one", "select 0")
	kept, err := r.during(func() (string, error) {
		of("one", "begin")
		of("another", "select 1")
		r.TraceQueryStart(context.Background(), nil, pgx.TraceQueryStartData{SQL: "select 'a job'"})
		of("one", "select 2")
		r.TraceQueryStart(audit.From(context.Background(), audit.Origin{RequestID: "one"}), nil, pgx.TraceQueryStartData{
			SQL: "select @from::int + @to + @from", Args: []any{pgx.NamedArgs{"from": 1, "to": 2}},
		})
		return "one", nil
	})
	require.NoError(t, err)
	require.Equal(t, []statement{
		{text: "begin"}, {text: "select 2"}, {text: "select $1::int + $2 + $1", args: []any{1, 2}},
	}, kept)
}

func TestStatementsThatMayRunAgain(t *testing.T) {
	t.Parallel()
	for text, may := range map[string]bool{
		"begin": true, "begin isolation level repeatable read": true, "-- name: GetBooking :one\nselect * from bookings where id = $1": true,
		"with wanted as (select 1) select * from wanted":                                         true,
		"select id from bookings for update skip locked":                                         false,
		"insert into audit_log values (1)":                                                       false,
		"with moved as (update bookings set status = 'ACTIVE' returning id) select * from moved": false,
	} {
		require.Equal(t, may, statement{text: text}.reads(), text)
	}
}

// What is held counts. Not parallel: the memory is the whole process's.
func TestPeak(t *testing.T) {
	const size = 64 << 20
	grown, err := peak(func() error {
		held := make([]byte, size)
		held[0] = 1
		runtime.GC()
		require.Equal(t, byte(1), held[0])
		return nil
	})
	require.NoError(t, err)
	require.InDelta(t, size, float64(grown), size/10)
}

func TestReferencesDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for n := range 50_000 {
		text := reference(n)
		require.Regexp(t, `^RH-[2-9A-HJ-NP-TV-Z]{7}$`, text)
		require.False(t, seen[text], text)
		seen[text] = true
	}
}

func TestTargetsAddress(t *testing.T) {
	t.Parallel()
	about := target{operation: operation{path: "/motorcycles/{id}/availability"}, name: "a/b", query: url.Values{"page": {"1"}}}
	require.Equal(t, "/motorcycles/a%2Fb/availability?limit=5&page=1", about.with("limit", "5").address())
	require.Equal(t, "/motorcycles/c/availability", about.of("c").with("page", "").address())
}
