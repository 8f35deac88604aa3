package motorcycle

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rihla/internal/calendar"
	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
)

// FleetInput is a window of the fleet's calendar: which motorcycles, and when.
type FleetInput struct {
	ListInput
	// From and To bound the window; nil ones are today and a month later. To is no part of it.
	From, To *time.Time
}

// The window when nothing is said, and the longest one, in days.
const (
	usualWindow   = 31
	longestWindow = 100
)

// FleetEntry is something that takes a motorcycle, as its staff see it.
type FleetEntry struct {
	Entry
	// CustomerName is a booking's, empty once the account was erased.
	CustomerName string
	// Overdue tells that the rental should have ended and the motorcycle is not back.
	Overdue bool
}

// FleetRow is a motorcycle with what takes it in the window, in order.
type FleetRow struct {
	Motorcycle
	Entries []FleetEntry
}

// Fleet is a window of the fleet's calendar.
type Fleet struct {
	Period calendar.Period
	Rows   []FleetRow
	// Total is how many motorcycles there are, on all pages.
	Total listing.Total
}

// FleetCalendar returns a page of the motorcycles that the caller administers, each with what takes it in a window: rentals
// that are or were, unpaid ones within their time, blocks, and rentals that are overdue as long as the window reaches the
// present. Two statements beside the count, however many motorcycles. Returns VALIDATION.
func (s *Service) FleetCalendar(ctx context.Context, in FleetInput) (Fleet, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleCalendar)
	if err != nil {
		return Fleet{}, err
	}
	period, err := in.window(s.clock.Now())
	if err != nil {
		return Fleet{}, err
	}
	q, err := in.reached(scope, s.clock.Now())
	if err != nil {
		return Fleet{}, err
	}
	q.Count = listing.All
	rows, total, err := listing.Read[motorcycledb.Motorcycle](ctx, s.db, q, in.Page)
	if err != nil {
		return Fleet{}, err
	}
	out := Fleet{Period: period, Rows: make([]FleetRow, len(rows)), Total: total}
	ids, at := make([]uuid.UUID, len(rows)), make(map[uuid.UUID]int, len(rows))
	for i, row := range rows {
		out.Rows[i].Motorcycle = fromDB(row)
		ids[i], at[row.ID] = row.ID, i
	}
	entries, err := motorcycledb.New(s.db).ListFleetCalendar(ctx, motorcycledb.ListFleetCalendarParams{
		MotorcycleIds: ids, StartsAt: period.Start, EndsAt: period.End, Now: s.clock.Now(),
	})
	if err != nil {
		return Fleet{}, fmt.Errorf("read the fleet's calendar: %w", err)
	}
	for _, row := range entries {
		entry := FleetEntry{
			Entry: entryFromDB(motorcycledb.ListCalendarRow{
				Kind: row.Kind, ID: row.ID, Reference: row.Reference, Status: row.Status, StartDatetime: row.StartDatetime,
				EndDatetime: row.EndDatetime, Notes: row.Notes,
			}),
			CustomerName: row.CustomerName, Overdue: row.Overdue,
		}
		target := &out.Rows[at[row.MotorcycleID]]
		target.Entries = append(target.Entries, entry)
	}
	return out, nil
}

// window is the wanted period: whole days of Casablanca when nothing is said.
func (in FleetInput) window(now time.Time) (calendar.Period, error) {
	p := calendar.Period{Start: clock.Midnight(now, 0)}
	if in.From != nil {
		p.Start = *in.From
	}
	p.End = clock.Midnight(p.Start, usualWindow)
	if in.To != nil {
		p.End = *in.To
	}
	var c errs.Collector
	c.Check(p.End.After(p.Start), "to", "END_BEFORE_START")
	c.Check(p.End.Sub(p.Start) <= longestWindow*24*time.Hour, "to", "PERIOD_TOO_LONG", "max", longestWindow)
	return p, c.Err()
}
