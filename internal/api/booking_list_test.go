package api_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// listedBooking is what the tests of lists read.
type listedBooking struct {
	apptest.Booking
	NotesByAdmin *string
	User         *struct {
		ID                         uuid.UUID
		FirstName, LastName, Email string
	}
	Franchise                 *struct{ ID uuid.UUID }
	PickupPlace, DropoffPlace *struct{ Name string }
	Motorcycle                *struct{ ID uuid.UUID }
	UpdatedAt                 time.Time
}

func bookingsOf(answer apptest.Answer) []listedBooking {
	return apptest.Data[struct{ Bookings []listedBooking }](answer).Bookings
}

func referencesOf(answer apptest.Answer) []string {
	references := []string{}
	for _, b := range bookingsOf(answer) {
		references = append(references, b.Reference)
	}
	return references
}

// Each filter of specification section 5 finds what it names and nothing else; two franchises do not meet.
func TestBookingFilters(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.Admin, nil)
	amina, karim := a.Customer(), a.Customer()
	day := 24 * time.Hour
	short := amina.Book(ours.BookingBody(soon))
	a.Clock.Advance(time.Minute)
	long := ours.BookingBody(soon.Add(10 * day))
	long["endDatetime"] = soon.Add(20 * day)
	long["location"] = "address:Rue d'Alger, Casablanca"
	delivered := karim.Book(long)
	a.Clock.Advance(time.Minute)
	other := karim.Book(theirs.BookingBody(soon))
	require.Equal(t, http.StatusNoContent, karim.Do(http.MethodDelete, "/bookings/"+other.ID.String(), nil).Status)
	a.exec(t, "update users set first_name = 'Amina', last_name = 'Bennani Šćepan' where id = $1", amina.UserID)
	a.exec(t, "update users set first_name = 'كريم', last_name = 'الإدريسي', email = 'karim_x@example.com' where id = $1", karim.UserID)
	a.exec(t, "update motorcycles set registration_number = '4711-ب-6' where id = $1", ours.MotorcycleID)

	at := func(t time.Time) string { return url.QueryEscape(t.Format(time.RFC3339)) }
	all := []string{other.Reference, delivered.Reference, short.Reference}
	for query, want := range map[string][]string{
		"":                                all,
		"userId=" + karim.UserID.String(): {other.Reference, delivered.Reference},
		"motorcycleId=" + ours.MotorcycleID.String():              {delivered.Reference, short.Reference},
		"franchiseId=" + theirs.FranchiseID.String():              {other.Reference},
		"status=PENDING_PAYMENT":                                  {delivered.Reference, short.Reference},
		"status=PENDING_PAYMENT&status=CANCELLED_BY_USER":         all,
		"status=COMPLETED":                                        {},
		"bookingType=DELIVERY":                                    {delivered.Reference},
		"paymentStatus=PROCESSING":                                {short.Reference},
		"paymentStatus=PROCESSING&paymentStatus=CANCELLED":        {other.Reference, short.Reference},
		"startDatetimeAfter=" + at(soon.Add(time.Second)):         {delivered.Reference},
		"startDatetimeBefore=" + at(soon):                         {other.Reference, short.Reference},
		"endDatetimeAfter=" + at(soon.Add(20*day)):                {delivered.Reference},
		"endDatetimeBefore=" + at(soon.Add(3*day)):                {other.Reference, short.Reference},
		"createdAfter=" + at(apptest.Now.Add(time.Minute)):        {other.Reference, delivered.Reference},
		"createdBefore=" + at(apptest.Now):                        {short.Reference},
		"pickupParkingPointId=" + ours.ParkingPointID.String():    {short.Reference},
		"dropoffParkingPointId=" + theirs.ParkingPointID.String(): {other.Reference},
		"minTotalAmount=900.01":                                   {delivered.Reference},
		"minTotalAmount=900&maxTotalAmount=900":                   {other.Reference, short.Reference},
		"maxTotalAmount=0":                                        {},
		"q=" + strings.ToLower(delivered.Reference[3:]):           {delivered.Reference},
		"q=" + url.QueryEscape("amina bennani š"):                 {short.Reference},
		"q=" + url.QueryEscape("كريم ال"):                         {other.Reference, delivered.Reference},
		"q=karim_x%40":                                            {other.Reference, delivered.Reference},
		"q=karim%25x":                                             {},
		"q=" + url.QueryEscape("4711-ب"):                          {delivered.Reference, short.Reference},
		"q=" + url.QueryEscape(`'; drop table bookings; --`):      {},
		"sort=createdAt&limit=1":                                  {short.Reference},
		"sort=-totalAmount&limit=1":                               {delivered.Reference},
		"sort=createdAt&limit=1&page=3":                           {other.Reference},
		"limit=100000&page=2":                                     {},
	} {
		answer := admin.Get("/bookings?" + query)
		require.Equal(t, http.StatusOK, answer.Status, "%s: %s", query, answer.Body)
		require.Equal(t, want, referencesOf(answer), query)
	}

	require.Equal(t, []string{delivered.Reference, short.Reference}, referencesOf(staff.Get("/bookings")), "its own franchise's")
	for _, query := range []string{
		"franchiseId=" + theirs.FranchiseID.String(), "motorcycleId=" + theirs.MotorcycleID.String(), "q=" + other.Reference, "status=CANCELLED_BY_USER",
	} {
		require.Empty(t, referencesOf(staff.Get("/bookings?"+query)), query)
	}
	require.Empty(t, referencesOf(amina.Get("/bookings?userId="+karim.UserID.String())))
	require.Empty(t, referencesOf(amina.Get("/bookings?q="+url.QueryEscape("كريم"))))
	require.Equal(t, "BOOKING_NOT_FOUND", staff.Get("/bookings/"+other.ID.String()).Problem().Code)
}

// A failed payment does not count once another was opened.
func TestBookingsByThePaymentThatCounts(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	a.pay(t, *b.Payment, cardDeclines)
	a.awaitPayment(rider, b.ID, "FAILED")
	require.Len(t, bookingsOf(rider.Get("/bookings?paymentStatus=FAILED")), 1)
	opened := rider.Post("/payments", map[string]any{"bookingId": b.ID, "amount": b.TotalAmount, "currency": "MAD"})
	require.Equal(t, http.StatusCreated, opened.Status, "%s", opened.Body)
	require.Empty(t, bookingsOf(rider.Get("/bookings?paymentStatus=FAILED")))
	require.Len(t, bookingsOf(rider.Get("/bookings?paymentStatus=PROCESSING")), 1)
}

func TestBookingFilterRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	admin := a.Staff(authz.Admin, nil)
	for query, want := range map[string]map[string]string{
		"minTotalAmount=-1&maxTotalAmount=x":                                   {"minTotalAmount": "TOO_SMALL", "maxTotalAmount": "INVALID_FORMAT"},
		"minTotalAmount=10&maxTotalAmount=9.99":                                {"maxTotalAmount": "TOO_SMALL"},
		"userId=1&motorcycleId=%27&franchiseId=":                               {"userId": "INVALID_FORMAT", "motorcycleId": "INVALID_FORMAT"},
		"startDatetimeAfter=tomorrow":                                          {"startDatetimeAfter": "INVALID_FORMAT"},
		"createdAfter=2027-01-02T00:00:00Z&createdBefore=2027-01-01T00:00:00Z": {"createdBefore": "END_BEFORE_START"},
		"sort=notesByAdmin":                                                    {"sort": "INVALID_CHOICE"},
		"includeUser=maybe":                                                    {"includeUser": "INVALID_CHOICE"},
		"page=0&limit=0":                                                       {"page": "TOO_SMALL", "limit": "TOO_SMALL"},
		"q=" + strings.Repeat("x", 201):                                        {"q": "TOO_LONG"},
		"status=" + strings.Repeat("CONFIRMED&status=", 30) + "CONFIRMED":      {"status": "TOO_MANY"},
	} {
		problem := admin.Get("/bookings?" + query).Problem()
		require.Equal(t, http.StatusUnprocessableEntity, problem.Status, query)
		for field, code := range want {
			require.Equal(t, code, problem.Field(field), "%s: %s", query, field)
		}
	}
	require.Equal(t, "INVALID_CHOICE", admin.Get("/bookings?status=PAID").Problem().Field("status[0]"))
}

// What stands beside a booking is what was asked for; what staff note is theirs.
func TestBookingIncludes(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := rider.Book(stage.BookingBody(soon))
	require.Equal(t, http.StatusOK, staff.Do(http.MethodPut, "/bookings/"+b.ID.String(), map[string]any{"notesByAdmin": "VIP 🏍"}).Status)

	list := bookingsOf(staff.Get("/bookings"))[0]
	require.Nil(t, list.User)
	require.Nil(t, list.Franchise)
	require.NotNil(t, list.Payment)
	require.NotNil(t, list.PickupPlace)
	require.NotNil(t, list.DropoffPlace)
	require.Len(t, list.SelectedSupplements, 1, "the free helmet")
	require.Equal(t, "VIP 🏍", *list.NotesByAdmin)

	full := bookingsOf(staff.Get("/bookings?includeUser=true&includeFranchise=true"))[0]
	require.Equal(t, rider.UserID, full.User.ID)
	require.Contains(t, full.User.Email, "rider-")
	require.Equal(t, stage.FranchiseID, full.Franchise.ID)

	bare := bookingsOf(staff.Get("/bookings?includePayment=false&includeMotorcycle=false&includeParkingPoints=false&includeSupplements=false"))[0]
	require.Nil(t, bare.Payment)
	require.Equal(t, b.PaymentID, bare.PaymentID)
	require.Nil(t, bare.Motorcycle)
	require.Nil(t, bare.PickupPlace)
	require.Empty(t, bare.SelectedSupplements)

	for _, path := range []string{"/bookings", "/bookings/" + b.ID.String(), "/bookings?includeUser=true", "/bookings/export"} {
		require.NotContains(t, string(rider.Get(path).Body), "VIP", path)
	}
	one := apptest.Data[struct{ Booking listedBooking }](staff.Get("/bookings/" + b.ID.String())).Booking
	require.NotNil(t, one.User)
	require.NotNil(t, one.Franchise)
}

func TestBookingsExport(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, rider := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Customer()
	body := ours.BookingBody(soon)
	body["notesByCustomer"] = "=1+1"
	b := rider.Book(body)
	rider.Book(theirs.BookingBody(soon))

	rows := a.table(t, staff.Get("/bookings/export?status=PENDING_PAYMENT"))
	require.Len(t, rows, 1)
	require.Equal(t, b.Reference, rows[0]["reference"])
	require.Equal(t, "900.00", rows[0]["totalAmount"])
	require.Equal(t, "PROCESSING", rows[0]["paymentStatus"])
	require.Equal(t, "'=1+1", rows[0]["notesByCustomer"], "no formula")
	require.Equal(t, "Amina", rows[0]["firstName"])
	require.NotEmpty(t, rows[0]["registrationNumber"])

	own := a.table(t, rider.Get("/bookings/export"))
	require.Len(t, own, 2)
	require.Empty(t, own[0]["registrationNumber"], "not before it is paid (D19)")
	require.Equal(t, "INVALID_CHOICE", staff.Get("/bookings/export?sort=x").Problem().Field("sort"))
	require.Equal(t, "UNAUTHENTICATED", a.Visitor().Get("/bookings/export").Problem().Code)
}

// table reads a CSV answer, a map a row.
func (a testApp) table(t *testing.T, answer apptest.Answer) []map[string]string {
	t.Helper()
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(answer.Body), "\ufeff"))).ReadAll()
	require.NoError(t, err)
	require.NotEmpty(t, rows)
	out := make([]map[string]string, 0, len(rows)-1)
	for _, row := range rows[1:] {
		cells := map[string]string{}
		for i, name := range rows[0] {
			cells[name] = row[i]
		}
		out = append(out, cells)
	}
	return out
}

func (a testApp) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	_, err := a.DB().Exec(t.Context(), sql, args...)
	require.NoError(t, err)
}

// The last of many pages costs nobody a row.
func TestBookingPages(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	for i := range 7 {
		rider.Book(stage.BookingBody(soon.Add(time.Duration(i) * 72 * time.Hour)))
	}
	seen := map[string]bool{}
	for page := 1; page <= 4; page++ {
		for _, reference := range referencesOf(rider.Get(fmt.Sprintf("/bookings?sort=bookingStatus&limit=2&page=%d", page))) {
			require.False(t, seen[reference], "on two pages")
			seen[reference] = true
		}
	}
	require.Len(t, seen, 7)
}
