package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/postgres"
)

// filled tells whether an earlier run has left its world, history and all, in the database.
func filled(ctx context.Context, db *postgres.DB) (bool, error) {
	var is bool
	err := db.QueryRow(ctx, "select exists (select from users where email = 'owner@bench.test')"+
		" and exists (select from ledger_transactions)").Scan(&is)
	if err != nil {
		return false, fmt.Errorf("look for a world: %w", err)
	}
	return is, nil
}

// recall finds, in the world that an earlier run has left, what the calls name.
func recall(ctx context.Context, db *postgres.DB, now time.Time) (*world, error) {
	w := newWorld(Sizes{Motorcycles: 1}, now)
	home, shown := w.home(), &w.bikes[0]
	shown.franchise, w.big.bikes = home, []*bike{shown}
	home.points = make([]point, 1)
	w.staff = map[caller]uuid.UUID{}
	var ownerID, adminID uuid.UUID
	err := db.QueryRow(ctx, `
		select o.id, a.id, c.id, f.id, f.latitude, f.longitude,
			(select id from parking_points where franchise_id = f.id and kind = 'PUBLIC' order by id limit 1),
			(select id from motorcycles where franchise_id = f.id order by id limit 1),
			(select id from motorcycle_features order by id limit 1),
			(select id from bookings where franchise_id = f.id and user_id = c.id order by id limit 1),
			(select count(*) from motorcycles), (select count(*) from bookings where end_datetime < $1), (select count(*) from bookings where end_datetime >= $1)
		from users o
		join franchises f on f.id = o.franchise_id
		join users a on a.email = 'admin@bench.test'
		join users c on c.email = 'customer-0@bench.test'
		where o.email = 'owner@bench.test'`, now).Scan(&ownerID, &adminID, &w.customers[0], &home.id, &w.big.spot.latitude, &w.big.spot.longitude,
		&home.points[0].id, &shown.id, &w.features[0], &w.shown, &w.sizes.Motorcycles, &w.sizes.Past, &w.sizes.Upcoming)
	if err != nil {
		return nil, fmt.Errorf("recall the world: %w", err)
	}
	w.staff[owner], w.staff[admin] = ownerID, adminID
	return w, nil
}
