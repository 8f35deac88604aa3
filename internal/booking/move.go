package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking/bookingdb"
	"rihla/internal/calendar"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
)

// Errors of a change that comes too late.
var (
	errStarted = errs.New(errs.Conflict, "BOOKING_STARTED")
	errEnded   = errs.New(errs.Conflict, "BOOKING_ENDED")
)

// MoveOffer is what taking a booking to another period would mean.
type MoveOffer struct {
	Booking Booking
	Period  calendar.Period
	pricing.Quote
	Grace time.Duration
	// GiveBack is the part of a captured payment that the move gives back.
	GiveBack  money.Amount
	Available bool
	// NextFree is the first period of the same length that is free, when this one is not; nil when none is in sight.
	NextFree *calendar.Period
}

// OfferMove prices a booking for another period at the prices that were agreed, and tells whether the period can be
// had. Returns BOOKING_NOT_FOUND, VALIDATION, BOOKING_STARTED and BOOKING_ENDED.
func (s *Service) OfferMove(ctx context.Context, id uuid.UUID, start, end time.Time) (MoveOffer, error) {
	if _, err := authz.Check(ctx, authz.BookingMove); err != nil {
		return MoveOffer{}, err
	}
	b, err := s.Get(ctx, id)
	if err != nil {
		return MoveOffer{}, err
	}
	period := truncated(start, end)
	if err := s.checkMove(b, period); err != nil {
		return MoveOffer{}, err
	}
	settings, err := s.franchises.Settings(ctx, b.FranchiseID)
	if err != nil {
		return MoveOffer{}, err
	}
	out := MoveOffer{Booking: b, Period: period, Quote: b.repriced(period, settings.Grace), Grace: settings.Grace}
	out.GiveBack = s.givenBack(ctx, b, out.Total)
	if out.Available, err = s.calendar.IsFreeFor(ctx, b.ID, b.MotorcycleID, period, settings.Turnaround); err != nil {
		return out, err
	}
	if !out.Available {
		out.NextFree, err = s.calendar.NextFreeFor(ctx, b.ID, b.MotorcycleID, period, settings.Turnaround)
	}
	return out, err
}

// checkMove tells whether b may be taken to another period (D8): any that begins in the future while the rental has
// not begun, a later end only while it runs.
func (s *Service) checkMove(b Booking, to calendar.Period) error {
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

// repriced is b's price for another period, at the day price and the extras' prices that were agreed.
func (b Booking) repriced(to calendar.Period, grace time.Duration) pricing.Quote {
	extras := make([]pricing.Extra, len(b.Lines))
	for i, l := range b.Lines {
		extras[i] = pricing.Extra{ID: l.SupplementID, Name: l.Name, Price: l.UnitPrice, PriceType: l.PriceType, Free: l.Free, Quantity: l.Quantity}
	}
	return pricing.Build("", b.DayPrice, pricing.Days(to.Start, to.End, grace), extras)
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

// shiftTx takes b, which tx has locked, to another period of its motorcycle's calendar and writes the new price.
// Returns BOOKING_CONFLICT when the period is taken.
func (s *Service) shiftTx(ctx context.Context, tx pgx.Tx, b Booking, to calendar.Period) (Booking, error) {
	if err := s.checkMove(b, to); err != nil {
		return b, err
	}
	settings, err := s.franchises.SettingsTx(ctx, tx, b.FranchiseID)
	if err != nil {
		return b, err
	}
	if err := s.calendar.MoveBookingTx(ctx, tx, b.MotorcycleID, b.ID, to, settings.Turnaround, b.HoldExpiresAt); err != nil {
		return b, conflict(err, to)
	}
	quote, now := b.repriced(to, settings.Grace), s.clock.Now()
	policy := b.Policy
	if b.Status != PendingPayment && b.ownedBy(ctx) {
		policy = policy.Moved(b.Start, now)
	}
	queries := bookingdb.New(tx)
	row, err := queries.MovePeriod(ctx, bookingdb.MovePeriodParams{
		ID: b.ID, StartDatetime: to.Start, EndDatetime: to.End, BillableDays: int32(quote.Days), BaseRentalCentimes: quote.BaseRental,
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
	return moved, s.publishTx(ctx, tx, EventMoved, moved, Moved{WasStart: b.Start, WasEnd: b.End})
}

// NextFreeFor returns the first period, not earlier than the one that was wanted of a booking and as long, that the
// booking could be moved to; nil when there is none in sight. Returns BOOKING_NOT_FOUND.
func (s *Service) NextFreeFor(ctx context.Context, in UpdateInput) (*calendar.Period, error) {
	b, err := s.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	settings, err := s.franchises.Settings(ctx, b.FranchiseID)
	if err != nil {
		return nil, err
	}
	return s.calendar.NextFreeFor(ctx, b.ID, b.MotorcycleID, in.wantedPeriod(calendar.Period{Start: b.Start, End: b.End}), settings.Turnaround)
}
