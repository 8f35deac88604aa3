//go:build !failpoint

package failpoint

import (
	"crypto/x509"
	"time"
)

// Reached ends the program when the test has armed p.
func Reached(Point) {}

// Ahead is by how much the program's clock is ahead of the machine's: time that the test let pass.
func Ahead() time.Duration { return 0 }

// Pace is how often a periodic job runs that should run every interval.
func Pace(interval time.Duration) time.Duration { return interval }

// PayPalRoots are authorities that the test adds, whose word counts instead of PayPal's; nil: there are none.
func PayPalRoots() *x509.CertPool { return nil }
