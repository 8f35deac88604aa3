//go:build failpoint

package failpoint

import (
	"crypto/x509"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Reached ends the program when the test has armed p.
func Reached(p Point) {
	if read(Armed) != string(p) {
		return
	}
	// Whoever comes first ends everybody.
	if os.Rename(file(Armed), file(Fired)) != nil {
		return
	}
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// Ahead is by how much the program's clock is ahead of the machine's: time that the test let pass.
func Ahead() time.Duration { return duration(AheadFile, 0) }

// Pace is how often a periodic job runs that should run every interval.
func Pace(interval time.Duration) time.Duration { return duration(PaceFile, interval) }

// PayPalRoots are authorities that the test adds, whose word counts instead of PayPal's; nil: there are none.
func PayPalRoots() *x509.CertPool {
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM([]byte(read(PayPalRootsFile))) {
		return nil
	}
	return roots
}

func file(name string) string { return filepath.Join(os.Getenv(Variable), name) }

func read(name string) string {
	content, _ := os.ReadFile(file(name))
	return string(content)
}

func duration(name string, otherwise time.Duration) time.Duration {
	if d, err := time.ParseDuration(read(name)); err == nil {
		return d
	}
	return otherwise
}
