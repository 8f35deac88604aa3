//go:build linux || darwin

package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// cluster is the data folder of a server, and how to run one on it.
type cluster struct {
	programs programs
	layout   layout
	log      *serverLog
	options  Options
}

// prepare makes the cluster on first use, and brings its configuration files
// up to date.
func (c *cluster) prepare(ctx context.Context) error {
	version, err := os.ReadFile(filepath.Join(c.layout.data, "PG_VERSION"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := c.create(ctx); err != nil {
			return err
		}
	case err != nil:
		return failed("read its data", err, nil)
	default:
		if err := c.checkVersion(strings.TrimSpace(string(version))); err != nil {
			return err
		}
	}
	if err := c.configure(); err != nil {
		return failed("write its configuration", err, nil)
	}
	return nil
}

func (c *cluster) checkVersion(made string) error {
	if made == strconv.Itoa(c.programs.major) {
		return nil
	}
	return &Error{
		Sentence: fmt.Sprintf("the data in %s was made by PostgreSQL %s and this rihla carries PostgreSQL %d: "+
			"start it with the rihla that made it, move it into a new RIHLA_DATA_DIR with pg_dump and pg_restore, "+
			"or set RIHLA_DATABASE_URL to a PostgreSQL %[2]s that runs on it",
			c.layout.data, made, c.programs.major),
		Err: ErrOtherVersion,
	}
}

// create makes the cluster beside its place and moves it there when it is
// whole, so that an interrupted program leaves nothing half made.
func (c *cluster) create(ctx context.Context) error {
	unfinished := c.layout.data + ".new"
	if err := os.RemoveAll(unfinished); err != nil {
		return failed("remove an unfinished data folder", err, nil)
	}
	if err := c.initdb(ctx, unfinished); err != nil {
		return failed("create its data", err, c.log)
	}
	if err := os.Rename(unfinished, c.layout.data); err != nil {
		return failed("create its data", err, nil)
	}
	return nil
}

func (c *cluster) initdb(ctx context.Context, dir string) error {
	args := []string{
		"--pgdata=" + dir, "--username=" + userName, "--auth=trust",
		"--encoding=UTF8", "--locale=C", "--data-checksums", "--no-instructions",
	}
	args = append(args, localeArguments(c.programs.major)...)
	if c.options.Throwaway {
		args = append(args, "--no-sync")
	}
	output, err := c.log.open()
	if err != nil {
		return err
	}
	defer output.Close()
	p, err := spawn(syscall.SIGKILL, output, c.programs.initdb(), args...)
	if err != nil {
		return err
	}
	if !p.waitUntil(ctx) {
		_ = p.cmd.Process.Kill()
		<-p.done
		return ctx.Err()
	}
	return p.err
}

// localeArguments choose code point order with Unicode's own upper and lower
// case: the same on every system and never changed by an upgrade of it.
// Before version 17 that is only to be had from the C library.
func localeArguments(major int) []string {
	switch {
	case major >= 17:
		return []string{"--locale-provider=builtin", "--builtin-locale=C.UTF-8"}
	case runtime.GOOS == "darwin":
		return []string{"--lc-ctype=UTF-8"}
	default:
		return []string{"--lc-ctype=C.UTF-8"}
	}
}

// serve starts the server and waits until it answers and has its database.
func (c *cluster) serve(ctx context.Context) (*process, error) {
	for {
		p, err := c.launch()
		if err != nil {
			return nil, failed("start", err, c.log)
		}
		err = c.awaitAnswer(ctx, p)
		if err == nil {
			err = c.createDatabase(ctx)
		}
		if err == nil {
			return p, nil
		}
		said := failed("start", err, c.log)
		if p.ended() {
			// The sessions of a killed server end by themselves, a moment
			// after it; until then its memory is not free.
			if strings.Contains(said.Log, "pre-existing shared memory block") && pause(ctx, pollEvery) {
				continue
			}
			return nil, said
		}
		_ = p.stop(ctx, c.log) // the reason why it must stop is the better error
		return nil, said
	}
}

func (c *cluster) launch() (*process, error) {
	output, err := c.log.open()
	if err != nil {
		return nil, err
	}
	defer output.Close()
	return spawn(syscall.SIGINT, output, c.programs.postgres(), c.arguments()...)
}

// arguments are what no configuration file may change. The data folder stands
// last: serverProcesses knows the server by it.
func (c *cluster) arguments() []string {
	directory := `"` + strings.ReplaceAll(c.layout.socket.path, `"`, `""`) + `"`
	return []string{
		"-c", "listen_addresses=",
		"-c", "port=" + socketPort,
		"-c", "unix_socket_directories=" + directory,
		"-c", "unix_socket_permissions=0700",
		"-c", "logging_collector=off",
		"-c", "log_destination=stderr",
		"-D", c.layout.data,
	}
}

// awaitAnswer waits for the server to accept a session, through any crash
// recovery. The error is that of ctx, or how the server ended.
func (c *cluster) awaitAnswer(ctx context.Context, p *process) error {
	for {
		conn, err := pgx.Connect(ctx, c.layout.url("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		if p.ended() {
			return p.err
		}
		if !pause(ctx, pollEvery) {
			return ctx.Err()
		}
	}
}

func (c *cluster) createDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.layout.url("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var exists bool
	err = conn.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", databaseName).Scan(&exists)
	if err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, "create database "+pgx.Identifier{databaseName}.Sanitize())
	return err
}

// pause waits and reports whether ctx still stands.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
