package embedded

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// sysProcAttr starts a child in its own session and has the kernel send it
// death when this program dies.
//
// PostgreSQL refuses to run as root, and as a user without a name in
// /etc/passwd, such as containers make up. For those the child gets a user
// namespace in which the same user bears the number of a named one: PostgreSQL
// is satisfied, and every file still belongs to the caller.
func sysProcAttr(death syscall.Signal) (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Setsid: true, Pdeathsig: death}
	if !needsNamespace() {
		return attr, nil
	}
	uid, err := namedUID()
	if err != nil {
		return nil, err
	}
	attr.Cloneflags = syscall.CLONE_NEWUSER
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: os.Geteuid(), Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: os.Getegid(), Size: 1}}
	return attr, nil
}

func needsNamespace() bool {
	if os.Geteuid() == 0 {
		return true
	}
	_, err := user.LookupId(strconv.Itoa(os.Geteuid()))
	return err != nil
}

// namedUID is the number of some ordinary user that /etc/passwd names.
func namedUID() (int, error) {
	content, err := os.ReadFile("/etc/passwd")
	if err != nil {
		return 0, fmt.Errorf("find a user to run as: %w", err)
	}
	for line := range strings.Lines(string(content)) {
		fields := strings.Split(line, ":")
		if len(fields) < 7 {
			continue
		}
		if uid, err := strconv.Atoi(fields[2]); err == nil && uid > 0 {
			return uid, nil
		}
	}
	return 0, errors.New("find a user to run as: /etc/passwd names none but root")
}

// explainStart says what a refused user namespace means for the person who
// started the program.
func explainStart(err error) error {
	refused := errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL) ||
		errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EUSERS)
	if !refused || !needsNamespace() {
		return err
	}
	who := "root"
	if uid := os.Geteuid(); uid != 0 {
		who = fmt.Sprintf("user %d, who has no name in /etc/passwd", uid)
	}
	return fmt.Errorf("it does not run as %s and this system allows no user namespaces (%w): "+
		"start rihla as an ordinary user, or set RIHLA_DATABASE_URL", who, err)
}

// serverProcesses lists the processes of whatever server runs on a data
// folder. A server's processes all work in their data folder, which no other
// process called postgres does, so a number that the system has given to
// another program since is not mistaken for one.
func serverProcesses(data string) ([]int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		// Other users' processes cannot be read and are none of ours.
		cwd, err := os.Readlink(filepath.Join("/proc", e.Name(), "cwd"))
		if err != nil || cwd != data {
			continue
		}
		exe, err := os.Readlink(filepath.Join("/proc", e.Name(), "exe"))
		if err == nil && filepath.Base(strings.TrimSuffix(exe, " (deleted)")) == "postgres" {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}
