//go:build linux || darwin

package dbtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/postgres/embedded"
)

// Environment variables that make a test binary the keeper.
const (
	envKeeperDir     = "RIHLA_TEST_KEEPER_DIR"
	envKeeperArchive = "RIHLA_TEST_KEEPER_ARCHIVE"
)

// envLinger is how much longer than its last user the server stays, so that
// a kept database can be looked at. A Go duration.
const envLinger = "RIHLA_TEST_POSTGRES_LINGER"

// reportFile is the keeper's end of the pipe: the first of the ExtraFiles.
const reportFile = 3

// How many databases of failed tests, and templates, a fresh start leaves.
const (
	keptDatabases = 20
	keptTemplates = 8
)

// init turns the process into the keeper before any test can begin: a test
// binary has no other place that every package's would run.
func init() {
	if dir := os.Getenv(envKeeperDir); dir != "" {
		k := keeper{shared: shared{dir: dir, archive: os.Getenv(envKeeperArchive)}}
		// The server must not inherit the pipe: it would never be at its end.
		syscall.CloseOnExec(reportFile)
		if err := k.run(context.Background(), os.NewFile(reportFile, "report")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
}

// keeper runs the shared server for as long as it has users.
type keeper struct {
	shared
	linger   time.Duration
	shutDoor *os.File // the exclusive lock on "users", once there are none
}

// run reports that the server is ready, or why it is not, and returns when
// the server is down.
func (k *keeper) run(ctx context.Context, report *os.File) error {
	s, err := k.start(ctx)
	said := reportReady
	switch {
	case errors.Is(err, embedded.ErrLocked):
		said = reportBusy
	case err != nil:
		said = err.Error()
	}
	_, reportErr := report.WriteString(said)
	if err := errors.Join(err, reportErr, report.Close()); err != nil {
		return err
	}
	leaveErr := k.awaitLeave(s)
	return errors.Join(leaveErr, os.Remove(k.path("url")), s.Stop(ctx))
}

// start starts the server and lets users in.
func (k *keeper) start(ctx context.Context) (*embedded.Server, error) {
	if text := os.Getenv(envLinger); text != "" {
		var err error
		if k.linger, err = time.ParseDuration(text); err != nil {
			return nil, fmt.Errorf("read %s: %w", envLinger, err)
		}
	}
	s, err := k.startServer(ctx)
	if err != nil {
		return nil, err
	}
	if err := k.open(ctx, s.URLOf("postgres")); err != nil {
		return nil, errors.Join(err, s.Stop(ctx))
	}
	return s, nil
}

// startServer starts the server. Its cluster is not safe against a crash of
// the machine, so one from before the last boot is thrown away, as is one that
// does not start or belongs to another version.
func (k *keeper) startServer(ctx context.Context) (*embedded.Server, error) {
	boot, err := bootID()
	if err != nil {
		return nil, fmt.Errorf("tell when the machine was started: %w", err)
	}
	options := embedded.Options{DataDir: k.dir, Archive: k.archive, Throwaway: true}
	if last, err := os.ReadFile(k.path("boot")); err == nil && string(last) == boot {
		s, err := embedded.Start(ctx, options)
		if err == nil || errors.Is(err, embedded.ErrLocked) || errors.Is(err, embedded.ErrNotBundled) {
			return s, err
		}
		fmt.Fprintln(os.Stderr, "the cluster is thrown away:", err)
	}
	options.Reset = true
	s, err := embedded.Start(ctx, options)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(k.path("boot"), []byte(boot), 0o600); err != nil {
		return nil, errors.Join(err, s.Stop(ctx))
	}
	return s, nil
}

// open clears away what killed test processes left and publishes the URL.
func (k *keeper) open(ctx context.Context, url string) error {
	if err := sweep(ctx, url); err != nil {
		return fmt.Errorf("sweep the test server: %w", err)
	}
	unfinished := k.path("url.new")
	if err := os.WriteFile(unfinished, []byte(url), 0o600); err != nil {
		return err
	}
	return os.Rename(unfinished, k.path("url"))
}

// awaitLeave returns when the last user has gone and stays gone for as long
// as the server is to linger. From then on new users wait until this process
// has ended. The error tells that the server ended first.
func (k *keeper) awaitLeave(s *embedded.Server) error {
	left := make(chan error, 1)
	go func() { left <- k.lockOutUsers() }()
	select {
	case err := <-left:
		return err
	case <-s.Done():
		return errors.New("the server ended by itself")
	}
}

func (k *keeper) lockOutUsers() error {
	for {
		f, err := lockFile(k.path("users"), syscall.LOCK_EX)
		if err == nil && k.linger > 0 {
			f.Close()
			<-time.After(k.linger)
			f, err = lockFile(k.path("users"), syscall.LOCK_EX|syscall.LOCK_NB)
			if errors.Is(err, syscall.EWOULDBLOCK) {
				continue
			}
		}
		k.shutDoor = f
		return err
	}
}

// sweep drops the databases that nobody uses any more: those of killed tests,
// all but the newest of failed ones, and old templates.
func sweep(ctx context.Context, url string) error {
	s, err := newServer(url)
	if err != nil {
		return err
	}
	a, err := s.connect(ctx)
	if err != nil {
		return err
	}
	defer a.close()
	rows, err := a.conn.Query(ctx, `
		with ranked as (
			select datname, datname like 'template\_%' as template, kept,
			       row_number() over (partition by datname like 'template\_%', kept order by oid desc) as age
			from pg_database,
			     lateral (select coalesce(shobj_description(oid, 'pg_database') = $1, false) as kept) note
			where datname like 'template\_%' or datname like 'test\_%'
		)
		select datname from ranked
		where case when template then age > $2 when kept then age > $3 else true end`,
		keptNote, keptTemplates, keptDatabases)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := a.drop(ctx, name); err != nil {
			return err
		}
	}
	return nil
}
