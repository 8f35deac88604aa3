//go:build linux || darwin

package embedded

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// dirLock is the right to use a data folder. The kernel takes it back when
// the program ends, however it ends, so the file itself is never stale and
// stays where it is.
type dirLock struct{ file *os.File }

// lockDir takes the lock of dir without waiting. The error is ErrLocked when
// another program has it.
func lockDir(dir string) (*dirLock, error) {
	f, err := os.OpenFile(filepath.Join(dir, "rihla.lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, failed("open the lock of its data folder", err, nil)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		holder, _ := io.ReadAll(io.LimitReader(f, 32))
		f.Close()
		return nil, &Error{
			Sentence: fmt.Sprintf("another rihla%s is running on %s: stop it, or choose another RIHLA_DATA_DIR",
				processNote(holder), dir),
			Err: ErrLocked,
		}
	}
	if err != nil {
		f.Close()
		return nil, failed("lock its data folder", err, nil)
	}
	if err := writePid(f); err != nil {
		f.Close()
		return nil, failed("write the lock of its data folder", err, nil)
	}
	return &dirLock{file: f}, nil
}

// writePid names the holder for whoever finds the folder locked.
func writePid(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

func processNote(pid []byte) string {
	if n, err := strconv.Atoi(strings.TrimSpace(string(pid))); err == nil {
		return fmt.Sprintf(" (process %d)", n)
	}
	return ""
}

func (l *dirLock) release() error { return l.file.Close() }
