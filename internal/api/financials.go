package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/franchise"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/listing"
)

// EarningsView are sums of money in a time. Exported because the framework describes only such embedded structs.
type EarningsView struct {
	Revenue      MAD `json:"revenue" doc:"What customers paid for bookings, on the day they did"`
	Refunds      MAD `json:"refunds" doc:"What of that goes back to them, on the day it was decided"`
	Commission   MAD `json:"commission" doc:"The platform's part of revenue less refunds, at the rate that each booking was paid at"`
	Net          MAD `json:"net" doc:"What stays with the franchise: revenue less refunds less commission"`
	BookingCount int `json:"bookingCount" doc:"How many bookings were paid for"`
}

func toEarningsView(e franchise.Earnings) EarningsView {
	return EarningsView{
		Revenue: MAD(e.Revenue), Refunds: MAD(e.Refunds), Commission: MAD(e.Commission), Net: MAD(e.Net), BookingCount: e.Bookings,
	}
}

type financialsView struct {
	FranchiseID    uuid.UUID `json:"franchiseId"`
	PeriodStart    time.Time `json:"periodStart"`
	PeriodEnd      time.Time `json:"periodEnd" doc:"The first instant that does not belong to the period"`
	Currency       string    `json:"currency"`
	CommissionRate float64   `json:"commissionRate" doc:"The rate of now, for bookings to come"`
	EarningsView
}

type financialDay struct {
	Date string `json:"date" format:"date" doc:"On the calendar of Casablanca"`
	EarningsView
}

func toFinancialDay(d franchise.Day) financialDay {
	return financialDay{clock.Wall(d.Start).Format(time.DateOnly), toEarningsView(d.Earnings)}
}

type financialsData struct {
	Financials financialsView `json:"financials" doc:"The whole period, whatever the page: the sums of all days that the filters keep"`
	Days       []financialDay `json:"days" doc:"The days on which money moved, the latest first"`
	Pagination pagination     `json:"pagination"`
}

type financialsAnswer data[financialsData]

// FinancialsFilters are the parameters of financials. Exported because the framework describes only such embedded structs.
type FinancialsFilters struct {
	PageQuery
	PeriodStart momentText `query:"periodStart" doc:"A day of Casablanca's calendar or an instant; 30 days before the end when left out"`
	PeriodEnd   momentText `query:"periodEnd" doc:"A day, which belongs to the period, or an instant, which does not; today when left out"`
	MinRevenue  numberText `query:"minRevenue" doc:"Only days with at least this revenue"`
	MaxRevenue  numberText `query:"maxRevenue" doc:"Only days with at most this revenue"`
}

func (in FinancialsFilters) input() (franchise.FinancialsInput, error) {
	var f filters
	out := franchise.FinancialsInput{
		Start: f.moment("periodStart", in.PeriodStart, 0), End: f.moment("periodEnd", in.PeriodEnd, 1),
		MinRevenue: f.amount("minRevenue", in.MinRevenue), MaxRevenue: f.amount("maxRevenue", in.MaxRevenue),
		Page: ListQuery{PageQuery: in.PageQuery}.page(),
	}
	return out, f.Err()
}

type financialsRequest struct {
	IDPath
	FinancialsFilters
}

func (a *API) registerFinancials() {
	const tag, summary = "franchises", "What a franchise earned in a period, day by day"
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises/{id}/financials", ID: "getFranchiseFinancials", Tag: tag, Permission: authz.FranchiseFinancials,
		Summary: summary, Errors: []string{"FRANCHISE_NOT_FOUND"},
	}, a.getFinancials)
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises/me/financials", ID: "getMyFinancials", Tag: tag, Permission: authz.FranchiseMe,
		Summary: summary + ": the caller's own", Errors: []string{"FRANCHISE_NOT_FOUND"},
	}, a.getMyFinancials)
}

func (a *API) getFinancials(ctx context.Context, in *financialsRequest) (*financialsAnswer, error) {
	id, err := in.parse(franchise.ErrNotFound)
	if err != nil {
		return nil, err
	}
	input, err := in.input()
	if err != nil {
		return nil, err
	}
	return answerFinancials(in.PageQuery)(a.Services.Franchise.Financials(ctx, id, input))
}

func (a *API) getMyFinancials(ctx context.Context, in *FinancialsFilters) (*financialsAnswer, error) {
	input, err := in.input()
	if err != nil {
		return nil, err
	}
	return answerFinancials(in.PageQuery)(a.Services.Franchise.MyFinancials(ctx, input))
}

func answerFinancials(page PageQuery) func(franchise.Financials, error) (*financialsAnswer, error) {
	return func(f franchise.Financials, err error) (*financialsAnswer, error) {
		if err != nil {
			return nil, err
		}
		out := &financialsAnswer{}
		out.Body.Data = financialsData{
			Financials: financialsView{
				FranchiseID: f.FranchiseID, PeriodStart: f.Start, PeriodEnd: f.End, Currency: payment.MAD, CommissionRate: f.CommissionRate,
				EarningsView: toEarningsView(f.Earnings),
			},
			Days: views(f.Days, toFinancialDay), Pagination: paginate(page.Page, page.Limit, listing.Total{Rows: f.Total}),
		}
		return out, nil
	}
}
