package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/event"
)

type listEventsRequest struct {
	Since timeText `query:"since" doc:"The at of the last answer; left out: nothing but the present instant"`
}

type eventView struct {
	ID           uuid.UUID  `json:"id" doc:"An event may be told twice: one that is known is no news"`
	Type         event.Type `json:"type" doc:"What has happened: booking.created, payment.processed"`
	HappenedAt   time.Time  `json:"happenedAt"`
	FranchiseID  *uuid.UUID `json:"franchiseId"`
	BookingID    *uuid.UUID `json:"bookingId"`
	PaymentID    *uuid.UUID `json:"paymentId"`
	MotorcycleID *uuid.UUID `json:"motorcycleId"`
}

func toEventView(e event.Event) eventView {
	return eventView{e.ID, e.Type, utc(e.At), e.FranchiseID, e.BookingID, e.PaymentID, e.MotorcycleID}
}

type eventsData struct {
	Events     []eventView `json:"events" doc:"In the order in which they happened"`
	At         time.Time   `json:"at" doc:"What to ask for next"`
	IsComplete bool        `json:"isComplete" doc:"False: too much has happened to be told, or too long ago; what is shown must be read anew"`
}

type eventsAnswer data[eventsData]

func (a *API) registerEvents() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/events", ID: "listEvents", Tag: "dashboard", Permission: authz.DashboardStats,
		Summary: "What has happened to bookings, payments and motorcycles since one looked last",
		Description: "For pages that stay up to date: ask every few seconds with the at of the last answer, one question for all open pages. " +
			"The last hour is remembered.",
	}, func(ctx context.Context, in *listEventsRequest) (*eventsAnswer, error) {
		var f filters
		since := f.instant("since", in.Since)
		if err := f.Err(); err != nil {
			return nil, err
		}
		found, err := a.Services.Events.Since(ctx, since)
		if err != nil {
			return nil, err
		}
		out := &eventsAnswer{}
		out.Body.Data = eventsData{Events: views(found.Events, toEventView), At: utc(found.At), IsComplete: found.Complete}
		return out, nil
	})
}
