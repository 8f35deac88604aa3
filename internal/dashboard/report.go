package dashboard

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
)

// ReportInput asks for the figures of a period, whole days of Casablanca's calendar.
type ReportInput struct {
	// First and Last are its days, on the wall clock; zero ones are the last thirty days.
	First, Last time.Time
	// FranchiseID is whose figures; nil: of all that the caller administers.
	FranchiseID *uuid.UUID
}

// longestReport bounds a period, in days.
const longestReport = 366

// Figures are those of one period.
type Figures struct {
	// Revenue is what customers paid less what was promised back to them; Payments counts those that it is the sum of.
	Revenue  money.Amount
	Payments int
	// Bookings were made in the period. Sold are those of them that were confirmed and not cancelled, AveragePrice is
	// theirs; 0 when there are none.
	Bookings, Sold int
	AveragePrice   money.Amount
	// Cancellations happened in the period, whenever the bookings were made: what was cancelled last week does not grow
	// any more. Lapsed are those of them that nobody cancelled: they were not paid in time (D7).
	Cancellations, Lapsed int
	// Rentals are those under way in the period, as far as it has come: Utilisation is of their hours.
	Rentals     int
	Utilisation Utilisation
}

// DayFigures are those of one day.
type DayFigures struct {
	Day                     time.Time // when it begins
	Revenue                 money.Amount
	Bookings, Cancellations int
}

// FranchiseFigures are those of one franchise in the period.
type FranchiseFigures struct {
	ID                      uuid.UUID
	Name                    string
	Revenue                 money.Amount
	Bookings, Cancellations int
}

// Report is a period beside the one as long before it.
type Report struct {
	At time.Time
	// From is when the period begins, To when it ends; Before is when the one before it begins.
	Before, From, To time.Time
	Current, Earlier Figures
	ByDay            []DayFigures
	// ByFranchise has the franchises in which something happened, the one that earned most first; nil in a report of one.
	ByFranchise []FranchiseFigures
}

// tally is what was counted on one day.
type tally struct {
	revenue, value                    money.Amount
	bookings, sold, cancelled, lapsed int
}

// Report returns the figures of a period and of the one before it. Returns VALIDATION, and FRANCHISE_NOT_FOUND for another's
// franchise.
func (s *Service) Report(ctx context.Context, in ReportInput) (Report, error) {
	franchiseID, err := reach(ctx, in.FranchiseID)
	if err != nil {
		return Report{}, err
	}
	now := s.clock.Now()
	out, days, err := in.period(now)
	if err != nil {
		return Report{}, err
	}
	r := reader{db: s.db, now: now, franchiseID: franchiseID, days: days}
	byDay, err := r.tallies(ctx, out.To)
	if err != nil {
		return Report{}, err
	}
	half := len(days) / 2
	out.Earlier, out.Current = sum(byDay[:half]), sum(byDay[half:])
	for i, t := range byDay[half:] {
		out.ByDay = append(out.ByDay, DayFigures{Day: days[half+i], Revenue: t.revenue, Bookings: t.bookings, Cancellations: t.cancelled})
	}
	if err := r.whole(ctx, out.From, out.To, &out.Current); err != nil {
		return Report{}, err
	}
	if err := r.whole(ctx, out.Before, out.From, &out.Earlier); err != nil {
		return Report{}, err
	}
	if franchiseID == nil {
		out.ByFranchise, err = r.byFranchise(ctx, out.From, out.To)
	}
	return out, err
}

// period settles the days of both periods.
func (in ReportInput) period(now time.Time) (Report, []time.Time, error) {
	today := clock.Wall(now)
	if in.Last.IsZero() {
		in.Last = today
		if !in.First.IsZero() {
			in.Last = in.First.AddDate(0, 0, windowDays-1)
		}
	}
	if in.First.IsZero() {
		in.First = in.Last.AddDate(0, 0, 1-windowDays)
	}
	midnight := func(wall time.Time, days int) time.Time {
		return clock.FromWall(time.Date(wall.Year(), wall.Month(), wall.Day()+days, 0, 0, 0, 0, time.UTC))
	}
	out := Report{At: now, From: midnight(in.First, 0), To: midnight(in.Last, 1)}
	var c errs.Collector
	c.Check(out.To.After(out.From), "to", "END_BEFORE_START")
	c.Check(out.To.Sub(out.From) < (longestReport+1)*24*time.Hour, "to", "PERIOD_TOO_LONG", "max", longestReport)
	if err := c.Err(); err != nil {
		return out, nil, err
	}
	count := len(clock.Days(out.From, out.To))
	out.Before = midnight(in.First, -count)
	return out, clock.Days(out.Before, out.To), nil
}

// tallies counts each of the reader's days, the last of which ends at end.
func (r reader) tallies(ctx context.Context, end time.Time) ([]tally, error) {
	out := make([]tally, len(r.days))
	args := pgx.NamedArgs{"days": r.days, "first": r.days[0], "end": end}
	rows, err := r.query(ctx, `
		select width_bucket(happened_at, @days::timestamptz[]), sum(revenue_centimes - refund_centimes)::bigint
		from takings where happened_at >= @first and happened_at < @end and mine(franchise_id) group by 1`, args)
	if err != nil {
		return nil, fmt.Errorf("add up takings: %w", err)
	}
	var day int
	var revenue money.Amount
	if _, err := pgx.ForEachRow(rows, []any{&day, &revenue}, func() error { out[day-1].revenue = revenue; return nil }); err != nil {
		return nil, fmt.Errorf("add up takings: %w", err)
	}
	rows, err = r.query(ctx, `
		select width_bucket(created_at, @days::timestamptz[]), count(*), count(*) filter (where status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')),
			coalesce(sum(total_centimes) filter (where status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')), 0)::bigint
		from bookings where created_at >= @first and created_at < @end and mine(franchise_id) group by 1`, args)
	if err != nil {
		return nil, fmt.Errorf("count bookings: %w", err)
	}
	var t tally
	_, err = pgx.ForEachRow(rows, []any{&day, &t.bookings, &t.sold, &t.value}, func() error {
		t.revenue = out[day-1].revenue
		out[day-1] = t
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count bookings: %w", err)
	}
	return out, r.cancellations(ctx, args, out)
}

// cancellations counts them by day.
func (r reader) cancellations(ctx context.Context, args pgx.NamedArgs, out []tally) error {
	rows, err := r.query(ctx, `
		select width_bucket(happened_at, @days::timestamptz[]), count(*), count(*) filter (where lapsed)
		from cancellations where happened_at >= @first and happened_at < @end and mine(franchise_id) group by 1`, args)
	if err != nil {
		return fmt.Errorf("count cancellations: %w", err)
	}
	var day, cancelled, lapsed int
	_, err = pgx.ForEachRow(rows, []any{&day, &cancelled, &lapsed}, func() error {
		out[day-1].cancelled, out[day-1].lapsed = cancelled, lapsed
		return nil
	})
	if err != nil {
		return fmt.Errorf("count cancellations: %w", err)
	}
	return nil
}

func sum(days []tally) Figures {
	var f Figures
	var value money.Amount
	for _, t := range days {
		f.Revenue += t.revenue
		f.Bookings += t.bookings
		f.Sold += t.sold
		f.Cancellations += t.cancelled
		f.Lapsed += t.lapsed
		value += t.value
	}
	if sold := money.Amount(f.Sold); sold > 0 {
		f.AveragePrice = (value + sold/2) / sold
	}
	return f
}

// whole fills in what a period has as a whole and not by the day.
func (r reader) whole(ctx context.Context, from, to time.Time, f *Figures) error {
	// Named for itself: the view of takings does not tell of which payment they are.
	err := r.one(ctx, `
		select count(distinct payment_id) from ledger_transactions
		where earned_centimes <> 0 and happened_at >= @from and happened_at < @to and mine(franchise_id)`,
		pgx.NamedArgs{"from": from, "to": to}, &f.Payments)
	if err != nil {
		return fmt.Errorf("count payments: %w", err)
	}
	return r.utilisation(ctx, from, to, f)
}

// utilisation is how busy the fleet was from from to to, as far as that has come.
func (r reader) utilisation(ctx context.Context, from, to time.Time, f *Figures) error {
	u := &f.Utilisation
	if to.After(r.now) {
		to = r.now
	}
	if !to.After(from) {
		return nil
	}
	args := pgx.NamedArgs{"from": from, "to": to}
	err := r.one(ctx, `
		select count(*), coalesce(sum(extract(epoch from least(end_datetime, @to::timestamptz) - greatest(start_datetime, @from::timestamptz))::float8), 0) / 3600
		from bookings where end_datetime > @from and start_datetime < @to and status in ('CONFIRMED', 'ACTIVE', 'COMPLETED') and mine(franchise_id)`,
		args, &f.Rentals, &u.BookedHours)
	if err != nil {
		return fmt.Errorf("add up booked hours: %w", err)
	}
	err = r.one(ctx, `
		select coalesce(sum(extract(epoch from @to::timestamptz - greatest(created_at, @from::timestamptz))::float8), 0) / 3600
		from motorcycles where created_at < @to and status <> 'UNAVAILABLE' and mine(franchise_id)`, args, &u.FleetHours)
	if err != nil {
		return fmt.Errorf("add up the fleet's hours: %w", err)
	}
	return nil
}

func (r reader) byFranchise(ctx context.Context, from, to time.Time) ([]FranchiseFigures, error) {
	rows, err := r.query(ctx, `
		select f.id, f.name, coalesce(t.revenue, 0)::bigint, coalesce(b.made, 0), coalesce(c.cancelled, 0) from franchises f
		left join (
			select franchise_id, sum(revenue_centimes - refund_centimes) as revenue from takings
			where happened_at >= @from and happened_at < @to group by 1
		) t on t.franchise_id = f.id
		left join (
			select franchise_id, count(*) as made from bookings where created_at >= @from and created_at < @to group by 1
		) b on b.franchise_id = f.id
		left join (
			select franchise_id, count(*) as cancelled from cancellations where happened_at >= @from and happened_at < @to group by 1
		) c on c.franchise_id = f.id
		where t.revenue is not null or b.made is not null or c.cancelled is not null`, pgx.NamedArgs{"from": from, "to": to})
	if err != nil {
		return nil, fmt.Errorf("add up franchises: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[FranchiseFigures])
	if err != nil {
		return nil, fmt.Errorf("add up franchises: %w", err)
	}
	slices.SortFunc(found, func(x, y FranchiseFigures) int {
		if x.Revenue != y.Revenue {
			return int(max(min(y.Revenue-x.Revenue, 1), -1))
		}
		return slices.Compare(x.ID[:], y.ID[:])
	})
	return found, nil
}
