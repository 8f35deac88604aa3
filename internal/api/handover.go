package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/platform/authz"
)

type changeHandsRequest struct {
	IDPath
	Body struct {
		OdometerKM  *int       `json:"odometerKm,omitempty" doc:"What the meter shows, 0 to 2000000; required, and never less than before"`
		FuelPercent *int       `json:"fuelPercent,omitempty" nullable:"true" doc:"How full the tank is, 0 to 100"`
		Notes       string     `json:"notes,omitempty" doc:"Up to 1000 characters, for staff only"`
		Pictures    []string   `json:"pictures,omitempty" doc:"Addresses of uploaded HANDOVER_PHOTO files, at most 20"`
		UpdatedAt   *time.Time `json:"updatedAt,omitempty" doc:"The booking's as it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

type handoverView struct {
	ID          uuid.UUID            `json:"id"`
	Kind        booking.HandoverKind `json:"kind"`
	OdometerKM  int                  `json:"odometerKm"`
	FuelPercent *int                 `json:"fuelPercent"`
	Notes       *string              `json:"notes"`
	Pictures    []string             `json:"pictures" doc:"Addresses of private files: ask for a link to each"`
	ActorID     *uuid.UUID           `json:"actorId" doc:"Who recorded it"`
	ActorName   string               `json:"actorName"`
	At          time.Time            `json:"at"`
}

func toHandoverView(h booking.Handover) handoverView {
	return handoverView{
		ID: h.ID, Kind: h.Kind, OdometerKM: h.OdometerKM, FuelPercent: h.FuelPercent, Notes: h.Notes, Pictures: h.Pictures, ActorID: h.ActorID,
		ActorName: h.ActorName, At: h.At,
	}
}

type handoversData struct {
	Handovers []handoverView `json:"handovers"`
}

type handoversAnswer data[handoversData]

func (a *API) registerHandovers() {
	refusals := []string{"BOOKING_NOT_FOUND", "BOOKING_TRANSITION", "ODOMETER_BACKWARDS", "CHANGED_MEANWHILE", "MEDIA_GONE", "MEDIA_MISPLACED"}
	register(a, Operation{
		Method: http.MethodPost, Path: "/bookings/{id}/hand-over", ID: "handOverBooking", Tag: "bookings", Permission: authz.BookingManage,
		Summary: "Hand the motorcycle of a confirmed booking over: record how it is, and make the booking ACTIVE", Errors: refusals,
	}, a.changeHands(booking.HandOver))
	register(a, Operation{
		Method: http.MethodPost, Path: "/bookings/{id}/return", ID: "takeBackBooking", Tag: "bookings", Permission: authz.BookingManage,
		Summary: "Take the motorcycle of a booking back: record how it is, and make the booking COMPLETED", Errors: refusals,
	}, a.changeHands(booking.Return))
	register(a, Operation{
		Method: http.MethodGet, Path: "/bookings/{id}/handovers", ID: "listHandovers", Tag: "bookings", Permission: authz.BookingManage,
		Summary: "How the motorcycle of a booking was when it was handed over, and when it came back", Errors: []string{"BOOKING_NOT_FOUND"},
	}, func(ctx context.Context, in *IDPath) (*handoversAnswer, error) {
		id, err := in.parse(booking.ErrNotFound)
		if err != nil {
			return nil, err
		}
		found, err := a.Services.Booking.Handovers(ctx, id)
		if err != nil {
			return nil, err
		}
		out := &handoversAnswer{}
		out.Body.Data.Handovers = views(found, toHandoverView)
		return out, nil
	})
}

func (a *API) changeHands(kind booking.HandoverKind) func(context.Context, *changeHandsRequest) (*bookingAnswer, error) {
	return func(ctx context.Context, in *changeHandsRequest) (*bookingAnswer, error) {
		id, err := in.parse(booking.ErrNotFound)
		if err != nil {
			return nil, err
		}
		b := in.Body
		_, err = a.Services.Booking.ChangeHands(ctx, booking.HandoverInput{
			BookingID: id, Kind: kind, OdometerKM: b.OdometerKM, FuelPercent: b.FuelPercent, Notes: b.Notes, Pictures: b.Pictures, Seen: b.UpdatedAt,
		})
		if err != nil {
			return nil, err
		}
		return a.readBooking(ctx, id)
	}
}

// readBooking answers with a booking as it is now, read anew: what stands beside it may have changed too.
func (a *API) readBooking(ctx context.Context, id uuid.UUID) (*bookingAnswer, error) {
	b, err := a.Services.Booking.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	view, err := a.bookingView(ctx, b, everything)
	out := &bookingAnswer{}
	out.Body.Data.Booking = view
	return out, err
}
