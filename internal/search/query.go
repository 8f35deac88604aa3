package search

import (
	"fmt"
	"math"
	"strings"
	"time"

	"rihla/internal/calendar"
)

// Statement returns the one statement that finds a page of motorcycles, with its arguments. It gives a row for each
// motorcycle of the page (id, distance), in order, and beside it on every row how many there are in all and the lowest
// and highest day price; when the page is empty, one row with a null id.
//
// The text depends only on which criteria there are and on the order, never on their values, so that few texts exist
// and each is prepared once a connection. docs/search.md says how the planner is held to the intended plan, and why
// there are two ways to ask the calendar.
func Statement(c Criteria, now time.Time) (string, []any) {
	b := newBuilder(c, now)
	b.places()
	b.tenants()
	b.busyPeriods()
	b.with("free", "select m.id, m.price, "+b.distance()+" as distance, m.name"+b.source()+b.where(b.isFree()))
	priced := "price between " + b.arg(priceFrom(c)) + " and " + b.arg(priceTo(c))
	b.with("summary", "select count(*) filter (where "+priced+") as total, min(price) as lowest, max(price) as highest from free")
	b.with("page", "select * from free where "+priced+" order by "+order[b.sort]+
		" limit "+b.arg(c.Limit)+" offset "+b.arg(int64(c.Page-1)*int64(c.Limit)))
	return b.text("select p.id, p.distance, s.total, s.lowest, s.highest from summary s left join page p on true order by " + order[b.sort]), b.args
}

// nearestStatement returns the statement that picks the first of periods in which any motorcycle that meets c is free:
// its number in periods, from 1, and how many are. periods must be in order of time. It walks the gaps between the
// taken periods of each motorcycle, from the one that straddles the first start on.
func nearestStatement(c Criteria, now time.Time, periods []calendar.Period) (string, []any) {
	b := newBuilder(c, now)
	b.places()
	b.tenants()
	starts, ends := make([]time.Time, len(periods)), make([]time.Time, len(periods))
	for i, p := range periods {
		starts[i], ends[i] = p.Start, p.End
	}
	b.with("period", "select * from unnest("+b.arg(starts)+"::timestamptz[], "+b.arg(ends)+"::timestamptz[]) with ordinality as p (starts_at, ends_at, number)")
	b.with("candidate", "select m.id, t.turnaround"+b.source()+
		b.where("m.price between "+b.arg(priceFrom(c))+" and "+b.arg(priceTo(c))))
	first, last, live := b.instant(periods[0].Start), b.instant(periods[len(periods)-1].End), b.live()
	b.with("gap", `select c.turnaround, g.opens, g.closes from candidate c cross join lateral (
    select coalesce(lag(taken.ends_at) over (order by taken.starts_at), '-infinity') as opens, taken.starts_at as closes
    from (
        (select e.starts_at, e.ends_at from calendar_entries e where e.motorcycle_id = c.id and e.starts_at < `+first+`
            and `+live+` order by e.starts_at desc limit 1)
        union all
        select e.starts_at, e.ends_at from calendar_entries e where e.motorcycle_id = c.id and e.starts_at >= `+first+`
            and e.starts_at < `+last+` + c.turnaround and `+live+`
        union all
        select 'infinity', 'infinity'
    ) taken
) g`)
	return b.text(`select p.number, count(*) from period p join gap g on p.starts_at >= g.opens and p.ends_at + g.turnaround <= g.closes
group by p.number order by p.number limit 1`), b.args
}

// elsewhereStatement returns the statement that names the places within the radius of c at which motorcycles meet it, the
// nearest first: kind, name, position, distance, how many.
func elsewhereStatement(c Criteria, now time.Time) (string, []any) {
	b := newBuilder(c, now)
	b.places()
	b.tenants()
	condition := "m.price between " + b.arg(priceFrom(c)) + " and " + b.arg(priceTo(c))
	if free := b.isFree(); free != "" {
		condition += " and " + free
	}
	b.with("spot", "select p.id, p.distance, count(*) as total"+b.source()+b.where(condition)+
		" group by p.id, p.distance order by p.distance, p.id limit "+b.arg(maxElsewhere))
	return b.text(`select k.id, k.kind, k.name, k.latitude, k.longitude, s.distance, s.total from spot s join (
    select id, 'PARKING_POINT' as kind, name, latitude, longitude from parking_points
    union all
    select id, 'FRANCHISE', name, latitude, longitude from franchises
) k on k.id = s.id order by s.distance, s.id`), b.args
}

// order is the SQL of each order, over the columns of free and page.
var order = map[Sort]string{
	ByPrice:     "price, id",
	ByPriceDesc: "price desc, id",
	ByDistance:  "distance, price, id",
	ByName:      "name, price, id",
}

// builder puts a statement together and numbers its arguments.
type builder struct {
	criteria Criteria
	now      time.Time
	sort     Sort
	ctes     []string
	args     []any
}

func newBuilder(c Criteria, now time.Time) *builder {
	b := &builder{criteria: c, now: now, sort: c.Sort}
	if _, known := order[b.sort]; !known || b.sort == ByDistance && c.Place == nil {
		b.sort = ByPrice
	}
	return b
}

func (b *builder) arg(v any) string {
	b.args = append(b.args, v)
	return fmt.Sprintf("$%d", len(b.args))
}

func (b *builder) instant(t time.Time) string { return b.arg(t) + "::timestamptz" }

func (b *builder) with(name, body string) {
	b.ctes = append(b.ctes, name+" as materialized (\n"+body+"\n)")
}

func (b *builder) text(body string) string {
	return "with " + strings.Join(b.ctes, ",\n") + "\n" + body
}

// places are the open parking points and franchises within the radius, with their distance in kilometres.
func (b *builder) places() {
	p := b.criteria.Place
	if p == nil {
		return
	}
	latitude, longitude, radius := b.arg(p.Latitude)+"::float8", b.arg(p.Longitude)+"::float8", b.arg(p.RadiusKm)+"::float8"
	b.with("place", `select id, distance from (
    select id, 6371 * 2 * asin(sqrt(least(1, sin(radians(latitude - `+latitude+`) / 2) ^ 2
        + cos(radians(`+latitude+`)) * cos(radians(latitude)) * sin(radians(longitude - `+longitude+`) / 2) ^ 2))) as distance
    from (
        select id, latitude, longitude from parking_points where kind = 'PUBLIC' and is_active
        union all
        select id, latitude, longitude from franchises where latitude is not null
    ) spot
    where latitude between `+latitude+` - `+radius+` / 111 and `+latitude+` + `+radius+` / 111
) near where distance <= `+radius)
}

// tenants are the franchises that rent, with how long a motorcycle stays taken after a rental and, when a period is
// asked for, until when it must be free.
func (b *builder) tenants() {
	until := "null::timestamptz"
	if p := b.criteria.Period; p != nil {
		until = b.instant(p.End) + " + make_interval(mins => turnaround_minutes)"
	}
	only := ""
	if id := b.criteria.FranchiseID; id != nil {
		only = " and id = " + b.arg(*id)
	}
	b.with("tenant", "select id, make_interval(mins => turnaround_minutes) as turnaround, "+until+
		" as until from franchises where status = 'ACTIVE'"+only)
}

// everywhere tells that the candidates are the whole fleet. Then the calendar is read once for everything that is
// taken in the period; otherwise it is probed for each of the few candidates.
func (b *builder) everywhere() bool { return b.criteria.Place == nil && b.criteria.FranchiseID == nil }

// live is the condition on a calendar entry e that it holds its motorcycle: a hold that has run out does not (D7).
func (b *builder) live() string {
	return "(e.hold_expires_at is null or e.hold_expires_at > " + b.instant(b.now) + ")"
}

// busyPeriods are all periods that overlap the wanted one.
func (b *builder) busyPeriods() {
	p := b.criteria.Period
	if p == nil || !b.everywhere() {
		return
	}
	b.with("busy", "select e.motorcycle_id, e.starts_at from calendar_entries e where e.ends_at > "+b.instant(p.Start)+
		" and e.starts_at < (select max(until) from tenant) and "+b.live())
}

// isFree is the condition that motorcycle m of franchise t is free; empty without a period.
func (b *builder) isFree() string {
	p := b.criteria.Period
	if p == nil {
		return ""
	}
	if b.everywhere() {
		return "not exists (select from busy where busy.motorcycle_id = m.id and busy.starts_at < t.until)"
	}
	// Periods of a motorcycle never overlap, so the last one that starts before the wanted end decides: one probe of
	// calendar_entries_probe_idx, however many rentals lie in the past.
	return "coalesce((select e.ends_at <= " + b.instant(p.Start) + " from calendar_entries e where e.motorcycle_id = m.id" +
		" and e.starts_at < t.until and " + b.live() + " order by e.starts_at desc limit 1), true)"
}

func (b *builder) distance() string {
	if b.criteria.Place == nil {
		return "null::float8"
	}
	return "p.distance"
}

// source joins the rentable motorcycles m, their franchises t and, when a place is asked for, the places p where they
// stand. "offset 0" keeps the planner from turning a walk of an index for each place into a scan of the whole fleet.
func (b *builder) source() string {
	c := b.criteria
	name := "null::text"
	if b.sort == ByName {
		name = "lower(f.make || ' ' || f.model) collate \"C\""
	}
	fleet := "select f.id, f.franchise_id, f.base_price_centimes as price, " + name + " as name from motorcycles f where f.status in ('AVAILABLE', 'BOOKED')"
	filters := b.filters()
	switch {
	case c.Place != nil:
		return "\nfrom place p cross join lateral (" + fleet + " and f.place_id = p.id" + filters + " offset 0) m\njoin tenant t on t.id = m.franchise_id"
	case c.FranchiseID != nil:
		return "\nfrom tenant t cross join lateral (" + fleet + " and f.franchise_id = t.id" + atOpenPlace + filters + " offset 0) m"
	default:
		return "\nfrom (" + fleet + atOpenPlace + filters + ") m\njoin tenant t on t.id = m.franchise_id"
	}
}

// atOpenPlace is the condition that motorcycle f does not stand at a closed parking point; with a place asked for, places
// leaves those out already. The few closed points are hashed once, which touches no join's order.
const atOpenPlace = "\n    and f.place_id not in (select id from parking_points where kind = 'PUBLIC' and not is_active)"

// filters are the conditions on a motorcycle f itself. Only those asked for are in the text: "null or equal" conditions
// would make the planner's prepared plan expect next to nothing, and join accordingly.
func (b *builder) filters() string {
	c := b.criteria
	text := ""
	and := func(asked bool, condition string, value any) {
		if asked {
			text += "\n    and " + strings.ReplaceAll(condition, "?", b.arg(value))
		}
	}
	and(len(c.Categories) > 0, "f.category = any(?::text[])", c.Categories)
	and(c.Transmission != "", "f.transmission = ?", c.Transmission)
	and(c.MinEngineCC != nil, "f.engine_size_cc >= ?", c.MinEngineCC)
	and(c.MaxEngineCC != nil, "f.engine_size_cc <= ?", c.MaxEngineCC)
	and(len(c.FeatureIDs) > 0, "(select count(*) from motorcycle_feature_assignments a"+
		" where a.motorcycle_id = f.id and a.feature_id = any(?::uuid[])) = cardinality(?::uuid[])", c.FeatureIDs)
	return text
}

func (b *builder) where(condition string) string {
	if condition == "" {
		return ""
	}
	return "\nwhere " + condition
}

func priceFrom(c Criteria) int64 {
	if c.MinPrice == nil {
		return 0
	}
	return int64(*c.MinPrice)
}

func priceTo(c Criteria) int64 {
	if c.MaxPrice == nil {
		return math.MaxInt64
	}
	return int64(*c.MaxPrice)
}
