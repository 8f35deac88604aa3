package embedded

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// sysProcAttr starts a child in its own session. macOS has no death signal:
// the server of a killed program is stopped by the next Start.
func sysProcAttr(syscall.Signal) (*syscall.SysProcAttr, error) {
	if os.Geteuid() == 0 {
		return nil, errors.New("it does not run as root: start rihla as an ordinary user, or set RIHLA_DATABASE_URL")
	}
	return &syscall.SysProcAttr{Setsid: true}, nil
}

func explainStart(err error) error { return err }

// serverProcesses lists the postmaster of a data folder, recognised by its
// command line, which ends with the folder (see cluster.arguments).
func serverProcesses(data string) ([]int, error) {
	list, err := exec.Command("/bin/ps", "-axww", "-o", "pid=,command=").Output()
	if err != nil {
		return nil, err
	}
	var pids []int
	for line := range strings.Lines(string(list)) {
		number, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		pid, err := strconv.Atoi(number)
		if err == nil && strings.Contains(command, "/bin/postgres ") && strings.HasSuffix(command, " -D "+data) {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}
