package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type reportFigures struct {
	Revenue, AveragePrice   float64
	Bookings, Cancellations int
	Utilisation             struct{ BookedHours, FleetHours, Share float64 }
}

type report struct {
	From, To, BeforeFrom time.Time
	Current, Before      reportFigures
	ByDay                []struct {
		Date                    string
		Revenue                 float64
		Bookings, Cancellations int
	}
	ByFranchise []struct {
		ID       uuid.UUID
		Revenue  float64
		Bookings int
	}
}

func reportOf(answer apptest.Answer) report {
	return apptest.Data[struct{ Report report }](answer).Report
}

// A period's figures stand beside those of as many days before it, whose every day is counted once.
func TestDashboardReport(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	a.exec(t, "update motorcycles set created_at = $1", apptest.Now.AddDate(-1, 0, 0))
	rider := a.Customer()
	early := a.paid(t, rider, ours, apptest.Now.Add(2*day))
	a.Clock.Advance(10 * day)
	rider = a.SignIn(a.email(t, rider.UserID), apptest.Password)
	start := a.Clock.Now()
	late := a.paid(t, rider, ours, start.Add(20*day))
	gone := rider.Book(ours.BookingBody(start.Add(30 * day)))
	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, bookingPath(gone.ID), nil).Status)
	a.paid(t, rider, theirs, start.Add(20*day))

	staff, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.Admin, nil)
	// Ten days up to today: the first booking was made on the last day of the ten before.
	r := reportOf(staff.Get("/dashboard/report?from=2027-04-13&to=2027-04-22"))
	require.Equal(t, "2027-04-12T23:00:00Z", r.From.Format(time.RFC3339))
	require.Equal(t, 10*day, r.From.Sub(r.BeforeFrom))
	require.Equal(t, 2, r.Current.Bookings)
	require.Equal(t, 1, r.Current.Cancellations)
	require.InDelta(t, late.TotalAmount, r.Current.Revenue, 0.001)
	require.InDelta(t, late.TotalAmount, r.Current.AveragePrice, 0.001, "without what was cancelled")
	require.Equal(t, 1, r.Before.Bookings)
	require.InDelta(t, early.TotalAmount, r.Before.Revenue, 0.001)
	require.Len(t, r.ByDay, 10)
	require.Equal(t, "2027-04-22", r.ByDay[9].Date)
	require.Equal(t, 2, r.ByDay[9].Bookings)
	require.Zero(t, r.ByDay[0].Bookings)
	require.InDelta(t, 48, r.Current.Utilisation.BookedHours, 0.01, "the first rental was ridden by now")
	require.Nil(t, r.ByFranchise, "one's own is all there is")

	whole := reportOf(admin.Get("/dashboard/report"))
	require.Equal(t, 4, whole.Current.Bookings)
	require.Len(t, whole.ByDay, 30)
	require.Len(t, whole.ByFranchise, 2)
	require.Equal(t, ours.FranchiseID, whole.ByFranchise[0].ID, "who earned most first")
	require.Equal(t, 1, reportOf(admin.Get("/dashboard/report?franchiseId="+theirs.FranchiseID.String())).Current.Bookings)

	require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Get("/dashboard/report?franchiseId="+theirs.FranchiseID.String()).Problem().Code)
	require.Equal(t, "FORBIDDEN", rider.Get("/dashboard/report").Problem().Code)
	require.Equal(t, "END_BEFORE_START", staff.Get("/dashboard/report?from=2027-04-13&to=2027-04-12").Problem().Field("to"))
	require.Equal(t, "PERIOD_TOO_LONG", staff.Get("/dashboard/report?from=2026-04-13&to=2027-04-14").Problem().Field("to"))
	require.Equal(t, "INVALID_FORMAT", staff.Get("/dashboard/report?from=soon").Problem().Field("from"))
}

// The numbers of today lead to the lists that they count, overdue rentals too.
func TestTodayLeadsToItsLists(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := a.paid(t, rider, stage, soon)
	listed := func(c *apptest.Caller, query string) int {
		return apptest.Data[struct{ Pagination struct{ Total int } }](c.Get("/bookings?" + query)).Pagination.Total
	}
	a.Clock.Advance(soon.Sub(a.Clock.Now()))
	staff = a.SignIn(a.email(t, staff.UserID), apptest.Password)
	today := statsOf(staff.Get("/dashboard/stats")).Today
	require.Equal(t, 1, today.PickUps)
	require.Equal(t, 1, listed(staff, today.Lists.PickUps))
	require.Zero(t, listed(staff, today.Lists.Returns))
	require.Zero(t, today.Overdue)

	changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "ACTIVE"}))
	a.Clock.Advance(3 * day)
	staff = a.SignIn(a.email(t, staff.UserID), apptest.Password)
	today = statsOf(staff.Get("/dashboard/stats")).Today
	require.Equal(t, 1, today.Overdue)
	require.Equal(t, 1, listed(staff, today.Lists.Overdue))
	require.Zero(t, today.Returns, "it should have been back yesterday")
}

func (a testApp) email(t *testing.T, id uuid.UUID) string {
	t.Helper()
	var email string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select email from users where id = $1", id).Scan(&email))
	return email
}
