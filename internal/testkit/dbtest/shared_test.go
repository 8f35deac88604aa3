package dbtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// envUserDir makes this test binary another test process, which uses the
// server of the folder it names until its standard input ends.
const envUserDir = "RIHLA_TEST_USER_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(envUserDir); dir != "" {
		os.Exit(beUser(dir))
	}
	os.Exit(m.Run())
}

func beUser(dir string) int {
	archive, err := archiveOf(os.Getenv(envVersion))
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		var url string
		if url, err = (shared{dir: dir, archive: archive}).join(ctx); err == nil {
			fmt.Println(url)
			_, _ = io.Copy(io.Discard, os.Stdin)
			return 0
		}
	}
	fmt.Println(err)
	return 1
}

// user is another test process.
type user struct {
	cmd    *exec.Cmd
	stdin  io.Closer
	stdout *bufio.Reader
}

func startUser(t *testing.T, dir string) *user {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envUserDir+"="+dir)
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return &user{cmd: cmd, stdin: stdin, stdout: bufio.NewReader(stdout)}
}

// url waits for the process to have joined.
func (u *user) url(t *testing.T) string {
	t.Helper()
	line, err := u.stdout.ReadString('\n')
	require.NoError(t, err)
	require.Regexp(t, "^postgres://", line)
	return strings.TrimSpace(line)
}

func (u *user) leave(t *testing.T) {
	t.Helper()
	require.NoError(t, u.stdin.Close())
	require.NoError(t, u.cmd.Wait())
}

func (u *user) kill(t *testing.T) {
	t.Helper()
	require.NoError(t, u.cmd.Process.Kill())
	_ = u.cmd.Wait()
}

// requireDown waits until nothing uses the folder: the keeper holds the lock
// for as long as its server runs.
func requireDown(t *testing.T, dir string) {
	t.Helper()
	require.Eventually(t, func() bool {
		f, err := lockFile(filepath.Join(dir, "rihla.lock"), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != nil {
			return false
		}
		_, err = os.Stat(filepath.Join(dir, "postgres", "data", "postmaster.pid"))
		return os.IsNotExist(err) && f.Close() == nil
	}, 30*time.Second, 10*time.Millisecond)
}

func ask(t *testing.T, url, question string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer conn.Close(context.Background())
	var answer string
	require.NoError(t, conn.QueryRow(t.Context(), "select ("+question+")::text").Scan(&answer))
	return answer
}

const startTime = "select pg_postmaster_start_time()"

func TestProcessesShareOneServerAndTheLastTakesItDown(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b, c := startUser(t, dir), startUser(t, dir), startUser(t, dir)
	url := a.url(t)
	started := ask(t, url, startTime)
	require.Equal(t, url, b.url(t))
	require.Equal(t, url, c.url(t))

	// However a user goes, the others keep the server.
	a.kill(t)
	b.leave(t)
	d := startUser(t, dir)
	require.Equal(t, url, d.url(t))
	require.Equal(t, started, ask(t, url, startTime))

	d.leave(t)
	c.kill(t)
	requireDown(t, dir)
}

func TestTheNextRunFindsTheClusterSwept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := startUser(t, dir)
	url := first.url(t)
	for _, name := range []string{"template_x", "test_of_a_killed_process", "test_failed"} {
		conn, err := pgx.Connect(t.Context(), url)
		require.NoError(t, err)
		_, err = conn.Exec(t.Context(), "create database "+name)
		require.NoError(t, err)
		if name == "test_failed" {
			_, err = conn.Exec(t.Context(), "comment on database test_failed is '"+keptNote+"'")
			require.NoError(t, err)
		}
		require.NoError(t, conn.Close(t.Context()))
	}
	identity := ask(t, url, "select system_identifier from pg_control_system()")
	first.leave(t)
	requireDown(t, dir)

	second := startUser(t, dir)
	url = second.url(t)
	require.Equal(t, identity, ask(t, url, "select system_identifier from pg_control_system()"))
	require.Equal(t, "template_x,test_failed", ask(t, url,
		`select string_agg(datname, ',' order by datname) from pg_database where datname ~ '^(test|template)_'`))
	second.leave(t)
	requireDown(t, dir)

	// Its files are not to be trusted after the machine went down.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "boot"), []byte("another"), 0o600))
	third := startUser(t, dir)
	require.NotEqual(t, identity, ask(t, third.url(t), "select system_identifier from pg_control_system()"))
	third.leave(t)
	requireDown(t, dir)
}

func TestAKilledKeeperIsReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := startUser(t, dir)
	started := ask(t, first.url(t), startTime)
	holder, err := os.ReadFile(filepath.Join(dir, "rihla.lock"))
	require.NoError(t, err)
	keeper, err := strconv.Atoi(strings.TrimSpace(string(holder)))
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(keeper, syscall.SIGKILL))

	second := startUser(t, dir)
	require.NotEqual(t, started, ask(t, second.url(t), startTime))
	first.leave(t)
	second.leave(t)
	requireDown(t, dir)
}

func TestAProcessKilledWhileItStartsTheServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := startUser(t, dir)
	require.Eventually(t, func() bool { // the keeper is at work
		_, err := os.Stat(filepath.Join(dir, "rihla.lock"))
		return err == nil
	}, 30*time.Second, time.Millisecond)
	first.kill(t)

	second := startUser(t, dir)
	require.Equal(t, "1", ask(t, second.url(t), "select 1"))
	second.leave(t)
	requireDown(t, dir)
}
