package dashboard

import (
	"bytes"
	"cmp"
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
	r := reportReader{reader{db: s.db, now: now, franchiseID: franchiseID, days: days}, make([]tally, len(days))}
	parts := []part[Report]{
		{"fleet's hours", r.utilisation}, {"bookings", r.bookingsByDay}, {"payments", r.payments},
		{"takings", r.takingsByDay}, {"cancellations", r.cancellationsByDay},
	}
	if franchiseID == nil {
		parts = append(parts, part[Report]{"franchises", r.byFranchise})
	}
	if err := together(ctx, &out, parts); err != nil {
		return Report{}, err
	}
	half := len(days) / 2
	out.Earlier.add(r.byDay[:half])
	out.Current.add(r.byDay[half:])
	for i, t := range r.byDay[half:] {
		out.ByDay = append(out.ByDay, DayFigures{Day: days[half+i], Revenue: t.revenue, Bookings: t.bookings, Cancellations: t.cancelled})
	}
	return out, nil
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

// reportReader reads what a report is made of.
type reportReader struct {
	reader
	byDay []tally // of each of the reader's days
}

// args names what the statements about days are given.
func (r reportReader) args(out *Report) pgx.NamedArgs {
	return pgx.NamedArgs{"days": r.days, "first": out.Before, "end": out.To}
}

func (r reportReader) takingsByDay(ctx context.Context, out *Report) error {
	rows, err := r.query(ctx, `
		select width_bucket(happened_at, @days::timestamptz[]), sum(revenue_centimes - refund_centimes)::bigint
		from takings where happened_at >= @first and happened_at < @end and mine(franchise_id) group by 1`, r.args(out))
	if err != nil {
		return err
	}
	var day int
	var revenue money.Amount
	_, err = pgx.ForEachRow(rows, []any{&day, &revenue}, func() error { r.byDay[day-1].revenue = revenue; return nil })
	return err
}

func (r reportReader) bookingsByDay(ctx context.Context, out *Report) error {
	rows, err := r.query(ctx, `
		select width_bucket(created_at, @days::timestamptz[]), count(*), count(*) filter (where status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')),
			coalesce(sum(total_centimes) filter (where status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')), 0)::bigint
		from bookings where created_at >= @first and created_at < @end and mine(franchise_id) group by 1`, r.args(out))
	if err != nil {
		return err
	}
	var day, made, sold int
	var value money.Amount
	_, err = pgx.ForEachRow(rows, []any{&day, &made, &sold, &value}, func() error {
		t := &r.byDay[day-1]
		t.bookings, t.sold, t.value = made, sold, value
		return nil
	})
	return err
}

func (r reportReader) cancellationsByDay(ctx context.Context, out *Report) error {
	rows, err := r.query(ctx, `
		select width_bucket(happened_at, @days::timestamptz[]), count(*), count(*) filter (where lapsed)
		from cancellations where happened_at >= @first and happened_at < @end and mine(franchise_id) group by 1`, r.args(out))
	if err != nil {
		return err
	}
	var day, cancelled, lapsed int
	_, err = pgx.ForEachRow(rows, []any{&day, &cancelled, &lapsed}, func() error {
		t := &r.byDay[day-1]
		t.cancelled, t.lapsed = cancelled, lapsed
		return nil
	})
	return err
}

// add counts days in.
func (f *Figures) add(days []tally) {
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
}

// span is one of a report's two periods.
type span struct {
	from, to time.Time
	figures  *Figures
}

func (out *Report) spans() []span {
	return []span{{out.From, out.To, &out.Current}, {out.Before, out.From, &out.Earlier}}
}

// payments counts them in each period as a whole: one may be of several days.
func (r reportReader) payments(ctx context.Context, out *Report) error {
	for _, p := range out.spans() {
		// Named for itself: the view of takings does not tell of which payment they are.
		err := r.one(ctx, `
			select count(distinct payment_id) from ledger_transactions
			where earned_centimes <> 0 and happened_at >= @from and happened_at < @to and mine(franchise_id)`,
			pgx.NamedArgs{"from": p.from, "to": p.to}, &p.figures.Payments)
		if err != nil {
			return err
		}
	}
	return nil
}

// utilisation is how busy the fleet was in each period, as far as that has come.
func (r reportReader) utilisation(ctx context.Context, out *Report) error {
	for _, p := range out.spans() {
		if p.to.After(r.now) {
			p.to = r.now
		}
		if !p.to.After(p.from) {
			continue
		}
		args, u := pgx.NamedArgs{"from": p.from, "to": p.to}, &p.figures.Utilisation
		err := r.one(ctx, `
			select count(*), coalesce(sum(extract(epoch from least(end_datetime, @to::timestamptz) - greatest(start_datetime, @from::timestamptz))::float8), 0) / 3600
			from bookings where end_datetime > @from and start_datetime < @to and status in ('CONFIRMED', 'ACTIVE', 'COMPLETED') and mine(franchise_id)`,
			args, &p.figures.Rentals, &u.BookedHours)
		if err != nil {
			return fmt.Errorf("booked: %w", err)
		}
		err = r.one(ctx, `
			select coalesce(sum(extract(epoch from @to::timestamptz - greatest(created_at, @from::timestamptz))::float8), 0) / 3600
			from motorcycles where created_at < @to and status <> 'UNAVAILABLE' and mine(franchise_id)`, args, &u.FleetHours)
		if err != nil {
			return fmt.Errorf("offered: %w", err)
		}
	}
	return nil
}

func (r reportReader) byFranchise(ctx context.Context, out *Report) error {
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
		where t.revenue is not null or b.made is not null or c.cancelled is not null`, pgx.NamedArgs{"from": out.From, "to": out.To})
	if err != nil {
		return err
	}
	out.ByFranchise, err = pgx.CollectRows(rows, pgx.RowToStructByPos[FranchiseFigures])
	slices.SortFunc(out.ByFranchise, func(x, y FranchiseFigures) int {
		return cmp.Or(cmp.Compare(y.Revenue, x.Revenue), bytes.Compare(x.ID[:], y.ID[:]))
	})
	return err
}
