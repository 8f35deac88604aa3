// Package parking holds the places where motorcycles are picked up and given back, and turns what a person says about
// a place (an address, a position, the beginning of a name) into coordinates. It owns the Geocoder interface; who
// answers it is an adapter's matter.
package parking

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/week"
)

// Point is a parking point.
type Point struct {
	ID             uuid.UUID
	Name           string
	Address        string
	Latitude       float64
	Longitude      float64
	OperatingHours week.Hours
	Instructions   string
	Active         bool
	Kind           PointKind
	// FranchiseID is nil for a point of the whole platform, and for a customer's.
	FranchiseID          *uuid.UUID
	CreatedAt, UpdatedAt time.Time
	// DistanceKm is how far away it is, in kilometres as the crow flies; nil unless a list was asked near somewhere.
	DistanceKm *float64
}

// PointKind says where a point comes from.
type PointKind string

// The kinds of points: listed ones, and those made from where a customer stood or what he typed (D12).
const (
	Public   PointKind = "PUBLIC"
	Customer PointKind = "CUSTOMER"
)

// PointKinds lists them all.
var PointKinds = []PointKind{Public, Customer}

// ErrNotFound says that there is no such parking point, or none that is public.
var ErrNotFound = errs.New(errs.NotFound, "PARKING_POINT_NOT_FOUND")

// PlaceKind says what a named place is.
type PlaceKind string

// The kinds of places.
const (
	City     PlaceKind = "CITY"
	Town     PlaceKind = "TOWN"
	Village  PlaceKind = "VILLAGE"
	Airport  PlaceKind = "AIRPORT"
	Station  PlaceKind = "STATION"
	Landmark PlaceKind = "LANDMARK"
)

// Place is a named place of Morocco.
type Place struct {
	ID     string
	Name   string // in the language that was asked for
	Region string
	// Address is what to ask Find for to get this place back: its name, with more to it when others share the name.
	Address   string
	Kind      PlaceKind
	Latitude  float64
	Longitude float64
}

// Radii of a search, in kilometres. A city is as wide as its suburbs; from a square one walks or takes a short ride.
const (
	defaultRadius  = 25.0
	townRadius     = 15.0
	landmarkRadius = 10.0
)

// Radius is how far around the place a search looks, in kilometres.
func (p Place) Radius() float64 {
	switch p.Kind {
	case City, Airport:
		return defaultRadius
	case Town, Village:
		return townRadius
	case Station, Landmark:
		return landmarkRadius
	default:
		return defaultRadius
	}
}

// Geocoder turns words into places of Morocco and back (D13). A place that is not found is false, not an error.
type Geocoder interface {
	// Suggest lists up to limit places whose names begin with query, the likeliest first.
	Suggest(ctx context.Context, query string, language i18n.Language, limit int) ([]Place, error)
	// Find returns the place that text names best.
	Find(ctx context.Context, text string, language i18n.Language) (Place, bool, error)
	// Near returns the place at a position, or the nearest within reach.
	Near(ctx context.Context, latitude, longitude float64, language i18n.Language) (Place, bool, error)
}
