package motorcycle

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rihla/internal/calendar"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
)

// Availability says whether a motorcycle is free for a period and, when it is not, what takes it and when next it is
// free for as long.
type Availability struct {
	Available bool
	NextFree  *calendar.Period
	// Conflicts are the taken periods, in order, without what they are taken by.
	Conflicts []calendar.Period
}

// farthest is how far ahead a period may end, as for a booking.
const farthest = 2 * 365 * 24 * time.Hour

// Availability looks into a motorcycle's calendar, the turnaround after the rental included (specification section 5).
// Public. Returns VALIDATION and ErrNotFound.
func (s *Service) Availability(ctx context.Context, id uuid.UUID, p calendar.Period) (Availability, error) {
	var c errs.Collector
	c.Check(!p.Start.IsZero(), "startDate", "REQUIRED")
	c.Check(!p.End.IsZero(), "endDate", "REQUIRED")
	c.Check(p.End.After(p.Start), "endDate", "END_BEFORE_START")
	last := s.clock.Now().Add(farthest)
	c.Check(!p.End.After(last), "endDate", "TOO_LARGE", "max", clock.Wall(last).Format(time.DateOnly))
	if err := c.Err(); err != nil {
		return Availability{}, err
	}
	m, err := s.ForBooking(ctx, id)
	if err != nil {
		return Availability{}, err
	}
	if !m.Rentable() {
		return Availability{}, ErrNotFound
	}
	settings, err := s.franchises.Settings(ctx, m.FranchiseID)
	if err != nil {
		return Availability{}, err
	}
	var found Availability
	found.Conflicts, err = s.calendar.Taken(ctx, id, p, settings.Turnaround)
	if found.Available = len(found.Conflicts) == 0; err != nil || found.Available {
		return found, err
	}
	found.NextFree, err = s.calendar.NextFree(ctx, id, p, settings.Turnaround)
	return found, err
}
