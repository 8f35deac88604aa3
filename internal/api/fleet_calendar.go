package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/motorcycle"
	"rihla/internal/platform/authz"
)

type fleetCalendarRequest struct {
	ListQuery
	MotorcycleFilters
	From timeText `query:"from" doc:"Today when left out"`
	To   timeText `query:"to" doc:"No part of the window, at most 100 days after from; 31 days when left out"`
}

// fleetMotorcycle is a motorcycle as a row of the calendar is headed.
type fleetMotorcycle struct {
	ID                 uuid.UUID            `json:"id"`
	RegistrationNumber string               `json:"registrationNumber"`
	Make               string               `json:"make"`
	Model              string               `json:"model"`
	Category           *motorcycle.Category `json:"category"`
	Status             motorcycle.Status    `json:"status"`
	FranchiseID        uuid.UUID            `json:"franchiseId"`
	ParkingPointID     *uuid.UUID           `json:"parkingPointId"`
	BasePricePerDay    MAD                  `json:"basePricePerDay"`
}

// fleetEntryView is a rental or a block with what only the calendar of the whole fleet tells.
type fleetEntryView struct {
	EntryView
	CustomerName string `json:"customerName,omitempty" doc:"Of a booking; left out once the account was erased"`
	IsOverdue    bool   `json:"isOverdue" doc:"The rental should have ended and the motorcycle is not back"`
}

type fleetRowView struct {
	Motorcycle fleetMotorcycle  `json:"motorcycle"`
	Entries    []fleetEntryView `json:"entries" doc:"What takes a part of the window, in order; their periods may reach beyond it"`
}

type fleetCalendarData struct {
	From       time.Time      `json:"from"`
	To         time.Time      `json:"to"`
	Rows       []fleetRowView `json:"rows"`
	Pagination pagination     `json:"pagination"`
}

type fleetCalendarAnswer data[fleetCalendarData]

func (a *API) registerFleetCalendar() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/fleet-calendar", ID: "getFleetCalendar", Tag: "motorcycles", Permission: authz.MotorcycleCalendar,
		Summary: "A window of the fleet's calendar: motorcycles, and what takes each of them when",
		Description: "Motorcycles are filtered and sorted as in GET /motorcycles/admin. Cancelled bookings and unpaid ones whose time has run out are left out; " +
			"a rental that is overdue stands in every window that begins before the present.",
	}, a.fleetCalendar)
}

func (a *API) fleetCalendar(ctx context.Context, in *fleetCalendarRequest) (*fleetCalendarAnswer, error) {
	var f filters
	input := motorcycle.FleetInput{ListInput: in.read(&f, in.page()), From: f.instant("from", in.From), To: f.instant("to", in.To)}
	if err := f.Err(); err != nil {
		return nil, err
	}
	fleet, err := a.Services.Motorcycle.FleetCalendar(ctx, input)
	if err != nil {
		return nil, err
	}
	out := &fleetCalendarAnswer{}
	out.Body.Data = fleetCalendarData{
		From: utc(fleet.Period.Start), To: utc(fleet.Period.End), Rows: views(fleet.Rows, toFleetRowView), Pagination: paginate(in.Page, in.Limit, fleet.Total),
	}
	return out, nil
}

func toFleetRowView(row motorcycle.FleetRow) fleetRowView {
	return fleetRowView{
		Motorcycle: fleetMotorcycle{
			ID: row.ID, RegistrationNumber: row.RegistrationNumber, Make: row.Make, Model: row.Model, Category: row.Category, Status: row.Status,
			FranchiseID: row.FranchiseID, ParkingPointID: row.ParkingPointID, BasePricePerDay: MAD(row.DayPrice),
		},
		Entries: views(row.Entries, func(e motorcycle.FleetEntry) fleetEntryView {
			return fleetEntryView{EntryView: toEntryView(e.Entry), CustomerName: e.CustomerName, IsOverdue: e.Overdue}
		}),
	}
}
