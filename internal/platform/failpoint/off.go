//go:build !failpoint

package failpoint

import "time"

// Reached ends the program when the test has armed p.
func Reached(Point) {}

// Ahead is by how much the program's clock is ahead of the machine's: time that the test let pass.
func Ahead() time.Duration { return 0 }

// Pace is how often a periodic job runs that should run every interval.
func Pace(interval time.Duration) time.Duration { return interval }
