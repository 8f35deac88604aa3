// Package clock tells the time and knows the business zone. Code asks a Clock, never time.Now, so that a test can
// stand at any instant; instants are UTC, and a day is a day on the wall clock of Africa/Casablanca (D2, D23).
package clock

import (
	"sync"
	"time"
	_ "time/tzdata" // for machines without tables of their own; newer ones there come first

	"rihla/internal/platform/failpoint"
)

// Casablanca is the business zone, as the machine's time zone tables have it: Morocco changes its clock by decree, at
// short notice, and the tables follow.
var Casablanca = mustLoad("Africa/Casablanca")

func mustLoad(name string) *time.Location {
	location, err := time.LoadLocation(name)
	if err != nil {
		panic(err) // the zone is compiled in
	}
	return location
}

// Clock tells the present instant.
type Clock interface{ Now() time.Time }

// System is the machine's clock, in UTC and at the microseconds that PostgreSQL keeps.
type System struct{}

// Now returns the present instant.
func (System) Now() time.Time {
	return time.Now().Add(failpoint.Ahead()).UTC().Truncate(time.Microsecond)
}

// Fake is a clock that moves only when told; for tests and for building demo data in the past.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a clock that stands at now.
func NewFake(now time.Time) *Fake { return &Fake{now: now.UTC()} }

// Now returns where the clock stands.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Set puts the clock at now.
func (f *Fake) Set(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = now.UTC()
}

// Advance moves the clock by d.
func (f *Fake) Advance(d time.Duration) { f.Set(f.Now().Add(d)) }

// Wall returns t as it stands on the wall clock of Casablanca, in a zone without changes: two such times subtract to
// wall-clock hours, also across a change of the clock.
func Wall(t time.Time) time.Time { return wallIn(Casablanca, t) }

func wallIn(zone *time.Location, t time.Time) time.Time {
	l := t.In(zone)
	return time.Date(l.Year(), l.Month(), l.Day(), l.Hour(), l.Minute(), l.Second(), l.Nanosecond(), time.UTC)
}

// FromWall returns the instant at which Casablanca's clock shows wall, whatever wall's own zone is. A time that the
// clock skips is taken with the offset before the change, and one that it shows twice is its first showing.
func FromWall(wall time.Time) time.Time { return fromWallIn(Casablanca, wall) }

func fromWallIn(zone *time.Location, wall time.Time) time.Time {
	return time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), wall.Nanosecond(), zone).UTC()
}

// Midnight returns the instant at which the day begins that lies days after t's, on Casablanca's calendar.
func Midnight(t time.Time, days int) time.Time {
	wall := Wall(t)
	return FromWall(time.Date(wall.Year(), wall.Month(), wall.Day()+days, 0, 0, 0, 0, time.UTC))
}

// Days returns when each of Casablanca's days that meet the time from from to to begins, in order.
func Days(from, to time.Time) []time.Time {
	var out []time.Time
	for days := 0; ; days++ {
		midnight := Midnight(from, days)
		if !midnight.Before(to) {
			return out
		}
		out = append(out, midnight)
	}
}

// Change is an instant from which Casablanca's clock is another offset ahead of UTC.
type Change struct {
	At     time.Time
	Offset time.Duration
}

// Changes lists Casablanca's offset at from and every change of it until to. Browsers get it, so that they show the
// times that the server means: their own tables may be older or newer.
func Changes(from, to time.Time) []Change { return changesIn(Casablanca, from, to) }

func changesIn(zone *time.Location, from, to time.Time) []Change {
	var out []Change
	for at := from; !at.IsZero() && at.Before(to); {
		local := at.In(zone)
		_, seconds := local.Zone()
		if offset := time.Duration(seconds) * time.Second; len(out) == 0 || out[len(out)-1].Offset != offset {
			out = append(out, Change{At: at.UTC(), Offset: offset})
		}
		_, at = local.ZoneBounds()
	}
	return out
}
