package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rihla/internal/platform/listing"
	"rihla/internal/platform/postgres"
)

// largeTable is the size in rows from which a table must not be read from end to end.
const largeTable = 10_000

// mostBegun is how many rows of it may be read from its beginning until a page is full, or as many counted as are counted
// of a list: that takes about as long as finding them in an index.
const mostBegun = 5 * listing.Counted

// Scan is a sequential scan of a large table that a plan has.
type Scan struct {
	Operation string `json:"operation"`
	Query     string `json:"query,omitempty"` // of the request that first met it
	Table     string `json:"table"`
	Rows      int    `json:"rows"`
	Statement string `json:"statement"`
	// Allowed is why it may be; empty: it may not.
	Allowed string `json:"allowed,omitempty"`
}

// allowed are the scans that may be, by operation and table, with the reason.
var allowed = map[string]string{
	"searchMotorcycles motorcycles": "asked of everywhere, nearly every motorcycle is an answer, and the total of all is exact",
	"getFleetCalendar motorcycles":  "the calendar is as high as its motorcycles are many, and a category may have a third of all",
}

// planner looks at the plans of the program's statements, over connections of its own that nothing watches.
type planner struct {
	pool  *pgxpool.Pool
	rows  map[string]int // of each table, as the server estimates
	seen  map[string]bool
	scans []Scan
}

func newPlanner(ctx context.Context, db *postgres.DB) (*planner, error) {
	config := db.Config()
	config.ConnConfig.Tracer = nil
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	p := &planner{pool: pool, rows: map[string]int{}, seen: map[string]bool{}}
	rows, err := pool.Query(ctx, "select relname, reltuples::bigint from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace")
	if err != nil {
		return nil, fmt.Errorf("read the sizes of tables: %w", err)
	}
	var (
		name string
		size int
	)
	_, err = pgx.ForEachRow(rows, []any{&name, &size}, func() error { p.rows[name] = size; return nil })
	return p, err
}

func (p *planner) close() { p.pool.Close() }

// replay runs statements one after another on one connection, as the program does for a request, and reads all rows.
func (p *planner) replay(ctx context.Context, statements []statement) error {
	return p.pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		for _, s := range statements {
			rows, err := conn.Query(ctx, s.text, s.args...)
			if err != nil {
				return err
			}
			for rows.Next() {
				_ = rows.RawValues()
			}
			if err := rows.Err(); err != nil {
				return fmt.Errorf("%s: %w", s.body(), err)
			}
		}
		return nil
	})
}

// node is a step of a plan.
type node struct {
	Type     string  `json:"Node Type"`
	Relation string  `json:"Relation Name"`
	Role     string  `json:"Parent Relationship"`
	Cost     float64 `json:"Total Cost"`
	Plans    []node
}

// each visits every step with the part of it, up to 1, that a limit above it leaves to be done: of a scan that a limit
// stops as soon as a page is full, little. Steps that give nothing before they have everything are done whole.
func (n node) each(part float64, visit func(n node, part float64)) {
	visit(n, part)
	for _, child := range n.Plans {
		left := part
		switch {
		case n.Type == "Sort" || n.Type == "Hash" || n.Type == "Aggregate" || strings.HasSuffix(child.Role, "Plan"):
			left = 1
		case n.Type == "Limit" && child.Cost > 0:
			left = min(part, n.Cost/child.Cost)
		}
		child.each(left, visit)
	}
}

// look notes the sequential scans of large tables in the plans of s. A prepared statement is planned for its arguments
// until the server finds a plan for any arguments to be no dearer; so both are looked at, the second if the server would
// take it.
func (p *planner) look(ctx context.Context, t target, s statement) error {
	if s.controls() {
		return nil
	}
	key := fmt.Sprint(t.id, s.text, s.args)
	if p.seen[key] {
		return nil
	}
	p.seen[key] = true
	return p.pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		custom, err := explain(ctx, conn, s.text, s.args)
		if err != nil {
			return err
		}
		p.note(t, s, custom)
		if len(s.args) == 0 {
			return nil
		}
		generic, err := explainGeneric(ctx, conn, s)
		if err != nil {
			return err
		}
		if generic.Cost < custom.Cost+planningCost(custom) {
			p.note(t, s, generic)
		}
		return nil
	})
}

// planningCost is what the server adds to the cost of a plan for its arguments (cached_plan_cost in plancache.c).
func planningCost(plan node) float64 {
	const each = 1000 * 0.0025 // cpu_operator_cost
	tables := 0
	plan.each(1, func(n node, _ float64) {
		if n.Relation != "" {
			tables++
		}
	})
	return each * float64(tables+1)
}

func explain(ctx context.Context, conn *pgxpool.Conn, text string, args []any) (node, error) {
	var plans []struct{ Plan node }
	if err := conn.QueryRow(ctx, "explain (format json) "+text, args...).Scan(&plans); err != nil {
		return node{}, fmt.Errorf("explain %s: %w", text, err)
	}
	return plans[0].Plan, nil
}

// explainGeneric explains the plan for any arguments.
func explainGeneric(ctx context.Context, conn *pgxpool.Conn, s statement) (node, error) {
	for _, text := range []string{"set plan_cache_mode = force_generic_plan", "prepare looked_at as " + s.text} {
		if _, err := conn.Exec(ctx, text, pgx.QueryExecModeSimpleProtocol); err != nil {
			return node{}, fmt.Errorf("%s: %w", text, err)
		}
	}
	nulls := strings.TrimSuffix(strings.Repeat("null, ", placeholders(s)), ", ")
	plan, err := explain(ctx, conn, "execute looked_at("+nulls+")", []any{pgx.QueryExecModeSimpleProtocol})
	for _, text := range []string{"reset plan_cache_mode", "deallocate looked_at"} {
		if _, undo := conn.Exec(ctx, text, pgx.QueryExecModeSimpleProtocol); undo != nil && err == nil {
			err = undo
		}
	}
	return plan, err
}

// placeholders is how many arguments s has; what pgx itself is told by the first ones is none.
func placeholders(s statement) int {
	n := len(s.args)
	for n > 0 && !strings.Contains(s.text, fmt.Sprintf("$%d", n)) {
		n--
	}
	return n
}

// note keeps the scans of a plan, each statement's once an operation.
func (p *planner) note(t target, s statement, plan node) {
	plan.each(1, func(n node, part float64) {
		if n.Type != "Seq Scan" || p.rows[n.Relation] <= largeTable || part*float64(p.rows[n.Relation]) <= mostBegun {
			return
		}
		text := strings.Join(strings.Fields(s.body()), " ")
		if slices.ContainsFunc(p.scans, func(known Scan) bool {
			return known.Operation == t.id && known.Table == n.Relation && known.Statement == text
		}) {
			return
		}
		p.scans = append(p.scans, Scan{t.id, t.asked(), n.Relation, p.rows[n.Relation], text, allowed[t.id+" "+n.Relation]})
	})
}
