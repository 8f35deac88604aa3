package dbtest

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
)

func TestNewIsAFreshDatabaseWithTheSchema(t *testing.T) {
	t.Parallel()
	one, two := New(t), New(t)
	ctx := t.Context()
	for _, pool := range []interface {
		QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	}{one, two} {
		var zone string
		require.NoError(t, pool.QueryRow(ctx, "select current_setting('timezone')").Scan(&zone))
		require.Equal(t, "Canada/Newfoundland", zone)
		var migrated bool
		require.NoError(t, pool.QueryRow(ctx, "select to_regclass('goose_db_version') is not null").Scan(&migrated))
		require.True(t, migrated)
	}
	_, err := one.Exec(ctx, "create table mine ()")
	require.NoError(t, err)
	var seen bool
	require.NoError(t, two.QueryRow(ctx, "select to_regclass('mine') is not null").Scan(&seen))
	require.False(t, seen, "one test's work is invisible to another")
}

func TestEmptyHasNoTables(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), Empty(t))
	require.NoError(t, err)
	defer conn.Close(context.Background())
	var tables int
	require.NoError(t, conn.QueryRow(t.Context(),
		"select count(*) from pg_tables where schemaname = 'public'").Scan(&tables))
	require.Zero(t, tables)
}

func TestTheDatabaseGoesWithItsTest(t *testing.T) {
	t.Parallel()
	var url string
	t.Run("a test that passes", func(t *testing.T) {
		url = New(t).Config().ConnString()
		require.Contains(t, url, "/test_testthedatabasegoeswithitstest_a_test_tha")
	})
	_, err := pgx.Connect(t.Context(), url)
	require.ErrorContains(t, err, "does not exist")
}

func TestTheDatabaseOfAFailedTestIsKeptAndNamed(t *testing.T) {
	t.Parallel()
	failing := &endedTest{TB: t, failed: true}
	url := URL(failing)
	failing.cleanup()
	require.Contains(t, failing.log.String(), url)

	server, err := findServer(t.Context())
	require.NoError(t, err)
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	name := conn.Config().Database
	require.NoError(t, conn.Close(t.Context()))

	admin, err := server.connect(t.Context())
	require.NoError(t, err)
	defer admin.close()
	require.NoError(t, admin.drop(t.Context(), name))
}

// endedTest is a test whose end the real one decides.
type endedTest struct {
	testing.TB
	failed  bool
	cleanup func()
	log     strings.Builder
}

func (e *endedTest) Failed() bool       { return e.failed }
func (e *endedTest) Cleanup(end func()) { e.cleanup = end }
func (e *endedTest) Logf(_ string, args ...any) {
	e.log.WriteString(args[0].(string))
}

func TestATemplateIsMadeOnceForAll(t *testing.T) {
	t.Parallel()
	key := "once_" + strings.TrimPrefix(databaseName(""), testPrefix+"_")
	var made atomic.Int32
	template := Template{Key: key, Build: func(ctx context.Context, url string) error {
		made.Add(1)
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		// The session stays open: it must not be in the way of the clones.
		_, err = conn.Exec(ctx, "create table ride (name text); insert into ride values ('built')")
		return err
	}}
	dropTemplate(t, template)

	var clones sync.WaitGroup
	for range 4 {
		clones.Go(func() {
			conn, err := pgx.Connect(t.Context(), Clone(t, template))
			if !assertNoError(t, err) {
				return
			}
			defer conn.Close(context.Background())
			var name string
			assertNoError(t, conn.QueryRow(t.Context(), "select name from ride").Scan(&name))
		})
	}
	clones.Wait()
	require.EqualValues(t, 1, made.Load())
}

func TestATemplateThatCannotBeBuiltIsNotUsed(t *testing.T) {
	t.Parallel()
	server, err := findServer(t.Context())
	require.NoError(t, err)
	admin, err := server.connect(t.Context())
	require.NoError(t, err)
	defer admin.close()
	broken := Template{Key: "broken", Build: func(context.Context, string) error { return &pgconn.PgError{Message: "no"} }}
	dropTemplate(t, broken)
	for range 2 {
		_, err = broken.ensure(t.Context(), admin)
		require.ErrorContains(t, err, "make the template database template_broken: ")
	}
	_, err = Template{Key: "Not A Key"}.ensure(t.Context(), admin)
	require.ErrorContains(t, err, `the key "Not A Key"`)
}

// dropTemplate leaves the shared server as the test found it.
func dropTemplate(t *testing.T, template Template) {
	t.Helper()
	t.Cleanup(func() {
		ctx := context.Background()
		server, err := findServer(ctx)
		require.NoError(t, err)
		admin, err := server.connect(ctx)
		require.NoError(t, err)
		defer admin.close()
		require.NoError(t, admin.drop(ctx, templatePrefix+template.Key))
		require.NoError(t, admin.drop(ctx, templatePrefix+template.Key+"_unfinished"))
	})
}

// assertNoError is for goroutines, which must not end the test.
func assertNoError(t *testing.T, err error) bool {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
	return err == nil
}

// What every test that needs a database pays, its end included.
func BenchmarkURL(b *testing.B) {
	for b.Loop() {
		once := &endedTest{TB: b}
		URL(once)
		once.cleanup()
	}
}
