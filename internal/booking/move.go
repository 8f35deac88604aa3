package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking/bookingdb"
	"rihla/internal/calendar"
	"rihla/internal/motorcycle"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
)

// Errors of a change that comes too late.
var (
	errStarted    = errs.New(errs.Conflict, "BOOKING_STARTED")
	errEnded      = errs.New(errs.Conflict, "BOOKING_ENDED")
	errHandedOver = errs.New(errs.Conflict, "MOTORCYCLE_HANDED_OVER")
)

// slot is a place in the calendar: a motorcycle for a period.
type slot struct {
	motorcycleID uuid.UUID
	calendar.Period
}

// slot is where b stands.
func (b Booking) slot() slot {
	return slot{b.MotorcycleID, calendar.Period{Start: b.Start, End: b.End}}
}

// keepsPeriod tells whether b would keep its times in another slot.
func (b Booking) keepsPeriod(to slot) bool { return to.Start.Equal(b.Start) && to.End.Equal(b.End) }

// MoveOffer is what taking a booking elsewhere in the calendar would mean.
type MoveOffer struct {
	Booking      Booking
	MotorcycleID uuid.UUID
	Period       calendar.Period
	pricing.Quote
	Grace time.Duration
	// GiveBack is the part of a captured payment that the move gives back.
	GiveBack  money.Amount
	Available bool
	// NextFree is the first period of the same length that is free, when this one is not; nil when none is in sight.
	NextFree *calendar.Period
}

// OfferMove prices a booking for another period, another motorcycle or both at the prices that were agreed, and tells
// whether that can be had. Only in's ID, Start, End and MotorcycleID count. Returns what UpdateTx would refuse it with,
// BOOKING_CONFLICT aside.
func (s *Service) OfferMove(ctx context.Context, in UpdateInput) (MoveOffer, error) {
	if _, err := authz.Check(ctx, authz.BookingMove); err != nil {
		return MoveOffer{}, err
	}
	b, err := s.Get(ctx, in.ID)
	if err != nil {
		return MoveOffer{}, err
	}
	in = in.differing(b)
	if err := in.permitted(ctx, b); err != nil {
		return MoveOffer{}, err
	}
	to := in.wantedSlot(b)
	if err := s.checkMove(b, to); err != nil {
		return MoveOffer{}, err
	}
	m, err := s.motorcycles.ForBooking(ctx, to.motorcycleID)
	if err != nil {
		return MoveOffer{}, err
	}
	if err := b.checkServed(m); err != nil {
		return MoveOffer{}, err
	}
	settings, err := s.franchises.Settings(ctx, b.FranchiseID)
	if err != nil {
		return MoveOffer{}, err
	}
	out := MoveOffer{Booking: b, MotorcycleID: m.ID, Period: to.Period, Quote: b.repriced(to, settings.Grace), Grace: settings.Grace}
	out.GiveBack = s.givenBack(ctx, b, out.Total)
	if out.Available, err = s.calendar.IsFreeFor(ctx, b.ID, m.ID, to.Period, settings.Turnaround); err != nil {
		return out, err
	}
	if !out.Available {
		out.NextFree, err = s.calendar.NextFreeFor(ctx, b.ID, m.ID, to.Period, settings.Turnaround)
	}
	return out, err
}

// checkServed tells whether a motorcycle may serve b: one that rents, of b's own franchise, whose money the rental is. Any
// other counts as not there (D18).
func (b Booking) checkServed(m motorcycle.Rentable) error {
	switch {
	case m.FranchiseID != b.FranchiseID:
		return errMotorcycle
	case !m.Rentable():
		return errUnavailable
	}
	return nil
}

// checkExchange tells whether b may be given another motorcycle: until the first one is handed over, however late its
// customer is.
func (s *Service) checkExchange(b Booking) error {
	now := s.clock.Now()
	switch {
	case b.Payable(now), b.Status == Confirmed && now.Before(b.End):
		return nil
	case b.Status == Active:
		return errHandedOver
	}
	return errEnded
}

// checkMove tells whether b may be taken elsewhere (D8): to any period that begins in the future while the rental has not
// begun, to a later end only while it runs.
func (s *Service) checkMove(b Booking, to slot) error {
	if to.motorcycleID != b.MotorcycleID {
		if err := s.checkExchange(b); err != nil || b.keepsPeriod(to) {
			return err
		}
	}
	now := s.clock.Now()
	var c errs.Collector
	switch {
	case b.Status == Active:
		if !to.Start.Equal(b.Start) || to.End.Before(b.End) {
			return errStarted
		}
		s.checkEnd(&c, to.Start, to.End)
		c.Check(to.End.After(now), "endDatetime", "IN_PAST")
	case b.Payable(now) || b.Status == Confirmed && now.Before(b.Start):
		s.checkPeriod(&c, to.Start, to.End)
	case b.Status == Confirmed:
		return errStarted
	default:
		return errEnded
	}
	return c.Err()
}

// repriced is b's price in another slot, at the day price and the extras' prices that were agreed, whichever the
// motorcycle: no customer pays for the choice of staff. The days are counted anew for another period.
func (b Booking) repriced(to slot, grace time.Duration) pricing.Quote {
	days := b.Days
	if !b.keepsPeriod(to) {
		days = pricing.Days(to.Start, to.End, grace)
	}
	extras := make([]pricing.Extra, len(b.Lines))
	for i, l := range b.Lines {
		extras[i] = pricing.Extra{ID: l.SupplementID, Name: l.Name, Price: l.UnitPrice, PriceType: l.PriceType, Free: l.Free, Quantity: l.Quantity}
	}
	return pricing.Build("", b.DayPrice, days, extras)
}

// givenBack is what goes back of a captured payment when b becomes cheaper now: all of the difference when staff move
// it, what the ladder gives for a cancellation when its customer does. Otherwise whoever is too late to cancel would
// make the rental shorter instead.
func (s *Service) givenBack(ctx context.Context, b Booking, total money.Amount) money.Amount {
	difference := max(b.Total-total, 0)
	if !b.ownedBy(ctx) {
		return difference
	}
	return b.Policy.Refund(difference, b.Start, s.clock.Now())
}

// ownedBy tells whether it is the customer who asks in ctx.
func (b Booking) ownedBy(ctx context.Context) bool { return authz.From(ctx).UserID == b.UserID }

// shiftTx takes b, which tx has locked after the calendars, to another slot and writes the new price. Returns
// BOOKING_CONFLICT when the slot is taken.
func (s *Service) shiftTx(ctx context.Context, tx pgx.Tx, b Booking, to slot) (Booking, error) {
	if err := s.checkMove(b, to); err != nil {
		return b, err
	}
	settings, err := s.franchises.SettingsTx(ctx, tx, b.FranchiseID)
	if err != nil {
		return b, err
	}
	if err := s.calendar.MoveBookingTx(ctx, tx, to.motorcycleID, b.ID, to.Period, settings.Turnaround, b.HoldExpiresAt); err != nil {
		return b, conflict(err, to.Period)
	}
	quote, now := b.repriced(to, settings.Grace), s.clock.Now()
	policy := b.Policy
	if b.Status != PendingPayment && b.ownedBy(ctx) && !b.keepsPeriod(to) {
		policy = policy.Moved(b.Start, now)
	}
	queries := bookingdb.New(tx)
	row, err := queries.MoveSlot(ctx, bookingdb.MoveSlotParams{
		ID: b.ID, MotorcycleID: to.motorcycleID, StartDatetime: to.Start, EndDatetime: to.End, BillableDays: int32(quote.Days), BaseRentalCentimes: quote.BaseRental,
		SupplementsCentimes: quote.Supplements, TotalCentimes: quote.Total, ForfeitedPercent: int32(policy.Forfeited), Now: now,
	})
	if err != nil {
		return b, fmt.Errorf("move booking %s: %w", b.ID, err)
	}
	moved := fromDB(row)
	moved.Lines = append([]SupplementLine(nil), b.Lines...)
	for i, line := range quote.Lines[1:] { // the first is the rental
		if moved.Lines[i].Amount == line.Amount {
			continue
		}
		moved.Lines[i].Amount = line.Amount
		err := queries.RepriceSupplement(ctx, bookingdb.RepriceSupplementParams{
			BookingID: b.ID, SupplementID: moved.Lines[i].SupplementID, AmountCentimes: line.Amount,
		})
		if err != nil {
			return b, fmt.Errorf("reprice an extra of booking %s: %w", b.ID, err)
		}
	}
	return moved, s.movedFromTx(ctx, tx, b, moved)
}

// movedFromTx tells where b was taken from.
func (s *Service) movedFromTx(ctx context.Context, tx pgx.Tx, was, is Booking) error {
	from := Moved{WasStart: was.Start, WasEnd: was.End}
	if is.MotorcycleID != was.MotorcycleID {
		m, err := s.motorcycles.ForBookingTx(ctx, tx, was.MotorcycleID)
		if err != nil {
			return err
		}
		from.WasMotorcycle = &WasMotorcycle{Make: m.Make, Model: m.Model, RegistrationNumber: m.RegistrationNumber}
	}
	return s.publishTx(ctx, tx, EventMoved, is, from)
}

// NextFreeFor returns the first period, not earlier than the one that was wanted of a booking and as long, that the
// booking could be moved to on the motorcycle that was wanted; nil when there is none in sight. Returns BOOKING_NOT_FOUND.
func (s *Service) NextFreeFor(ctx context.Context, in UpdateInput) (*calendar.Period, error) {
	b, err := s.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	settings, err := s.franchises.Settings(ctx, b.FranchiseID)
	if err != nil {
		return nil, err
	}
	to := in.wantedSlot(b)
	return s.calendar.NextFreeFor(ctx, b.ID, to.motorcycleID, to.Period, settings.Turnaround)
}
