//go:build linux || darwin

package embedded

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// process is a program of PostgreSQL's that this program has started.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
	err  error         // how it ended; read after done
}

// spawn starts name in a session of its own, out of reach of the terminal's
// Ctrl-C: the program itself stops the server, after its own work is done.
// When this program dies the system sends the child death (Linux only).
func spawn(death syscall.Signal, output *os.File, name string, args ...string) (*process, error) {
	attr, err := sysProcAttr(death)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(name, args...) //nolint:gosec,noctx // our own unpacked programs; a server outlives the call that starts it
	cmd.SysProcAttr = attr
	cmd.Stdout, cmd.Stderr = output, output
	// Nothing of the caller's: PG* and LD_* variables would change what runs.
	cmd.Env = []string{"LC_ALL=C", "PATH=" + os.Getenv("PATH")}

	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		// The death signal is sent when the thread that started the child
		// ends, so that thread must live as long as the child.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := cmd.Start(); err != nil {
			started <- err
			return
		}
		started <- nil
		p.err = cmd.Wait()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, explainStart(err)
	}
	return p, nil
}

// shutdown is one attempt to end a server and how long it may take. What the
// signals mean: PostgreSQL's manual, "Shutting Down the Server".
type shutdown struct {
	signal   syscall.Signal
	patience time.Duration
}

var shutdowns = []shutdown{
	{syscall.SIGINT, fastShutdown},
	{syscall.SIGQUIT, immediateShutdown},
	{syscall.SIGKILL, immediateShutdown},
}

// stop ends the server and reports whether it ended well. The end of ctx
// cuts the patience with the clean way short, and no further way.
func (p *process) stop(ctx context.Context, log *serverLog) error {
	if p.ended() {
		return failed("keep running", p.err, log)
	}
	for i, s := range shutdowns {
		_ = p.cmd.Process.Signal(s.signal) // it may have ended by itself meanwhile
		patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.patience)
		stopAfter := context.AfterFunc(ctx, func() {
			if i == 0 {
				cancel()
			}
		})
		ended := p.waitUntil(patience)
		stopAfter()
		cancel()
		switch {
		case ended && i == 0 && p.err == nil:
			return nil
		case ended && i == 0:
			return failed("stop cleanly", p.err, log)
		case ended:
			return failed("stop in time and was stopped hard", nil, log)
		}
	}
	return failed("be stopped", errors.New("it does not even react to SIGKILL"), log)
}

// waitUntil waits for the end and reports whether it came before that of ctx.
func (p *process) waitUntil(ctx context.Context) bool {
	select {
	case <-p.done:
		return true
	case <-ctx.Done():
		return p.ended()
	}
}

func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}
