package search_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/adapters/geocode/gazetteer"
	"rihla/internal/calendar"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
	"rihla/internal/search"
	"rihla/internal/testkit/dbtest"
)

// now is when all tests of this package stand: 09:30 in Casablanca.
var now = time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)

func newService(t *testing.T) (*search.Service, *postgres.DB) {
	t.Helper()
	db := &postgres.DB{Pool: dbtest.New(t)}
	at := clock.NewFake(now)
	geocoder, err := gazetteer.New()
	require.NoError(t, err)
	franchises := franchise.New(db, at, franchise.Seed, nil)
	places := parking.New(db, at, geocoder)
	fleet := motorcycle.New(db, at, franchises, calendar.New(db, at), nil)
	return search.New(db, at, places, franchises, fleet), db
}

// spot is a place where motorcycles stand.
type spot struct {
	id                  uuid.UUID
	latitude, longitude float64
	closed              bool
}

type tenant struct {
	spot
	active     bool
	turnaround time.Duration
}

// taken is a period in a calendar, its turnaround included.
type taken struct {
	start, end time.Time
	hold       *time.Time // set: an unpaid booking's
	block      bool
}

type bike struct {
	id       uuid.UUID
	make     string
	tenant   *tenant
	spot     *spot // nil: stands at its franchise
	price    money.Amount
	category motorcycle.Category
	engine   int
	status   motorcycle.Status
	features []uuid.UUID
	calendar []taken
}

// world is everything a search can see, as the model knows it.
type world struct {
	tenants  []*tenant
	spots    []*spot
	features []uuid.UUID
	bikes    []*bike
}

// drawWorld draws a small fleet with calendars that never overlap.
func drawWorld(t *rapid.T) world {
	id := func() uuid.UUID { return uuid.Must(uuid.NewV7()) }
	var w world
	for i := range 3 {
		w.tenants = append(w.tenants, &tenant{
			spot:       spot{id: id(), latitude: 33.58 + float64(i)*0.02, longitude: -7.61},
			active:     i < 2,
			turnaround: time.Duration(rapid.SampledFrom([]int{0, 90, 240}).Draw(t, "turnaround")) * time.Minute,
		})
	}
	for i := range 4 {
		closed := rapid.IntRange(0, 3).Draw(t, "closed") == 0
		w.spots = append(w.spots, &spot{id(), 33.50 + float64(i)*0.07, -7.60 + float64(i)*0.05, closed})
	}
	w.spots = append(w.spots, &spot{id(), 31.63, -8.00, false}) // Marrakech
	w.features = []uuid.UUID{id(), id()}
	for range rapid.IntRange(1, 12).Draw(t, "bikes") {
		b := &bike{
			id:       id(),
			make:     rapid.SampledFrom([]string{"Yamaha", "honda", "BMW"}).Draw(t, "make"),
			tenant:   rapid.SampledFrom(w.tenants).Draw(t, "tenant"),
			price:    money.Amount(rapid.SampledFrom([]int{18000, 18000, 25050, 90000}).Draw(t, "price")),
			category: rapid.SampledFrom(motorcycle.Categories[:3]).Draw(t, "category"),
			engine:   rapid.SampledFrom([]int{50, 125, 700}).Draw(t, "engine"),
			status: rapid.SampledFrom([]motorcycle.Status{
				motorcycle.Available, motorcycle.Available, motorcycle.Booked, motorcycle.Maintenance,
			}).Draw(t, "status"),
		}
		if rapid.Bool().Draw(t, "parked") {
			b.spot = rapid.SampledFrom(w.spots).Draw(t, "spot")
		}
		for _, f := range w.features {
			if rapid.Bool().Draw(t, "feature") {
				b.features = append(b.features, f)
			}
		}
		at := now.Add(-20 * 24 * time.Hour)
		for range rapid.IntRange(0, 8).Draw(t, "taken") {
			p := taken{start: at.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "gap")) * time.Hour)}
			p.end = p.start.Add(time.Duration(rapid.IntRange(1, 300).Draw(t, "length")) * time.Hour)
			switch rapid.IntRange(0, 3).Draw(t, "owner") {
			case 0:
				p.block = true
			case 1:
				expires := now.Add(time.Duration(rapid.SampledFrom([]int{-60, 0, 10}).Draw(t, "hold")) * time.Minute)
				p.hold = &expires
			}
			b.calendar = append(b.calendar, p)
			at = p.end
		}
		w.bikes = append(w.bikes, b)
	}
	return w
}

// store replaces what the database holds by the world.
func (w world) store(ctx context.Context, t require.TestingT, db *postgres.DB) {
	batch := &pgx.Batch{}
	q := func(sql string, args ...any) { batch.Queue(sql, args...) }
	q("truncate franchises, users cascade")
	customer := uuid.Must(uuid.NewV7())
	q("insert into users (id, email, password_hash, first_name, last_name) values ($1, 'a@b.test', '-', 'A', 'B')", customer)
	for i, f := range w.tenants {
		status := franchise.Suspended
		if f.active {
			status = franchise.Active
		}
		q("insert into franchises (id, name, code, status, latitude, longitude, contact_email, turnaround_minutes) values ($1, $2, $2, $3, $4, $5, 'a@b.test', $6)",
			f.id, "F"+string(rune('0'+i)), status, f.latitude, f.longitude, int(f.turnaround.Minutes()))
	}
	for _, p := range w.spots {
		q("insert into parking_points (id, name, latitude, longitude, is_active) values ($1, $2, $3, $4, $5)", p.id, p.id.String(), p.latitude, p.longitude, !p.closed)
	}
	for _, f := range w.features {
		q("insert into motorcycle_features (id, name) values ($1, $2)", f, f.String())
	}
	for _, b := range w.bikes {
		var point *uuid.UUID
		if b.spot != nil {
			point = &b.spot.id
		}
		q(`insert into motorcycles (id, registration_number, make, model, year, base_price_centimes, status, franchise_id, parking_point_id, category, engine_size_cc)
			values ($1, $2, $3, 'X', 2024, $4, $5, $6, $7, $8, $9)`, b.id, b.id.String(), b.make, b.price, b.status, b.tenant.id, point, b.category, b.engine)
		for _, f := range b.features {
			q("insert into motorcycle_feature_assignments (motorcycle_id, feature_id) values ($1, $2)", b.id, f)
		}
		for _, p := range b.calendar {
			owner := uuid.Must(uuid.NewV7())
			if p.block {
				q("insert into availability_blocks (id, motorcycle_id, start_datetime, end_datetime) values ($1, $2, $3, $4)", owner, b.id, p.start, p.end)
				q("insert into calendar_entries (id, motorcycle_id, starts_at, ends_at, block_id) values ($1, $2, $3, $4, $1)", owner, b.id, p.start, p.end)
				continue
			}
			status := "CONFIRMED"
			if p.hold != nil {
				status = "PENDING_PAYMENT"
			}
			q(`insert into bookings (id, reference, user_id, motorcycle_id, franchise_id, start_datetime, end_datetime, billable_days, day_price_centimes,
				base_rental_centimes, total_centimes, status, booking_type, customer_location, hold_expires_at, full_refund_hours, partial_refund_hours, partial_refund_percent)
				values ($1, $2, $3, $4, $5, $6, $7, 1, 1, 1, 1, $8, 'DELIVERY', 'x', $9, 48, 24, 50)`,
				owner, owner.String(), customer, b.id, b.tenant.id, p.start, p.end, status, p.hold)
			q("insert into calendar_entries (id, motorcycle_id, starts_at, ends_at, booking_id, hold_expires_at) values ($1, $2, $3, $4, $1, $5)",
				owner, b.id, p.start, p.end, p.hold)
		}
	}
	require.NoError(t, pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() }))
}

func (b *bike) stands() spot {
	if b.spot != nil {
		return *b.spot
	}
	return b.tenant.spot
}

func (b *bike) isFree(p calendar.Period) bool {
	for _, t := range b.calendar {
		lapsed := t.hold != nil && !t.hold.After(now)
		if !lapsed && t.start.Before(p.End.Add(b.tenant.turnaround)) && t.end.After(p.Start) {
			return false
		}
	}
	return true
}

func kilometres(a spot, place parking.Location) float64 {
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	// The law of cosines: another formula than the one under test.
	cosine := math.Sin(rad(a.latitude))*math.Sin(rad(place.Latitude)) +
		math.Cos(rad(a.latitude))*math.Cos(rad(place.Latitude))*math.Cos(rad(a.longitude-place.Longitude))
	return 6371 * math.Acos(min(1, cosine))
}

// meets is the naive search of one motorcycle, but for its price.
func (b *bike) meets(c search.Criteria) bool {
	switch {
	case !b.tenant.active, b.stands().closed, b.status != motorcycle.Available && b.status != motorcycle.Booked:
		return false
	case c.Place != nil && kilometres(b.stands(), *c.Place) > c.Place.RadiusKm:
		return false
	case c.FranchiseID != nil && *c.FranchiseID != b.tenant.id:
		return false
	case len(c.Categories) > 0 && !slices.Contains(c.Categories, b.category):
		return false
	case c.MinEngineCC != nil && b.engine < *c.MinEngineCC, c.MaxEngineCC != nil && b.engine > *c.MaxEngineCC:
		return false
	}
	for _, f := range c.FeatureIDs {
		if !slices.Contains(b.features, f) {
			return false
		}
	}
	return true
}

func (b *bike) priced(c search.Criteria) bool {
	return (c.MinPrice == nil || b.price >= *c.MinPrice) && (c.MaxPrice == nil || b.price <= *c.MaxPrice)
}

// expect is the naive search: every motorcycle that meets c, in order.
func (w world) expect(c search.Criteria) []*bike {
	var found []*bike
	for _, b := range w.bikes {
		if b.meets(c) && b.priced(c) && (c.Period == nil || b.isFree(*c.Period)) {
			found = append(found, b)
		}
	}
	slices.SortFunc(found, func(x, y *bike) int {
		byPrice := cmp.Or(cmp.Compare(x.price, y.price), bytes.Compare(x.id[:], y.id[:]))
		switch {
		case c.Sort == search.ByPriceDesc:
			return cmp.Or(cmp.Compare(y.price, x.price), bytes.Compare(x.id[:], y.id[:]))
		case c.Sort == search.ByName:
			return cmp.Or(strings.Compare(strings.ToLower(x.make), strings.ToLower(y.make)), byPrice)
		case c.Sort == search.ByDistance && c.Place != nil && x.stands() != y.stands():
			return cmp.Compare(kilometres(x.stands(), *c.Place), kilometres(y.stands(), *c.Place))
		default:
			return byPrice
		}
	})
	return found
}

func drawCriteria(t *rapid.T, w world) search.Criteria {
	c := search.Criteria{Sort: rapid.SampledFrom(search.Sorts).Draw(t, "sort")}
	if rapid.IntRange(0, 9).Draw(t, "dated") > 0 {
		start := now.Add(time.Duration(rapid.IntRange(1, 600).Draw(t, "start")) * time.Hour)
		c.Period = &calendar.Period{Start: start, End: start.Add(time.Duration(rapid.IntRange(1, 400).Draw(t, "hours")) * time.Hour)}
		w.drawEdge(t, c.Period)
	}
	if rapid.Bool().Draw(t, "placed") {
		c.Place = &parking.Location{Latitude: 33.57, Longitude: -7.6, RadiusKm: rapid.SampledFrom([]float64{5, 12, 25, 400}).Draw(t, "radius")}
	}
	if rapid.IntRange(0, 3).Draw(t, "of one") == 0 {
		c.FranchiseID = &rapid.SampledFrom(w.tenants).Draw(t, "franchise").id
	}
	if rapid.IntRange(0, 3).Draw(t, "by category") == 0 {
		c.Categories = motorcycle.Categories[:2]
	}
	if rapid.IntRange(0, 3).Draw(t, "by engine") == 0 {
		size := 125
		c.MinEngineCC = &size
	}
	if rapid.IntRange(0, 3).Draw(t, "by price") == 0 {
		least, most := money.Amount(18001), money.Amount(90000)
		c.MinPrice, c.MaxPrice = &least, &most
	}
	if rapid.IntRange(0, 3).Draw(t, "by feature") == 0 {
		c.FeatureIDs = w.features[:rapid.IntRange(1, 2).Draw(t, "features")]
	}
	return c
}

// drawEdge moves p, some whole days off, to where it just touches or just misses a taken period or the turnaround before
// one: where a search that is wrong by a little goes wrong.
func (w world) drawEdge(t *rapid.T, p *calendar.Period) {
	b := rapid.SampledFrom(w.bikes).Draw(t, "edge of")
	if len(b.calendar) == 0 || rapid.Bool().Draw(t, "anywhere") {
		return
	}
	entry := rapid.SampledFrom(b.calendar).Draw(t, "edge")
	length := p.End.Sub(p.Start)
	off := time.Duration(rapid.SampledFrom([]int{0, 0, 0, 1, 4}).Draw(t, "days off")) * 24 * time.Hour
	moved := calendar.Period{Start: entry.end.Add(-off), End: entry.end.Add(length - off)}
	if rapid.Bool().Draw(t, "before") {
		gap := rapid.SampledFrom([]time.Duration{0, b.tenant.turnaround, b.tenant.turnaround - time.Minute}).Draw(t, "gap before")
		moved = calendar.Period{Start: entry.start.Add(-gap - off - length), End: entry.start.Add(-gap - off)}
	}
	if moved.Start.After(now) {
		*p = moved
	}
}

// A walk over all pages finds exactly what the naive model finds, in its order, with the exact total on every page.
func TestSearchAgainstModel(t *testing.T) {
	t.Parallel()
	service, db := newService(t)
	rapid.Check(t, func(t *rapid.T) {
		ctx := t.Context()
		w := drawWorld(t)
		w.store(ctx, t, db)
		for range 8 {
			c := drawCriteria(t, w)
			expected := w.expect(c)
			c.Limit = rapid.IntRange(1, 5).Draw(t, "limit")
			var found []uuid.UUID
			for c.Page = 1; c.Page <= len(expected)/c.Limit+2; c.Page++ {
				result, err := service.Find(ctx, c)
				require.NoError(t, err)
				require.Equal(t, len(expected), result.Total)
				require.LessOrEqual(t, len(result.Motorcycles), c.Limit)
				for _, m := range result.Motorcycles {
					found = append(found, m.ID)
					require.Equal(t, c.Place != nil, m.DistanceKm != nil)
					require.Equal(t, c.Period != nil, m.Quote != nil)
				}
				requireFacets(t, w, c, result)
			}
			ids := make([]uuid.UUID, 0, len(expected))
			for _, b := range expected {
				ids = append(ids, b.id)
			}
			if len(ids) == 0 {
				require.Empty(t, found)
			} else {
				require.Equal(t, ids, found, "sort %s", c.Sort)
			}
		}
	})
}

// requireFacets checks the range of prices, which does not mind the price that was asked for.
func requireFacets(t *rapid.T, w world, c search.Criteria, result search.Result) {
	c.MinPrice, c.MaxPrice, c.Sort = nil, nil, search.ByPrice
	all := w.expect(c)
	if len(all) == 0 {
		require.Nil(t, result.Prices)
		return
	}
	require.Equal(t, &search.PriceRange{Min: all[0].price, Max: all[len(all)-1].price}, result.Prices)
}

// A rental may end as long before the next as the turnaround takes, and start the minute another ends, whichever way the
// calendar is asked (D6, D28).
func TestEdges(t *testing.T) {
	t.Parallel()
	service, db := newService(t)
	slow := &tenant{spot: spot{id: uuid.Must(uuid.NewV7()), latitude: 31.63, longitude: -8}, active: true, turnaround: 4 * time.Hour}
	own := &tenant{spot: spot{id: uuid.Must(uuid.NewV7()), latitude: 33.58, longitude: -7.61}, active: true, turnaround: 90 * time.Minute}
	first, second := now.Add(48*time.Hour), now.Add(96*time.Hour)
	b := &bike{
		id: uuid.Must(uuid.NewV7()), make: "Honda", tenant: own, price: 100, category: "CITY", engine: 125, status: motorcycle.Available,
		calendar: []taken{{start: now.Add(time.Hour), end: first, block: true}, {start: second, end: second.Add(time.Hour), block: true}},
	}
	world{tenants: []*tenant{slow, own}, bikes: []*bike{b}}.store(t.Context(), t, db)
	place := &parking.Location{Latitude: 33.58, Longitude: -7.61, RadiusKm: 5}
	for name, c := range map[string]search.Criteria{"fleet": {}, "place": {Place: place}, "franchise": {FranchiseID: &own.id}} {
		for _, edge := range []struct {
			start, end time.Time
			free       int
		}{
			{first, second.Add(-90 * time.Minute), 1},
			{first.Add(-time.Microsecond), second.Add(-90 * time.Minute), 0},
			{first, second.Add(-90*time.Minute + time.Microsecond), 0},
			{second.Add(time.Hour), second.Add(2 * time.Hour), 1},
			{second, second.Add(2 * time.Hour), 0},
		} {
			c.Period, c.Page, c.Limit = &calendar.Period{Start: edge.start, End: edge.end}, 1, 5
			result, err := service.Find(t.Context(), c)
			require.NoError(t, err)
			require.Equal(t, edge.free, result.Total, "%s from %s to %s", name, edge.start, edge.end)
		}
	}
}

// When nothing is free, the nearest period is the first of the next sixty days in which the model finds something.
func TestNearestAgainstModel(t *testing.T) {
	t.Parallel()
	service, db := newService(t)
	rapid.Check(t, func(t *rapid.T) {
		ctx := t.Context()
		w := drawWorld(t)
		w.bikes = w.bikes[:min(len(w.bikes), 2)]
		w.store(ctx, t, db)
		for range 8 {
			c := drawCriteria(t, w)
			c.Page, c.Limit = 1, 5
			result, err := service.Find(ctx, c)
			require.NoError(t, err)
			if c.Period == nil || result.Total > 0 {
				require.Nil(t, result.Nearest)
				continue
			}
			require.Equal(t, w.nearest(c), result.Nearest)
		}
	})
}

// When nothing is near the place, the nearest places with something are named: within 100 km, else within 1500.
func TestElsewhereAgainstModel(t *testing.T) {
	t.Parallel()
	service, db := newService(t)
	rapid.Check(t, func(t *rapid.T) {
		ctx := t.Context()
		w := drawWorld(t)
		w.store(ctx, t, db)
		for range 8 {
			c := drawCriteria(t, w)
			c.Page, c.Limit = 1, 5
			result, err := service.Find(ctx, c)
			require.NoError(t, err)
			if c.Place == nil || result.Total > 0 {
				require.Empty(t, result.Elsewhere)
				continue
			}
			var got []string
			for _, e := range result.Elsewhere {
				got = append(got, fmt.Sprintf("%s %d", e.Location, e.Total))
			}
			require.Equal(t, w.elsewhere(c), got)
		}
	})
}

func (w world) elsewhere(c search.Criteria) []string {
	for _, radius := range []float64{100, 1500} {
		around := *c.Place
		around.RadiusKm = radius
		c.Place = &around
		totals := map[spot]int{}
		for _, b := range w.expect(c) {
			totals[b.stands()]++
		}
		if len(totals) == 0 {
			continue
		}
		spots := slices.SortedFunc(maps.Keys(totals), func(x, y spot) int {
			return cmp.Or(cmp.Compare(kilometres(x, around), kilometres(y, around)), bytes.Compare(x.id[:], y.id[:]))
		})
		var out []string
		for _, p := range spots[:min(3, len(spots))] {
			location := p.id.String()
			if slices.ContainsFunc(w.tenants, func(f *tenant) bool { return f.spot == p }) {
				location = fmt.Sprintf("current:%.4f,%.4f", p.latitude, p.longitude)
			}
			out = append(out, fmt.Sprintf("%s %d", location, totals[p]))
		}
		return out
	}
	return nil
}

func (w world) nearest(c search.Criteria) *search.Nearest {
	wanted := *c.Period
	for day := 1; day <= 60; day++ {
		moved := calendar.Period{
			Start: clock.FromWall(clock.Wall(wanted.Start).AddDate(0, 0, day)), End: clock.FromWall(clock.Wall(wanted.End).AddDate(0, 0, day)),
		}
		c.Period = &moved
		if found := w.expect(c); len(found) > 0 {
			return &search.Nearest{Period: moved, Total: len(found)}
		}
	}
	return nil
}
