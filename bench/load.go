package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"rihla/internal/platform/postgres"
	"rihla/internal/pricing"
)

// loadFleet writes everything but rentals.
func (w *world) loadFleet(ctx context.Context, db *postgres.DB) error {
	const imagesEach, featuresEach = 2, 3
	var franchises, points [][]any
	users := make([][]any, 0, len(w.customers))
	features := make([][]any, 0, len(w.features))
	bikes := make([][]any, 0, len(w.bikes))
	images := make([][]any, 0, imagesEach*len(w.bikes))
	assignments := make([][]any, 0, featuresEach*len(w.bikes))
	for _, c := range w.cities {
		for i, f := range c.franchises {
			franchises = append(franchises, []any{
				f.id, fmt.Sprintf("%s %d", c.name, i+1), fmt.Sprintf("F-%d", len(franchises)), "ACTIVE", "Avenue Mohammed V, " + c.name,
				f.spot.latitude, f.spot.longitude, "franchise@bench.test", int32(f.turnaround.Minutes()),
			})
			for _, p := range f.points {
				points = append(points, []any{
					p.id, fmt.Sprintf("Point %d", len(points)), "Boulevard Hassan II, " + c.name, p.spot.latitude, p.spot.longitude, f.id,
				})
			}
		}
	}
	for i, id := range w.customers {
		users = append(users, []any{
			id, fmt.Sprintf("customer-%d@bench.test", i), "-", firstNames[i%len(firstNames)], lastNames[i/len(firstNames)%len(lastNames)],
			w.now.Add(-pastWindow * time.Duration(i) / time.Duration(len(w.customers))),
		})
	}
	for i, id := range w.features {
		features = append(features, []any{id, fmt.Sprintf("Feature %d", i+1)})
	}
	for i := range w.bikes {
		b := &w.bikes[i]
		var point *uuid.UUID
		if b.point != nil {
			point = &b.point.id
		}
		bikes = append(bikes, []any{
			b.id, fmt.Sprintf("%d-A-%d", i, i%89+1), b.model.make, b.model.name, int32(2018 + i%8), "Serviced before every rental.", b.price,
			b.status, b.franchise.id, point, b.model.category, int32(b.model.cc), b.model.transmission,
		})
		for k := range imagesEach {
			images = append(images, []any{newID(), b.id, "/pictures/" + strings.ToLower(b.model.category) + ".svg", b.model.name, k == 0, int32(k)})
		}
		for k := range featuresEach {
			assignments = append(assignments, []any{b.id, w.features[(i+4*k)%len(w.features)]})
		}
	}
	tables := []struct {
		name, columns string
		rows          [][]any
	}{
		{"franchises", "id name code status address latitude longitude contact_email turnaround_minutes", franchises},
		{"users", "id email password_hash first_name last_name created_at", users},
		{"motorcycle_features", "id name", features},
		{"parking_points", "id name address latitude longitude franchise_id", points},
		{"motorcycles", "id registration_number make model year description base_price_centimes status franchise_id parking_point_id category engine_size_cc transmission", bikes},
		{"motorcycle_images", "id motorcycle_id image_url alt_text is_primary position", images},
		{"motorcycle_feature_assignments", "motorcycle_id feature_id", assignments},
	}
	for _, t := range tables {
		if err := copyRows(ctx, db, t.name, t.columns, len(t.rows), func(i int) []any { return t.rows[i] }); err != nil {
			return err
		}
	}
	return nil
}

// loadRentals writes rentals as bookings that hold their motorcycle in the calendar. Those in the past do too, as if
// nobody had ever finished one: the largest calendar that so many rentals can make.
func loadRentals(ctx context.Context, db *postgres.DB, rentals []rental) error {
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() error {
		return copyRows(ctx, db, "bookings", "id reference user_id motorcycle_id franchise_id start_datetime end_datetime billable_days"+
			" day_price_centimes base_rental_centimes total_centimes status booking_type customer_location full_refund_hours"+
			" partial_refund_hours partial_refund_percent created_at", len(rentals), func(i int) []any {
			r := rentals[i]
			days := int64(pricing.Days(r.start, r.end, day))
			return []any{
				r.id, reference(r.number), r.customer, r.bike.id, r.bike.franchise.id, r.start, r.end, int32(days), r.bike.price,
				days * r.bike.price, days * r.bike.price, "CONFIRMED", "DELIVERY", "Hôtel de la Place", int32(48), int32(24), int32(50),
				r.start.Add(-3 * day),
			}
		})
	})
	both.Go(func() error {
		return copyRows(ctx, db, "calendar_entries", "id motorcycle_id starts_at ends_at booking_id", len(rentals), func(i int) []any {
			r := rentals[i]
			return []any{newID(), r.bike.id, r.start, r.end.Add(r.bike.franchise.turnaround), r.id}
		})
	})
	return both.Wait()
}

// copyRows writes rows with the triggers off, foreign keys among them: checking a million rows one by one takes longer
// than measuring. check makes up for it afterwards.
func copyRows(ctx context.Context, db *postgres.DB, table, columns string, count int, row func(int) []any) error {
	err := db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local session_replication_role = replica; set local synchronous_commit = off"); err != nil {
			return err
		}
		_, err := tx.CopyFrom(ctx, pgx.Identifier{table}, strings.Fields(columns),
			pgx.CopyFromSlice(count, func(i int) ([]any, error) { return row(i), nil }))
		return err
	})
	if err != nil {
		return fmt.Errorf("fill %s: %w", table, err)
	}
	return nil
}

// settle leaves the database as autovacuum would have in time: with statistics, with the visibility map that index-only
// scans need, and with nothing left to write.
func settle(ctx context.Context, db *postgres.DB) error {
	for _, statement := range []string{"vacuum (analyze)", "checkpoint"} {
		if _, err := db.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// invariants are counts of rows that must not be there.
var invariants = map[string]string{
	"bookings that the calendar disagrees with": `select count(*) from bookings b left join calendar_entries c on c.booking_id = b.id
		where b.status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE') and (c.id is null or c.motorcycle_id <> b.motorcycle_id
			or c.starts_at <> b.start_datetime or c.ends_at < b.end_datetime or c.hold_expires_at is distinct from b.hold_expires_at)
		or b.status not in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE') and c.id is not null`,
	"periods that overlap the one before": `select count(*) from (
			select starts_at < max(ends_at) over (partition by motorcycle_id order by starts_at rows between unbounded preceding and 1 preceding) as clashes
			from calendar_entries) e where clashes`,
	"bookings of another franchise than their motorcycle's": `select count(*) from bookings b join motorcycles m on m.id = b.motorcycle_id
		where b.franchise_id <> m.franchise_id`,
	"customers that a franchise knows and has no booking of, or the other way round": `select count(*) from
		(select distinct franchise_id, user_id from bookings) booked full join franchise_customers known using (franchise_id, user_id)
		where booked is null or known is null`,
	"motorcycles at another franchise's parking point": `select count(*) from motorcycles m join parking_points p on p.id = m.parking_point_id
		where p.franchise_id <> m.franchise_id`,
}

// check makes sure that what was loaded is what the program itself could have written.
func check(ctx context.Context, db *postgres.DB) error {
	for what, query := range invariants {
		if err := none(ctx, db, what, query); err != nil {
			return err
		}
	}
	// Every foreign key, from the catalogue: the load went round them.
	rows, err := db.Query(ctx, `select format('select count(*) from %s c left join %s p on p.%I = c.%I where c.%I is not null and p.%I is null',
			k.conrelid::regclass, k.confrelid::regclass, parent.attname, child.attname, child.attname, parent.attname)
		from pg_constraint k
		join pg_attribute child on child.attrelid = k.conrelid and child.attnum = k.conkey[1]
		join pg_attribute parent on parent.attrelid = k.confrelid and parent.attnum = k.confkey[1]
		where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
	if err != nil {
		return fmt.Errorf("list foreign keys: %w", err)
	}
	queries, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list foreign keys: %w", err)
	}
	for _, query := range queries {
		if err := none(ctx, db, "rows that refer to nothing", query); err != nil {
			return err
		}
	}
	return nil
}

func none(ctx context.Context, db *postgres.DB, what, query string) error {
	var count int
	if err := db.QueryRow(ctx, query).Scan(&count); err != nil {
		return fmt.Errorf("count %s: %w", what, err)
	}
	if count > 0 {
		return fmt.Errorf("there are %d %s (%s)", count, what, query)
	}
	return nil
}
