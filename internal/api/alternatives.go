package api

import (
	"context"
	"log/slog"

	"github.com/google/uuid"

	"rihla/internal/calendar"
	"rihla/internal/parking"
	"rihla/internal/search"
)

// alternatives are what else there is for somebody whose motorcycle is taken.
type alternatives struct {
	NextFree    *period          `json:"nextFree"`
	Motorcycles []MotorcycleView `json:"motorcycles"`
}

// Other motorcycles that are offered: how many, and how far from the one that is taken.
const (
	alternativesShown    = 3
	alternativesRadiusKm = 25
)

// alternatives never fails: a refusal without suggestions is still the right refusal.
func (a *API) alternatives(ctx context.Context, in *createBookingRequest) alternatives {
	out := alternatives{Motorcycles: []MotorcycleView{}}
	wanted := calendar.Period{Start: in.Body.StartDatetime, End: in.Body.EndDatetime}
	next, err := a.Services.Booking.NextFree(ctx, in.Body.MotorcycleID, wanted.Start, wanted.End)
	if err != nil {
		a.Log.WarnContext(ctx, "no next free period to suggest", slog.Any("error", err))
	}
	out.NextFree = toPeriod(next)
	found, err := a.similar(ctx, in.Body.MotorcycleID, wanted)
	if err != nil {
		a.Log.WarnContext(ctx, "no other motorcycles to suggest", slog.Any("error", err))
	}
	for _, f := range found {
		out.Motorcycles = append(out.Motorcycles, toFoundView(f))
	}
	return out
}

func (a *API) similar(ctx context.Context, motorcycleID uuid.UUID, wanted calendar.Period) ([]search.Found, error) {
	cards, err := a.Services.Motorcycle.Cards(ctx, []uuid.UUID{motorcycleID})
	if err != nil {
		return nil, err
	}
	criteria := search.Criteria{Period: &wanted, Sort: search.ByPrice, Page: 1, Limit: alternativesShown}
	if place := cards[motorcycleID].Place; place.Latitude != nil && place.Longitude != nil {
		criteria.Place = &parking.Location{
			Label: place.Name, Latitude: *place.Latitude, Longitude: *place.Longitude, RadiusKm: alternativesRadiusKm,
		}
		criteria.Sort = search.ByDistance
	}
	result, err := a.Services.Search.Find(ctx, criteria)
	return result.Motorcycles, err
}
