package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type reportFigures struct {
	Revenue, AveragePrice                                    float64
	Payments, Bookings, Sold, Cancellations, Lapsed, Rentals int
	Utilisation                                              struct{ BookedHours, FleetHours, Share float64 }
}

type report struct {
	At, From, To, BeforeFrom time.Time
	Current, Before          reportFigures
	ByDay                    []struct {
		Date                    string
		Revenue                 float64
		Bookings, Cancellations int
	}
	ByFranchise []struct {
		ID                      uuid.UUID
		Revenue                 float64
		Bookings, Cancellations int
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

// The numbers of a period count what the lists hold that one opens from them; what was cancelled counts when it was.
func TestFiguresCountTheirLists(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	rider := a.Customer()
	// Made and paid in the days before, cancelled today; the money goes back today.
	early := a.paid(t, rider, ours, apptest.Now.Add(40*day))
	a.paid(t, rider, ours, apptest.Now.Add(2*day))
	a.Clock.Advance(10 * day)
	rider = a.SignIn(a.email(t, rider.UserID), apptest.Password)
	now := a.Clock.Now()
	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, bookingPath(early.ID), nil).Status)
	a.paid(t, rider, ours, now.Add(20*day))
	rider.Book(ours.BookingBody(now.Add(30 * day)))
	foreign := rider.Book(theirs.BookingBody(now.Add(20 * day)))
	a.Clock.Advance(20 * time.Minute)
	ended, err := a.Services().Booking.ExpireHolds(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, ended)

	staff, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.Admin, nil)
	agree := func(c *apptest.Caller, query, franchise string) report {
		t.Helper()
		r := reportOf(c.Get("/dashboard/report?" + query + franchise))
		require.NotZero(t, r.At)
		for _, period := range []struct {
			figures  reportFigures
			from, to time.Time
		}{{r.Current, r.From, r.To}, {r.Before, r.BeforeFrom, r.From}} {
			within := func(name string) string {
				return fmt.Sprintf("%sAfter=%s&%sBefore=%s%s", name, instant(period.from), name, instant(period.to.Add(-time.Microsecond)), franchise)
			}
			const sold = "&status=CONFIRMED&status=ACTIVE&status=COMPLETED"
			end := period.to
			if end.After(r.At) {
				end = r.At
			}
			f := period.figures
			require.Equal(t, f.Bookings, rowsOf(c, "/bookings?"+within("created")))
			require.Equal(t, f.Sold, rowsOf(c, "/bookings?"+within("created")+sold))
			require.Equal(t, f.Cancellations, rowsOf(c, "/bookings?"+within("cancelled")))
			require.Equal(t, f.Lapsed, rowsOf(c, "/bookings?isLapsed=true&"+within("cancelled")))
			require.Equal(t, f.Payments, rowsOf(c, "/payments/admin?"+within("revenue")))
			require.Equal(t, f.Rentals, rowsOf(c, fmt.Sprintf("/bookings?endDatetimeAfter=%s&startDatetimeBefore=%s%s%s",
				instant(period.from.Add(time.Microsecond)), instant(end.Add(-time.Microsecond)), sold, franchise)))
		}
		return r
	}
	r := agree(staff, "from=2027-04-13&to=2027-04-22", "")
	require.Equal(t, 2, r.Current.Bookings)
	require.Equal(t, 1, r.Current.Sold)
	require.Equal(t, 2, r.Current.Cancellations, "one made before, and one that was not paid")
	require.Equal(t, 1, r.Current.Lapsed)
	require.Equal(t, 2, r.Current.Payments, "one earned, one promised back")
	require.Equal(t, 1, r.Current.Rentals)
	require.Equal(t, 2, r.ByDay[9].Cancellations)
	require.Equal(t, 2, r.Before.Bookings)
	require.Zero(t, r.Before.Cancellations, "it was not cancelled then")
	require.Equal(t, 2, r.Before.Payments)

	require.Equal(t, 3, agree(admin, "from=2027-04-13&to=2027-04-22", "").Current.Cancellations)
	whole := agree(admin, "from=2027-04-13&to=2027-04-22", "&franchiseId="+theirs.FranchiseID.String())
	require.Equal(t, 1, whole.Current.Lapsed)
	require.Empty(t, whole.ByFranchise)

	// Money that comes late confirms what had lapsed (D7): it is no cancellation any more.
	a.exec(t, `insert into booking_transitions (booking_id, from_status, to_status) values ($1, 'CANCELLED_BY_ADMIN', 'CONFIRMED')`, foreign.ID)
	require.Equal(t, 2, agree(admin, "from=2027-04-13&to=2027-04-22", "").Current.Cancellations)

	require.Equal(t, "END_BEFORE_START", staff.Get("/bookings?cancelledAfter=2027-04-13T00:00:00Z&cancelledBefore=2027-04-12T00:00:00Z").Problem().Field("cancelledBefore"))
	require.Equal(t, "END_BEFORE_START", staff.Get("/payments/admin?revenueAfter=2027-04-13T00:00:00Z&revenueBefore=2027-04-12T00:00:00Z").Problem().Field("revenueBefore"))
	require.Equal(t, "INVALID_CHOICE", staff.Get("/bookings?isLapsed=perhaps").Problem().Field("isLapsed"))
}

func instant(at time.Time) string { return at.UTC().Format(time.RFC3339Nano) }

// rowsOf is how many rows a list has.
func rowsOf(c *apptest.Caller, path string) int {
	return apptest.Data[struct{ Pagination struct{ Total int } }](c.Get(path)).Pagination.Total
}

// The numbers of today lead to the lists that they count, overdue rentals too.
func TestTodayLeadsToItsLists(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := a.paid(t, rider, stage, soon)
	a.Clock.Advance(soon.Sub(a.Clock.Now()))
	staff = a.SignIn(a.email(t, staff.UserID), apptest.Password)
	today := statsOf(staff.Get("/dashboard/stats")).Today
	require.Equal(t, 1, today.PickUps)
	require.Equal(t, 1, rowsOf(staff, "/bookings?"+today.Lists.PickUps))
	require.Zero(t, rowsOf(staff, "/bookings?"+today.Lists.PickUpsDone))
	require.Zero(t, rowsOf(staff, "/bookings?"+today.Lists.Returns))
	require.Zero(t, today.Overdue)

	changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "ACTIVE"}))
	today = statsOf(staff.Get("/dashboard/stats")).Today
	require.Equal(t, 1, today.PickUpsDone)
	require.Equal(t, 1, rowsOf(staff, "/bookings?"+today.Lists.PickUpsDone))
	a.Clock.Advance(3 * day)
	staff = a.SignIn(a.email(t, staff.UserID), apptest.Password)
	today = statsOf(staff.Get("/dashboard/stats")).Today
	require.Equal(t, 1, today.Overdue)
	require.Equal(t, 1, rowsOf(staff, "/bookings?"+today.Lists.Overdue))
	require.Zero(t, rowsOf(staff, "/bookings?"+today.Lists.ReturnsDone))
	require.Zero(t, today.Returns, "it should have been back yesterday")

	// An administrator looks at one franchise as its own people do.
	admin, other := a.Staff(authz.Admin, nil), a.Stage()
	require.Equal(t, 1, statsOf(admin.Get("/dashboard/stats?franchiseId="+stage.FranchiseID.String())).Today.Overdue)
	elsewhere := statsOf(admin.Get("/dashboard/stats?franchiseId=" + other.FranchiseID.String()))
	require.Equal(t, other.FranchiseID, *elsewhere.FranchiseID)
	require.Zero(t, elsewhere.Today.Overdue)
	require.Zero(t, rowsOf(admin, "/bookings?"+elsewhere.Today.Lists.Overdue))
	require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Get("/dashboard/stats?franchiseId="+other.FranchiseID.String()).Problem().Code)
}

func (a testApp) email(t *testing.T, id uuid.UUID) string {
	t.Helper()
	var email string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select email from users where id = $1", id).Scan(&email))
	return email
}
