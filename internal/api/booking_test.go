package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/franchise"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/testkit/apptest"
)

// soon is a start two weeks after the test's clock.
var soon = apptest.Now.Add(14 * 24 * time.Hour)

func TestBookAtAParkingPoint(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	body := stage.BookingBody(soon)
	body["selectedSupplements"] = []any{map[string]any{"supplementId": stage.GPSID}, map[string]any{"supplementId": stage.TopCaseID, "quantity": 2}}
	body["bookingStatus"], body["unknownField"] = "CONFIRMED", "ignored"
	b := rider.Book(body)

	require.Equal(t, "PENDING_PAYMENT", b.BookingStatus, "only money confirms (D5)")
	require.Equal(t, "AUTONOM", b.BookingType)
	require.Equal(t, rider.UserID, b.UserID)
	require.Regexp(t, `^RH-[2-9A-Z]{7}$`, b.Reference)
	require.Equal(t, 2, b.Days)
	require.InDelta(t, 900, b.BaseRentalPrice, 0)
	require.InDelta(t, 2*30+2*100, b.SupplementsTotalPrice, 0)
	require.InDelta(t, 1160, b.TotalAmount, 0)
	require.Len(t, b.SelectedSupplements, 3, "the free helmet is included")
	require.Equal(t, stage.ParkingPointID, *b.PickupParkingPointID)
	require.Equal(t, stage.ParkingPointID, *b.DropoffParkingPointID)
	require.NotNil(t, b.CustomerCoordinates, "the point's own (D11)")
	require.WithinDuration(t, apptest.Now.Add(15*time.Minute), *b.HoldExpiresAt, time.Second)
	require.Nil(t, b.Motorcycle.RegistrationNumber, "not before it is paid")

	require.NotNil(t, b.Payment)
	require.Equal(t, "PROCESSING", b.Payment.Status)
	require.Equal(t, "MAD", b.Payment.Currency)
	require.Equal(t, "MAD", b.Payment.GatewayCurrency)
	require.InDelta(t, 1160, b.Payment.Amount, 0)
	require.Contains(t, b.Payment.GatewayResponse.Payload, `"price":"1160.00"`)
	require.Len(t, b.Payment.GatewayResponse.Signature, 64)
	require.Equal(t, b, rider.Booking(b.ID), "what was answered is what is read back")
}

func TestBookForDelivery(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	body := stage.BookingBody(soon)
	body["location"] = "address:12 rue Tahar Sebti, Casablanca"
	answer := rider.Post("/bookings", body)
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	made := apptest.Data[struct {
		Booking    apptest.Booking
		PaymentURL *string
	}](answer)
	require.Equal(t, "DELIVERY", made.Booking.BookingType)
	require.Equal(t, "12 rue Tahar Sebti, Casablanca", *made.Booking.CustomerLocation)
	require.Nil(t, made.PaymentURL)
	require.Nil(t, made.Booking.Payment, "paid from its own page (D29)")
	require.WithinDuration(t, apptest.Now.Add(24*time.Hour), *made.Booking.HoldExpiresAt, time.Second)

	// D12: the customer's place is kept, and shown to nobody.
	require.NotNil(t, made.Booking.PickupParkingPointID)
	var kind string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select kind from parking_points where id = $1", made.Booking.PickupParkingPointID).Scan(&kind))
	require.Equal(t, "CUSTOMER", kind)
	require.Equal(t, http.StatusNotFound, a.Visitor().Get("/parking-points/"+made.Booking.PickupParkingPointID.String()).Status)
}

// The seed's client sends the fields, not the location string.
func TestBookWithTheSpecificationsFields(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	body := stage.BookingBody(soon)
	delete(body, "location")
	body["userId"], body["bookingType"] = rider.UserID, "AUTONOM"
	body["customerCoordinates"] = map[string]any{"lat": 33.58, "lng": -7.6}
	body["baseRentalPrice"], body["supplementsTotalPrice"], body["totalAmount"] = 900, 0, 900.004
	b := rider.Book(body)
	require.Equal(t, "AUTONOM", b.BookingType)
	require.InDelta(t, 33.58, b.CustomerCoordinates.Lat, 1e-9)
}

func TestQuoteEqualsBooking(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	extras := []any{map[string]any{"supplementId": stage.GPSID, "quantity": 3}}
	answer := a.Visitor().Post("/bookings/quote", map[string]any{
		"motorcycleId": stage.MotorcycleID, "startDatetime": soon, "endDatetime": soon.Add(73 * time.Hour), "selectedSupplements": extras,
	})
	quote := apptest.Data[struct {
		Quote struct {
			Days                                                int
			Available                                           bool
			Currency                                            string
			BaseRentalPrice, SupplementsTotalPrice, TotalAmount float64
			Lines                                               []struct {
				Kind   string
				Amount float64
			}
		}
	}](answer).Quote
	require.Equal(t, 3, quote.Days, "full 24-hour days at the default grace (D2)")
	require.InDelta(t, 3*450+3*3*30, quote.TotalAmount, 0)
	require.Equal(t, "MAD", quote.Currency)
	require.True(t, quote.Available)
	require.Contains(t, string(answer.Body), `"totalAmount":1620.00`, "two decimals on the wire (D4)")
	body := stage.BookingBody(soon)
	body["endDatetime"], body["selectedSupplements"], body["totalAmount"] = soon.Add(73*time.Hour), extras, quote.TotalAmount
	require.InDelta(t, quote.TotalAmount, rider.Book(body).TotalAmount, 0)
}

func TestPriceChanged(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	body := stage.BookingBody(soon)
	body["totalAmount"] = 0.01
	problem := rider.Post("/bookings", body).Problem()
	require.Equal(t, http.StatusConflict, problem.Status)
	require.Equal(t, "PRICE_CHANGED", problem.Code)
	require.Contains(t, problem.Message, "900.00")
	require.Contains(t, string(problem.Quote), `"totalAmount":900.00`)
	a.requireRows(t, 0, "bookings")
	a.requireRows(t, 0, "calendar_entries")
}

// Fifty people press pay for the same hours: one gets them, forty-nine learn what else there is.
func TestFiftyForOneSlot(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	other := a.Motorcycle(stage, 50000)
	riders := make([]*apptest.Caller, 10)
	for i := range riders {
		riders[i] = a.Customer()
	}
	answers := make([]apptest.Answer, 50)
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() { answers[i] = riders[i%len(riders)].Post("/bookings", stage.BookingBody(soon)) })
	}
	wg.Wait()
	created := 0
	for _, answer := range answers {
		if answer.Status == http.StatusCreated {
			created++
			continue
		}
		problem := answer.Problem()
		require.Equal(t, http.StatusConflict, problem.Status, "%s", answer.Body)
		require.Equal(t, "BOOKING_CONFLICT", problem.Code)
		require.Contains(t, problem.Message, "Booking conflict for motorcycle between")
		require.Contains(t, string(problem.Alternatives), soon.Add(48*time.Hour).Format(time.RFC3339), "the next free start")
		require.Contains(t, string(problem.Alternatives), other.String(), "another motorcycle")
	}
	require.Equal(t, 1, created)
	a.requireRows(t, 1, "calendar_entries")
	a.requireRows(t, 1, "bookings")
	a.requireRows(t, 1, "payments")
}

// The same while half of them cancel and book again: never two at once, and nobody is left with a ghost.
func TestFiftyBookCancelAndRebook(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	var wg sync.WaitGroup
	riders := make([]*apptest.Caller, 10)
	for i := range riders {
		riders[i] = a.Customer()
	}
	for i := range 50 {
		rider := riders[i%len(riders)]
		wg.Go(func() {
			for range 3 {
				answer := rider.Post("/bookings", stage.BookingBody(soon))
				if answer.Status == http.StatusConflict {
					continue
				}
				require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
				if i%2 == 0 {
					id := apptest.Data[struct{ Booking apptest.Booking }](answer).Booking.ID
					require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, "/bookings/"+id.String(), nil).Status)
				}
			}
		})
	}
	wg.Wait()
	var holding, entries, livePayments int
	require.NoError(t, a.DB().QueryRow(t.Context(), `select
		(select count(*) from bookings where status = 'PENDING_PAYMENT'), (select count(*) from calendar_entries),
		(select count(*) from payments where status in ('PENDING', 'PROCESSING'))`).Scan(&holding, &entries, &livePayments))
	require.LessOrEqual(t, holding, 1)
	require.Equal(t, holding, entries, "the calendar holds what is held, and nothing else")
	require.Equal(t, holding, livePayments, "a cancelled booking asks for no money")
}

// D2 across both clock changes of Ramadan 2027, over HTTP.
func TestRamadanDays(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.Clock.Set(time.Date(2027, 1, 10, 8, 0, 0, 0, time.UTC))
	stage := a.Stage(func(in *franchise.CreateInput) { none := time.Duration(0); in.Grace = &none })
	rider := a.Customer()
	for _, c := range []struct {
		start, end string
		days       int
	}{
		{"2027-02-06 10:00", "2027-02-07 10:00", 1}, {"2027-02-05 09:30", "2027-02-08 09:30", 3},
		{"2027-03-13 10:00", "2027-03-14 10:00", 1}, {"2027-03-12 18:00", "2027-03-15 18:00", 3},
	} {
		body := stage.BookingBody(soon)
		body["motorcycleId"] = a.Motorcycle(stage, apptest.DayPrice)
		body["startDatetime"], body["endDatetime"] = wall(t, c.start), wall(t, c.end)
		b := rider.Book(body)
		require.Equal(t, c.days, b.Days, "%s to %s", c.start, c.end)
		require.InDelta(t, float64(c.days)*450, b.TotalAmount, 0)
	}
}

func wall(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04", s)
	require.NoError(t, err)
	return clock.FromWall(at)
}

func TestHoldEnds(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, first, second := a.Stage(), a.Customer(), a.Customer()
	held := first.Book(stage.BookingBody(soon))
	require.Equal(t, http.StatusConflict, second.Post("/bookings", stage.BookingBody(soon)).Status)
	a.Clock.Advance(15 * time.Minute)
	first, second = a.again(first), a.again(second)
	// No job is waited for: a hold that has run out stands in nobody's way (D7).
	second.Book(stage.BookingBody(soon))
	require.Equal(t, "CANCELLED_BY_ADMIN", first.Booking(held.ID).BookingStatus)
	var note string
	require.NoError(t, a.DB().QueryRow(t.Context(),
		"select note_code from booking_transitions where booking_id = $1 order by id desc limit 1", held.ID).Scan(&note))
	require.Equal(t, "LAPSED", note)
}

// again signs in anew somebody whose access token has run out with the clock.
func (a testApp) again(c *apptest.Caller) *apptest.Caller {
	answer := a.Visitor().Post("/auth/refresh-token", map[string]any{"refreshToken": c.Refresh})
	return a.SignedIn(answer)
}

func TestExpirySweep(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	rider.Book(stage.BookingBody(soon))
	a.Clock.Advance(15 * time.Minute)
	ended, err := a.Services().Booking.ExpireHolds(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, ended)
	a.requireRows(t, 0, "calendar_entries")
}

func TestTurnaroundLengthensThePeriodNotTheRental(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage(func(in *franchise.CreateInput) { in.Turnaround = time.Hour })
	rider := a.Customer()
	b := rider.Book(stage.BookingBody(soon))
	require.Equal(t, soon.Add(48*time.Hour), b.EndDatetime.UTC())
	require.Equal(t, http.StatusConflict, rider.Post("/bookings", stage.BookingBody(b.EndDatetime)).Status)
	rider.Book(stage.BookingBody(b.EndDatetime.Add(time.Hour)))
}

func TestIdempotencyKeyBooksOnce(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	keyed := rider.With("Idempotency-Key", "the-same-press")
	ids := make([]uuid.UUID, 12)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() { ids[i] = keyed.Book(stage.BookingBody(soon)).ID })
	}
	wg.Wait()
	for _, id := range ids {
		require.Equal(t, ids[0], id)
	}
	a.requireRows(t, 1, "bookings")
	problem := keyed.Post("/bookings", stage.BookingBody(soon.Add(240*time.Hour))).Problem()
	require.Equal(t, "IDEMPOTENCY_MISMATCH", problem.Code)
	require.Equal(t, http.StatusUnprocessableEntity, problem.Status)
	// Another customer's key is another key.
	a.Customer().With("Idempotency-Key", "the-same-press").Book(stage.BookingBody(soon.Add(240 * time.Hour)))
}

func TestBookingsStayWithTheirOwn(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, elsewhere := a.Stage(), a.Stage()
	owner, stranger := a.Customer(), a.Customer()
	b := owner.Book(stage.BookingBody(soon))
	path := "/bookings/" + b.ID.String()
	require.Equal(t, "BOOKING_NOT_FOUND", stranger.Get(path).Problem().Code, "out of reach looks absent (D18)")
	require.Equal(t, "BOOKING_NOT_FOUND", stranger.Do(http.MethodDelete, path, nil).Problem().Code)
	require.Equal(t, "UNAUTHENTICATED", a.Visitor().Get(path).Problem().Code)
	require.Equal(t, "BOOKING_NOT_FOUND", a.Staff(authz.FranchiseAdmin, &elsewhere.FranchiseID).Get(path).Problem().Code)
	require.Equal(t, http.StatusOK, a.Staff(authz.FranchiseAdmin, &stage.FranchiseID).Get(path).Status)
	require.Equal(t, http.StatusOK, a.Staff(authz.Admin, nil).Get(path).Status)
	require.Equal(t, "BOOKING_NOT_FOUND", owner.Get("/bookings/not-an-id").Problem().Code)
	require.Contains(t, owner.Get("/bookings/"+uuid.NewString()).Problem().Message, "Booking not found: ")

	list := func(c *apptest.Caller) int {
		return apptest.Data[struct{ Pagination struct{ Total int } }](c.Get("/bookings?limit=1000")).Pagination.Total
	}
	require.Equal(t, 1, list(owner))
	require.Zero(t, list(stranger))

	// D21: nobody books in another's name, staff aside.
	body := stage.BookingBody(soon.Add(240 * time.Hour))
	body["userId"] = owner.UserID
	require.Equal(t, "FORBIDDEN", stranger.Post("/bookings", body).Problem().Code)
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", a.Staff(authz.FranchiseAdmin, &elsewhere.FranchiseID).Post("/bookings", body).Problem().Code)
	require.Equal(t, owner.UserID, a.Staff(authz.FranchiseAdmin, &stage.FranchiseID).Book(body).UserID)
}

func TestCancelledIsFreeAgain(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(soon))
	path := "/bookings/" + b.ID.String()
	require.True(t, rider.Booking(b.ID).Cancellation.Allowed)
	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, path, nil).Status)
	require.Equal(t, "CANCELLED_BY_USER", rider.Booking(b.ID).BookingStatus)
	require.Equal(t, "BOOKING_TRANSITION", rider.Do(http.MethodDelete, path, nil).Problem().Code)
	again := rider.Book(stage.BookingBody(soon))
	require.Equal(t, http.StatusNoContent, a.Staff(authz.Admin, nil).Do(http.MethodDelete, "/bookings/"+again.ID.String(), nil).Status)
	require.Equal(t, "CANCELLED_BY_ADMIN", rider.Booking(again.ID).BookingStatus)
}

func TestBadBookings(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	_, err := a.DB().Exec(t.Context(), "update motorcycles set status = 'MAINTENANCE' where id = $1", a.Motorcycle(stage, 100))
	require.NoError(t, err)
	for _, c := range []struct {
		name   string
		change func(map[string]any)
		status int
		code   string
		field  string
		rule   string
	}{
		{"start in the past", func(b map[string]any) { b["startDatetime"] = apptest.Now.Add(-time.Hour) }, 422, "VALIDATION", "startDatetime", "IN_PAST"},
		{"end before start", func(b map[string]any) { b["endDatetime"] = soon.Add(-time.Hour) }, 422, "VALIDATION", "endDatetime", "END_BEFORE_START"},
		{"end at start", func(b map[string]any) { b["endDatetime"] = soon }, 422, "VALIDATION", "endDatetime", "END_BEFORE_START"},
		{"a thousand years", func(b map[string]any) { b["endDatetime"] = soon.AddDate(1000, 0, 0) }, 422, "VALIDATION", "endDatetime", "TOO_FAR"},
		{"no start", func(b map[string]any) { delete(b, "startDatetime") }, 422, "VALIDATION", "startDatetime", "REQUIRED"},
		{"a date that is none", func(b map[string]any) { b["startDatetime"] = "tomorrow" }, 422, "VALIDATION", "startDatetime", "INVALID_FORMAT"},
		{"no motorcycle", func(b map[string]any) { delete(b, "motorcycleId") }, 422, "VALIDATION", "motorcycleId", "REQUIRED"},
		{"unknown motorcycle", func(b map[string]any) { b["motorcycleId"] = uuid.New() }, 404, "MOTORCYCLE_NOT_FOUND", "", ""},
		{"unknown supplement", func(b map[string]any) {
			b["selectedSupplements"] = []any{map[string]any{"supplementId": uuid.New()}}
		}, 404, "SUPPLEMENT_NOT_FOUND", "", ""},
		{"quantity 0", func(b map[string]any) {
			b["selectedSupplements"] = []any{map[string]any{"supplementId": stage.GPSID, "quantity": 0}}
		}, 422, "VALIDATION", "selectedSupplements[0].quantity", "TOO_SMALL"},
		{"half a GPS", func(b map[string]any) {
			b["selectedSupplements"] = []any{map[string]any{"supplementId": stage.GPSID, "quantity": 1.5}}
		}, 422, "VALIDATION", "selectedSupplements[0].quantity", "INVALID_TYPE"},
		{"no such form of location", func(b map[string]any) { b["location"] = "somewhere" }, 422, "VALIDATION", "location", "INVALID_LOCATION"},
		{"off the Earth", func(b map[string]any) { b["location"] = "current:91,0" }, 422, "VALIDATION", "location", "INVALID_LOCATION"},
		{"not a number", func(b map[string]any) { b["location"] = "current:NaN,0" }, 422, "VALIDATION", "location", "INVALID_LOCATION"},
		{"unknown parking point", func(b map[string]any) { b["location"] = uuid.NewString() }, 404, "PARKING_POINT_NOT_FOUND", "", ""},
		{"no location", func(b map[string]any) { delete(b, "location") }, 422, "VALIDATION", "customerCoordinates", "LOCATION_FOR_TYPE"},
		{"delivery to nowhere", func(b map[string]any) {
			delete(b, "location")
			b["bookingType"], b["customerLocation"] = "DELIVERY", "  "
		}, 422, "VALIDATION", "customerLocation", "LOCATION_FOR_TYPE"},
		{"a type that its location is not", func(b map[string]any) { b["bookingType"] = "DELIVERY" }, 422, "VALIDATION", "location", "LOCATION_FOR_TYPE"},
		{"a type that is none", func(b map[string]any) { b["bookingType"] = "TELEPORT" }, 422, "VALIDATION", "bookingType", "INVALID_CHOICE"},
		{"free of charge", func(b map[string]any) { b["totalAmount"] = 0 }, 422, "VALIDATION", "totalAmount", "TOO_SMALL"},
		{"negative extras", func(b map[string]any) { b["supplementsTotalPrice"] = -1 }, 422, "VALIDATION", "supplementsTotalPrice", "TOO_SMALL"},
		{"a price that is text", func(b map[string]any) { b["totalAmount"] = "900" }, 422, "VALIDATION", "totalAmount", "INVALID_TYPE"},
		{"notes without end", func(b map[string]any) { b["notesByCustomer"] = strings.Repeat("x", 1001) }, 422, "VALIDATION", "notesByCustomer", "TOO_LONG"},
		{"a zero byte in a place", func(b map[string]any) { b["customerLocation"] = "a\x00b" }, 422, "VALIDATION", "customerLocation", "INVALID_FORMAT"},
		{"shorter than the database can tell", func(b map[string]any) { b["endDatetime"] = soon.Add(500) }, 422, "VALIDATION", "endDatetime", "END_BEFORE_START"},
		{"one supplement in two parts", func(b map[string]any) {
			half := map[string]any{"supplementId": stage.GPSID, "quantity": 50}
			b["selectedSupplements"] = []any{half, half}
		}, 422, "VALIDATION", "selectedSupplements[1].quantity", "TOO_LARGE"},
		{"a zero byte", func(b map[string]any) { b["notesByCustomer"] = "a\x00b" }, 422, "VALIDATION", "notesByCustomer", "INVALID_FORMAT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := stage.BookingBody(soon)
			c.change(body)
			problem := rider.Post("/bookings", body).Problem()
			require.Equal(t, c.status, problem.Status, "%+v", problem)
			require.Equal(t, c.code, problem.Code)
			if c.field != "" {
				require.Equal(t, c.rule, problem.Field(c.field), "%+v", problem.Errors)
			}
		})
	}
	a.requireRows(t, 0, "bookings")
	a.requireRows(t, 0, "calendar_entries")
	a.requireRows(t, 0, "payments")
}

// Lengths are characters: an Arabic address takes two bytes each.
func TestLongArabicAddress(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	body := stage.BookingBody(soon)
	address := "مراكش " + strings.Repeat("ع", 400)
	body["location"] = "address:" + address
	b := rider.Book(body)
	require.Equal(t, address, *b.CustomerLocation)
	body["startDatetime"], body["endDatetime"] = soon.AddDate(0, 1, 0), soon.AddDate(0, 1, 1)
	body["location"] = "address:" + strings.Repeat("ع", 501)
	require.Equal(t, "INVALID_LOCATION", rider.Post("/bookings", body).Problem().Field("location"))
}

// The list of bookings has no largest page (specification section 5).
func TestBookingsOnOnePage(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	for i := range 3 {
		rider.Book(stage.BookingBody(soon.AddDate(0, i, 0)))
	}
	for query, want := range map[string][3]int{ // rows, total, pages
		"limit=2":                              {2, 3, 2},
		"limit=2&page=2":                       {1, 3, 2},
		"limit=3&page=2":                       {0, 3, 1},
		"limit=9223372036854775807":            {3, 3, 1},
		"limit=9223372036854775807&page=3":     {0, 3, 1},
		"limit=4611686018427387904&page=1000":  {0, 3, 1},
		"limit=1&page=1000000":                 {0, 3, 3},
		"limit=100&status=COMPLETED":           {0, 0, 0},
		"limit=100&userId=" + uuid.NewString(): {0, 0, 0},
	} {
		d := apptest.Data[struct {
			Bookings   []struct{ ID uuid.UUID }
			Pagination struct{ Total, TotalPages int }
		}](rider.Get("/bookings?" + query))
		require.Equal(t, want, [3]int{len(d.Bookings), d.Pagination.Total, d.Pagination.TotalPages}, query)
	}
	for query, field := range map[string]string{"limit=0": "limit", "page=0": "page", "limit=9223372036854775808": "limit"} {
		require.NotEmpty(t, rider.Get("/bookings?"+query).Problem().Field(field), query)
	}
}

func TestInactiveMotorcycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	for status, code := range map[string]string{"MAINTENANCE": "MOTORCYCLE_UNAVAILABLE", "UNAVAILABLE": "MOTORCYCLE_UNAVAILABLE"} {
		_, err := a.DB().Exec(t.Context(), "update motorcycles set status = $2 where id = $1", stage.MotorcycleID, status)
		require.NoError(t, err)
		require.Equal(t, code, rider.Post("/bookings", stage.BookingBody(soon)).Problem().Code)
	}
	_, err := a.DB().Exec(t.Context(), "update franchises set status = 'SUSPENDED' where id = $1", stage.FranchiseID)
	require.NoError(t, err)
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", rider.Post("/bookings", stage.BookingBody(soon)).Problem().Code)
}

func TestUnreadableBodies(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer()
	for name, c := range map[string]struct {
		body   any
		status int
		code   string
	}{
		"not JSON":     {"{", 400, "MALFORMED"},
		"no body":      {"", 400, "MALFORMED"},
		"an array":     {"[]", 422, "VALIDATION"},
		"10 MB":        {strings.Repeat(" ", 10<<20), 413, "TOO_LARGE"},
		"deep nesting": {strings.Repeat("[", 100000), 400, "MALFORMED"},
	} {
		problem := rider.Post("/bookings", c.body).Problem()
		require.Equal(t, c.status, problem.Status, "%s: %+v", name, problem)
		require.Equal(t, c.code, problem.Code, name)
	}
	problem := rider.With("Content-Type", "text/plain").Post("/bookings", "hello").Problem()
	require.Equal(t, http.StatusUnsupportedMediaType, problem.Status)
	a.requireRows(t, 0, "bookings")
}

// Every message in the caller's language (D24).
func TestMessagesInThreeLanguages(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	path := "/bookings/" + uuid.NewString()
	seen := map[string]bool{}
	rider := a.Customer()
	for language, word := range map[string]string{"en": "Booking not found", "fr": "Réservation introuvable", "ar": "الحجز غير موجود"} {
		problem := rider.In(language).Get(path).Problem()
		require.Contains(t, problem.Message, word)
		require.Equal(t, problem.Message, problem.Detail)
		require.NotEmpty(t, problem.RequestID)
		seen[problem.Message] = true
	}
	require.Len(t, seen, 3)
}

func TestAvailabilityAndNextFree(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(soon))
	path := fmt.Sprintf("/motorcycles/%s/availability?startDate=%s&endDate=%s", stage.MotorcycleID,
		soon.Add(time.Hour).Format(time.RFC3339), soon.Add(10*time.Hour).Format(time.RFC3339))
	got := apptest.Data[struct {
		Available bool
		NextFree  *struct{ StartDatetime, EndDatetime time.Time }
	}](a.Visitor().Get(path))
	require.False(t, got.Available)
	require.Equal(t, b.EndDatetime.UTC(), got.NextFree.StartDatetime.UTC())
}
