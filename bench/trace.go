package main

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/audit"
)

// statement is what the program asked the database.
type statement struct {
	text string
	args []any
}

// controls tells statements that only begin and end transactions, whatever these see of others.
func (s statement) controls() bool {
	text := strings.ToLower(s.text)
	return slices.Contains([]string{"begin", "commit", "rollback"}, text) || strings.HasPrefix(text, "begin isolation level ")
}

// reads tells statements that may be run again without changing anything.
func (s statement) reads() bool {
	text := strings.ToLower(s.body())
	return s.controls() || strings.HasPrefix(text, "select") && !strings.Contains(text, "for update") ||
		strings.HasPrefix(text, "with") && !strings.Contains(text, "insert into") && !strings.Contains(text, "update ")
}

// body is the text without the name that generated queries begin with.
func (s statement) body() string {
	text := strings.TrimSpace(s.text)
	for strings.HasPrefix(text, "--") {
		_, rest, _ := strings.Cut(text, "\n")
		text = strings.TrimSpace(rest)
	}
	return text
}

// recorder listens to the program's database connections. While it is on, it keeps the statements of each request by the
// id that the answer names; what no request asked for, such as background jobs, it leaves out.
type recorder struct {
	on   atomic.Bool
	mu   sync.Mutex
	kept map[string][]statement
}

// TraceQueryStart implements pgx.QueryTracer.
func (r *recorder) TraceQueryStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	text, args := data.SQL, data.Args
	if len(args) > 0 {
		// Named arguments: what the server gets has numbers.
		if rewriter, is := args[0].(pgx.QueryRewriter); is {
			if numbered, values, err := rewriter.RewriteQuery(ctx, conn, text, args[1:]); err == nil {
				text, args = numbered, values
			}
		}
	}
	r.keep(ctx, text, args)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (*recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart implements pgx.BatchTracer.
func (*recorder) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer: each statement of a batch counts.
func (r *recorder) TraceBatchQuery(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchQueryData) {
	r.keep(ctx, data.SQL, data.Args)
}

// TraceBatchEnd implements pgx.BatchTracer.
func (*recorder) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

func (r *recorder) keep(ctx context.Context, text string, args []any) {
	if !r.on.Load() {
		return
	}
	id := audit.OriginOf(ctx).RequestID
	if id == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept[id] = append(r.kept[id], statement{text, slices.Clone(args)})
}

// during keeps statements while work runs and returns those of the request whose id work returns.
func (r *recorder) during(work func() (string, error)) ([]statement, error) {
	r.mu.Lock()
	r.kept = map[string][]statement{}
	r.mu.Unlock()
	r.on.Store(true)
	id, err := work()
	r.on.Store(false)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept[id], err
}
