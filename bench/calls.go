package main

import (
	"net/url"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// caller is as whom an operation is called.
type caller string

const (
	visitor  caller = "visitor"
	customer caller = "customer" // the tour operator, with thousands of rentals
	owner    caller = "owner"    // administers the franchise that is looked at closely
	admin    caller = "admin"
)

// call says how an operation is measured.
type call struct {
	// as are the callers it is measured for, each by itself.
	as []caller
	// about is the statement that finds what the path names; all callers may see all of it.
	about string
	// query is what a request must say besides.
	query func(w *world) url.Values
	// quick operations must answer within quickP95.
	quick bool
	// skip is why it is not measured.
	skip string
}

// What the paths name: rows of the close franchise, which its administrator, the administrator and, where rows belong to
// somebody, the tour operator may all see.
const (
	someBookings    = "select id::text from bookings where franchise_id = @home and user_id = @customer order by id limit 64"
	somePayments    = "select p.id::text from payments p join bookings b on b.id = p.booking_id where b.franchise_id = @home and b.user_id = @customer order by p.id limit 64"
	someRefunded    = "select id::text from payments where franchise_id = @home and status = 'REFUNDED' order by id limit 64"
	someMotorcycles = "select id::text from motorcycles where franchise_id = @home and status = 'AVAILABLE' order by id limit 64"
	somePoints      = "select id::text from parking_points where kind = 'PUBLIC' order by id limit 64"
	someFeatures    = "select id::text from motorcycle_features order by id limit 64"
	someBlocks      = "select b.id::text from availability_blocks b join motorcycles m on m.id = b.motorcycle_id where m.franchise_id = @home order by b.id limit 64"
	someBlocked     = "select m.id::text from availability_blocks b join motorcycles m on m.id = b.motorcycle_id where m.franchise_id = @home order by m.id limit 64"
	someCustomers   = "select distinct user_id::text from bookings where franchise_id = @home order by user_id::text limit 64"
	someFranchises  = "select id::text from franchises where status = 'ACTIVE' order by id limit 64"
	theHome         = "select id::text from franchises where id = @home"
	someExtras      = "select id::text from supplements order by id limit 64"
)

var (
	anybody = []caller{visitor}
	staff   = []caller{admin, owner}
	allOf   = []caller{admin, owner, customer}
)

// calls has every GET of the interface by its id. One that is not here fails the run.
var calls = map[string]call{
	"listAuditLog":              {as: staff},
	"exportAuditLog":            {as: []caller{admin}},
	"listUsers":                 {as: staff},
	"exportUsers":               {as: []caller{admin}},
	"listUserSessions":          {skip: "accounts of the bench are not signed in"},
	"getUser":                   {as: staff, about: someCustomers},
	"exportMotorcycleFeatures":  {as: []caller{admin}},
	"getMotorcycleFeature":      {as: anybody, about: someFeatures},
	"me":                        {as: []caller{customer}},
	"listSessions":              {as: []caller{customer}},
	"getNotices":                {as: []caller{owner}},
	"downloadMyData":            {skip: "it is as long as somebody's history, and asked for hardly ever"},
	"listBookings":              {as: allOf},
	"getBooking":                {as: allOf, about: someBookings},
	"getLockCode":               {as: []caller{customer}, about: someBookings},
	"exportBookings":            {as: []caller{admin}},
	"getBookingContract":        {skip: "it is a file, made once"},
	"getBookingReceipt":         {skip: "it is a file, made once"},
	"getBookingCancellation":    {as: allOf, about: someBookings},
	"listHandovers":             {as: staff, about: someBookings, quick: true},
	"getBookingTimeline":        {as: staff, about: someBookings, quick: true},
	"listFranchises":            {as: []caller{visitor, admin}},
	"exportFranchises":          {as: []caller{admin}},
	"getFranchise":              {as: []caller{visitor, admin}, about: someFranchises},
	"getMyFranchise":            {as: []caller{owner}},
	"getFranchiseFinancials":    {as: staff, about: theHome, quick: true},
	"listEvents":                {as: staff, query: someSince, quick: true},
	"getDashboardReport":        {as: staff, quick: true},
	"getDashboardStats":         {as: staff, quick: true},
	"listStatements":            {as: staff, about: theHome},
	"getStatement":              {skip: "it is as long as a month, and asked for once"},
	"getStatementDocument":      {skip: "it is as long as a month, and asked for once"},
	"listMyStatements":          {as: []caller{owner}},
	"getMyStatement":            {skip: "it is as long as a month, and asked for once"},
	"getMyStatementDocument":    {skip: "it is as long as a month, and asked for once"},
	"getMyFinancials":           {as: []caller{owner}, quick: true},
	"listMotorcycleFeatures":    {as: anybody},
	"searchMotorcycles":         {as: anybody, query: someSearch},
	"getMediaFile":              {skip: "it asks the database nothing"},
	"listMotorcycles":           {as: anybody},
	"listAllMotorcycles":        {as: staff},
	"exportMotorcycles":         {as: []caller{admin}},
	"listAvailabilityBlocks":    {as: staff},
	"exportAvailabilityBlocks":  {as: []caller{admin}},
	"getAvailabilityBlock":      {as: staff, about: someBlocks},
	"listMotorcycleBlocks":      {as: staff, about: someBlocked},
	"getFleetCalendar":          {as: staff, query: someFleet, quick: true},
	"getMotorcycleCalendar":     {as: staff, about: someMotorcycles, query: someMonth},
	"getMotorcycleDevice":       {as: staff, about: someMotorcycles},
	"getMotorcycle":             {as: anybody, about: someMotorcycles},
	"getMotorcycleAvailability": {as: anybody, about: someMotorcycles, query: somePeriod},
	"listParkingPoints":         {as: anybody},
	"listAllParkingPoints":      {as: staff},
	"exportParkingPoints":       {as: []caller{admin}},
	"getParkingPoint":           {as: anybody, about: somePoints},
	"listPayments":              {as: allOf},
	"listAllPayments":           {as: staff},
	"exportPayments":            {as: []caller{admin}},
	"listPaymentGateways":       {as: []caller{customer}},
	"listPostings":              {as: []caller{admin}, about: somePayments, quick: true},
	"listRefunds":               {as: staff, about: someRefunded},
	"getPayment":                {as: allOf, about: somePayments},
	"reversePlace":              {as: anybody, query: somePlace},
	"suggestPlaces":             {as: anybody, query: someWords},
	"listSupplements":           {as: anybody},
	"listAllSupplements":        {as: staff},
	"exportSupplements":         {as: []caller{admin}},
	"getSupplement":             {as: anybody, about: someExtras},
}

func someSearch(w *world) url.Values {
	from := w.now.Add(5 * day)
	return url.Values{
		"startDate": {from.Format(time.DateOnly)}, "startTime": {"10:00"}, "endDate": {from.Add(3 * day).Format(time.DateOnly)}, "endTime": {"10:00"},
	}
}

func somePeriod(w *world) url.Values {
	from := w.now.Add(5 * day)
	return url.Values{"startDate": {from.Format(time.RFC3339)}, "endDate": {from.Add(2 * day).Format(time.RFC3339)}}
}

func someMonth(w *world) url.Values {
	return url.Values{"month": {w.now.Add(15 * day).Format("2006-01")}}
}

func someSince(w *world) url.Values {
	return url.Values{"since": {w.now.Add(-time.Minute).Format(time.RFC3339)}}
}

// someFleet is a month of fifty motorcycles, as a screen shows them.
func someFleet(w *world) url.Values {
	return url.Values{"limit": {"50"}, "from": {w.now.Format(time.RFC3339)}, "to": {w.now.Add(31 * day).Format(time.RFC3339)}}
}

func somePlace(w *world) url.Values {
	return url.Values{"latitude": {number(w.big.spot.latitude)}, "longitude": {number(w.big.spot.longitude)}}
}

func someWords(*world) url.Values { return url.Values{"q": {"point"}} }

// samples are values for the filters of lists, by name: each is tried by itself to see its plan. Closed lists are tried
// with all their values, so they need none. A filter that is neither fails the run.
var samples = map[string]func(w *world) string{
	"q":                     text("RH-2"),
	"name":                  text("extra"),
	"entity":                text("booking"),
	"action":                text("BOOKING_UPDATE"),
	"isActive":              text("true"),
	"isFree":                text("false"),
	"franchiseId":           func(w *world) string { return w.home().id.String() },
	"motorcycleId":          func(w *world) string { return w.homeBike().id.String() },
	"userId":                func(w *world) string { return w.customers[0].String() },
	"actorId":               func(w *world) string { return w.staff[admin].String() },
	"featureId":             func(w *world) string { return w.features[0].String() },
	"entityId":              func(w *world) string { return w.shown.String() },
	"bookingId":             func(w *world) string { return w.shown.String() },
	"email":                 text("customer-12"),
	"firstName":             text("sal"),
	"lastName":              text("alaoui"),
	"createdAfter":          ago(10 * day),
	"createdBefore":         ago(700 * day),
	"cancelledAfter":        ago(10 * day),
	"cancelledBefore":       ago(700 * day),
	"isLapsed":              text("true"),
	"revenueAfter":          ago(10 * day),
	"revenueBefore":         ago(700 * day),
	"happenedAfter":         ago(10 * day),
	"happenedBefore":        ago(700 * day),
	"minPrice":              text("400"),
	"maxPrice":              text("200"),
	"minEngineCc":           text("600"),
	"maxEngineCc":           text("130"),
	"latitude":              func(w *world) string { return number(w.big.spot.latitude) },
	"longitude":             func(w *world) string { return number(w.big.spot.longitude) },
	"radius":                text("10"),
	"make":                  text("hon"),
	"model":                 text("pcx"),
	"year":                  text("2020"),
	"parkingPointId":        func(w *world) string { return w.home().points[0].id.String() },
	"startAfter":            func(w *world) string { return w.now.Add(10 * day).Format(time.RFC3339) },
	"endBefore":             func(w *world) string { return w.now.Add(400 * day).Format(time.RFC3339) },
	"code":                  text("CAS"),
	"periodStart":           ago(365 * day),
	"periodEnd":             ago(5 * day),
	"minRevenue":            text("1"),
	"maxRevenue":            text("1000000"),
	"startDatetimeAfter":    ago(-100 * day),
	"startDatetimeBefore":   ago(700 * day),
	"endDatetimeAfter":      ago(-100 * day),
	"endDatetimeBefore":     ago(700 * day),
	"freeFrom":              ago(-5 * day),
	"freeTo":                ago(-7 * day),
	"minTotalAmount":        text("500"),
	"maxTotalAmount":        text("300"),
	"minAmount":             text("500"),
	"maxAmount":             text("300"),
	"pickupParkingPointId":  func(w *world) string { return w.home().points[0].id.String() },
	"dropoffParkingPointId": func(w *world) string { return w.home().points[0].id.String() },
	"location": func(w *world) string {
		return "current:" + number(w.big.spot.latitude) + "," + number(w.big.spot.longitude)
	},
}

// more are values to try besides, by operation and filter.
var more = map[string][]string{
	"listBookings q":       {reference(12), "alaoui"},
	"listAllPayments q":    {reference(12), "TX-000000012"},
	"listMotorcycles q":    {"honda"},
	"listAllMotorcycles q": {"honda", "12-A"},
	"listUsers q":          {"alaoui", "customer-12"},
}

// together are filters that say something only with others.
var together = map[string][]string{
	"latitude": {"longitude"}, "longitude": {"latitude"}, "radius": {"latitude", "longitude"},
	"freeFrom": {"freeTo"}, "freeTo": {"freeFrom"},
}

func text(value string) func(*world) string { return func(*world) string { return value } }

// ago is an instant before the world's now.
func ago(before time.Duration) func(*world) string {
	return func(w *world) string { return w.now.Add(-before).Format(time.RFC3339) }
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// named are the arguments of the statements that find what paths name.
func (w *world) named() pgx.NamedArgs {
	return pgx.NamedArgs{"home": w.home().id, "customer": w.customers[0]}
}
