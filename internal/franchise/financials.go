package franchise

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rihla/internal/franchise/franchisedb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/money"
)

// Earnings are what a franchise took in some time by the ledger, in dirham.
type Earnings struct {
	// Revenue is what customers paid for bookings, Refunds what of that was promised back to them.
	Revenue, Refunds money.Amount
	// Commission is the platform's part of revenue less refunds, by the rates at which bookings were earned; Net is what
	// stays with the franchise.
	Commission, Net money.Amount
	// Bookings is how many bookings were paid for.
	Bookings int
}

// Day is what a franchise took on a day of Casablanca's calendar; Start is the instant at which the day begins.
type Day struct {
	Start time.Time
	Earnings
}

// Financials are what a franchise earned in a period.
type Financials struct {
	FranchiseID uuid.UUID
	// Start and End are the period, half open.
	Start, End time.Time
	// CommissionRate is the one that the next booking is earned at.
	CommissionRate float64
	// Earnings are the sums over every day, whatever page Days is.
	Earnings
	// Days are those on which money moved, the latest first.
	Days  []Day
	Total int
}

// FinancialsInput asks for a period. A nil End is the end of today, a nil Start thirty days before the end.
type FinancialsInput struct {
	Start, End *time.Time
	// MinRevenue and MaxRevenue keep the days whose revenue lies between them.
	MinRevenue, MaxRevenue *money.Amount
	Page                   listing.Page
}

const (
	usualDays   = 30
	longestDays = 1830 // five years
)

// Financials returns what a franchise earned. Returns VALIDATION and ErrNotFound.
func (s *Service) Financials(ctx context.Context, id uuid.UUID, in FinancialsInput) (Financials, error) {
	scope, err := authz.Check(ctx, authz.FranchiseFinancials)
	if err != nil {
		return Financials{}, err
	}
	if !scope.Allows(uuid.Nil, &id) {
		return Financials{}, ErrNotFound(id.String())
	}
	return s.financials(ctx, id, in)
}

// MyFinancials returns what the caller's own franchise earned. Returns VALIDATION.
func (s *Service) MyFinancials(ctx context.Context, in FinancialsInput) (Financials, error) {
	id, err := mine(ctx)
	if err != nil {
		return Financials{}, err
	}
	return s.Financials(ctx, id, in)
}

func (s *Service) financials(ctx context.Context, id uuid.UUID, in FinancialsInput) (Financials, error) {
	out, err := in.period(s.clock.Now())
	if err != nil {
		return Financials{}, err
	}
	f, err := s.get(ctx, s.db, id)
	if err != nil {
		return Financials{}, err
	}
	out.FranchiseID, out.CommissionRate = id, f.Administration.CommissionRate
	// Days begin by this program's clock, which the database need not share.
	starts := clock.Days(out.Start, out.End)
	rows, err := franchisedb.New(s.db).DailyTakings(ctx, franchisedb.DailyTakingsParams{
		FranchiseID: id, Starts: starts, Since: out.Start, Until: out.End,
	})
	if err != nil {
		return Financials{}, fmt.Errorf("add up the takings: %w", err)
	}
	days := []Day{}
	for _, row := range rows {
		day := Day{Start: starts[row.Day-1], Earnings: Earnings{
			Revenue: money.Amount(row.Revenue), Refunds: money.Amount(row.Refunds), Commission: money.Amount(row.Commission),
			Net: money.Amount(row.Revenue - row.Refunds - row.Commission), Bookings: int(row.Bookings),
		}}
		if in.wants(day.Revenue) {
			days = append(days, day)
			out.add(day.Earnings)
		}
	}
	skip := min(in.Page.Skip(), len(days))
	out.Total, out.Days = len(days), days[skip:min(skip+in.Page.Limit, len(days))]
	return out, nil
}

func (e *Earnings) add(more Earnings) {
	e.Revenue += more.Revenue
	e.Refunds += more.Refunds
	e.Commission += more.Commission
	e.Net += more.Net
	e.Bookings += more.Bookings
}

func (in FinancialsInput) wants(revenue money.Amount) bool {
	return (in.MinRevenue == nil || revenue >= *in.MinRevenue) && (in.MaxRevenue == nil || revenue <= *in.MaxRevenue)
}

// period settles from when to when, as the beginning of an answer.
func (in FinancialsInput) period(now time.Time) (Financials, error) {
	var out Financials
	out.End = clock.Midnight(now, 1)
	set(&out.End, in.End)
	out.Start = clock.Midnight(out.End, -usualDays)
	set(&out.Start, in.Start)
	var c errs.Collector
	c.Check(out.Start.Before(out.End), "periodEnd", "END_BEFORE_START")
	c.Check(out.End.Sub(out.Start) <= longestDays*24*time.Hour, "periodEnd", "PERIOD_TOO_LONG", "max", longestDays)
	if in.MinRevenue != nil && in.MaxRevenue != nil {
		c.Check(*in.MinRevenue <= *in.MaxRevenue, "maxRevenue", "TOO_SMALL", "min", in.MinRevenue.String())
	}
	return out, c.Err()
}
