package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"
	"time"

	"rihla/internal/platform/postgres"
)

// Report is all figures of a run.
type Report struct {
	At      time.Time       `json:"at"`
	Machine Machine         `json:"machine"`
	Options Options         `json:"options"`
	Growth  []GrowthFigures `json:"growth"`
	Search  []SearchFigures `json:"search"`
	Booking BookingFigures  `json:"booking"`
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
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\t\n", args...) }

	line("\n%s, %d cores, %s, %s, PostgreSQL %s", r.At.Format(time.DateOnly), r.Machine.Cores, r.Machine.System, r.Machine.Go, r.Machine.Postgres)
	line("%d motorcycles, %d past and %d upcoming rentals", r.Options.Motorcycles, r.Options.Past, r.Options.Upcoming)

	line("\nSearch, %d clients; times in ms\tfound\tHTTP/s\tbare/s\tratio\tHTTP p50\tp95\tp99\tbare p50\tp95\tone bare\tp95/one", r.Options.Clients)
	for _, s := range r.Search {
		line("%s\t%.0f\t%.1f\t%.1f\t%.2f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f", s.Name, s.Found, s.HTTP.PerSecond, s.Bare.PerSecond, s.RateRatio,
			s.HTTP.P50, s.HTTP.P95, s.HTTP.P99, s.Bare.P50, s.Bare.P95, s.One.P50, s.TailRatio)
	}

	line("\nOne client, p50 in ms\tpast rentals\tHTTP\tratio\tbare\tratio")
	for _, g := range r.Growth {
		for i, past := range g.Past {
			line("%s\t%d\t%.1f\t%.2f\t%.1f\t%.2f", g.Name, past, g.HTTP[i], ratio(g.HTTP[i], g.HTTP[0]), g.Bare[i], ratio(g.Bare[i], g.Bare[0]))
		}
	}

	b := r.Booking
	line("\nBooking, %d clients; times in ms\tslots\twon\tlost\tcalendar rows\twon/s\tp50\tp95\tp99\tlost p50\tp95\tbare/s\tratio", b.Clients)
	for _, race := range []struct {
		name string
		RaceFigures
	}{{"one slot, in rounds", b.OneSlot}, {"many slots", b.ManySlots}} {
		bare, share := "", ""
		if race.Slots == b.ManySlots.Slots {
			bare, share = fmt.Sprintf("%.0f", b.Bare.PerSecond), fmt.Sprintf("%.2f", b.RateRatio)
		}
		line("%s\t%d\t%d\t%d\t%d\t%.0f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%s\t%s", race.name, race.Slots, race.Won.Count, race.Lost.Count, race.CalendarRows,
			race.Won.PerSecond, race.Won.P50, race.Won.P95, race.Won.P99, race.Lost.P50, race.Lost.P95, bare, share)
	}

	line("\nWanted")
	for _, v := range r.verdicts() {
		line("%s\t%s", v.what, v.how())
	}
	return w.Flush()
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
			list = append(list, verdict{fmt.Sprintf("%s: p95 under %d bare queries", s.Name, mostTailRatio), s.TailRatio < mostTailRatio})
		}
	}
	for _, g := range r.Growth {
		list = append(list, verdict{fmt.Sprintf("%s: all past rentals cost at most %.1f times none", g.Name, mostGrowth), g.Ratio <= mostGrowth})
	}
	return append(list, verdict{"every slot has one winner, and one row in the calendar", true})
}
