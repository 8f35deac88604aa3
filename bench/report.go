package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"rihla/internal/platform/postgres"
)

// Report is all figures of a run.
type Report struct {
	At        time.Time       `json:"at"`
	Machine   Machine         `json:"machine"`
	Options   Options         `json:"options"`
	Growth    []GrowthFigures `json:"growth"`
	Search    []SearchFigures `json:"search"`
	Booking   BookingFigures  `json:"booking"`
	Callbacks CallbackFigures `json:"callbacks"`
	API       APIFigures      `json:"api"`
}

// Machine is where the figures were taken.
type Machine struct {
	Cores    int    `json:"cores"`
	System   string `json:"system"`
	Go       string `json:"go"`
	Postgres string `json:"postgres"`
}

func thisMachine(ctx context.Context, db *postgres.DB) Machine {
	m := Machine{Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version()}
	if err := db.QueryRow(ctx, "select current_setting('server_version')").Scan(&m.Postgres); err != nil {
		m.Postgres = "unknown"
	}
	return m
}

// print writes the tables that people read.
func (r Report) print(out io.Writer) error {
	_, err := fmt.Fprintf(out, "%s, %d cores, %s, %s, PostgreSQL %s\n%d motorcycles, %d past and %d upcoming rentals\n\n", r.At.Format(time.DateOnly),
		r.Machine.Cores, r.Machine.System, r.Machine.Go, r.Machine.Postgres, r.Options.Motorcycles, r.Options.Past, r.Options.Upcoming)
	if err != nil {
		return err
	}
	var tables []func(*table)
	if r.Options.wants(searchSection) {
		tables = append(tables, r.searchTable, r.growthTable)
	}
	if r.Options.wants(bookingSection) {
		tables = append(tables, r.bookingTable)
	}
	if r.Options.wants(callbackSection) {
		tables = append(tables, r.callbackTable)
	}
	if r.Options.wants(apiSection) {
		tables = append(tables, r.readTable, r.exportTable, r.loginTable, r.slowTable, r.scanTable)
	}
	for _, write := range append(tables, r.verdictTable) {
		t := &table{tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)}
		write(t)
		t.row("")
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// table keeps cells in columns.
type table struct{ *tabwriter.Writer }

// row writes cells; numbers get the decimals that tell something.
func (t *table) row(cells ...any) {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		if number, is := cell.(float64); is {
			cell = decimals(number)
		}
		texts[i] = fmt.Sprint(cell)
	}
	_, _ = fmt.Fprintln(t, strings.Join(texts, "\t")) // the writer keeps its error for Flush
}

func decimals(number float64) string {
	switch {
	case number >= 100:
		return strconv.FormatFloat(number, 'f', 0, 64)
	case number >= 10:
		return strconv.FormatFloat(number, 'f', 1, 64)
	default:
		return strconv.FormatFloat(number, 'f', 2, 64)
	}
}

func (r Report) searchTable(t *table) {
	t.row(fmt.Sprintf("SEARCH, %d clients, ms", r.Options.Clients), "found", "HTTP/s", "bare/s", "ratio", "HTTP p50", "p95", "p99",
		"bare p50", "p95", "one bare", "p95/one", "one HTTP p95", "/one")
	for _, s := range r.Search {
		t.row(s.Name, s.Found, s.HTTP.PerSecond, s.Bare.PerSecond, s.RateRatio, s.HTTP.P50, s.HTTP.P95, s.HTTP.P99, s.Bare.P50, s.Bare.P95,
			s.One.P50, s.TailRatio, s.HTTPOne.P95, s.TailRatioOne)
	}
}

func (r Report) growthTable(t *table) {
	t.row("GROWING PAST, one client, ms", "past rentals", "HTTP p50", "ratio", "bare p50", "ratio", "pages", "ratio")
	for _, g := range r.Growth {
		for i, past := range g.Past {
			t.row(g.Name, past, g.HTTP[i], ratio(g.HTTP[i], g.HTTP[0]), g.Bare[i], ratio(g.Bare[i], g.Bare[0]),
				g.Pages[i], ratio(g.Pages[i], g.Pages[0]))
		}
	}
}

func (r Report) bookingTable(t *table) {
	b := r.Booking
	t.row(fmt.Sprintf("BOOKING, %d clients, ms", b.Clients), "slots", "won", "lost", "calendar rows", "won/s", "p50", "p95", "p99",
		"lost p50", "p95", "bare/s", "ratio")
	one, many := b.OneSlot, b.ManySlots
	t.row("one slot, in rounds", one.Slots, one.Won.Count, one.Lost.Count, one.CalendarRows, one.Won.PerSecond, one.Won.P50, one.Won.P95,
		one.Won.P99, one.Lost.P50, one.Lost.P95)
	t.row("many slots", many.Slots, many.Won.Count, many.Lost.Count, many.CalendarRows, many.Won.PerSecond, many.Won.P50, many.Won.P95,
		many.Won.P99, many.Lost.P50, many.Lost.P95, b.Bare.PerSecond, b.RateRatio)
}

func (r Report) callbackTable(t *table) {
	c := r.Callbacks
	t.row("CALLBACKS, ms", "payments", "answered/s", "p50", "p95", "p99", "confirmed/s", "p50", "p95", "p99", "bare/s", "ratio")
	burst, steady := c.Burst, c.Steady
	t.row(fmt.Sprintf("as fast as %d are answered", c.Clients), burst.Payments, burst.Answered.PerSecond, burst.Answered.P50, burst.Answered.P95,
		burst.Answered.P99, burst.Confirmed.PerSecond, burst.Confirmed.P50, burst.Confirmed.P95, burst.Confirmed.P99, c.Bare.PerSecond, c.RateRatio)
	t.row(fmt.Sprintf("%d a second", c.Rate), steady.Payments, steady.Answered.PerSecond, steady.Answered.P50, steady.Answered.P95,
		steady.Answered.P99, steady.Confirmed.PerSecond, steady.Confirmed.P50, steady.Confirmed.P95, steady.Confirmed.P99)
}

func (r Report) verdictTable(t *table) {
	t.row("WANTED")
	for _, v := range r.verdicts() {
		t.row(v.what, v.how())
	}
}

// verdict is a wish and what became of it.
type verdict struct {
	what string
	met  bool
}

func (v verdict) how() string {
	if v.met {
		return "met"
	}
	return "MISSED"
}

func (r Report) verdicts() []verdict {
	var list []verdict
	for _, s := range r.Search {
		list = append(list, verdict{fmt.Sprintf("%s: HTTP at least %.1f of bare SQL", s.Name, leastRateRatio), s.RateRatio >= leastRateRatio})
	}
	for _, s := range r.Search {
		if s.Place {
			list = append(list,
				verdict{fmt.Sprintf("%s: one client's p95 under %d bare queries", s.Name, mostTailRatio), s.TailRatioOne < mostTailRatio},
				verdict{fmt.Sprintf("%s: p95 of %d clients under %d bare queries of one", s.Name, r.Options.Clients, mostTailRatio), s.TailRatio < mostTailRatio})
		}
	}
	for _, g := range r.Growth {
		list = append(list,
			verdict{fmt.Sprintf("%s: all past rentals take at most %.1f times the time of none", g.Name, mostGrowth), g.HTTPRatio <= mostGrowth},
			verdict{fmt.Sprintf("%s: and at most %.1f times the pages", g.Name, mostGrowth), g.PagesRatio <= mostGrowth})
	}
	if r.Options.wants(bookingSection) {
		list = append(list, verdict{"every slot has one winner, and one row in the calendar", true})
	}
	if r.Options.wants(callbackSection) {
		list = append(list, verdict{"no callback that was answered is lost", true},
			verdict{fmt.Sprintf("%d callbacks a second", wantedCallbacks), r.Callbacks.Burst.Answered.PerSecond >= wantedCallbacks},
			verdict{fmt.Sprintf("at %d a second a booking is confirmed within a second at the 99th percentile", r.Callbacks.Rate), r.Callbacks.Steady.Confirmed.P99 < mostConfirming})
	}
	if r.Options.wants(apiSection) {
		list = append(list, r.API.verdicts()...)
	}
	return list
}
