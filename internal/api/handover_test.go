package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type handoverRow struct {
	Kind        string
	OdometerKm  int
	FuelPercent *int
	Notes       *string
	Pictures    []string
	ActorName   string
}

func handovers(c *apptest.Caller, id uuid.UUID) []handoverRow {
	return apptest.Data[struct{ Handovers []handoverRow }](c.Get(bookingPath(id) + "/handovers")).Handovers
}

func odometer(c *apptest.Caller, motorcycle uuid.UUID) *int {
	return apptest.Data[struct{ Motorcycle struct{ OdometerKm *int } }](c.Get("/motorcycles/" + motorcycle.String())).Motorcycle.OdometerKm
}

// A motorcycle goes out with what its meter shows and pictures of it, and comes back with more.
func TestHandOverAndReturn(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := a.paid(t, rider, stage, soon)
	picture := upload(t, staff, "left.jpg", photo(t, 40, 30), "purpose", "HANDOVER_PHOTO")
	path := bookingPath(b.ID)

	require.Equal(t, "BOOKING_TRANSITION", staff.Post(path+"/return", map[string]any{"odometerKm": 1}).Problem().Code, "what was not handed over")
	hostile := "<b>Scratch</b> '; -- خدش \u200f🏍"
	out := changedBooking(t, staff.Post(path+"/hand-over", map[string]any{
		"odometerKm": 12000, "fuelPercent": 80, "notes": hostile, "pictures": []string{picture.URL},
	}))
	require.Equal(t, "ACTIVE", out.BookingStatus)
	require.Equal(t, 12000, *odometer(staff, stage.MotorcycleID), "the motorcycle's meter follows")
	require.Nil(t, odometer(rider, stage.MotorcycleID), "for staff")

	problem := staff.Post(path+"/return", map[string]any{"odometerKm": 11999}).Problem()
	require.Equal(t, "ODOMETER_BACKWARDS", problem.Code)
	require.Contains(t, problem.Message, "12000")
	require.Equal(t, "ACTIVE", rider.Booking(b.ID).BookingStatus, "nothing of it is done")
	require.Equal(t, "COMPLETED", changedBooking(t, staff.Post(path+"/return", map[string]any{"odometerKm": 12340})).BookingStatus)
	require.Equal(t, "BOOKING_TRANSITION", staff.Post(path+"/return", map[string]any{"odometerKm": 12340}).Problem().Code, "once")

	both := handovers(staff, b.ID)
	require.Len(t, both, 2)
	require.Equal(t, []string{"HAND_OVER", "RETURN"}, []string{both[0].Kind, both[1].Kind})
	require.Equal(t, hostile, *both[0].Notes)
	require.Equal(t, []string{picture.URL}, both[0].Pictures)
	require.Equal(t, 80, *both[0].FuelPercent)
	require.Equal(t, "Salma Staff", both[0].ActorName)
	require.Nil(t, both[1].FuelPercent)
	require.Equal(t, []string{"HANDOVER HAND_OVER", "HANDOVER RETURN"}, told(story(staff, b.ID), "HANDOVER"))

	colleague := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	link := colleague.Post("/media/"+picture.ID.String()+"/link", nil)
	require.Equal(t, http.StatusOK, link.Status, "everybody of the franchise looks at the pictures: %s", link.Body)
	require.Equal(t, "MEDIA_NOT_FOUND", rider.Post("/media/"+picture.ID.String()+"/link", nil).Problem().Code)

	require.Equal(t, http.StatusOK, staff.Do(http.MethodPut, "/motorcycles/"+stage.MotorcycleID.String(), map[string]any{"odometerKm": 12034}).Status)
	require.Equal(t, 12034, *odometer(staff, stage.MotorcycleID), "who mistyped corrects it")
}

func TestHandOverRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider := a.Stage(), a.Stage(), a.Customer()
	staff, rival := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	b := a.paid(t, rider, stage, soon)
	path := bookingPath(b.ID)
	require.Equal(t, "BOOKING_NOT_FOUND", rival.Post(path+"/hand-over", map[string]any{"odometerKm": 1}).Problem().Code)
	require.Equal(t, "BOOKING_NOT_FOUND", rival.Get(path+"/handovers").Problem().Code)
	require.Equal(t, "FORBIDDEN", rider.Post(path+"/hand-over", map[string]any{"odometerKm": 1}).Problem().Code)

	problem := staff.Post(path+"/hand-over", map[string]any{
		"fuelPercent": 101, "notes": strings.Repeat("x", 1001), "pictures": []string{"https://example.com/a.jpg", "/media/../secret"},
	}).Problem()
	for field, code := range map[string]string{
		"odometerKm": "REQUIRED", "fuelPercent": "TOO_LARGE", "notes": "TOO_LONG", "pictures[0]": "INVALID_FORMAT", "pictures[1]": "INVALID_FORMAT",
	} {
		require.Equal(t, code, problem.Field(field), field)
	}
	card := upload(t, staff, "card.jpg", photo(t, 40, 30), "purpose", "IDENTITY_CARD")
	foreign := upload(t, rival, "left.jpg", photo(t, 40, 30), "purpose", "HANDOVER_PHOTO")
	for _, picture := range []string{card.URL, foreign.URL} {
		answer := staff.Post(path+"/hand-over", map[string]any{"odometerKm": 1, "pictures": []string{picture}})
		require.Equal(t, "MEDIA_MISPLACED", answer.Problem().Code)
	}
	require.Equal(t, "CONFIRMED", rider.Booking(b.ID).BookingStatus)
	a.requireRows(t, 0, "booking_handovers")
}

// Of two who hand the same motorcycle over at once, one does.
func TestHandOversRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := a.paid(t, rider, stage, soon)
	statuses := make([]int, 6)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			statuses[i] = staff.Post(bookingPath(b.ID)+"/hand-over", map[string]any{"odometerKm": 100 + i}).Status
		})
	}
	all.Wait()
	won := 0
	for _, status := range statuses {
		if status == http.StatusOK {
			won++
		} else {
			require.Equal(t, http.StatusConflict, status)
		}
	}
	require.Equal(t, 1, won)
	a.requireRows(t, 1, "booking_handovers")
}
