//go:build linux || darwin

package dbtest

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// shared is the throwaway server of all test processes that use a folder.
//
// Each test process holds a shared lock on the file "users" for as long as it
// lives. The process that finds no server starts a keeper (see keeper.go): this
// very test binary again, detached, which runs the server and waits for the
// exclusive lock on "users". It gets that when the last test process has
// gone, however it went, and takes the server down. Nothing counts, so nothing
// can be miscounted.
//
// The cluster stays for the next run, templates included.
type shared struct {
	dir     string
	archive string
}

func (s shared) path(name string) string { return filepath.Join(s.dir, name) }

// membership keeps the lock on "users" until this process ends.
var membership *os.File //nolint:unused // held, not read: a file that is collected lets its lock go

// errBusy: a keeper is there but not ready, or not yet gone.
var errBusy = errors.New("the folder is busy")

// join makes this process a user of the server and returns its URL.
func (s shared) join(ctx context.Context) (string, error) {
	// One process at a time looks and starts.
	door, err := lockFile(s.path("door"), syscall.LOCK_EX)
	if err != nil {
		return "", err
	}
	defer door.Close()
	// This waits for a keeper that is taking the server down.
	if membership, err = lockFile(s.path("users"), syscall.LOCK_SH); err != nil {
		return "", err
	}
	for {
		// From here on a running keeper cannot stop.
		if url, ok := s.running(ctx); ok {
			return url, nil
		}
		err := s.startKeeper(ctx)
		if err == nil {
			continue
		}
		if !errors.Is(err, errBusy) {
			return "", err
		}
		// A process was killed while it started a keeper. That one will be
		// ready or gone in a moment.
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// running is the server's URL if it answers.
func (s shared) running(ctx context.Context) (string, bool) {
	raw, err := os.ReadFile(s.path("url"))
	if err != nil {
		return "", false
	}
	url := string(raw)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return "", false
	}
	return url, conn.Close(ctx) == nil
}

// startKeeper starts this test binary as the keeper and waits until the server
// answers. The keeper's output goes to a file: go test waits for whoever holds
// the test's own.
func (s shared) startKeeper(ctx context.Context) error {
	binary, err := os.Executable()
	if err != nil {
		return err
	}
	log, err := os.Create(s.path("keeper.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	report, reportTo, err := os.Pipe()
	if err != nil {
		return err
	}
	defer report.Close()

	cmd := exec.Command(binary)
	cmd.Env = append(os.Environ(), envKeeperDir+"="+s.dir, envKeeperArchive+"="+s.archive)
	cmd.Dir = s.dir
	cmd.Stdout, cmd.Stderr = log, log
	cmd.ExtraFiles = []*os.File{reportTo}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err = cmd.Start()
	reportTo.Close()
	if err != nil {
		return err
	}
	if deadline, ok := ctx.Deadline(); ok {
		if err := report.SetReadDeadline(deadline); err != nil {
			return err
		}
	}
	said, err := io.ReadAll(report)
	if err != nil {
		return errors.Join(err, cmd.Process.Kill())
	}
	return errors.Join(readReport(string(said)), cmd.Process.Release())
}

// What a keeper says through its pipe, or an error's text.
const (
	reportReady = "ready"
	reportBusy  = "busy"
)

func readReport(said string) error {
	switch said {
	case reportReady:
		return nil
	case reportBusy:
		return errBusy
	case "":
		return errors.New("its keeper ended without a word")
	default:
		return errors.New(strings.TrimSpace(said))
	}
}

// lockFile opens a file and waits for a lock on it, which lasts until the file
// is closed or the process ends.
func lockFile(name string, how int) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, syscall.EINTR) {
			return nil, errors.Join(err, f.Close())
		}
	}
}
