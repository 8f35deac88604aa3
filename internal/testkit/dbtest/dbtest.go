//go:build linux || darwin

// Package dbtest gives every test a PostgreSQL database of its own, with the
// product's schema, in a few milliseconds.
//
// The server is the one that RIHLA_TEST_DATABASE_URL names (its user must be
// allowed to create databases) or, without that, a throwaway one that all test
// processes of this user share: the first starts it, the last takes it down.
// RIHLA_TEST_POSTGRES=15 makes it a PostgreSQL 15. No server is a failed test,
// never a skipped one. docs/built-in-postgres.md tells more.
//
// It is imported by tests only. What must not go in: rows of any kind; those
// come from factories, which may use Clone to keep them in a template.
package dbtest

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/postgres/migrations"
)

const (
	// timeZone of the sessions is half an hour off and has summer time: code
	// that leans on the session's time zone fails its test.
	timeZone = "Canada/Newfoundland"

	// maxConns lets a test race a handful of clients against each other.
	maxConns = 16

	// patience bounds whatever the package itself does for a test.
	patience = 2 * time.Minute
)

// Template is a database that is made once per server and then cloned.
type Template struct {
	// Key names what Build makes: lower case letters, digits and
	// underscores, at most 40. It must change whenever that would.
	Key string

	// Build fills the empty database at url.
	Build func(ctx context.Context, url string) error
}

// Schema is the product's schema without any row of the product's.
func Schema() (Template, error) {
	fingerprint, err := migrations.Fingerprint()
	if err != nil {
		return Template{}, err
	}
	return Template{Key: "schema_" + fingerprint, Build: migrations.Up}, nil
}

// New is a pool on a database with the product's schema that belongs to t
// alone. Both go at the end of t, but a failed test's database stays and the
// log names it. Every connection must have been given back by then.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return open(t, URL(t))
}

// URL is New for code that connects by itself.
func URL(t testing.TB) string {
	t.Helper()
	schema, err := Schema()
	require.NoError(t, err)
	return Clone(t, schema)
}

// Clone is URL with a template of the caller's.
func Clone(t testing.TB, template Template) string {
	t.Helper()
	return provide(t, template.ensure)
}

// Empty is URL without any schema.
func Empty(t testing.TB) string {
	t.Helper()
	return provide(t, func(context.Context, admin) (string, error) { return emptyTemplate, nil })
}

// provide makes a database from the template whose name it asks for.
func provide(t testing.TB, template func(context.Context, admin) (string, error)) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	server, err := findServer(ctx)
	require.NoError(t, err)
	admin, err := server.connect(ctx)
	require.NoError(t, err)
	defer admin.close()
	source, err := template(ctx, admin)
	require.NoError(t, err)

	name := databaseName(t.Name())
	require.NoError(t, admin.clone(ctx, name, source))
	url := server.url(name)
	t.Cleanup(func() { dispose(t, server, name) })
	return url
}

// dispose drops the database of a test that passed and keeps that of one that
// did not.
func dispose(t testing.TB, server server, name string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	admin, err := server.connect(ctx)
	if err != nil {
		t.Errorf("drop the test's database: %v", err)
		return
	}
	defer admin.close()
	if t.Failed() {
		t.Logf("the database of this test is kept: %s", server.url(name))
		err = admin.keep(ctx, name)
	} else {
		err = admin.drop(ctx, name)
	}
	if err != nil {
		t.Errorf("end the test's database: %v", err)
	}
}

func open(t testing.TB, url string) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	require.NoError(t, err)
	config.MaxConns = maxConns
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	require.NoError(t, err)
	t.Cleanup(func() { closePool(t, pool) })
	return pool
}

// closePool fails a test that did not give its connections back; the pool
// itself would wait for them for ever.
func closePool(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	closed := make(chan struct{})
	go func() {
		pool.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(10 * time.Second):
		t.Errorf("%d connections were never given back", pool.Stat().AcquiredConns())
	}
}
