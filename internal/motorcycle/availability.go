package motorcycle

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rihla/internal/calendar"
	"rihla/internal/platform/errs"
)

// Availability says whether a motorcycle is free for a period and, when it is not, when next it is for as long.
type Availability struct {
	Available bool
	NextFree  *calendar.Period
}

// Availability looks into a motorcycle's calendar, the turnaround after the rental included (specification section 5).
// Public. Returns VALIDATION and ErrNotFound.
func (s *Service) Availability(ctx context.Context, id uuid.UUID, start, end time.Time) (Availability, error) {
	var c errs.Collector
	c.Check(!start.IsZero(), "startDate", "REQUIRED")
	c.Check(!end.IsZero(), "endDate", "REQUIRED")
	c.Check(end.After(start), "endDate", "END_BEFORE_START")
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
	period := calendar.Period{Start: start, End: end}
	var found Availability
	if found.Available, err = s.calendar.IsFree(ctx, id, period, settings.Turnaround); err != nil || found.Available {
		return found, err
	}
	found.NextFree, err = s.calendar.NextFree(ctx, id, period, settings.Turnaround)
	return found, err
}
