package dashboard

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
)

// Service adds up.
type Service struct {
	db    *postgres.DB
	clock clock.Clock
}

// New returns the figures of db.
func New(db *postgres.DB, clock clock.Clock) *Service { return &Service{db: db, clock: clock} }

// reach is whose figures the caller gets who asks for those of franchiseID, or for all: nil means the platform's. Returns
// FRANCHISE_NOT_FOUND for another's franchise.
func reach(ctx context.Context, franchiseID *uuid.UUID) (*uuid.UUID, error) {
	scope, err := authz.Check(ctx, authz.DashboardStats)
	switch {
	case err != nil:
		return nil, err
	case franchiseID == nil:
		return scope.FranchiseID, nil
	case !scope.Allows(uuid.Nil, franchiseID):
		return nil, errs.New(errs.NotFound, "FRANCHISE_NOT_FOUND", "id", franchiseID.String())
	}
	return franchiseID, nil
}

// Stats returns the figures of one franchise, or of all that the caller administers. Returns FRANCHISE_NOT_FOUND for
// another's franchise.
func (s *Service) Stats(ctx context.Context, franchiseID *uuid.UUID) (Stats, error) {
	franchiseID, err := reach(ctx, franchiseID)
	if err != nil {
		return Stats{}, err
	}
	now := s.clock.Now()
	first := firstOfMonth(now, -1)
	if back := clock.Midnight(now, 1-windowDays); back.Before(first) {
		first = back
	}
	r := reader{db: s.db, now: now, franchiseID: franchiseID, days: clock.Days(first, now.Add(time.Nanosecond))}
	stats := Stats{At: now, FranchiseID: franchiseID}
	if err := together(ctx, &stats, []part[Stats]{
		{"bookings", r.bookings}, {"today's work", r.today}, {"takings", r.takings}, {"booked hours", r.bookedHours}, {"fleet", r.fleet},
		{"new customers", r.newCustomers}, {"pending payments", r.pending}, {"busiest motorcycles", r.top},
	}); err != nil {
		return Stats{}, err
	}
	return stats, nil
}

// part reads some figures into fields of out that no other part writes.
type part[T any] struct {
	name string
	read func(ctx context.Context, out *T) error
}

// atOnce is how many parts are read at a time: the whole platform's take long, and one caller must not take every connection.
const atOnce = 3

// together reads the parts of out, atOnce of them at a time, each over a connection of its own. The first that fails ends the
// others.
func together[T any](ctx context.Context, out *T, parts []part[T]) error {
	readers, ctx := errgroup.WithContext(ctx)
	readers.SetLimit(atOnce)
	for _, p := range parts {
		readers.Go(func() error {
			if err := p.read(ctx, out); err != nil {
				return fmt.Errorf("add up the %s: %w", p.name, err)
			}
			return nil
		})
	}
	return readers.Wait()
}

// firstOfMonth is when the month begins that lies months after t's.
func firstOfMonth(t time.Time, months int) time.Time {
	wall := clock.Wall(t)
	return clock.FromWall(time.Date(wall.Year(), wall.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC))
}

// reader reads the figures of one instant and one reach.
type reader struct {
	db          *postgres.DB
	now         time.Time
	franchiseID *uuid.UUID
	// days are those of last month and this up to today, and of the last thirty days.
	days []time.Time
}

// query runs a statement in which "and mine(x)" narrows to the caller's franchise by the column x. The text depends only on
// whether there is one: a condition that may hold for everybody would hide the indexes from the planner.
func (r reader) query(ctx context.Context, text string, more pgx.NamedArgs) (pgx.Rows, error) {
	args := pgx.NamedArgs{"now": r.now, "since": r.now.Add(-Window)}
	for name, value := range more {
		args[name] = value
	}
	before, rest, found := strings.Cut(text, "and mine(")
	for found {
		column, after, _ := strings.Cut(rest, ")")
		condition := ""
		if r.franchiseID != nil {
			condition, args["franchise"] = "and "+column+" = @franchise", *r.franchiseID
		}
		text = before + condition + after
		before, rest, found = strings.Cut(text, "and mine(")
	}
	// Named here and not on the way, so that whoever traces statements reads ones that run.
	numbered, values, err := args.RewriteQuery(ctx, nil, text, nil)
	if err != nil {
		return nil, err
	}
	return r.db.Query(ctx, numbered, values...)
}

// one runs a statement of one row.
func (r reader) one(ctx context.Context, text string, args pgx.NamedArgs, targets ...any) error {
	rows, err := r.query(ctx, text, args)
	if err != nil {
		return err
	}
	_, err = pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (struct{}, error) { return struct{}{}, row.Scan(targets...) })
	return err
}

func (r reader) bookings(ctx context.Context, out *Stats) error {
	rows, err := r.query(ctx, "select status, count(*) from bookings where created_at >= @since and mine(franchise_id) group by status", nil)
	if err != nil {
		return err
	}
	out.Bookings = map[string]int{}
	var status string
	var count int
	_, err = pgx.ForEachRow(rows, []any{&status, &count}, func() error { out.Bookings[status] = count; return nil })
	return err
}

func (r reader) today(ctx context.Context, out *Stats) error {
	t := &out.Today
	t.From, t.To = clock.Midnight(r.now, 0), clock.Midnight(r.now, 1)
	return r.one(ctx, `
		select p.total, p.done, r.total, r.done, o.total from (
			select count(*) as total, count(*) filter (where status <> 'CONFIRMED') as done from bookings
			where start_datetime >= @today and start_datetime < @tomorrow and status in ('CONFIRMED', 'ACTIVE', 'COMPLETED') and mine(franchise_id)
		) p, (
			select count(*) as total, count(*) filter (where status = 'COMPLETED') as done from bookings
			where end_datetime >= @today and end_datetime < @tomorrow and status in ('CONFIRMED', 'ACTIVE', 'COMPLETED') and mine(franchise_id)
		) r, (
			select count(*) as total from bookings where status = 'ACTIVE' and end_datetime < @now and mine(franchise_id)
		) o`,
		pgx.NamedArgs{"today": t.From, "tomorrow": t.To},
		&t.PickUps, &t.PickUpsDone, &t.Returns, &t.ReturnsDone, &t.Overdue)
}

func (r reader) takings(ctx context.Context, out *Stats) error {
	rows, err := r.query(ctx, `
		select width_bucket(happened_at, @days::timestamptz[]), sum(revenue_centimes - refund_centimes)::bigint
		from takings where happened_at >= @first and happened_at <= @now and mine(franchise_id) group by 1`,
		pgx.NamedArgs{"days": r.days, "first": r.days[0]})
	if err != nil {
		return err
	}
	net := make([]money.Amount, len(r.days))
	var day int
	var sum money.Amount
	if _, err := pgx.ForEachRow(rows, []any{&day, &sum}, func() error { net[day-1] = sum; return nil }); err != nil {
		return err
	}
	lastMonth, thisMonth := firstOfMonth(r.now, -1), firstOfMonth(r.now, 0)
	for i, begins := range r.days {
		switch {
		case !begins.Before(thisMonth):
			out.ThisMonth += net[i]
		case !begins.Before(lastMonth):
			out.LastMonth += net[i]
		}
		if i >= len(r.days)-windowDays {
			out.Takings = append(out.Takings, Taking{begins, net[i]})
		}
	}
	return nil
}

func (r reader) bookedHours(ctx context.Context, out *Stats) error {
	return r.one(ctx, `
		select coalesce(sum(extract(epoch from least(end_datetime, @now::timestamptz) - greatest(start_datetime, @since::timestamptz))::float8), 0) / 3600
		from bookings
		where end_datetime > @since and start_datetime < @now and status in ('CONFIRMED', 'ACTIVE', 'COMPLETED') and mine(franchise_id)`,
		nil, &out.Utilisation.BookedHours)
}

func (r reader) fleet(ctx context.Context, out *Stats) error {
	rows, err := r.query(ctx, `
		select status, count(*), sum(extract(epoch from @now::timestamptz - greatest(created_at, @since::timestamptz))::float8) / 3600
		from motorcycles where true and mine(franchise_id) group by status`, nil)
	if err != nil {
		return err
	}
	out.Fleet = map[string]int{}
	var (
		status string
		count  int
		hours  float64
	)
	_, err = pgx.ForEachRow(rows, []any{&status, &count, &hours}, func() error {
		out.Fleet[status] = count
		if status != "UNAVAILABLE" {
			out.Utilisation.FleetHours += hours
		}
		return nil
	})
	return err
}

func (r reader) newCustomers(ctx context.Context, out *Stats) error {
	text := "select count(*) from users where role = 'CUSTOMER' and created_at >= @month and deleted_at is null"
	if r.franchiseID != nil {
		text = `
			select count(distinct b.user_id) from bookings b where b.created_at >= @month and mine(b.franchise_id)
			and not exists (select from bookings e where e.user_id = b.user_id and e.franchise_id = b.franchise_id and e.created_at < @month)`
	}
	return r.one(ctx, text, pgx.NamedArgs{"month": firstOfMonth(r.now, 0)}, &out.NewCustomers)
}

func (r reader) pending(ctx context.Context, out *Stats) error {
	return r.one(ctx, `
		select count(*), coalesce(sum(amount_centimes), 0)::bigint from payments
		where status in ('PENDING', 'PROCESSING') and mine(franchise_id)`, nil, &out.Pending.Count, &out.Pending.Amount)
}

func (r reader) top(ctx context.Context, out *Stats) error {
	rows, err := r.query(ctx, `
		select m.id, m.make, m.model, m.registration_number, b.rentals, b.value from (
			select motorcycle_id, count(*) as rentals, sum(total_centimes)::bigint as value from bookings
			where start_datetime >= @since and start_datetime <= @now and status in ('CONFIRMED', 'ACTIVE', 'COMPLETED') and mine(franchise_id)
			group by motorcycle_id order by value desc, motorcycle_id limit @size
		) b join motorcycles m on m.id = b.motorcycle_id
		order by b.value desc, m.id`, pgx.NamedArgs{"size": topSize})
	if err != nil {
		return err
	}
	out.Top, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Motorcycle])
	return err
}
