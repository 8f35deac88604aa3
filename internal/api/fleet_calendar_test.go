package api_test

import (
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

type fleetRow struct {
	Motorcycle struct {
		ID                 uuid.UUID
		RegistrationNumber string
	}
	Entries []struct {
		Kind, Reference, BookingStatus, Reason, CustomerName string
		ID                                                   uuid.UUID
		IsOverdue                                            bool
	}
}

type fleetCalendar struct {
	From, To   time.Time
	Rows       []fleetRow
	Pagination struct{ Total int }
}

func fleet(c *apptest.Caller, from, to time.Time, more string) fleetCalendar {
	query := url.Values{"from": {from.Format(time.RFC3339)}, "to": {to.Format(time.RFC3339)}, "limit": {"100"}}
	return apptest.Data[fleetCalendar](c.Get("/fleet-calendar?" + query.Encode() + more))
}

// What takes the motorcycles of a franchise, and nobody else's, in a window; what is not back stands in it however long it
// should be.
func TestFleetCalendar(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider := a.Stage(), a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	second := a.Motorcycle(stage, apptest.DayPrice)
	b := a.paid(t, rider, stage, soon)
	gone := rider.Book(stage.BookingBody(soon.Add(10 * day)))
	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, bookingPath(gone.ID), nil).Status)
	rider.Book(theirs.BookingBody(soon))
	block := map[string]any{
		"startDatetime": soon.Add(day).Format(time.RFC3339), "endDatetime": soon.Add(3 * day).Format(time.RFC3339), "reason": "repair", "notes": "Brakes",
	}
	require.Equal(t, http.StatusCreated, staff.Post("/motorcycles/"+second.String()+"/blocks", block).Status)

	shown := fleet(staff, soon.Add(-day), soon.Add(30*day), "")
	require.Equal(t, 2, shown.Pagination.Total)
	rows := map[uuid.UUID]fleetRow{}
	for _, row := range shown.Rows {
		rows[row.Motorcycle.ID] = row
	}
	require.Len(t, rows[stage.MotorcycleID].Entries, 1, "without what was cancelled")
	rental := rows[stage.MotorcycleID].Entries[0]
	require.Equal(t, b.ID, rental.ID)
	require.Equal(t, "CONFIRMED", rental.BookingStatus)
	require.True(t, strings.HasPrefix(rental.CustomerName, "Amina"))
	require.False(t, rental.IsOverdue)
	require.Equal(t, "repair", rows[second].Entries[0].Reason)
	for _, row := range fleet(staff, soon.Add(2*day), soon.Add(3*day), "").Rows {
		if row.Motorcycle.ID == stage.MotorcycleID {
			require.Empty(t, row.Entries, "half open: it ends the minute that the window begins")
		}
	}
	require.Len(t, fleet(a.Staff(authz.Admin, nil), soon, soon.Add(day), "").Rows, 3, "the platform's sees all")
	require.Empty(t, fleet(staff, soon, soon.Add(day), "&franchiseId="+theirs.FranchiseID.String()).Rows)
	plate := rows[second].Motorcycle.RegistrationNumber
	require.Len(t, fleet(staff, soon, soon.Add(day), "&q="+url.QueryEscape(plate)).Rows, 1)

	changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "ACTIVE"}))
	a.Clock.Advance(soon.Add(10 * day).Sub(a.Clock.Now()))
	staff = a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	for _, row := range fleet(staff, soon.Add(9*day), soon.Add(12*day), "").Rows {
		if row.Motorcycle.ID == stage.MotorcycleID {
			require.Len(t, row.Entries, 1, "it is not back")
			require.True(t, row.Entries[0].IsOverdue)
		}
	}
	for _, row := range fleet(staff, soon.Add(11*day), soon.Add(12*day), "").Rows {
		require.Empty(t, row.Entries, "nobody knows of tomorrow")
	}
}

func TestFleetCalendarRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	require.Equal(t, "FORBIDDEN", a.Customer().Get("/fleet-calendar").Problem().Code)
	problem := staff.Get("/fleet-calendar?from=2027-04-12T00:00:00Z&to=2027-09-12T00:00:00Z").Problem()
	require.Equal(t, "PERIOD_TOO_LONG", problem.Field("to"))
	require.Equal(t, "END_BEFORE_START", staff.Get("/fleet-calendar?from=2027-04-12T00:00:00Z&to=2027-04-12T00:00:00Z").Problem().Field("to"))
	require.Equal(t, "INVALID_FORMAT", staff.Get("/fleet-calendar?from=yesterday").Problem().Field("from"))
	usual := apptest.Data[fleetCalendar](staff.Get("/fleet-calendar"))
	require.Equal(t, "2027-04-11T23:00:00Z", usual.From.UTC().Format(time.RFC3339), "today, on the clock of Casablanca")
	require.Equal(t, 31*day, usual.To.Sub(usual.From))
}
