package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

const day = 24 * time.Hour

func bookingPath(id uuid.UUID) string { return "/bookings/" + id.String() }

func (a testApp) put(c *apptest.Caller, id uuid.UUID, body map[string]any) apptest.Answer {
	return c.Do(http.MethodPut, bookingPath(id), body)
}

// paid is a booking of two days that was paid on the hosted page.
func (a testApp) paid(t *testing.T, rider *apptest.Caller, stage apptest.Stage, start time.Time) apptest.Booking {
	t.Helper()
	b := rider.Book(stage.BookingBody(start))
	a.pay(t, *b.Payment, cardApproves)
	a.awaitConfirmed(rider, b.ID)
	return rider.Booking(b.ID)
}

func changedBooking(t *testing.T, answer apptest.Answer) listedBooking {
	t.Helper()
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	return apptest.Data[struct{ Booking listedBooking }](answer).Booking
}

func (a testApp) actions(t *testing.T, id uuid.UUID) []string {
	t.Helper()
	actions := []string{}
	rows, err := a.DB().Query(t.Context(), "select action from audit_log where entity_id = $1 order by id", id)
	require.NoError(t, err)
	for rows.Next() {
		var action string
		require.NoError(t, rows.Scan(&action))
		actions = append(actions, action)
	}
	require.NoError(t, rows.Err())
	return actions
}

// Staff take a booking along the whole of its life (D8); every step is recorded.
func TestStaffLeadABookingThroughItsLife(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := rider.Book(stage.BookingBody(soon))

	require.Equal(t, "BOOKING_TRANSITION", a.put(staff, b.ID, map[string]any{"bookingStatus": "ACTIVE"}).Problem().Code)
	confirmed := changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "CONFIRMED", "notesByAdmin": " Paid in cash "}))
	require.Equal(t, "CONFIRMED", confirmed.BookingStatus, "by a permitted administrator (D5)")
	require.Equal(t, "Paid in cash", *confirmed.NotesByAdmin)
	require.Nil(t, confirmed.HoldExpiresAt)
	require.Equal(t, "CANCELLED", confirmed.Payment.Status, "nobody is asked to pay twice")
	require.Equal(t, "BOOKING_TRANSITION", a.put(staff, b.ID, map[string]any{"bookingStatus": "PENDING_PAYMENT"}).Problem().Code)
	require.Equal(t, "ACTIVE", changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "ACTIVE"})).BookingStatus)
	require.Equal(t, "COMPLETED", changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "COMPLETED"})).BookingStatus)
	require.Equal(t, "BOOKING_TRANSITION", a.put(staff, b.ID, map[string]any{"bookingStatus": "CANCELLED_BY_ADMIN"}).Problem().Code)
	require.Equal(t, "BOOKING_ENDED", a.put(staff, b.ID, map[string]any{"pickupParkingPointId": a.anotherPoint(t, stage)}).Problem().Code)
	noted := changedBooking(t, a.put(staff, b.ID, map[string]any{"notesByAdmin": "Brought back clean"}))
	require.Equal(t, "Brought back clean", *noted.NotesByAdmin, "notes go on")
	require.Nil(t, changedBooking(t, a.put(staff, b.ID, map[string]any{"notesByAdmin": nil})).NotesByAdmin)
	require.Equal(t, []string{"BOOKING_UPDATE", "BOOKING_UPDATE", "BOOKING_UPDATE", "BOOKING_UPDATE", "BOOKING_UPDATE", "BOOKING_UPDATE"}, a.actions(t, b.ID))
}

func (a testApp) anotherPoint(t *testing.T, stage apptest.Stage) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	a.exec(t, "insert into parking_points (id, name, latitude, longitude, franchise_id) values ($1, $2, 34.02, -6.83, $3)", id, "Rabat "+id.String(), stage.FranchiseID)
	return id
}

func TestStaffChangeWhereItIsHandedOver(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := rider.Book(stage.BookingBody(soon))
	point := a.anotherPoint(t, stage)
	changed := changedBooking(t, a.put(staff, b.ID, map[string]any{"pickupParkingPointId": point}))
	require.Equal(t, point, *changed.PickupParkingPointID)
	require.Equal(t, stage.ParkingPointID, *changed.DropoffParkingPointID)
	require.InDelta(t, 34.02, changed.CustomerCoordinates.Lat, 1e-9, "the point's own (D11)")
	require.Equal(t, "PROCESSING", changed.Payment.Status, "the payment stays")
	require.Equal(t, "PARKING_POINT_NOT_FOUND", a.put(staff, b.ID, map[string]any{"dropoffParkingPointId": uuid.New()}).Problem().Code)
}

// What cannot be set is ignored, as the specification's client sends the whole booking back.
func TestABookingSentBackChangesNothing(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(soon))
	var whole struct {
		Data struct{ Booking map[string]any }
	}
	require.NoError(t, json.Unmarshal(rider.Get(bookingPath(b.ID)).Body, &whole))
	require.Equal(t, http.StatusOK, a.put(rider, b.ID, whole.Data.Booking).Status)
	body := whole.Data.Booking
	for name, value := range map[string]any{
		"totalAmount": 0.01, "baseRentalPrice": 0.01, "supplementsTotalPrice": 5, "userId": uuid.New(), "franchiseId": uuid.New(),
		"motorcycleId": uuid.New(), "holdExpiresAt": "2030-01-01T00:00:00Z", "reference": "RH-XXXXXXX", "contractUrl": "javascript:1",
	} {
		body[name] = value
	}
	require.Equal(t, http.StatusOK, a.put(rider, b.ID, body).Status)
	require.Equal(t, b, rider.Booking(b.ID))
	require.Empty(t, a.actions(t, b.ID))
}

func TestCustomersChangeTheirOwnNotes(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider, stranger := a.Stage(), a.Stage(), a.Customer(), a.Customer()
	staff, others := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	b := rider.Book(stage.BookingBody(soon))
	hostile := "Robert'); drop table bookings; -- <script>alert(1)</script> \u200fمرحبا\u200e 🏍"
	changedBooking(t, a.put(rider, b.ID, map[string]any{"notesByCustomer": hostile}))
	var kept string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select notes_by_customer from bookings where id = $1", b.ID).Scan(&kept))
	require.Equal(t, hostile, kept)

	for field, value := range map[string]any{
		"notesByAdmin": "mine", "bookingStatus": "CONFIRMED", "pickupParkingPointId": a.anotherPoint(t, stage), "dropoffParkingPointId": uuid.New(),
	} {
		answer := a.put(rider, b.ID, map[string]any{field: value})
		require.Equal(t, http.StatusForbidden, answer.Status, "%s: %s", field, answer.Body)
	}
	require.Equal(t, http.StatusForbidden, a.put(staff, b.ID, map[string]any{"notesByCustomer": "not yours"}).Status)
	for _, c := range []*apptest.Caller{stranger, others} {
		require.Equal(t, "BOOKING_NOT_FOUND", a.put(c, b.ID, map[string]any{"notesByCustomer": "x", "notesByAdmin": "x"}).Problem().Code)
		for _, path := range []string{"/move", "/move-quote"} {
			body := map[string]any{"startDatetime": soon.Add(day), "endDatetime": soon.Add(3 * day)}
			require.Equal(t, "BOOKING_NOT_FOUND", c.Post(bookingPath(b.ID)+path, body).Problem().Code)
		}
		require.Equal(t, "BOOKING_NOT_FOUND", c.Get(bookingPath(b.ID)+"/cancellation").Problem().Code)
	}
	require.Equal(t, "TOO_LONG", a.put(rider, b.ID, map[string]any{"notesByCustomer": strings.Repeat("م", 1001)}).Problem().Field("notesByCustomer"))
	require.Equal(t, "INVALID_FORMAT", a.put(rider, b.ID, map[string]any{"notesByCustomer": "a\x00b"}).Problem().Field("notesByCustomer"))
	problem := a.put(staff, b.ID, map[string]any{
		"notesByAdmin": strings.Repeat("x", 10_000), "bookingStatus": "PAID", "endDatetime": soon.Add(3 * day),
	}).Problem()
	require.Equal(t, "TOO_LONG", problem.Field("notesByAdmin"))
	require.Equal(t, "INVALID_CHOICE", problem.Field("bookingStatus"))
}

// Who changes what somebody else has changed meanwhile is told, and a customer is not told what staff noted.
func TestBookingChangedMeanwhile(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := rider.Book(stage.BookingBody(soon))
	seen := changedBooking(t, rider.Get(bookingPath(b.ID))).UpdatedAt
	a.Clock.Advance(time.Minute)
	changedBooking(t, a.put(staff, b.ID, map[string]any{"notesByAdmin": "difficult", "dropoffParkingPointId": a.anotherPoint(t, stage), "updatedAt": seen}))
	for name, answer := range map[string]apptest.Answer{
		"notes": a.put(rider, b.ID, map[string]any{"notesByCustomer": "late", "updatedAt": seen}),
		"move": rider.Post(bookingPath(b.ID)+"/move", map[string]any{
			"startDatetime": soon.Add(day), "endDatetime": soon.Add(3 * day), "updatedAt": seen,
		}),
	} {
		require.Equal(t, "CHANGED_MEANWHILE", answer.Problem().Code, name)
		require.Contains(t, string(answer.Body), "dropoffParkingPointId", name)
		require.NotContains(t, string(answer.Body), "difficult", name)
	}
	stale := a.put(staff, b.ID, map[string]any{"notesByAdmin": "again", "updatedAt": seen})
	require.Contains(t, string(stale.Body), "difficult")
}

type moveQuoteRow struct {
	Days                                             int
	TotalAmount, Difference, AmountDue, RefundAmount float64
	Allowed, Available                               bool
	NextFree                                         *struct{ StartDatetime time.Time }
	StartDatetime, EndDatetime                       time.Time
	BaseRentalPrice, SupplementsTotalPrice           float64
}

func (a testApp) quoteMove(c *apptest.Caller, id uuid.UUID, start, end time.Time) moveQuoteRow {
	answer := c.Post(bookingPath(id)+"/move-quote", map[string]any{"startDatetime": start, "endDatetime": end})
	return apptest.Data[struct{ MoveQuote moveQuoteRow }](answer).MoveQuote
}

func (a testApp) move(c *apptest.Caller, id uuid.UUID, start, end time.Time) apptest.Answer {
	return c.Post(bookingPath(id)+"/move", map[string]any{"startDatetime": start, "endDatetime": end})
}

// An unpaid booking moves freely, and is asked the new price for, once.
func TestMoveBeforePaying(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	body := stage.BookingBody(soon)
	body["selectedSupplements"] = []any{map[string]any{"supplementId": stage.GPSID, "quantity": 2}, map[string]any{"supplementId": stage.TopCaseID}}
	b := rider.Book(body) // 2 x 450 + 2 x 2 x 30 + 100
	a.exec(t, "update motorcycles set base_price_centimes = 99900 where id = $1", stage.MotorcycleID)
	a.exec(t, "update supplements set price_centimes = 99900 where id = $1", stage.GPSID)

	start, end := soon.Add(day), soon.Add(4*day) // overlaps with itself
	quote := a.quoteMove(rider, b.ID, start, end)
	require.True(t, quote.Allowed)
	require.Equal(t, 3, quote.Days)
	require.InDelta(t, 1350, quote.BaseRentalPrice, 0, "at the price that was agreed")
	require.InDelta(t, 280, quote.SupplementsTotalPrice, 0)
	require.InDelta(t, 1630, quote.TotalAmount, 0)
	require.InDelta(t, 510, quote.Difference, 0)
	require.InDelta(t, 1630, quote.AmountDue, 0)
	require.Zero(t, quote.RefundAmount)

	problem := rider.Post(bookingPath(b.ID)+"/move", map[string]any{"startDatetime": start, "endDatetime": end, "totalAmount": 1120}).Problem()
	require.Equal(t, "PRICE_CHANGED", problem.Code)
	require.Equal(t, b, rider.Booking(b.ID), "nothing moved")

	keyed := rider.With("Idempotency-Key", "move it")
	answer := a.move(keyed, b.ID, start, end)
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	moved := apptest.Data[struct {
		Booking    apptest.Booking
		PaymentURL *string
	}](answer)
	require.InDelta(t, 1630, moved.Booking.TotalAmount, 0)
	require.Equal(t, start, moved.Booking.StartDatetime)
	require.Equal(t, b.HoldExpiresAt, moved.Booking.HoldExpiresAt, "moving buys no time")
	require.NotEqual(t, b.PaymentID, moved.Booking.PaymentID)
	require.InDelta(t, 1630, moved.Booking.Payment.Amount, 0)
	require.Equal(t, "PROCESSING", moved.Booking.Payment.Status)
	require.Equal(t, *moved.Booking.Payment.GatewayPaymentURL, *moved.PaymentURL)
	for _, line := range moved.Booking.SelectedSupplements {
		if line.SupplementID == stage.GPSID {
			require.InDelta(t, 180, line.Amount, 0)
		}
	}
	require.Equal(t, moved.Booking, changedBooking(t, a.move(keyed, b.ID, start, end)).Booking, "the same press")
	require.Equal(t, moved.Booking, changedBooking(t, a.move(rider, b.ID, start, end)).Booking, "it is there already")
	require.Equal(t, "IDEMPOTENCY_MISMATCH", a.move(keyed, b.ID, start, end.Add(day)).Problem().Code)
	a.requireRows(t, 2, "payments")
	a.requireRows(t, 1, "calendar_entries")
	require.Equal(t, []string{"BOOKING_MOVE"}, a.actions(t, b.ID))
	a.Customer().Book(stage.BookingBody(soon.Add(-day))) // until the new start

	// The page of the first payment is still open somewhere. What comes by it is not enough any more.
	a.pay(t, *b.Payment, cardApproves)
	a.Eventually(func() bool { return a.statusOf(t, *b.PaymentID) == "REFUNDED" }, "too little goes back")
	require.Equal(t, "PENDING_PAYMENT", rider.Booking(b.ID).BookingStatus)
	a.pay(t, *moved.Booking.Payment, cardApproves)
	a.awaitConfirmed(rider, b.ID)
	require.InDelta(t, 1630, rider.Booking(b.ID).Cancellation.RefundAmount, 0)
}

func (a testApp) statusOf(t *testing.T, payment uuid.UUID) string {
	t.Helper()
	var status string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select status from payments where id = $1", payment).Scan(&status))
	return status
}

// A paid booking becomes shorter and gives the difference back; it does not become dearer.
func TestMoveAfterPaying(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := a.paid(t, rider, stage, soon)

	quote := a.quoteMove(rider, b.ID, soon, soon.Add(3*day))
	require.False(t, quote.Allowed)
	require.True(t, quote.Available)
	require.InDelta(t, 450, quote.Difference, 0)
	require.Zero(t, quote.AmountDue)
	answer := a.move(rider.In("en"), b.ID, soon, soon.Add(3*day))
	require.Equal(t, http.StatusConflict, answer.Status)
	require.Equal(t, "MOVE_COSTS_MORE", answer.Problem().Code)
	require.Contains(t, answer.Problem().Message, "450.00 MAD more")
	require.Contains(t, string(answer.Body), `"difference":450.00`)
	require.Equal(t, b, rider.Booking(b.ID))

	later := soon.Add(30 * day)
	quote = a.quoteMove(rider, b.ID, later, later.Add(day))
	require.True(t, quote.Allowed)
	require.InDelta(t, 450, quote.RefundAmount, 0)
	moved := changedBooking(t, a.move(rider, b.ID, later, later.Add(day)))
	require.Equal(t, "CONFIRMED", moved.BookingStatus)
	require.InDelta(t, 450, moved.TotalAmount, 0)
	a.Eventually(func() bool { return rider.Booking(b.ID).Payment.RefundedAmount == 450 }, "the difference goes back")
	after := rider.Booking(b.ID)
	require.Equal(t, "PARTIALLY_REFUNDED", after.Payment.Status)
	require.Equal(t, b.PaymentID, after.PaymentID)
	require.InDelta(t, 450, after.Cancellation.RefundAmount, 0)
	changedBooking(t, a.move(rider, b.ID, soon, soon.Add(day)))
	require.InDelta(t, 450, rider.Booking(b.ID).Payment.RefundedAmount, 0, "the same price moves no money")
}

// Whoever is too late to get everything back by cancelling does not get it back by moving first.
func TestMovingLateForfeits(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := a.paid(t, rider, stage, soon)
	a.Clock.Set(soon.Add(-30 * time.Hour)) // half goes back (D10)
	rider = a.again(rider)
	later := soon.Add(30 * day)
	require.InDelta(t, 225, a.quoteMove(rider, b.ID, later, later.Add(day)).RefundAmount, 0)
	changedBooking(t, a.move(rider, b.ID, later, later.Add(day)))
	type terms struct {
		Allowed                  bool
		RefundPercent            int
		RefundAmount, PaidAmount float64
		Policy                   struct{ FullRefundHours, ForfeitedPercent int }
	}
	read := func(c *apptest.Caller) terms {
		return apptest.Data[struct{ Cancellation terms }](c.Get(bookingPath(b.ID) + "/cancellation")).Cancellation
	}
	got := read(rider)
	require.True(t, got.Allowed)
	require.Equal(t, 50, got.RefundPercent)
	require.InDelta(t, 225, got.RefundAmount, 0, "of the 450 that the rental costs now")
	require.InDelta(t, 675, got.PaidAmount, 0)
	require.Equal(t, 48, got.Policy.FullRefundHours)
	require.Equal(t, 50, got.Policy.ForfeitedPercent)
	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, bookingPath(b.ID), nil).Status)
	a.Eventually(func() bool { return rider.Booking(b.ID).Payment.RefundedAmount == 450 }, "exactly as it was said")
	require.False(t, read(rider).Allowed)
	require.Equal(t, []string{"BOOKING_MOVE", "BOOKING_CANCEL"}, a.actions(t, b.ID))
}

// Staff who move a booking give all of the difference back, whenever they do.
func TestStaffMoveForFree(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := a.paid(t, rider, stage, soon)
	a.Clock.Set(soon.Add(-2 * time.Hour))
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	later := soon.Add(30 * day)
	moved := changedBooking(t, a.put(staff, b.ID, map[string]any{"startDatetime": later, "endDatetime": later.Add(day)}))
	require.InDelta(t, 450, moved.TotalAmount, 0)
	rider = a.again(rider)
	a.Eventually(func() bool { return rider.Booking(b.ID).Payment.RefundedAmount == 450 }, "all of the difference")
	require.Equal(t, 100, rider.Booking(b.ID).Cancellation.RefundPercent)
	require.Equal(t, []string{"BOOKING_MOVE"}, a.actions(t, b.ID))
}

func TestMoveIntoSomebodyElse(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(soon))
	a.Customer().Book(stage.BookingBody(soon.Add(2 * day)))
	next := soon.Add(4 * day)
	quote := a.quoteMove(rider, b.ID, soon.Add(day), soon.Add(3*day))
	require.False(t, quote.Available)
	require.False(t, quote.Allowed)
	require.Equal(t, next, quote.NextFree.StartDatetime)
	for name, answer := range map[string]apptest.Answer{
		"move":   a.move(rider, b.ID, soon.Add(day), soon.Add(3*day)),
		"update": a.put(rider, b.ID, map[string]any{"startDatetime": soon.Add(day), "endDatetime": soon.Add(3 * day)}),
	} {
		require.Equal(t, "BOOKING_CONFLICT", answer.Problem().Code, name)
		require.Contains(t, string(answer.Problem().Alternatives), next.Format(time.RFC3339), name)
	}
	require.Equal(t, b, rider.Booking(b.ID))
	a.requireRows(t, 2, "calendar_entries")
}

// What the rules of section 5 and the state of the rental forbid.
func TestMoveRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := a.paid(t, rider, stage, soon)
	for name, c := range map[string]struct {
		start, end time.Time
		field      string
		code       string
	}{
		"in the past":          {apptest.Now.Add(-day), soon, "startDatetime", "IN_PAST"},
		"the wrong way round":  {soon.Add(day), soon, "endDatetime", "END_BEFORE_START"},
		"of no length":         {soon, soon, "endDatetime", "END_BEFORE_START"},
		"too long":             {soon, soon.Add(366 * day), "endDatetime", "TOO_FAR"},
		"beyond the horizon":   {soon.Add(800 * day), soon.Add(801 * day), "endDatetime", "TOO_FAR"},
		"at the dawn of years": {time.Time{}, soon, "startDatetime", "REQUIRED"},
	} {
		for _, path := range []string{"/move", "/move-quote"} {
			problem := rider.Post(bookingPath(b.ID)+path, map[string]any{"startDatetime": c.start, "endDatetime": c.end}).Problem()
			require.Equal(t, c.code, problem.Field(c.field), "%s: %s", name, path)
		}
	}
	require.Equal(t, "BOOKING_NOT_FOUND", a.move(rider, uuid.New(), soon, soon.Add(day)).Problem().Code)
	require.Equal(t, "BOOKING_NOT_FOUND", rider.Post("/bookings/1/move", map[string]any{"startDatetime": soon, "endDatetime": soon}).Problem().Code)

	// The rental has begun, first without anybody having come, then under way.
	a.Clock.Set(soon.Add(time.Hour))
	rider = a.again(rider)
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	for _, c := range []*apptest.Caller{rider, staff} {
		require.Equal(t, "BOOKING_STARTED", a.move(c, b.ID, soon.Add(day), soon.Add(2*day)).Problem().Code)
	}
	require.Equal(t, "BOOKING_STARTED", a.put(rider, b.ID, map[string]any{"notesByCustomer": "too late"}).Problem().Code)
	changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "ACTIVE"}))
	require.Equal(t, "BOOKING_STARTED", a.move(rider, b.ID, soon.Add(day), b.EndDatetime).Problem().Code)
	require.Equal(t, "BOOKING_STARTED", a.move(rider, b.ID, soon, b.EndDatetime.Add(-time.Hour)).Problem().Code)
	require.Equal(t, "MOVE_COSTS_MORE", a.move(rider, b.ID, soon, b.EndDatetime.Add(day)).Problem().Code)
	longer := changedBooking(t, a.move(rider, b.ID, soon, b.EndDatetime.Add(6*time.Hour)))
	require.Equal(t, b.EndDatetime.Add(6*time.Hour), longer.EndDatetime, "a part day within the grace costs nothing (D2)")
	changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "COMPLETED"}))
	require.Equal(t, "BOOKING_ENDED", a.move(rider, b.ID, soon, b.EndDatetime.Add(7*time.Hour)).Problem().Code)
}

// A hold that has run out is not taken elsewhere, whether the sweep has met it or not.
func TestMoveAfterTheHold(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer()
	b := rider.Book(a.Stage().BookingBody(soon))
	a.Clock.Advance(15 * time.Minute)
	rider = a.again(rider)
	require.Equal(t, "BOOKING_ENDED", a.move(rider, b.ID, soon.Add(day), soon.Add(3*day)).Problem().Code)
	staff := a.Staff(authz.Admin, nil)
	require.Equal(t, "BOOKING_TRANSITION", a.put(staff, b.ID, map[string]any{"bookingStatus": "CONFIRMED"}).Problem().Code)
}

// Two bookings of one motorcycle want the same days at the same moment, while strangers book there: the calendar never
// holds two at once, and nobody meets anything but a refusal.
func TestMovesRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	riders := []*apptest.Caller{a.Customer(), a.Customer(), a.Customer()}
	bookings := make([]apptest.Booking, len(riders))
	for i, rider := range riders {
		bookings[i] = rider.Book(stage.BookingBody(soon.Add(time.Duration(3*i) * day)))
	}
	wanted := soon.Add(20 * day)
	answers := make(chan apptest.Answer, 60)
	var wg sync.WaitGroup
	for i := range 30 {
		n := i % len(riders)
		wg.Go(func() { answers <- a.move(riders[n], bookings[n].ID, wanted, wanted.Add(time.Duration(1+i%3)*day)) })
		if i%5 == 0 {
			wg.Go(func() { answers <- riders[n].Post("/bookings", stage.BookingBody(wanted.Add(-day))) })
		}
	}
	wg.Wait()
	close(answers)
	for answer := range answers {
		if answer.Status >= 300 {
			require.Equal(t, "BOOKING_CONFLICT", answer.Problem().Code, "%s", answer.Body)
		}
	}
	var held, entries, wrong int
	require.NoError(t, a.DB().QueryRow(t.Context(), `select (select count(*) from bookings where status = 'PENDING_PAYMENT'),
		(select count(*) from calendar_entries),
		(select count(*) from bookings b join payments p on p.booking_id = b.id and p.status in ('PENDING', 'PROCESSING') where p.amount_centimes <> b.total_centimes)`).
		Scan(&held, &entries, &wrong))
	require.Equal(t, held, entries)
	require.Zero(t, wrong, "every open payment asks for what its booking costs")
}
