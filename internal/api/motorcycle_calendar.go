package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/motorcycle"
	"rihla/internal/platform/authz"
)

type calendarRequest struct {
	IDPath
	Month string `query:"month" maxLength:"10" doc:"2006-01, on the clock of Casablanca; the present one when empty"`
}

// EntryView is a rental or a block in a calendar. Exported because the framework describes only such embedded structs.
type EntryView struct {
	Kind          motorcycle.EntryKind    `json:"kind"`
	ID            uuid.UUID               `json:"id" doc:"Of the booking or of the availability block"`
	StartDatetime time.Time               `json:"startDatetime"`
	EndDatetime   time.Time               `json:"endDatetime"`
	Reference     string                  `json:"reference,omitempty" doc:"Of a booking"`
	BookingStatus *booking.Status         `json:"bookingStatus,omitempty" doc:"Of a booking"`
	Reason        *motorcycle.BlockReason `json:"reason,omitempty" doc:"Of a block"`
	Notes         *string                 `json:"notes,omitempty" doc:"Of a block"`
}

func toEntryView(e motorcycle.Entry) EntryView {
	view := EntryView{Kind: e.Kind, ID: e.ID, StartDatetime: e.Start, EndDatetime: e.End, Reference: e.Reference, Notes: e.Notes}
	if e.BookingStatus != "" {
		status := booking.Status(e.BookingStatus)
		view.BookingStatus = &status
	}
	if e.Reason != "" {
		view.Reason = &e.Reason
	}
	return view
}

type dayView struct {
	Date    string      `json:"date" doc:"2006-01-02, on the clock of Casablanca"`
	Entries []EntryView `json:"entries" doc:"What takes a part of the day, in order"`
}

type calendarView struct {
	Month string    `json:"month" doc:"2006-01"`
	Days  []dayView `json:"days" doc:"Those that something takes a part of"`
}

type calendarData struct {
	Calendar calendarView `json:"calendar"`
}

type calendarAnswer data[calendarData]

func (a *API) registerMotorcycleCalendar() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/motorcycles/{id}/calendar", ID: "getMotorcycleCalendar", Tag: "motorcycles",
		Permission: authz.MotorcycleCalendar, Summary: "A month of a motorcycle, day by day: its rentals and availability blocks",
		Description: "Cancelled bookings and unpaid ones whose time has run out are left out.", Errors: []string{"MOTORCYCLE_NOT_FOUND"},
	}, a.motorcycleCalendar)
}

func (a *API) motorcycleCalendar(ctx context.Context, in *calendarRequest) (*calendarAnswer, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	month, err := a.Services.Motorcycle.Calendar(ctx, id, in.Month)
	if err != nil {
		return nil, err
	}
	out := &calendarAnswer{}
	out.Body.Data.Calendar = calendarView{
		Month: month.First.Format("2006-01"),
		Days: views(month.Days, func(d motorcycle.Day) dayView {
			return dayView{Date: d.Date.Format(time.DateOnly), Entries: views(d.Entries, toEntryView)}
		}),
	}
	return out, nil
}
