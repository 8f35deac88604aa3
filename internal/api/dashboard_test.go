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

type stats struct {
	FranchiseID      *uuid.UUID
	BookingsByStatus map[string]int
	Today            struct {
		PickUps, PickUpsDone, Returns, ReturnsDone, Overdue int
		Lists                                               struct{ PickUps, PickUpsDone, Returns, ReturnsDone, Overdue string }
	}
	Revenue struct {
		ThisMonth, LastMonth float64
		ByDay                []struct {
			Date string
			Net  float64
		}
	}
	Utilisation     struct{ BookedHours, FleetHours, Share float64 }
	FleetByStatus   map[string]int
	NewCustomers    int
	PendingPayments struct {
		Count  int
		Amount float64
	}
	TopMotorcycles []struct {
		ID      uuid.UUID
		Rentals int
		Value   float64
	}
}

func statsOf(answer apptest.Answer) stats {
	return apptest.Data[struct{ Stats stats }](answer).Stats
}

// ride puts a booking of two days to another time and status, as if it had been made and paid then.
func (a testApp) ride(t *testing.T, b apptest.Booking, status string, start time.Time) {
	t.Helper()
	_, err := a.DB().Exec(t.Context(), "alter table bookings disable trigger user")
	require.NoError(t, err)
	_, err = a.DB().Exec(t.Context(), `update bookings set status = $2, start_datetime = $3, end_datetime = $4, hold_expires_at = null
		where id = $1`, b.ID, status, start, start.Add(48*time.Hour))
	require.NoError(t, err)
}

func TestDashboard(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	admin, staff, other := a.Staff(authz.Admin, nil), a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	rider, regular := a.Customer(), a.Customer()
	second := a.Motorcycle(ours, apptest.DayPrice/2)
	_, err := a.DB().Exec(t.Context(), "update motorcycles set created_at = $1", apptest.Now.AddDate(-1, 0, 0))
	require.NoError(t, err)
	book := func(c *apptest.Caller, stage apptest.Stage, n int) apptest.Booking {
		return c.Book(stage.BookingBody(soon.Add(time.Duration(n) * 72 * time.Hour)))
	}
	// Now is 12 April 2027, 09:00 in Casablanca.
	midnight := apptest.Now.Add(-9 * time.Hour)
	today := book(rider, ours, 1)
	a.ride(t, today, "CONFIRMED", midnight.Add(20*time.Hour))
	a.takings(t, today, apptest.Now.Add(-time.Hour), 0, time.Time{})
	back := book(rider, ours, 2)
	a.ride(t, back, "COMPLETED", midnight.Add(-47*time.Hour))
	a.takings(t, back, apptest.Now.AddDate(0, -1, 0), 100_00, apptest.Now.AddDate(0, 0, -1))
	body := ours.BookingBody(soon)
	body["motorcycleId"] = second
	cheap := rider.Book(body)
	a.ride(t, cheap, "ACTIVE", midnight.Add(time.Hour))
	a.takings(t, cheap, apptest.Now.AddDate(0, -3, 0), 0, time.Time{})
	book(regular, ours, 3)
	foreign := book(regular, theirs, 1)
	a.takings(t, foreign, apptest.Now, 0, time.Time{})
	_, err = a.DB().Exec(t.Context(), `update bookings set created_at = '2026-01-01' where id = $1`, foreign.ID)
	require.NoError(t, err)

	got := statsOf(staff.Get("/dashboard/stats"))
	require.Equal(t, ours.FranchiseID, *got.FranchiseID)
	require.Equal(t, map[string]int{
		"PENDING_PAYMENT": 1, "CONFIRMED": 1, "ACTIVE": 1, "COMPLETED": 1, "CANCELLED_BY_USER": 0, "CANCELLED_BY_ADMIN": 0,
	}, got.BookingsByStatus)
	require.Equal(t, 2, got.Today.PickUps)
	require.Equal(t, 1, got.Today.PickUpsDone)
	require.Equal(t, 1, got.Today.Returns)
	require.Equal(t, 1, got.Today.ReturnsDone)
	require.InDelta(t, 800, got.Revenue.ThisMonth, 0.001, "900 today less 100 given back yesterday")
	require.InDelta(t, 900, got.Revenue.LastMonth, 0.001)
	require.Len(t, got.Revenue.ByDay, 30)
	require.Equal(t, "2027-04-12", got.Revenue.ByDay[29].Date)
	require.InDelta(t, 900, got.Revenue.ByDay[29].Net, 0.001)
	require.InDelta(t, -100, got.Revenue.ByDay[28].Net, 0.001)
	require.Equal(t, map[string]int{"AVAILABLE": 2, "BOOKED": 0, "MAINTENANCE": 0, "UNAVAILABLE": 0}, got.FleetByStatus)
	require.InDelta(t, 2*30*24, got.Utilisation.FleetHours, 0.01)
	require.InDelta(t, 48+8, got.Utilisation.BookedHours, 0.01, "what is over, and eight hours of what began at one")
	require.InDelta(t, 56.0/1440, got.Utilisation.Share, 0.0001)
	require.Equal(t, 2, got.NewCustomers)
	require.Equal(t, 1, got.PendingPayments.Count)
	require.InDelta(t, 900, got.PendingPayments.Amount, 0.001)
	require.Len(t, got.TopMotorcycles, 2)
	require.Equal(t, ours.MotorcycleID, got.TopMotorcycles[0].ID)
	require.Equal(t, 1, got.TopMotorcycles[0].Rentals, "what begins tonight has not begun")
	require.InDelta(t, 450, got.TopMotorcycles[1].Value, 0.001)

	theirsOnly := statsOf(other.Get("/dashboard/stats"))
	require.Equal(t, 0, theirsOnly.NewCustomers, "it was a customer before")
	require.InDelta(t, 900, theirsOnly.Revenue.ThisMonth, 0.001)
	require.Empty(t, theirsOnly.TopMotorcycles)

	all := statsOf(admin.Get("/dashboard/stats"))
	require.Nil(t, all.FranchiseID)
	require.InDelta(t, 1700, all.Revenue.ThisMonth, 0.001)
	require.Equal(t, 3, all.FleetByStatus["AVAILABLE"])
	require.Equal(t, 2, all.NewCustomers, "accounts opened this month")
	require.Equal(t, http.StatusForbidden, rider.Get("/dashboard/stats").Status)

	// On the first of a month after a short one, thirty days reach further back than last month.
	a.Clock.Set(time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC))
	march := statsOf(a.Staff(authz.Admin, nil).Get("/dashboard/stats"))
	require.Len(t, march.Revenue.ByDay, 30)
	require.Equal(t, "2027-01-31", march.Revenue.ByDay[0].Date)
}
