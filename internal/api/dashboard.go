package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/dashboard"
	"rihla/internal/motorcycle"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
)

// Counts by status; every status is there.
type (
	bookingCounts map[booking.Status]int
	fleetCounts   map[motorcycle.Status]int
)

type statsView struct {
	At               time.Time       `json:"at"`
	FranchiseID      *uuid.UUID      `json:"franchiseId" doc:"Null: the whole platform's figures"`
	Currency         string          `json:"currency"`
	BookingsByStatus bookingCounts   `json:"bookingsByStatus" doc:"Bookings made in the last 30 days"`
	Today            todayView       `json:"today"`
	Revenue          revenueView     `json:"revenue"`
	Utilisation      utilisationView `json:"utilisation"`
	FleetByStatus    fleetCounts     `json:"fleetByStatus"`
	NewCustomers     int             `json:"newCustomers" doc:"Accounts opened this month; of one franchise, customers who booked with it for the first time"`
	PendingPayments  pendingView     `json:"pendingPayments" doc:"Payments that have begun and not ended"`
	TopMotorcycles   []topMotorcycle `json:"topMotorcycles" doc:"Those whose rentals begun in the last 30 days are worth most"`
}

type todayView struct {
	PickUps     int        `json:"pickUps"`
	PickUpsDone int        `json:"pickUpsDone" doc:"Of pickUps, those that have been handed over"`
	Returns     int        `json:"returns"`
	ReturnsDone int        `json:"returnsDone" doc:"Of returns, those that are back"`
	Overdue     int        `json:"overdue" doc:"Rentals, of any day, that should have ended and have not"`
	Lists       todayLists `json:"lists" doc:"What GET /bookings must be asked for to list them"`
}

// todayLists are query strings.
type todayLists struct {
	PickUps     string `json:"pickUps"`
	PickUpsDone string `json:"pickUpsDone"`
	Returns     string `json:"returns"`
	ReturnsDone string `json:"returnsDone"`
	Overdue     string `json:"overdue"`
}

func toTodayView(t dashboard.Today, now time.Time, franchise string) todayView {
	const completed, active, confirmed = "status=COMPLETED", "status=ACTIVE&status=COMPLETED", "status=CONFIRMED&status=ACTIVE&status=COMPLETED"
	between := func(status, what string) string {
		// Both ends of a filter belong to it.
		last := t.To.Add(-time.Microsecond)
		return fmt.Sprintf("%s&%sAfter=%s&%sBefore=%s%s", status, what, t.From.UTC().Format(time.RFC3339), what, last.UTC().Format(time.RFC3339Nano), franchise)
	}
	return todayView{
		PickUps: t.PickUps, PickUpsDone: t.PickUpsDone, Returns: t.Returns, ReturnsDone: t.ReturnsDone, Overdue: t.Overdue,
		Lists: todayLists{
			PickUps: between(confirmed, "startDatetime"), PickUpsDone: between(active, "startDatetime"),
			Returns: between(confirmed, "endDatetime"), ReturnsDone: between(completed, "endDatetime"),
			Overdue: "status=ACTIVE&endDatetimeBefore=" + now.UTC().Add(-time.Microsecond).Format(time.RFC3339Nano) + franchise,
		},
	}
}

type revenueView struct {
	ThisMonth MAD          `json:"thisMonth" doc:"What customers paid less what was given back to them"`
	LastMonth MAD          `json:"lastMonth"`
	ByDay     []revenueDay `json:"byDay" doc:"The last 30 days, today the last"`
}

type revenueDay struct {
	Date string `json:"date" format:"date" doc:"On the calendar of Casablanca"`
	Net  MAD    `json:"net"`
}

type utilisationView struct {
	BookedHours float64 `json:"bookedHours" doc:"Hours rented in the last 30 days"`
	FleetHours  float64 `json:"fleetHours" doc:"Hours that motorcycles in service were there"`
	Share       float64 `json:"share" doc:"The one over the other, 0 to 1"`
}

type pendingView struct {
	Count  int `json:"count"`
	Amount MAD `json:"amount"`
}

type topMotorcycle struct {
	ID                 uuid.UUID `json:"id"`
	Make               string    `json:"make"`
	Model              string    `json:"model"`
	RegistrationNumber string    `json:"registrationNumber"`
	Rentals            int       `json:"rentals"`
	Value              MAD       `json:"value"`
}

type statsRequest struct {
	FranchiseID string `query:"franchiseId" doc:"Of this franchise alone"`
}

type statsData struct {
	Stats statsView `json:"stats"`
}

type statsAnswer data[statsData]

func (a *API) registerDashboard() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/dashboard/stats", ID: "getDashboardStats", Tag: "dashboard", Permission: authz.DashboardStats,
		Summary: "What an owner looks at first", Errors: []string{"FRANCHISE_NOT_FOUND"},
		Description: "A franchise administrator gets its own franchise's figures, an administrator the platform's or those of one franchise.",
	}, a.getStats)
}

func (a *API) getStats(ctx context.Context, in *statsRequest) (*statsAnswer, error) {
	var f filters
	franchiseID := f.id("franchiseId", in.FranchiseID)
	if err := f.Err(); err != nil {
		return nil, err
	}
	s, err := a.Services.Dashboard.Stats(ctx, franchiseID)
	if err != nil {
		return nil, err
	}
	ofFranchise := ""
	if franchiseID != nil {
		ofFranchise = "&franchiseId=" + franchiseID.String()
	}
	out := &statsAnswer{}
	out.Body.Data.Stats = statsView{
		At: s.At, FranchiseID: s.FranchiseID, Currency: payment.MAD, BookingsByStatus: counts(booking.Statuses, s.Bookings), Today: toTodayView(s.Today, s.At, ofFranchise),
		Revenue:       revenueView{MAD(s.ThisMonth), MAD(s.LastMonth), views(s.Takings, toRevenueDay)},
		Utilisation:   utilisationView{hundredths(s.Utilisation.BookedHours), hundredths(s.Utilisation.FleetHours), s.Utilisation.Share()},
		FleetByStatus: counts(motorcycle.Statuses, s.Fleet), NewCustomers: s.NewCustomers,
		PendingPayments: pendingView{s.Pending.Count, MAD(s.Pending.Amount)}, TopMotorcycles: views(s.Top, toTopMotorcycle),
	}
	return out, nil
}

// counts has every one of names, those that were not counted with none.
func counts[T ~string](names []T, counted map[string]int) map[T]int {
	out := make(map[T]int, len(names))
	for _, name := range names {
		out[name] = counted[string(name)]
	}
	return out
}

func hundredths(n float64) float64 { return float64(int64(n*100+0.5)) / 100 }

func toRevenueDay(t dashboard.Taking) revenueDay {
	return revenueDay{clock.Wall(t.Day).Format(time.DateOnly), MAD(t.Net)}
}

func toTopMotorcycle(m dashboard.Motorcycle) topMotorcycle {
	return topMotorcycle{m.ID, m.Make, m.Model, m.RegistrationNumber, m.Rentals, MAD(m.Value)}
}
