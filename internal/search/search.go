// Package search finds motorcycles that are free near a place for a period, and what such a rental costs. It reads the
// calendar's and the fleet's tables by one statement of its own (query.go) and writes nothing. The rules of prices,
// places and periods are other packages'.
package search

import (
	"time"

	"github.com/google/uuid"

	"rihla/internal/calendar"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
)

// Sort is an order of results. Equals are ordered by price and id, so that pages never overlap.
type Sort string

// The orders. Distance needs a place; without one it is the order by price.
const (
	ByPrice     Sort = "price"
	ByPriceDesc Sort = "-price"
	ByDistance  Sort = "distance"
	ByName      Sort = "name"
)

// Sorts lists them all; the first is the default.
var Sorts = []Sort{ByPrice, ByPriceDesc, ByDistance, ByName}

// Criteria are what a motorcycle must meet. Zero fields do not narrow.
type Criteria struct {
	// Place is where to look; nil looks everywhere.
	Place *parking.Location
	// Period is when it must be free, its franchise's turnaround included (D28); nil asks for no period.
	Period       *calendar.Period
	FranchiseID  *uuid.UUID
	Categories   []motorcycle.Category
	Transmission motorcycle.Transmission
	MinPrice     *money.Amount // a day
	MaxPrice     *money.Amount
	MinEngineCC  *int
	MaxEngineCC  *int
	FeatureIDs   []uuid.UUID // all of them
	Sort         Sort
	Page, Limit  int
}

// Result is a page of what was found.
type Result struct {
	Motorcycles []Found
	Page, Limit int
	Total       int
	Place       *parking.Location
	Period      *calendar.Period
	// Days is how many days a rental of the period bills at the platform's grace; 0 without a period.
	Days int
	// Prices is the range of day prices of what was found, whatever price the criteria ask for; nil when nothing was.
	Prices *PriceRange
	// Nearest is set when a period was asked for and nothing is free in it.
	Nearest *Nearest
	// Elsewhere is set when a place was asked for and nothing is near it: the nearest places with something, nearest first.
	Elsewhere []Elsewhere
}

// Found is a motorcycle that meets the criteria.
type Found struct {
	motorcycle.Card
	// DistanceKm is how far it stands from the place that was asked for; nil without one.
	DistanceKm *float64
	// Quote is the price of the period without extras; nil without a period.
	Quote *pricing.Quote
}

// PriceRange is from the cheapest to the dearest, a day.
type PriceRange struct{ Min, Max money.Amount }

// Nearest is the next period of the same length in which something is free, and how much.
type Nearest struct {
	calendar.Period
	Total int
}

// Elsewhere is a parking point or a franchise at which motorcycles meet the criteria, beyond the radius that was asked for.
type Elsewhere struct {
	Kind motorcycle.PlaceKind
	Name string
	// Location is the value of the location parameter that means the place.
	Location   string
	DistanceKm float64
	Total      int
}

// Bounds of a search (specification section 9).
const (
	DefaultLimit = 5
	MaxLimit     = 100
	maxPage      = 1_000_000
	maxFeatures  = 20
	// nearestDays is how many days ahead Nearest looks.
	nearestDays = 60
	// maxElsewhere is how many other places an empty answer names.
	maxElsewhere = 3
	// farthest is how far ahead a rental may end, as for a booking.
	farthest = 2 * 365 * 24 * time.Hour
)

// widerKm are the radii in which to look for other places, the next when the one before holds nothing: most often the
// first does, and only it is cheap in a large fleet.
var widerKm = []float64{100, 1500}

// The hours of a rental whose times are left open, on the wall clock.
const defaultTime = "10:00"
