package embedded

import (
	"context"
	"embed"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

func TestFirstStartMakesTheServerAndLaterOnesKeepIt(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	o.BinDir, o.Throwaway = "", false
	home := filepath.Join(o.DataDir, "postgres")
	for _, leftover := range []string{"data.new/base", "pgsql-17.0.0-aa", ".pgsql-123"} {
		require.NoError(t, os.MkdirAll(filepath.Join(home, leftover), 0o700))
	}

	s := start(t, o)
	for question, answer := range map[string]string{
		"current_database()":                  "rihla",
		"current_user":                        "rihla",
		"current_setting('server_encoding')":  "UTF8",
		"current_setting('listen_addresses')": "",
		"current_setting('fsync')":            "on",
		"current_setting('timezone')":         "UTC",
		"current_setting('data_checksums')":   "on",
		"lower('ÉTÉ À FÈS')":                  "été à fès",
		"(select string_agg(x, '' order by x) from unnest(array['b', 'B', 'a', 'A']) x)": "ABab",
	} {
		require.Equal(t, answer, query1(t, s.URL(), question), question)
	}
	exec1(t, s.URL(), "create extension btree_gist; create extension pg_trgm; create extension unaccent")
	exec1(t, s.URL(), "create table ride (name text); insert into ride values ('first')")
	identity := query1(t, s.URL(), "select system_identifier from pg_control_system()")
	require.NoError(t, s.Stop(testContext(t)))
	require.NoDirExists(t, filepath.Join(home, "data.new"))
	require.NoDirExists(t, filepath.Join(home, "pgsql-17.0.0-aa"))
	require.NoDirExists(t, filepath.Join(home, ".pgsql-123"))

	s = start(t, o)
	require.Equal(t, identity, query1(t, s.URL(), "select system_identifier from pg_control_system()"))
	require.Equal(t, "first", query1(t, s.URL(), "select name from ride"))
}

func TestEverythingBelongsToTheCaller(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	start(t, o)
	err := filepath.WalkDir(filepath.Join(o.DataDir, "postgres"), func(file string, d os.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil // a temporary file of the running server
		}
		require.NoError(t, err)
		info, err := d.Info()
		if os.IsNotExist(err) {
			return nil
		}
		require.NoError(t, err)
		require.EqualValues(t, os.Geteuid(), info.Sys().(*syscall.Stat_t).Uid, file)
		return nil
	})
	require.NoError(t, err)
}

func TestSettings(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	o.Settings = map[string]string{"application_name": "it's ours"}
	s := start(t, o)
	require.Equal(t, "off", query1(t, s.URL(), "current_setting('fsync')"))
	require.Equal(t, "Canada/Newfoundland", query1(t, s.URL(), "current_setting('timezone')"))
	require.Equal(t, "it's ours", query1(t, s.URL(), "current_setting('application_name')"))

	exec1(t, s.URL(), "alter system set work_mem = '11MB'")
	require.NoError(t, s.Stop(testContext(t)))
	s = start(t, o)
	require.Equal(t, "11MB", query1(t, s.URL(), "current_setting('work_mem')"), "the operator's own setting lasts")
}

func TestStopEndsOpenSessionsAndCanBeRepeated(t *testing.T) {
	t.Parallel()
	s := start(t, testOptions(t))
	conn, err := pgx.Connect(testContext(t), s.URL())
	require.NoError(t, err)
	defer conn.Close(context.Background())
	_, err = conn.Exec(testContext(t), "begin; create table unfinished ()")
	require.NoError(t, err)

	require.NoError(t, s.Stop(testContext(t)))
	require.Error(t, conn.Ping(testContext(t)))
	require.NoError(t, s.Stop(testContext(t)))
	require.True(t, s.proc.ended())
}

func TestTheTerminalDoesNotReachTheServer(t *testing.T) {
	t.Parallel()
	s := start(t, testOptions(t))
	group, err := syscall.Getpgid(s.proc.cmd.Process.Pid)
	require.NoError(t, err)
	require.Equal(t, s.proc.cmd.Process.Pid, group)
	require.NotEqual(t, syscall.Getpgrp(), group)
}

func TestSecondProgramOnTheSameFolderIsRefused(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	s := start(t, o)
	_, err := Start(testContext(t), o)
	require.ErrorIs(t, err, ErrLocked)
	require.Regexp(t, `another rihla \(process \d+\) is running on `, err.Error())
	require.Equal(t, "1", query1(t, s.URL(), "1"), "the first is left alone")
}

func TestDataOfAnotherMajorVersionIsRefused(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	s := start(t, o)
	require.NoError(t, s.Stop(testContext(t)))
	file := filepath.Join(o.DataDir, "postgres", "data", "PG_VERSION")
	own, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte("9\n"), 0o600))

	_, err = Start(testContext(t), o)
	require.ErrorIs(t, err, ErrOtherVersion)
	require.ErrorContains(t, err, "was made by PostgreSQL 9 ")
	require.ErrorContains(t, err, "carries PostgreSQL "+strings.TrimSpace(string(own))+":")

	require.NoError(t, os.WriteFile(file, own, 0o600))
	start(t, o)
}

func TestAPathTooLongForASocket(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	o.DataDir = filepath.Join(o.DataDir, strings.Repeat("long ", 30), `it's, "odd"`)
	s := start(t, o)
	require.Equal(t, "rihla", query1(t, s.URL(), "current_database()"))
	socket := s.layout.socket.path
	info, err := os.Stat(socket)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	require.NoError(t, s.Stop(testContext(t)))
	require.NoDirExists(t, socket)
}

func TestAShortOddPath(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	o.DataDir = filepath.Join(o.DataDir, `a, "b" 'c'`)
	s := start(t, o)
	require.Equal(t, "rihla", query1(t, s.URL(), "current_database()"))
}

func TestAFailedStartSaysWhatPostgreSQLSaid(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	require.NoError(t, start(t, o).Stop(testContext(t)))
	auto := filepath.Join(o.DataDir, "postgres", "data", "postgresql.auto.conf")
	require.NoError(t, os.WriteFile(auto, []byte("max_connections = many\n"), 0o600))

	_, err := Start(testContext(t), o)
	require.ErrorContains(t, err, "the built-in PostgreSQL could not start: exit status 1\nPostgreSQL said:\n")
	require.ErrorContains(t, err, `invalid value for parameter "max_connections": "many"`)

	require.NoError(t, os.WriteFile(auto, nil, 0o600))
	start(t, o)
}

func TestAnAbandonedStartLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Start(ctx, o)
	require.ErrorIs(t, err, context.Canceled)
	start(t, o)
}

// Not parallel: it empties the package's archive for a moment.
func TestAProgramBuiltWithoutPostgreSQLSaysSo(t *testing.T) {
	kept := bundled
	bundled = embed.FS{}
	defer func() { bundled = kept }()
	o := testOptions(t)
	o.Archive = ""
	_, err := Start(testContext(t), o)
	require.ErrorIs(t, err, ErrNotBundled)
	require.EqualError(t, err, "this rihla was built without its PostgreSQL: run `make build`, or set RIHLA_DATABASE_URL")
}
