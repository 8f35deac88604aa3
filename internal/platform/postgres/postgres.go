// Package postgres is the program's way to PostgreSQL: the pool, transactions, and the translation of constraint
// violations into errors that people understand. It knows no feature's tables beyond the names of constraints.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// minVersion is the oldest server that the schema works on: it needs UNIQUE NULLS NOT DISTINCT.
const minVersion = 150000

// DB is a pool of connections.
type DB struct{ *pgxpool.Pool }

// Open connects to url and checks that the server is one that the schema works on. maxConns of 0 leaves pgx's default;
// tracer, when there is one, watches every statement.
func Open(ctx context.Context, url string, maxConns int, tracer pgx.QueryTracer) (*DB, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		// The parser's own error repeats the address, password and all.
		return nil, errors.New("the database address cannot be read: it must look like postgres://user:password@host:5432/name")
	}
	if maxConns > 0 {
		config.MaxConns = int32(maxConns)
	}
	config.ConnConfig.Tracer = tracer
	config.ConnConfig.RuntimeParams["application_name"] = "rihla"
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	var version int
	if err := pool.QueryRow(ctx, "select current_setting('server_version_num')::int").Scan(&version); err != nil {
		pool.Close()
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	if version < minVersion {
		pool.Close()
		return nil, fmt.Errorf("the database is PostgreSQL %d; Rihla needs 15 or newer", version/10000)
	}
	return &DB{pool}, nil
}

// maxAttempts bounds how often a transaction that lost against another is tried.
const maxAttempts = 4

// InTx runs work in one transaction: committed when work returns nil, rolled back otherwise. work may run again when
// the server gave it up against another transaction (serialization failure, deadlock), so it must have no effect
// outside the transaction, and must use tx only: a second connection taken inside starves the pool. Methods that join
// a transaction end in Tx. A violated constraint with a meaning of its own comes back as that error (see Translate).
func (db *DB) InTx(ctx context.Context, work func(ctx context.Context, tx pgx.Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := db.once(ctx, work)
		if attempt < maxAttempts && retryable(err) && ctx.Err() == nil {
			continue
		}
		return Translate(err)
	}
}

// committed is what the transaction of a context will do once it is committed.
type committed struct{ work []func() }

type committedKey struct{}

// OnCommit has work done once the transaction that ctx came with has committed, and never when it did not: for telling what
// has happened to somebody outside the database, such as a counter. work must not fail. Outside InTx it is done at once.
func OnCommit(ctx context.Context, work func()) {
	if after, within := ctx.Value(committedKey{}).(*committed); within {
		after.work = append(after.work, work)
		return
	}
	work()
}

func (db *DB) once(ctx context.Context, work func(ctx context.Context, tx pgx.Tx) error) error {
	tx, err := db.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	after := &committed{}
	ctx = context.WithValue(ctx, committedKey{}, after)
	defer func() {
		// A request that timed out must still give its locks back.
		rollback, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = tx.Rollback(rollback)
	}()
	if err := work(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	for _, work := range after.work {
		work()
	}
	return nil
}

func retryable(err error) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pgErr.Code == "40001" || pgErr.Code == "40P01")
}
