package main

import (
	"cmp"
	"fmt"
	"strings"
)

func (r Report) readTable(t *table) {
	t.row(fmt.Sprintf("READING, %d clients, ms", r.Options.Clients), "as", "page", "rows", "queries", "p50", "p95", "p99", "bare p50", "ratio",
		"allocs", "kB")
	for _, f := range r.API.Reads {
		rows := any("")
		if f.Page != "" {
			rows = f.Rows
		}
		t.row(f.Operation, f.As, f.Page, rows, f.Queries, f.HTTP.P50, f.HTTP.P95, f.HTTP.P99, f.Bare.P50, f.Ratio, f.Allocations, f.Bytes/1000)
	}
}

func (r Report) exportTable(t *table) {
	t.row("EXPORTS, once", "as", "rows", "seconds", "rows/s", "first byte, ms", "MB", "peak memory, MB", "queries")
	for _, f := range r.API.Exports {
		t.row(f.Operation, f.As, f.Rows, f.Seconds, f.PerSecond, f.FirstByte, float64(f.Bytes)/1e6, float64(f.Peak)/1e6, f.Queries)
	}
}

func (r Report) loginTable(t *table) {
	l := r.API.Login
	t.row("SIGNING IN, ms", "per second", "p50", "p95", "p99", "peak memory, MB", "bound, MB", "allocs", "kB")
	t.row("one client", l.One.PerSecond, l.One.P50, l.One.P95, l.One.P99, "", "", l.Allocations, l.Bytes/1000)
	t.row(fmt.Sprintf("%d clients", l.Clients), l.All.PerSecond, l.All.P50, l.All.P95, l.All.P99, float64(l.Peak)/1e6, float64(l.Bound)/1e6)
}

func (r Report) slowTable(t *table) {
	t.row(fmt.Sprintf("SLOWEST of %d orders and filters, one client", r.API.Variants), "as", "query", "ms")
	for _, v := range r.API.Slow {
		t.row(v.Operation, v.As, v.Query, v.Took)
	}
}

func (r Report) scanTable(t *table) {
	t.row(fmt.Sprintf("SEQUENTIAL SCANS of tables over %d rows", largeTable), "query", "table", "rows", "allowed because", "statement")
	for _, s := range r.API.Scans {
		t.row(s.Operation, s.Query, s.Table, s.Rows, cmp.Or(s.Allowed, "NOT ALLOWED"), clip(s.Statement))
	}
	if len(r.API.Scans) == 0 {
		t.row("none")
	}
}

// clip shows what a statement reads and by which conditions; the JSON report has all of it.
func clip(statement string) string {
	const most = 160
	if _, after, is := strings.Cut(statement, " from "); is {
		statement = "from " + after
	}
	if len(statement) > most {
		statement = statement[:most] + "..."
	}
	return statement
}

// verdicts on the interface: of the many lists, those that missed are named.
func (f APIFigures) verdicts() []verdict {
	var list []verdict
	pages, met := 0, 0
	for _, read := range f.Reads {
		name := fmt.Sprintf("%s as %s", read.Operation, read.As)
		if read.Alone != nil {
			list = append(list, verdict{
				fmt.Sprintf("%s: p95 of one client, %s ms, under %.0f", name, decimals(read.Alone.P95), mostQuickP95), read.Alone.P95 < mostQuickP95,
			})
		}
		if read.Page == "" {
			continue
		}
		pages++
		if read.Ratio <= mostListRatio {
			met++
			continue
		}
		list = append(list, verdict{fmt.Sprintf("%s, %s page: at most %d times its bare SQL", name, read.Page, mostListRatio), false})
	}
	list = append(list, verdict{fmt.Sprintf("%d of %d pages of lists at most %d times their bare SQL", met, pages, mostListRatio), met == pages})
	for _, e := range f.Exports {
		list = append(list, verdict{fmt.Sprintf("%s: at most %d MB of memory", e.Operation, mostExportPeak>>20), e.Peak <= mostExportPeak})
	}
	list = append(list, verdict{"signing in at once stays within its memory", f.Login.Peak <= f.Login.Bound})
	for _, fault := range f.Faults {
		list = append(list, verdict{fault, false})
	}
	return list
}
