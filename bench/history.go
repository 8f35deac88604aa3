package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/auth"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/postgres"
	"rihla/internal/pricing"
)

// password is everybody's.
const password = "Secret-123"

// How much hangs on what was loaded.
const (
	cancelledEach = 12  // of so many rentals one was cancelled, and its money given back
	holdEach      = 200 // of so many coming rentals one is not paid
	loadedAtOnce  = 100_000
	extrasEach    = 4 // of a franchise
	blocksEach    = 5 // of so many motorcycles one was in the workshop
)

// loadHistory puts rows as a platform has them after two years in the place of the rentals that searches are measured
// on: past rentals finished or cancelled and out of the calendar, each with its payment, its extras and who changed
// what; accounts with sessions; places that customers named.
func (w *world) loadHistory(ctx context.Context, db *postgres.DB) error {
	// Whatever hangs on a booking goes with it. The books let nothing go.
	if _, err := db.Exec(ctx, "alter table ledger_transactions disable trigger user; alter table ledger_lines disable trigger user;"+
		" truncate bookings, calendar_entries cascade"); err != nil {
		return fmt.Errorf("clear the rentals: %w", err)
	}
	if err := w.loadPeople(ctx, db); err != nil {
		return err
	}
	if err := w.loadExtras(ctx, db); err != nil {
		return err
	}
	for from := 0; from < w.sizes.Past; from += loadedAtOnce {
		if err := w.loadPaid(ctx, db, w.pastRentals(from, min(from+loadedAtOnce, w.sizes.Past))); err != nil {
			return err
		}
	}
	if err := w.loadPaid(ctx, db, w.upcomingRentals()); err != nil {
		return err
	}
	if err := w.loadBlocks(ctx, db); err != nil {
		return err
	}
	if err := w.loadAudit(ctx, db); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, "select ledger_post_missing();"+
		" alter table ledger_transactions enable trigger user; alter table ledger_lines enable trigger user"); err != nil {
		return fmt.Errorf("post the payments: %w", err)
	}
	if err := settle(ctx, db); err != nil {
		return err
	}
	return check(ctx, db)
}

// emailOf is the address of whoever makes calls as c.
func (w *world) emailOf(c caller) string {
	if c == customer {
		return "customer-0@bench.test"
	}
	return string(c) + "@bench.test"
}

// loadPeople gives everybody a password and a session, and adds the staff.
func (w *world) loadPeople(ctx context.Context, db *postgres.DB) error {
	hash, err := auth.NewPasswords(auth.RecommendedCost).Hash(ctx, password)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, "update users set password_hash = $1", hash); err != nil {
		return fmt.Errorf("set passwords: %w", err)
	}
	w.staff = map[caller]uuid.UUID{owner: newID(), admin: newID()}
	staff := [][]any{
		{w.staff[admin], w.emailOf(admin), hash, "Youssef", "Idrissi", string(authz.Admin), nil},
		{w.staff[owner], w.emailOf(owner), hash, "Nadia", "Chraibi", string(authz.FranchiseAdmin), w.home().id},
	}
	if err := copyRows(ctx, db, "users", "id email password_hash first_name last_name role franchise_id", len(staff),
		func(i int) []any { return staff[i] }); err != nil {
		return err
	}
	sessions := make([]uuid.UUID, len(w.customers))
	for i := range sessions {
		sessions[i] = newID()
	}
	begun, ends := w.now.Add(-10*day), w.now.Add(20*day)
	if err := copyRows(ctx, db, "sessions", "id user_id created_at last_used_at expires_at ip user_agent", len(sessions), func(i int) []any {
		return []any{sessions[i], w.customers[i], begun, begun, ends, "198.51.100.7", "Mozilla/5.0"}
	}); err != nil {
		return err
	}
	return copyRows(ctx, db, "refresh_tokens", "token_hash session_id created_at expires_at", len(sessions), func(i int) []any {
		sum := sha256.Sum256(sessions[i][:])
		return []any{sum[:], sessions[i], begun, ends}
	})
}

// loadExtras adds each franchise's extras, and the places that customers named when booking.
func (w *world) loadExtras(ctx context.Context, db *postgres.DB) error {
	var extras [][]any
	w.extras = map[*franchise][]uuid.UUID{}
	for _, c := range w.cities {
		for _, f := range c.franchises {
			for n := range extrasEach {
				id := newID()
				w.extras[f] = append(w.extras[f], id)
				extras = append(extras, []any{id, fmt.Sprintf("Extra %d", n+1), "Cleaned after every rental.", int64(2500), "PER_RENTAL", f.id})
			}
		}
	}
	if err := copyRows(ctx, db, "supplements", "id name description price_centimes price_type franchise_id", len(extras),
		func(i int) []any { return extras[i] }); err != nil {
		return err
	}
	return copyRows(ctx, db, "parking_points", "id name address latitude longitude is_active kind franchise_id", w.sizes.Motorcycles, func(i int) []any {
		f := w.bikes[i].franchise
		at := w.near(f.spot)
		return []any{newID(), "Rue Atlas", "Rue Atlas", at.latitude, at.longitude, false, "CUSTOMER", f.id}
	})
}

// paid is a rental with what became of it.
type paid struct {
	rental
	payment         uuid.UUID
	status          string // of the booking
	settled         string // of the payment
	created         time.Time
	hold            *time.Time
	days            int64
	rent, extra     int64 // centimes
	transactionName string
}

// settleUp tells what became of a rental by its number.
func (w *world) settleUp(r rental) paid {
	days := int64(pricing.Days(r.start, r.end, day))
	p := paid{
		rental: r, payment: newID(), status: "CONFIRMED", settled: "COMPLETED", created: r.start.Add(-3 * day), days: days,
		rent: days * r.bike.price, transactionName: fmt.Sprintf("TX-%09d", r.number),
	}
	if r.number%2 == 0 {
		p.extra = 2500
	}
	if p.created.After(w.now) {
		p.created = w.now.Add(-time.Duration(r.number%int(comingWindow/time.Minute)) * time.Minute)
	}
	past := r.end.Before(w.now)
	switch {
	case r.number%cancelledEach == 0:
		p.status, p.settled = "CANCELLED_BY_USER", "REFUNDED"
	case past:
		p.status = "COMPLETED"
	case r.number%holdEach == 1:
		hold := w.now.Add(3 * day)
		// Of today: a gateway is asked about older ones.
		p.status, p.settled, p.hold, p.created = "PENDING_PAYMENT", "PENDING", &hold, w.now
	}
	return p
}

// loadPaid writes rentals with everything that hangs on them.
func (w *world) loadPaid(ctx context.Context, db *postgres.DB, rentals []rental) error {
	all := make([]paid, len(rentals))
	var live, refunded, withExtra []paid
	for i, r := range rentals {
		p := w.settleUp(r)
		all[i] = p
		if p.customer == w.customers[0] && p.bike.franchise == w.home() {
			w.shown = p.id
		}
		if p.status == "CONFIRMED" || p.status == "PENDING_PAYMENT" {
			live = append(live, p)
		}
		if p.settled == "REFUNDED" {
			refunded = append(refunded, p)
		}
		if p.extra > 0 {
			withExtra = append(withExtra, p)
		}
	}
	for _, t := range []struct {
		table, columns string
		of             []paid
		row            func(p paid) []any
	}{
		{"bookings", "id reference user_id motorcycle_id franchise_id start_datetime end_datetime billable_days day_price_centimes" +
			" base_rental_centimes supplements_centimes total_centimes status booking_type customer_location" +
			" customer_latitude customer_longitude pickup_parking_point_id dropoff_parking_point_id hold_expires_at" +
			" full_refund_hours partial_refund_hours partial_refund_percent created_at updated_at", all, func(p paid) []any {
			row := []any{
				p.id, reference(p.number), p.customer, p.bike.id, p.bike.franchise.id, p.start, p.end, int32(p.days), p.bike.price,
				p.rent, p.extra, p.rent + p.extra, p.status, "DELIVERY", "Hôtel de la Place", nil, nil, nil, nil,
				p.hold, int32(48), int32(24), int32(50), p.created, p.created,
			}
			if p.number%2 == 0 {
				point := &p.bike.franchise.points[p.number/2%len(p.bike.franchise.points)]
				copy(row[13:], []any{"AUTONOM", nil, point.spot.latitude, point.spot.longitude, point.id, point.id})
			}
			return row
		}},
		{"calendar_entries", "id motorcycle_id starts_at ends_at booking_id hold_expires_at", live, func(p paid) []any {
			return []any{newID(), p.bike.id, p.start, p.end.Add(p.bike.franchise.turnaround), p.id, p.hold}
		}},
		{"booking_supplements", "booking_id supplement_id name price_type is_free unit_price_centimes quantity amount_centimes", withExtra, func(p paid) []any {
			return []any{p.id, w.extras[p.bike.franchise][p.number/2%extrasEach], "Extra", "PER_RENTAL", false, p.extra, int32(1), p.extra}
		}},
		{"booking_transitions", "booking_id from_status to_status note happened_at", all, func(p paid) []any {
			return []any{p.id, "PENDING_PAYMENT", p.status, "", p.created}
		}},
		{"payments", "id booking_id franchise_id amount_centimes currency gateway_amount_centimes gateway_currency status" +
			" gateway_transaction_id gateway_order_id launched_at processed_at created_at updated_at", all, func(p paid) []any {
			var processed *time.Time
			if p.settled != "PENDING" {
				processed = &p.created
			}
			return []any{
				p.payment, p.id, p.bike.franchise.id, p.rent + p.extra, "MAD", p.rent + p.extra, "MAD", p.settled, p.transactionName,
				reference(p.number), p.created, processed, p.created, p.created,
			}
		}},
		{"payment_transitions", "payment_id from_status to_status happened_at", all, func(p paid) []any {
			return []any{p.payment, "PENDING", p.settled, p.created}
		}},
		{"payment_refunds", "id payment_id amount_centimes state reason created_at updated_at", refunded, func(p paid) []any {
			return []any{newID(), p.payment, p.rent + p.extra, "DONE", "", p.created, p.created}
		}},
	} {
		if err := copyRows(ctx, db, t.table, t.columns, len(t.of), func(i int) []any { return t.row(t.of[i]) }); err != nil {
			return err
		}
	}
	return nil
}

// loadBlocks sends motorcycles to the workshop after the last rental.
func (w *world) loadBlocks(ctx context.Context, db *postgres.DB) error {
	ids := make([]uuid.UUID, len(w.bikes)/blocksEach)
	for i := range ids {
		ids[i] = newID()
	}
	begin := w.now.Add(comingWindow + 20*day)
	if err := copyRows(ctx, db, "availability_blocks", "id motorcycle_id franchise_id start_datetime end_datetime reason notes", len(ids), func(i int) []any {
		bike := w.bikes[i*blocksEach]
		return []any{ids[i], bike.id, bike.franchise.id, begin, begin.Add(day), "maintenance", "Brake pads"}
	}); err != nil {
		return err
	}
	return copyRows(ctx, db, "calendar_entries", "id motorcycle_id starts_at ends_at block_id", len(ids), func(i int) []any {
		return []any{newID(), w.bikes[i*blocksEach].id, begin, begin.Add(day), ids[i]}
	})
}

// loadAudit records a change for every second rental.
func (w *world) loadAudit(ctx context.Context, db *postgres.DB) error {
	rows, err := db.Query(ctx, "select id, franchise_id, created_at from bookings order by created_at limit $1", w.sizes.Past/2)
	if err != nil {
		return fmt.Errorf("read bookings: %w", err)
	}
	type changed struct {
		ID          uuid.UUID
		FranchiseID uuid.UUID
		CreatedAt   time.Time
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[changed])
	if err != nil {
		return fmt.Errorf("read bookings: %w", err)
	}
	changes := []struct {
		action authz.Permission
		entity string
	}{
		{authz.BookingUpdate, "booking"}, {authz.PaymentRefund, "payment"}, {authz.MotorcycleUpdate, "motorcycle"}, {authz.UserUpdate, "user"},
		{authz.SupplementUpdate, "supplement"},
	}
	return copyRows(ctx, db, "audit_log", "happened_at actor_id actor_role action entity entity_id franchise_id changes ip", len(all), func(i int) []any {
		change := changes[i%len(changes)]
		return []any{
			all[i].CreatedAt, w.staff[admin], string(authz.Admin), string(change.action), change.entity, all[i].ID, all[i].FranchiseID,
			[]byte(`{"notesByAdmin": {"from": null, "to": "Wants a second helmet."}}`), "198.51.100.7",
		}
	})
}
