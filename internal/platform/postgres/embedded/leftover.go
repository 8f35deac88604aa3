//go:build linux || darwin

package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pollEvery is how often a condition without a notification is looked at.
const pollEvery = 20 * time.Millisecond

// stopLeftovers ends the server that a killed program may have left running
// on data. It is called with the folder locked, so no living rihla owns it.
func stopLeftovers(ctx context.Context, data string) error {
	for _, s := range shutdowns {
		pids, err := serverProcesses(data)
		if err != nil {
			return failed("look for a server left running", err, nil)
		}
		if len(pids) == 0 {
			return forgetStranger(data)
		}
		// The postmaster passes every kinder signal on to the others itself,
		// and they end by themselves when it is no more.
		postmaster := postmasterPid(data)
		for _, pid := range pids {
			if pid == postmaster || s.signal == syscall.SIGKILL {
				_ = syscall.Kill(pid, s.signal)
			}
		}
		if err := waitForNone(ctx, data, s.patience); err != nil {
			return failed("stop the server that an earlier program left on "+data, err, nil)
		}
	}
	pids, err := serverProcesses(data)
	if err == nil && len(pids) == 0 {
		return forgetStranger(data)
	}
	return failed("stop the server that an earlier program left on "+data,
		errors.Join(err, fmt.Errorf("processes %v are still there", pids)), nil)
}

// waitForNone returns when no server process of data is left or patience is
// at its end. The error is that of ctx.
func waitForNone(ctx context.Context, data string, patience time.Duration) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	end := time.After(patience)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-end:
			return nil
		case <-tick.C:
			if pids, err := serverProcesses(data); err == nil && len(pids) == 0 {
				return nil
			}
		}
	}
}

// postmasterPid reads the first line of postmaster.pid; 0 when there is none.
func postmasterPid(data string) int {
	raw, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		return 0
	}
	return pid
}

// forgetStranger removes a postmaster.pid whose number now belongs to some
// other program: PostgreSQL would take that for a running server and refuse to
// start. A file whose process is gone stays, since PostgreSQL reads from it
// which shared memory to check before it starts.
//
// It is called when no server process of data exists.
func forgetStranger(data string) error {
	pid := postmasterPid(data)
	if pid <= 0 || errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return nil
	}
	if pids, err := serverProcesses(data); err != nil || slices.Contains(pids, pid) {
		return failed("tell whose "+filepath.Join(data, "postmaster.pid")+" is", err, nil)
	}
	if err := os.Remove(filepath.Join(data, "postmaster.pid")); err != nil && !os.IsNotExist(err) {
		return failed("remove the stale postmaster.pid", err, nil)
	}
	return nil
}
