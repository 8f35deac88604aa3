package killrun

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"rihla/internal/platform/failpoint"
)

// binary is the program with its fail points, built once.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "rihla-kill-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "rihla")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-tags", "failpoint", "-o", path, "rihla/cmd/rihla").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// program is one life of the program.
type program struct {
	cmd    *exec.Cmd
	url    string
	born   time.Time
	output *bytes.Buffer
	// ended has the end of the process, once.
	ended chan error
}

// startProgram serves on a free port of this machine and waits for the ready line.
func startProgram(env []string) (*program, error) {
	path, err := binary()
	if err != nil {
		return nil, err
	}
	// It says the address that everybody else knows, not its own.
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		return nil, err
	}
	p := &program{cmd: exec.Command(path, "serve"), url: "http://" + address, born: time.Now(), output: &bytes.Buffer{}, ended: make(chan error, 1)}
	p.cmd.Env = append([]string{"RIHLA_ADDR=" + address, "PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.TempDir()}, env...)
	p.cmd.Stderr = p.output
	said, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(said)
	ready := false
	for !ready && lines.Scan() {
		ready = strings.HasPrefix(lines.Text(), "rihla: ready on ")
	}
	go func() {
		_, _ = io.Copy(io.Discard, said)
		p.ended <- p.cmd.Wait()
	}()
	if !ready {
		return nil, fmt.Errorf("the program did not come up: %w: %s", <-p.ended, p.output)
	}
	return p, nil
}

// kill ends the program as a power cut does.
func (p *program) kill() {
	_ = p.cmd.Process.Kill()
	p.ended <- <-p.ended
}

// killed tells whether the end was SIGKILL.
func killed(end error) bool {
	exit, ok := end.(*exec.ExitError) //nolint:errorlint // as Wait returns it
	if !ok {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// switchboard is the directory by which a program's fail points are reached.
type switchboard string

func (s switchboard) set(name, value string) error {
	file := filepath.Join(string(s), name)
	if err := os.WriteFile(file+".new", []byte(value), 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

func (s switchboard) arm(p failpoint.Point) error { return s.set(failpoint.Armed, string(p)) }

// fired is the point at which the program has ended; "" for none.
func (s switchboard) fired() failpoint.Point {
	content, _ := os.ReadFile(filepath.Join(string(s), failpoint.Fired))
	return failpoint.Point(content)
}
