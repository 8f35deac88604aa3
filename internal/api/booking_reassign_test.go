package api_test

import (
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

func reassignBody(b apptest.Booking, to uuid.UUID) map[string]any {
	return map[string]any{"startDatetime": b.StartDatetime, "endDatetime": b.EndDatetime, "motorcycleId": to}
}

func reassign(c *apptest.Caller, b apptest.Booking, to uuid.UUID) apptest.Answer {
	return c.Post(bookingPath(b.ID)+"/move", reassignBody(b, to))
}

func (a testApp) quoteReassign(c *apptest.Caller, b apptest.Booking, to uuid.UUID) apptest.Answer {
	return c.Post(bookingPath(b.ID)+"/move-quote", reassignBody(b, to))
}

// holderOf is the motorcycle whose calendar a booking stands in.
func (a testApp) holderOf(t *testing.T, id uuid.UUID) uuid.UUID {
	t.Helper()
	var holder uuid.UUID
	require.NoError(t, a.DB().QueryRow(t.Context(), "select motorcycle_id from calendar_entries where booking_id = $1", id).Scan(&holder))
	return holder
}

// A broken motorcycle is replaced by a dearer one: the customer pays what was agreed, no money moves, and everything that
// names the motorcycle follows.
func TestReassignAPaidBooking(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	other := a.Motorcycle(stage, 3*apptest.DayPrice)
	body := stage.BookingBody(soon)
	body["endDatetime"] = soon.Add(53 * time.Hour)
	b := rider.Book(body)
	a.pay(t, *b.Payment, cardApproves)
	a.awaitConfirmed(rider, b.ID)
	b = rider.Booking(b.ID)
	// What the franchise has set since would make another day of the five hours (D2): the price is not counted anew.
	a.exec(t, "update franchises set grace_minutes = 0 where id = $1", stage.FranchiseID)

	quote := apptest.Data[struct {
		MoveQuote struct {
			moveQuoteRow
			MotorcycleID uuid.UUID
		}
	}](a.quoteReassign(staff, b, other)).MoveQuote
	require.True(t, quote.Allowed)
	require.Equal(t, other, quote.MotorcycleID)
	require.InDelta(t, b.TotalAmount, quote.TotalAmount, 0)
	require.Zero(t, quote.Difference)
	require.Zero(t, quote.RefundAmount)
	require.Zero(t, quote.AmountDue)
	require.Equal(t, stage.MotorcycleID, a.holderOf(t, b.ID), "a quote does nothing")

	moved := changedBooking(t, reassign(staff, b, other))
	require.Equal(t, other, moved.MotorcycleID)
	require.Equal(t, other, a.holderOf(t, b.ID))
	require.Equal(t, "CONFIRMED", moved.BookingStatus)
	require.InDelta(t, b.TotalAmount, moved.TotalAmount, 0)
	require.Equal(t, b.PaymentID, moved.PaymentID)
	require.Equal(t, []string{"BOOKING_MOVE"}, a.actions(t, b.ID))
	a.requireRows(t, 0, "payment_refunds")
	a.Customer().Book(stage.BookingBody(soon)) // the first one is free again

	for _, e := range story(staff, b.ID) {
		if e.Kind == "CHANGE" {
			require.Len(t, e.Changes, 1, "the motorcycle and nothing else")
			require.JSONEq(t, `{"from":"`+stage.MotorcycleID.String()+`","to":"`+other.String()+`"}`, string(e.Changes["motorcycleId"]))
		}
	}
	a.Eventually(func() bool {
		for _, e := range story(staff, b.ID) {
			if e.Kind == "LETTER" && *e.Letter == "booking_reassigned" && *e.Note == "customer" {
				return true
			}
		}
		return false
	}, "the customer is told")
}

// Another motorcycle and other times at once cost the days at the price that was agreed.
func TestReassignAndMove(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.Admin, nil)
	other := a.Motorcycle(stage, 3*apptest.DayPrice)
	b := a.paid(t, rider, stage, soon)
	body := reassignBody(b, other)
	body["endDatetime"] = b.StartDatetime.Add(day)
	moved := changedBooking(t, staff.Post(bookingPath(b.ID)+"/move", body))
	require.Equal(t, other, moved.MotorcycleID)
	require.InDelta(t, 450, moved.TotalAmount, 0)
	a.Eventually(func() bool { return rider.Booking(b.ID).Payment.RefundedAmount == 450 }, "the difference goes back")
}

// The payment of a booking that is not paid stays open: it asks for what it asked for.
func TestReassignBeforePaying(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	other := a.Motorcycle(stage, 3*apptest.DayPrice)
	b := rider.Book(stage.BookingBody(soon))
	keyed := staff.With("Idempotency-Key", "exchange it")
	moved := changedBooking(t, reassign(keyed, b, other))
	require.Equal(t, b.PaymentID, moved.PaymentID)
	require.Equal(t, "PROCESSING", moved.Payment.Status)
	require.Equal(t, moved.Booking, changedBooking(t, reassign(keyed, b, other)).Booking, "the same press")
	require.Equal(t, moved.Booking, changedBooking(t, reassign(staff, b, other)).Booking, "it is there already")
	require.Equal(t, "IDEMPOTENCY_MISMATCH", reassign(keyed, b, stage.MotorcycleID).Problem().Code)
	a.pay(t, *b.Payment, cardApproves)
	a.awaitConfirmed(rider, b.ID)
	require.Equal(t, other, rider.Booking(b.ID).MotorcycleID)
}

func TestReassignRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider := a.Stage(), a.Stage(), a.Customer()
	staff, admin := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.Admin, nil)
	taken, blocked, broken, free := a.Motorcycle(stage, apptest.DayPrice), a.Motorcycle(stage, apptest.DayPrice), a.Motorcycle(stage, apptest.DayPrice), a.Motorcycle(stage, apptest.DayPrice)
	b := a.paid(t, rider, stage, soon)
	body := stage.BookingBody(soon.Add(day))
	body["motorcycleId"] = taken
	a.Customer().Book(body)
	block := map[string]any{"startDatetime": soon.Add(day), "endDatetime": soon.Add(5 * day), "reason": "repair"}
	require.Equal(t, http.StatusCreated, staff.Post("/motorcycles/"+blocked.String()+"/blocks", block).Status)
	a.exec(t, "update motorcycles set status = 'MAINTENANCE' where id = $1", broken)

	refused := func(c *apptest.Caller, to uuid.UUID, status int, code string) {
		t.Helper()
		for _, answer := range []apptest.Answer{a.quoteReassign(c, b, to), reassign(c, b, to)} {
			require.Equal(t, status, answer.Status, "%s", answer.Body)
			require.Equal(t, code, answer.Problem().Code)
		}
	}
	for to, next := range map[uuid.UUID]time.Time{taken: soon.Add(3 * day), blocked: soon.Add(5 * day)} {
		quote := apptest.Data[struct{ MoveQuote moveQuoteRow }](a.quoteReassign(staff, b, to)).MoveQuote
		require.False(t, quote.Available)
		require.False(t, quote.Allowed)
		require.Equal(t, next, quote.NextFree.StartDatetime, "of the other motorcycle")
		problem := reassign(staff, b, to).Problem()
		require.Equal(t, "BOOKING_CONFLICT", problem.Code)
		require.Contains(t, string(problem.Alternatives), next.Format(time.RFC3339))
	}
	refused(staff, broken, http.StatusConflict, "MOTORCYCLE_UNAVAILABLE")
	for _, c := range []*apptest.Caller{staff, admin} {
		refused(c, theirs.MotorcycleID, http.StatusNotFound, "MOTORCYCLE_NOT_FOUND")
		refused(c, uuid.New(), http.StatusNotFound, "MOTORCYCLE_NOT_FOUND")
	}
	refused(a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID), theirs.MotorcycleID, http.StatusNotFound, "BOOKING_NOT_FOUND")
	refused(rider, free, http.StatusForbidden, "FORBIDDEN")
	require.Equal(t, http.StatusUnprocessableEntity, staff.Post(bookingPath(b.ID)+"/move", map[string]any{
		"startDatetime": b.StartDatetime, "endDatetime": b.EndDatetime, "motorcycleId": "1' or '1'='1",
	}).Status)
	require.Equal(t, http.StatusOK, reassign(rider, b, stage.MotorcycleID).Status, "as it is")
	require.Equal(t, b, rider.Booking(b.ID), "nothing has changed")
	require.Empty(t, a.actions(t, b.ID))

	// The customer is late, and finds the motorcycle broken.
	a.Clock.Set(soon.Add(time.Hour))
	staff = a.again(staff)
	require.Equal(t, free, changedBooking(t, reassign(staff, b, free)).MotorcycleID)
	changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "ACTIVE"}))
	refused(staff, stage.MotorcycleID, http.StatusConflict, "MOTORCYCLE_HANDED_OVER")
	changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "COMPLETED"}))
	refused(staff, stage.MotorcycleID, http.StatusConflict, "BOOKING_ENDED")
	over := a.Customer()
	b = over.Book(stage.BookingBody(soon.Add(30 * day)))
	require.Equal(t, http.StatusNoContent, over.Do(http.MethodDelete, bookingPath(b.ID), nil).Status)
	refused(staff, free, http.StatusConflict, "BOOKING_ENDED")
}

// Another franchise may take the motorcycle over just now: the booking never ends up with what is not its franchise's.
func TestReassignMeetsAHandOverOfTheMotorcycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs := a.Stage(), a.Stage()
	staff, admin := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.Admin, nil)
	for i := range 8 {
		other := a.Motorcycle(stage, apptest.DayPrice)
		b := a.Customer().Book(stage.BookingBody(soon.Add(time.Duration(10*i) * day)))
		var wg sync.WaitGroup
		var exchanged, given apptest.Answer
		wg.Go(func() { exchanged = reassign(staff, b, other) })
		wg.Go(func() {
			given = admin.Do(http.MethodPut, "/motorcycles/"+other.String(), map[string]any{"franchiseId": theirs.FranchiseID, "parkingPointId": nil})
		})
		wg.Wait()
		require.True(t, (exchanged.Status == http.StatusOK) != (given.Status == http.StatusOK), "%s\n%s", exchanged.Body, given.Body)
	}
	var strays int
	require.NoError(t, a.DB().QueryRow(t.Context(),
		"select count(*) from bookings b join motorcycles m on m.id = b.motorcycle_id where m.franchise_id <> b.franchise_id").Scan(&strays))
	require.Zero(t, strays)
}

// Several bookings are given one motorcycle for the same days while strangers book it: one has it, the others keep their
// own, and everybody gets an answer.
func TestReassignsRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	wanted := a.Motorcycle(stage, apptest.DayPrice)
	const rivals = 6
	bookings := make([]apptest.Booking, rivals)
	for i := range bookings {
		body := stage.BookingBody(soon)
		body["motorcycleId"] = a.Motorcycle(stage, apptest.DayPrice)
		bookings[i] = a.Customer().Book(body)
	}
	stranger := a.Customer()
	direct := stage.BookingBody(soon.Add(day))
	direct["motorcycleId"] = wanted
	answers := make(chan apptest.Answer, 2*rivals)
	var wg sync.WaitGroup
	for _, b := range bookings {
		wg.Go(func() { answers <- reassign(staff, b, wanted) })
		wg.Go(func() { answers <- stranger.Post("/bookings", direct) })
	}
	wg.Wait()
	close(answers)
	won := 0
	for answer := range answers {
		if answer.Status < 300 {
			won++
			continue
		}
		require.Equal(t, "BOOKING_CONFLICT", answer.Problem().Code, "%s", answer.Body)
	}
	require.Equal(t, 1, won)
	a.requireCalendarAgrees(t, wanted, 1)
}

// Two bookings that are to change places block each other; nobody waits for ever for the other's calendar.
func TestReassignsCross(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	second := a.Motorcycle(stage, apptest.DayPrice)
	first := a.Customer().Book(stage.BookingBody(soon))
	body := stage.BookingBody(soon.Add(5 * day)) // free of each other: both exchanges are possible
	body["motorcycleId"] = second
	other := a.Customer().Book(body)
	answers := make(chan apptest.Answer, 40)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() { answers <- reassign(staff, first, second) })
		wg.Go(func() { answers <- reassign(staff, other, stage.MotorcycleID) })
		wg.Go(func() { answers <- reassign(staff, first, stage.MotorcycleID) })
		wg.Go(func() { answers <- reassign(staff, other, second) })
	}
	wg.Wait()
	close(answers)
	for answer := range answers {
		if answer.Status >= 300 {
			require.Equal(t, "CHANGED_MEANWHILE", answer.Problem().Code, "%s", answer.Body)
		}
	}
	var entries int
	require.NoError(t, a.DB().QueryRow(t.Context(),
		"select count(*) from calendar_entries c join bookings b on b.id = c.booking_id and b.motorcycle_id = c.motorcycle_id").Scan(&entries))
	require.Equal(t, 2, entries)
}

// requireCalendarAgrees asserts that so many bookings stand in a motorcycle's calendar, each in its own.
func (a testApp) requireCalendarAgrees(t *testing.T, motorcycle uuid.UUID, held int) {
	t.Helper()
	var entries, astray int
	require.NoError(t, a.DB().QueryRow(t.Context(), `select count(*) filter (where c.motorcycle_id = $1),
		count(*) filter (where c.motorcycle_id <> b.motorcycle_id) from calendar_entries c join bookings b on b.id = c.booking_id`, motorcycle).Scan(&entries, &astray))
	require.Equal(t, held, entries)
	require.Zero(t, astray)
}

// Staff are offered what is free for the days of a booking, the turnaround after it included, and of their franchise.
func TestMotorcyclesThatAreFree(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs := a.Stage(), a.Stage()
	a.exec(t, "update franchises set turnaround_minutes = 120 where id = $1", stage.FranchiseID)
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	free := a.Motorcycle(stage, apptest.DayPrice)
	b := a.Customer().Book(stage.BookingBody(soon))
	asked := func(c *apptest.Caller, from, to time.Time) []uuid.UUID {
		t.Helper()
		query := "?freeFrom=" + from.UTC().Format(time.RFC3339) + "&freeTo=" + to.UTC().Format(time.RFC3339)
		ids := []uuid.UUID{}
		for _, m := range apptest.Data[struct{ Motorcycles []struct{ ID uuid.UUID } }](c.Get("/motorcycles/admin" + query)).Motorcycles {
			ids = append(ids, m.ID)
		}
		return ids
	}
	require.Equal(t, []uuid.UUID{free}, asked(staff, b.StartDatetime, b.EndDatetime))
	require.Contains(t, asked(a.Staff(authz.Admin, nil), b.StartDatetime, b.EndDatetime), theirs.MotorcycleID)
	require.Len(t, asked(staff, soon.Add(-day), soon.Add(-2*time.Hour)), 2, "just in time for the turnaround")
	require.Len(t, asked(staff, soon.Add(-day), soon.Add(-time.Hour)), 1)
	require.Len(t, asked(staff, b.EndDatetime.Add(2*time.Hour), b.EndDatetime.Add(day)), 2)
	require.Len(t, asked(staff, b.EndDatetime.Add(time.Hour), b.EndDatetime.Add(day)), 1)
	for query, field := range map[string]string{
		"freeFrom=2027-05-01T10:00:00Z":                             "freeTo",
		"freeTo=2027-05-01T10:00:00Z":                               "freeFrom",
		"freeFrom=2027-05-01T10:00:00Z&freeTo=2027-05-01T10:00:00Z": "freeTo",
		"freeFrom=yesterday&freeTo=2027-05-01T10:00:00Z":            "freeFrom",
	} {
		answer := staff.Get("/motorcycles/admin?" + query)
		require.Equal(t, http.StatusUnprocessableEntity, answer.Status, "%s: %s", query, answer.Body)
		require.NotEmpty(t, answer.Problem().Field(field), query)
	}
	a.Clock.Advance(15 * time.Minute) // the hold has run out (D7)
	require.Len(t, asked(a.again(staff), b.StartDatetime, b.EndDatetime), 2)
}

// The lock of the first motorcycle opens no more for the customer, that of the other one does.
func TestReassignedLockCodes(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	other := a.Motorcycle(stage, apptest.DayPrice)
	for device, motorcycle := range map[string]uuid.UUID{"A12345": stage.MotorcycleID, "B12345": other} {
		require.Equal(t, http.StatusOK, activateLock(staff, device, &motorcycle).Status)
	}
	b := a.paid(t, rider, stage, soon)
	accesses := func() string {
		var out string
		require.NoError(t, a.DB().QueryRow(t.Context(), `select coalesce(string_agg(device_id || ' ' || coalesce(ended_reason, 'OPEN'), ', ' order by id), '')
			from lock_accesses where booking_id = $1`, b.ID).Scan(&out))
		return out
	}
	a.Eventually(func() bool { return strings.HasSuffix(accesses(), "OPEN") }, "the first access is there")
	changedBooking(t, reassign(staff, b, other))
	a.Eventually(func() bool { return strings.Contains(accesses(), ", ") && strings.HasSuffix(accesses(), "OPEN") }, "the other access is there")
	require.Contains(t, accesses(), "MOVED")
}
