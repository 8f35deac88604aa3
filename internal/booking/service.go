package booking

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking/bookingdb"
	"rihla/internal/calendar"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/event"
	"rihla/internal/platform/postgres"
	"rihla/internal/pricing"
	"rihla/internal/supplement"
	"rihla/internal/user"
)

// Deps are what bookings stand on.
type Deps struct {
	DB          *postgres.DB
	Clock       clock.Clock
	Calendar    *calendar.Service
	Motorcycles *motorcycle.Service
	Supplements *supplement.Service
	Franchises  *franchise.Service
	Parking     *parking.Service
	Users       *user.Service
	// Events is told of what happens to bookings.
	Events *event.Bus
}

// Service holds the use cases of bookings.
type Service struct {
	db          *postgres.DB
	clock       clock.Clock
	calendar    *calendar.Service
	motorcycles *motorcycle.Service
	supplements *supplement.Service
	franchises  *franchise.Service
	parking     *parking.Service
	users       *user.Service
	events      *event.Bus
}

// New returns the service and takes charge of lapsed holds in the calendar.
func New(d Deps) *Service {
	s := &Service{
		db: d.DB, clock: d.Clock, calendar: d.Calendar, motorcycles: d.Motorcycles, supplements: d.Supplements,
		franchises: d.Franchises, parking: d.Parking, users: d.Users, events: d.Events,
	}
	d.Calendar.OnLapse(s.lapseTx)
	return s
}

// Chosen is an extra as a caller asks for it.
type Chosen struct {
	SupplementID uuid.UUID
	Quantity     int
}

// Limits of a request.
const (
	maxExtras   = 50
	maxQuantity = 99
	maxNotes    = 1000 // specification section 9
	// farthest is how far ahead a rental may end: far enough for the next season, near enough to be meant.
	farthest = 2 * 365 * 24 * time.Hour
)

// QuoteInput asks what a rental costs.
type QuoteInput struct {
	MotorcycleID uuid.UUID
	Start, End   time.Time
	Chosen       []Chosen
}

// truncated cuts the period to what the database keeps.
func (in QuoteInput) truncated() QuoteInput {
	p := truncated(in.Start, in.End)
	in.Start, in.End = p.Start, p.End
	return in
}

// truncated is the period as the database keeps it, in microseconds: two instants that differ by less are one there.
func truncated(start, end time.Time) calendar.Period {
	return calendar.Period{Start: start.Truncate(time.Microsecond), End: end.Truncate(time.Microsecond)}
}

// QuoteResult is the price and whether it can be had.
type QuoteResult struct {
	pricing.Quote
	Grace     time.Duration
	Available bool
	// NextFree is the first period of the same length that is free, when this one is not; nil when none is in sight.
	NextFree *calendar.Period
}

// offer is everything a price is made from.
type offer struct {
	motorcycle motorcycle.Rentable
	settings   franchise.Settings
	quote      pricing.Quote
}

// Quote prices a rental for anyone (D1). Returns VALIDATION, MOTORCYCLE_NOT_FOUND or SUPPLEMENT_NOT_FOUND.
func (s *Service) Quote(ctx context.Context, in QuoteInput) (QuoteResult, error) {
	c := &errs.Collector{}
	in = in.truncated()
	s.checkPeriod(c, in.Start, in.End)
	checkChosen(c, in.Chosen)
	if err := c.Err(); err != nil {
		return QuoteResult{}, err
	}
	o, err := s.offer(ctx, in)
	if err != nil {
		return QuoteResult{}, err
	}
	out := QuoteResult{Quote: o.quote, Grace: o.settings.Grace}
	period := calendar.Period{Start: in.Start, End: in.End}
	if out.Available, err = s.calendar.IsFree(ctx, in.MotorcycleID, period, o.settings.Turnaround); err != nil {
		return out, err
	}
	if !out.Available {
		out.NextFree, err = s.calendar.NextFree(ctx, in.MotorcycleID, period, o.settings.Turnaround)
	}
	out.Available = out.Available && o.motorcycle.Rentable()
	return out, err
}

// NextFree returns the first period of the same length, not earlier, in which the motorcycle is free; nil when there is
// none in sight.
func (s *Service) NextFree(ctx context.Context, motorcycleID uuid.UUID, start, end time.Time) (*calendar.Period, error) {
	m, err := s.motorcycles.ForBooking(ctx, motorcycleID)
	if err != nil {
		return nil, err
	}
	settings, err := s.franchises.Settings(ctx, m.FranchiseID)
	if err != nil {
		return nil, err
	}
	return s.calendar.NextFree(ctx, motorcycleID, calendar.Period{Start: start, End: end}, settings.Turnaround)
}

func (s *Service) offer(ctx context.Context, in QuoteInput) (offer, error) {
	m, err := s.motorcycles.ForBooking(ctx, in.MotorcycleID)
	if err != nil {
		return offer{}, err
	}
	if !m.FranchiseActive {
		return offer{}, errMotorcycle
	}
	settings, err := s.franchises.Settings(ctx, m.FranchiseID)
	if err != nil {
		return offer{}, err
	}
	quantities := map[uuid.UUID]int{}
	ids := make([]uuid.UUID, 0, len(in.Chosen))
	for _, chosen := range in.Chosen {
		if quantities[chosen.SupplementID] == 0 {
			ids = append(ids, chosen.SupplementID)
		}
		quantities[chosen.SupplementID] += chosen.Quantity
	}
	supplements, err := s.supplements.ForQuote(ctx, m.FranchiseID, ids)
	if err != nil {
		return offer{}, err
	}
	extras := make([]pricing.Extra, 0, len(supplements))
	for _, x := range supplements {
		extras = append(extras, pricing.Extra{
			ID: x.ID, Name: x.Name, Price: x.Price, PriceType: x.PriceType, Free: x.Free, Quantity: max(quantities[x.ID], 1),
		})
	}
	days := pricing.Days(in.Start, in.End, settings.Grace)
	return offer{
		motorcycle: m, settings: settings,
		quote: pricing.Build(m.Make+" "+m.Model, m.DayPrice, days, extras),
	}, nil
}

// checkPeriod holds the date rules of specification section 5.
func (s *Service) checkPeriod(c *errs.Collector, start, end time.Time) {
	c.Check(!start.IsZero(), "startDatetime", "REQUIRED")
	c.Check(!end.IsZero(), "endDatetime", "REQUIRED")
	if start.IsZero() || end.IsZero() {
		return
	}
	c.Check(start.After(s.clock.Now()), "startDatetime", "IN_PAST")
	s.checkEnd(c, start, end)
}

// checkEnd bounds the end of a rental.
func (s *Service) checkEnd(c *errs.Collector, start, end time.Time) {
	switch {
	case !end.After(start):
		c.Add("endDatetime", "END_BEFORE_START")
	case end.Sub(start) > pricing.MaxDays*24*time.Hour || end.Sub(s.clock.Now()) > farthest:
		c.Add("endDatetime", "TOO_FAR", "max", strconv.Itoa(pricing.MaxDays))
	}
}

// checkChosen holds the bounds of extras. One that is named twice counts as one with the sum of the quantities.
func checkChosen(c *errs.Collector, chosen []Chosen) {
	c.Check(len(chosen) <= maxExtras, "selectedSupplements", "TOO_MANY", "max", maxExtras)
	sums := map[uuid.UUID]int{}
	for i, x := range chosen {
		field := fmt.Sprintf("selectedSupplements[%d].quantity", i)
		c.Check(x.Quantity >= 1, field, "TOO_SMALL", "min", 1)
		sums[x.SupplementID] += min(x.Quantity, maxQuantity+1) // a sum of huge numbers must not wrap around
		c.Check(sums[x.SupplementID] <= maxQuantity, field, "TOO_LARGE", "max", maxQuantity)
	}
}

// Get returns a booking that the caller may see, BOOKING_NOT_FOUND otherwise (D18).
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Booking, error) {
	scope, err := authz.Check(ctx, authz.BookingGetByID)
	if err != nil {
		return Booking{}, err
	}
	return s.getIn(ctx, id, scope)
}

func (s *Service) getIn(ctx context.Context, id uuid.UUID, scope authz.Filter) (Booking, error) {
	row, err := bookingdb.New(s.db).GetBooking(ctx, bookingdb.GetBookingParams{
		ID: id, UserID: scope.UserID, FranchiseID: scope.FranchiseID,
	})
	if postgres.NoRows(err) {
		return Booking{}, ErrNotFound(id.String())
	}
	if err != nil {
		return Booking{}, fmt.Errorf("read booking %s: %w", id, err)
	}
	out := []Booking{fromDB(row)}
	if err := s.fillLines(ctx, out); err != nil {
		return Booking{}, err
	}
	return out[0], nil
}

// fillLines reads the extras of bookings in one query.
func (s *Service) fillLines(ctx context.Context, bookings []Booking) error {
	ids := make([]uuid.UUID, len(bookings))
	at := make(map[uuid.UUID]int, len(bookings))
	for i, b := range bookings {
		ids[i], at[b.ID] = b.ID, i
	}
	rows, err := bookingdb.New(s.db).ListSupplements(ctx, ids)
	if err != nil {
		return fmt.Errorf("read the extras of bookings: %w", err)
	}
	for _, row := range rows {
		b := &bookings[at[row.BookingID]]
		b.Lines = append(b.Lines, lineFromDB(row))
	}
	return nil
}

// cleanNotes trims notes; nil when nothing is left.
func cleanNotes(c *errs.Collector, field, notes string) *string {
	notes = strings.TrimSpace(notes)
	check.Text(c, field, notes, 0, maxNotes)
	return unlessSame(&notes, "")
}

// unlessSame is nil for a value that changes nothing.
func unlessSame[T comparable](value *T, same T) *T {
	if value == nil || *value == same {
		return nil
	}
	return value
}

func trimmed(text *string) *string {
	if text == nil {
		return nil
	}
	cut := strings.TrimSpace(*text)
	return &cut
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
