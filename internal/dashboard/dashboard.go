// Package dashboard adds up what an owner wants to see first: today's work, money, the fleet and how busy it is. It reads
// the tables by its own SQL, a fixed number of statements whatever there is, and changes nothing. It must not import
// other features.
package dashboard

import (
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/money"
)

// Stats are the figures at one instant: of the whole platform, or of one franchise. Days and months are those of
// Casablanca's calendar.
type Stats struct {
	At time.Time
	// FranchiseID is whose figures they are; nil: the whole platform's.
	FranchiseID *uuid.UUID
	// Bookings counts those made in the last Window, by status.
	Bookings map[string]int
	Today    Today
	// ThisMonth and LastMonth are what customers paid less what was given back to them.
	ThisMonth, LastMonth money.Amount
	// Takings are the same for each of the last thirty days, today the last.
	Takings     []Taking
	Utilisation Utilisation
	// Fleet counts the motorcycles by status.
	Fleet map[string]int
	// NewCustomers are accounts opened this month; of one franchise, customers who booked with it for the first time.
	NewCustomers int
	Pending      Pending
	// Top are the motorcycles whose rentals begun in the last Window are worth most.
	Top []Motorcycle
}

// Window is how far back figures of "the last thirty days" look.
const Window = windowDays * 24 * time.Hour

const (
	windowDays = 30
	topSize    = 5
)

// Today is the day's work. What is done is part of what there is.
type Today struct {
	PickUps, PickUpsDone int
	Returns, ReturnsDone int
	// Overdue are rentals, of any day, that should have ended and have not.
	Overdue int
	// From is when the day begins, To when it ends.
	From, To time.Time
}

// Taking is what a day brought.
type Taking struct {
	Day time.Time // when it begins
	Net money.Amount
}

// Utilisation is how busy the fleet was in the last Window: hours rented of the hours that motorcycles in service were
// there.
type Utilisation struct{ BookedHours, FleetHours float64 }

// Share is between 0 and 1.
func (u Utilisation) Share() float64 {
	if u.FleetHours <= 0 {
		return 0
	}
	return min(u.BookedHours/u.FleetHours, 1)
}

// Pending are payments that have begun and not ended.
type Pending struct {
	Count  int
	Amount money.Amount
}

// Motorcycle is one of the fleet with what it was rented for.
type Motorcycle struct {
	ID                 uuid.UUID
	Make, Model        string
	RegistrationNumber string
	Rentals            int
	Value              money.Amount
}
