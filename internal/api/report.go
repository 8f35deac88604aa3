package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/dashboard"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
)

type reportRequest struct {
	From        dateText `query:"from" doc:"First day, on the calendar of Casablanca; 30 days up to the last one when left out"`
	To          dateText `query:"to" doc:"Last day; today when both are left out. At most 366 days"`
	FranchiseID string   `query:"franchiseId" doc:"Of this franchise alone"`
}

type figuresView struct {
	Revenue       MAD             `json:"revenue" doc:"What customers paid less what was given back to them"`
	Payments      int             `json:"payments" doc:"Payments that revenue is the sum of: earned, or promised back, in the period"`
	Bookings      int             `json:"bookings" doc:"Made in the period"`
	Sold          int             `json:"sold" doc:"Of bookings, those that were confirmed and not cancelled"`
	AveragePrice  MAD             `json:"averagePrice" doc:"Of those sold"`
	Cancellations int             `json:"cancellations" doc:"Cancelled in the period, whenever the bookings were made, and cancelled still"`
	Lapsed        int             `json:"lapsed" doc:"Of cancellations, those that were not paid in time"`
	Rentals       int             `json:"rentals" doc:"Confirmed rentals under way in the period, as far as it has come: utilisation is of their hours"`
	Utilisation   utilisationView `json:"utilisation"`
}

func toFiguresView(f dashboard.Figures) figuresView {
	u := f.Utilisation
	return figuresView{
		Revenue: MAD(f.Revenue), Payments: f.Payments, Bookings: f.Bookings, Sold: f.Sold, AveragePrice: MAD(f.AveragePrice),
		Cancellations: f.Cancellations, Lapsed: f.Lapsed, Rentals: f.Rentals,
		Utilisation: utilisationView{hundredths(u.BookedHours), hundredths(u.FleetHours), u.Share()},
	}
}

type dayFigures struct {
	Date          string `json:"date" format:"date"`
	Revenue       MAD    `json:"revenue"`
	Bookings      int    `json:"bookings"`
	Cancellations int    `json:"cancellations"`
}

func toDayFigures(d dashboard.DayFigures) dayFigures {
	return dayFigures{clock.Wall(d.Day).Format(time.DateOnly), MAD(d.Revenue), d.Bookings, d.Cancellations}
}

type franchiseFigures struct {
	ID            uuid.UUID `json:"id"`
	Name          string    `json:"name"`
	Revenue       MAD       `json:"revenue"`
	Bookings      int       `json:"bookings"`
	Cancellations int       `json:"cancellations"`
}

func toFranchiseFigures(f dashboard.FranchiseFigures) franchiseFigures {
	return franchiseFigures{f.ID, f.Name, MAD(f.Revenue), f.Bookings, f.Cancellations}
}

type reportView struct {
	At          time.Time          `json:"at"`
	From        time.Time          `json:"from" doc:"When the period begins"`
	To          time.Time          `json:"to" doc:"When it ends"`
	BeforeFrom  time.Time          `json:"beforeFrom" doc:"When the one before it begins, which has as many days"`
	Currency    string             `json:"currency"`
	Current     figuresView        `json:"current"`
	Before      figuresView        `json:"before"`
	ByDay       []dayFigures       `json:"byDay" doc:"Every day of the period"`
	ByFranchise []franchiseFigures `json:"byFranchise,omitempty" doc:"Of the platform: franchises in which something happened, the one that earned most first"`
}

type reportData struct {
	Report reportView `json:"report"`
}

type reportAnswer data[reportData]

func (a *API) registerReport() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/dashboard/report", ID: "getDashboardReport", Tag: "dashboard", Permission: authz.DashboardStats,
		Summary: "The figures of a period beside the one before it, day by day, and by franchise", Errors: []string{"FRANCHISE_NOT_FOUND"},
	}, a.getReport)
}

func (a *API) getReport(ctx context.Context, in *reportRequest) (*reportAnswer, error) {
	var f filters
	day := func(name string, text dateText) time.Time {
		if text == "" {
			return time.Time{}
		}
		wall, err := time.Parse(time.DateOnly, string(text))
		f.Check(err == nil && wall.Year() > 0, name, "INVALID_FORMAT")
		return wall
	}
	input := dashboard.ReportInput{First: day("from", in.From), Last: day("to", in.To), FranchiseID: f.id("franchiseId", in.FranchiseID)}
	if err := f.Err(); err != nil {
		return nil, err
	}
	r, err := a.Services.Dashboard.Report(ctx, input)
	if err != nil {
		return nil, err
	}
	out := &reportAnswer{}
	out.Body.Data.Report = reportView{
		At: utc(r.At), From: utc(r.From), To: utc(r.To), BeforeFrom: utc(r.Before), Currency: payment.MAD, Current: toFiguresView(r.Current), Before: toFiguresView(r.Earlier),
		ByDay: views(r.ByDay, toDayFigures), ByFranchise: views(r.ByFranchise, toFranchiseFigures),
	}
	return out, nil
}
