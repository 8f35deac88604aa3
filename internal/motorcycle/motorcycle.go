// Package motorcycle holds the fleet: the motorcycles, what they look like and can do, where they stand and when they
// are kept from renting. Occupied periods themselves are package calendar's, searching is package search's, prices of
// rentals are package pricing's.
package motorcycle

import (
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
)

// Status says whether a motorcycle rents (specification section 3). BOOKED means that it is out with a customer (D8);
// it may still be booked for another time.
type Status string

// The statuses.
const (
	Available   Status = "AVAILABLE"
	Booked      Status = "BOOKED"
	Maintenance Status = "MAINTENANCE"
	Unavailable Status = "UNAVAILABLE"
)

// Statuses lists them all.
var Statuses = []Status{Available, Booked, Maintenance, Unavailable}

// Category says what kind of motorcycle it is (D27).
type Category string

// Categories lists them all.
var Categories = []Category{"SCOOTER", "CITY", "TRAIL", "ROADSTER", "TOURING", "CAFE_RACER", "SPORT", "QUAD"}

// Transmission says how gears are changed (D27).
type Transmission string

// Transmissions lists them all.
var Transmissions = []Transmission{"MANUAL", "AUTOMATIC"}

// Card is a motorcycle as anyone may see it: no registration number, papers, lock or activation code (D19).
type Card struct {
	ID            uuid.UUID
	Make          string
	Model         string
	Year          int
	Description   string
	Category      *Category
	EngineSizeCC  *int
	Transmission  *Transmission
	DayPrice      money.Amount
	FranchiseID   uuid.UUID
	FranchiseName string
	Images        []Image
	Features      []Feature
	Place         Place
	// Grace is the franchise's, for quotes (D2).
	Grace time.Duration
	// Public tells whether anyone may find it: its status and its franchise's allow it and its parking point is open.
	Public bool
}

// Image is a picture of a motorcycle.
type Image struct {
	ID      uuid.UUID
	URL     string
	AltText string
	Primary bool
}

// Feature is something that a motorcycle can have, such as a top case.
type Feature struct {
	ID      uuid.UUID
	Name    string
	IconURL *string
}

// PlaceKind says what a motorcycle stands at.
type PlaceKind string

// The kinds of places: a parking point, or else the franchise itself (D11).
const (
	AtParkingPoint PlaceKind = "PARKING_POINT"
	AtFranchise    PlaceKind = "FRANCHISE"
)

// Place is where a motorcycle stands. A franchise may have no coordinates.
type Place struct {
	ID        uuid.UUID
	Kind      PlaceKind
	Name      string
	Address   string
	Latitude  *float64
	Longitude *float64
}

// Rentable is what a booking needs to know of a motorcycle.
type Rentable struct {
	ID                 uuid.UUID
	FranchiseID        uuid.UUID
	RegistrationNumber string
	Make               string
	Model              string
	DayPrice           money.Amount
	Status             Status
	FranchiseActive    bool
}

// Rentable tells whether it rents at all; whether it is free is the calendar's to say.
func (r Rentable) Rentable() bool { return rents(r.Status, r.FranchiseActive) }

func rents(status Status, franchiseActive bool) bool {
	return franchiseActive && (status == Available || status == Booked)
}

// Errors of this package.
var (
	// ErrNotFound says that there is no such motorcycle, or none that the caller may see.
	ErrNotFound = errs.New(errs.NotFound, "MOTORCYCLE_NOT_FOUND")
	// ErrFeatureNotFound says that there is no such feature, or none for that motorcycle.
	ErrFeatureNotFound = errs.New(errs.NotFound, "FEATURE_NOT_FOUND")
)
