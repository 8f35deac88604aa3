package main_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/failpoint"
)

// binary is the program, built once for all tests.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "rihla-test-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "rihla")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// What is served cannot be ended at a fail point, nor told to believe other certificates than PayPal's: only the program of
// the kill test knows where to look for either.
func TestNoFailPoints(t *testing.T) {
	t.Parallel()
	path, err := binary()
	require.NoError(t, err)
	program, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Contains(program, []byte("RIHLA_ADDR")), "names of variables can be found")
	for _, name := range []string{failpoint.Variable, failpoint.PayPalRootsFile} {
		require.False(t, bytes.Contains(program, []byte(name)), name)
	}
}

// command prepares the program with a clean environment.
func command(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	require.NoError(t, err)
	c := exec.Command(path, args...)
	c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.TempDir()}, env...)
	return c
}

// program is a running rihla.
type program struct {
	t      *testing.T
	cmd    *exec.Cmd
	url    string
	output *bytes.Buffer
	done   chan error
}

// start serves on a free port and waits for the ready line.
func start(t *testing.T, dataDir string) *program {
	t.Helper()
	c := command(t, []string{"RIHLA_ADDR=127.0.0.1:0", "RIHLA_DATA_DIR=" + dataDir}, "serve")
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	p := &program{t: t, cmd: c, output: &bytes.Buffer{}, done: make(chan error, 1)}
	c.Stderr = p.output
	require.NoError(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, url, ready := strings.Cut(lines.Text(), "rihla: ready on "); ready {
			p.url = url
			break
		}
	}
	go func() {
		for lines.Scan() {
		}
		p.done <- c.Wait()
	}()
	if p.url == "" {
		require.FailNow(t, "the program did not come up", "%s", p.output)
	}
	return p
}

func (p *program) signal(s os.Signal) error {
	p.t.Helper()
	require.NoError(p.t, p.cmd.Process.Signal(s))
	return <-p.done
}

func (p *program) get(path string) int {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.url+path, nil)
	require.NoError(p.t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(p.t, err)
	require.NoError(p.t, response.Body.Close())
	return response.StatusCode
}

// postgresOf counts the processes that work on a data directory.
func postgresOf(t *testing.T, dataDir string) int {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "ps", "-eo", "args").Output()
	require.NoError(t, err)
	return strings.Count(string(out), filepath.Join(dataDir, "postgres", "data"))
}

// A first start makes everything, Ctrl-C stops everything, a second start finds everything.
func TestStartStopStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir)
	require.Equal(t, http.StatusOK, p.get("/healthz"))
	require.Equal(t, http.StatusOK, p.get("/readyz"))
	require.Equal(t, http.StatusOK, p.get("/openapi.json"))
	require.Equal(t, http.StatusOK, p.get("/metrics"))
	require.NotZero(t, postgresOf(t, dir))
	create := command(t, []string{"RIHLA_DATA_DIR=" + dir, "RIHLA_NEW_PASSWORD=Secret-123"}, "user", "create",
		"--email", "boss@example.com", "--first-name", "Salma", "--last-name", "Boss")
	out, err := create.CombinedOutput()
	require.Error(t, err, "the data directory is in use")
	require.Contains(t, string(out), dir)
	require.NoError(t, p.signal(os.Interrupt), "%s", p.output)
	require.Zero(t, postgresOf(t, dir), "Ctrl-C leaves nothing behind")

	for i, want := range []string{"created boss@example.com (ADMIN)", "EMAIL_TAKEN"} {
		create := command(t, []string{"RIHLA_DATA_DIR=" + dir, "RIHLA_NEW_PASSWORD=Secret-123"}, "user", "create",
			"--email", "boss@example.com", "--first-name", "Salma", "--last-name", "Boss")
		out, err := create.CombinedOutput()
		require.Equal(t, i == 1, err != nil, "%s", out)
		require.Contains(t, string(out), want, "the first run's account is kept")
	}
	again := start(t, dir)
	require.Equal(t, http.StatusOK, again.get("/readyz"))
	require.NoError(t, again.signal(syscall.SIGTERM))
	require.Zero(t, postgresOf(t, dir))
}

// kill -9 gives the program no chance to clean up; the next start does.
func TestKilledProgramIsRecovered(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir)
	require.Error(t, p.signal(syscall.SIGKILL))
	again := start(t, dir)
	require.Equal(t, http.StatusOK, again.get("/readyz"))
	require.NoError(t, again.signal(os.Interrupt))
	require.Zero(t, postgresOf(t, dir))
}

// failure runs the program to its end, which must be an error of one line.
func failure(t *testing.T, env []string, args ...string) string {
	t.Helper()
	c := command(t, env, args...)
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, "%s", out)
	require.Equal(t, 1, exit.ExitCode(), "%s", out)
	return strings.TrimSpace(string(out))
}

func TestBusyPort(t *testing.T) {
	t.Parallel()
	taken, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = taken.Close() }()
	dir := t.TempDir()
	said := failure(t, []string{"RIHLA_ADDR=" + taken.Addr().String(), "RIHLA_DATA_DIR=" + dir}, "serve")
	require.Equal(t, "rihla: "+taken.Addr().String()+" is taken by another program: stop that one, or set RIHLA_ADDR to another address", said)
	require.Zero(t, postgresOf(t, dir), "no database was started for nothing")
}

func TestDataOfAnotherVersion(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "postgres", "data")
	require.NoError(t, os.MkdirAll(data, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(data, "PG_VERSION"), []byte("14\n"), 0o600))
	said := failure(t, []string{"RIHLA_ADDR=127.0.0.1:0", "RIHLA_DATA_DIR=" + dir}, "serve")
	require.Contains(t, said, "PostgreSQL 14")
	require.NotContains(t, said, "\n", "one sentence")
}

func TestProductionRefusesAndSaysWhy(t *testing.T) {
	t.Parallel()
	said := failure(t, []string{"RIHLA_ENV=production", "RIHLA_DEMO=true", "RIHLA_DATA_DIR=" + t.TempDir()}, "serve")
	for _, name := range []string{"RIHLA_JWT_SECRET", "RIHLA_PAYZONE_BASE_URL", "RIHLA_DEMO", "RIHLA_BASE_URL"} {
		require.Contains(t, said, name)
	}
}

func TestUnreachableDatabase(t *testing.T) {
	t.Parallel()
	env := []string{"RIHLA_ADDR=127.0.0.1:0", "RIHLA_DATA_DIR=" + t.TempDir(), "RIHLA_DATABASE_URL=postgres://u:hush@127.0.0.1:1/x?connect_timeout=2"}
	said := failure(t, env, "serve")
	require.NotContains(t, said, "hush", "a password is never printed")
}

// Two starts at once: one serves, the other says why it does not.
func TestTwoProgramsOnOneDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir)
	said := failure(t, []string{"RIHLA_ADDR=127.0.0.1:0", "RIHLA_DATA_DIR=" + dir}, "serve")
	require.Contains(t, said, dir)
	require.NotContains(t, said, "\n")
	require.Equal(t, http.StatusOK, p.get("/readyz"))
	require.NoError(t, p.signal(os.Interrupt))
}

func TestDrainFinishesRequests(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	// A request whose body comes slowly is still under way when the program is asked to stop.
	host := strings.TrimPrefix(p.url, "http://")
	connection, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(t.Context(), "tcp", host)
	require.NoError(t, err)
	body := `{"email":"a@example.com","password":"Secret-123"}`
	_, err = fmt.Fprintf(connection,
		"POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(body))
	require.NoError(t, err)
	answers := bufio.NewReader(connection)
	line := func() string {
		text, err := answers.ReadString('\n')
		require.NoError(t, err)
		return strings.TrimSpace(text)
	}
	require.Contains(t, line(), "100", "the operation asks for the body, so it is at work")
	require.Empty(t, line())
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
	_, err = connection.Write([]byte(body))
	require.NoError(t, err)
	require.Contains(t, line(), "401")
	require.NoError(t, <-p.done)
}
