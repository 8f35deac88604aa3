package embedded

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// programDir, when set, makes this test binary a program that serves the data
// folder it names until its standard input ends: what a killed rihla is in
// these tests.
const programDir = "RIHLA_TEST_PROGRAM_DIR"

// testBin and testRoot hold the unpacked programs and the data folders.
var testBin, testRoot string

func TestMain(m *testing.M) {
	if dir := os.Getenv(programDir); dir != "" {
		os.Exit(beProgram(dir))
	}
	root, err := os.MkdirTemp("", "rihla-embedded-")
	if err != nil {
		panic(err)
	}
	testRoot, testBin = root, filepath.Join(root, "bin")
	code := m.Run()
	if left := postgresUnder(root); len(left) > 0 {
		fmt.Fprintln(os.Stderr, "the tests left servers running:", left)
		code = 1
	}
	if err := os.RemoveAll(root); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func beProgram(dir string) int {
	ctx := context.Background()
	s, err := Start(ctx, Options{
		DataDir: dir, BinDir: os.Getenv("RIHLA_TEST_PROGRAM_BIN"), Archive: testArchive(), Throwaway: true,
	})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println(s.URL())
	_, _ = io.Copy(io.Discard, os.Stdin)
	if err := s.Stop(ctx); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// program is this test binary running a server in another process.
type program struct {
	cmd   *exec.Cmd
	stdin io.Closer
	url   string
}

// startProgram runs executable as a program on dir and waits for its server.
func startProgram(t *testing.T, cmd *exec.Cmd, dir, bin string) *program {
	t.Helper()
	cmd.Env = append(os.Environ(), programDir+"="+dir, "RIHLA_TEST_PROGRAM_BIN="+bin)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	require.Regexp(t, "^postgres://", line)
	return &program{cmd: cmd, stdin: stdin, url: strings.TrimSpace(line)}
}

// testArchive is the PostgreSQL to test with: the one in the program, or the
// one that RIHLA_TEST_POSTGRES names.
func testArchive() string {
	if version := os.Getenv("RIHLA_TEST_POSTGRES"); version != "" {
		return filepath.Join("..", "..", "..", "..", "tools", "postgres", version, "postgres.tar.gz")
	}
	return ""
}

func testOptions(t *testing.T) Options {
	t.Helper()
	dir, err := os.MkdirTemp(testRoot, "data-") //nolint:usetesting // the end of all tests looks under testRoot for what is still running
	require.NoError(t, err)
	return Options{DataDir: dir, BinDir: testBin, Archive: testArchive(), Throwaway: true}
}

func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// start starts a server that is stopped at the end of the test at the latest.
func start(t *testing.T, o Options) *Server {
	t.Helper()
	s, err := Start(testContext(t), o)
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Stop(context.Background()) })
	return s
}

func exec1(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(testContext(t), url)
	require.NoError(t, err)
	defer conn.Close(context.Background())
	_, err = conn.Exec(testContext(t), sql)
	require.NoError(t, err)
}

func query1(t *testing.T, url, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(testContext(t), url)
	require.NoError(t, err)
	defer conn.Close(context.Background())
	var answer string
	require.NoError(t, conn.QueryRow(testContext(t), "select ("+sql+")::text").Scan(&answer))
	return answer
}

// postgresUnder lists the servers whose data lies below root.
func postgresUnder(root string) []int {
	var all []int
	dirs, _ := filepath.Glob(filepath.Join(root, "*", "postgres", "data"))
	for _, dir := range dirs {
		pids, _ := serverProcesses(dir)
		all = append(all, pids...)
	}
	return all
}
