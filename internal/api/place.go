package api

import (
	"context"
	"net/http"

	"rihla/internal/parking"
)

type suggestionView struct {
	ID        string                 `json:"id"`
	Label     string                 `json:"label"`
	Detail    string                 `json:"detail"`
	Kind      parking.SuggestionKind `json:"kind"`
	Latitude  float64                `json:"latitude"`
	Longitude float64                `json:"longitude"`
	Location  string                 `json:"location" doc:"Value for the location parameter that means this place"`
}

type suggestRequest struct {
	Query string `query:"q" doc:"The beginning of a name"`
	Limit int    `query:"limit" default:"10" doc:"Answers, 1 to 20"`
}

type suggestData struct {
	Places []suggestionView `json:"places"`
}

type suggestAnswer data[suggestData]

type reverseRequest struct {
	Latitude  float64 `query:"latitude" required:"true"`
	Longitude float64 `query:"longitude" required:"true"`
}

type reverseData struct {
	Place *namedPlace `json:"place" doc:"Null when nothing is near"`
}

type reverseAnswer data[reverseData]

type namedPlace struct {
	Label     string  `json:"label"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

func (a *API) registerPlaces() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/places/suggest", ID: "suggestPlaces", Tag: "places",
		Summary: "Places of Morocco and parking points whose names begin so",
	}, a.suggestPlaces)
	register(a, Operation{
		Method: http.MethodGet, Path: "/places/reverse", ID: "reversePlace", Tag: "places",
		Summary: "The name of the place at a position",
	}, a.reversePlace)
}

func (a *API) suggestPlaces(ctx context.Context, in *suggestRequest) (*suggestAnswer, error) {
	found, err := a.Services.Parking.Suggest(ctx, in.Query, requestOf(ctx).language, in.Limit)
	if err != nil {
		return nil, err
	}
	out := &suggestAnswer{}
	out.Body.Data.Places = make([]suggestionView, len(found))
	for i, s := range found {
		out.Body.Data.Places[i] = suggestionView(s)
	}
	return out, nil
}

func (a *API) reversePlace(ctx context.Context, in *reverseRequest) (*reverseAnswer, error) {
	place, found, err := a.Services.Parking.Reverse(ctx, in.Latitude, in.Longitude, requestOf(ctx).language)
	if err != nil {
		return nil, err
	}
	out := &reverseAnswer{}
	if found {
		out.Body.Data.Place = &namedPlace{Label: place.Label, Latitude: place.Latitude, Longitude: place.Longitude}
	}
	return out, nil
}
