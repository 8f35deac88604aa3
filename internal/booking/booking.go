// Package booking holds a rental from the wish to its end: quote, create, confirm, start, finish, cancel, expire. It
// reserves through the calendar and prices through pricing; it takes no money (payments do, and tell it) and speaks
// neither HTTP nor to any gateway.
package booking

import (
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking/bookingdb"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
)

// Type says how the customer comes to the motorcycle (specification section 3).
type Type string

// The types: the customer goes to it, or it is brought.
const (
	Autonom  Type = "AUTONOM"
	Delivery Type = "DELIVERY"
)

// Booking is one rental.
type Booking struct {
	ID uuid.UUID
	// Reference is what people read out on the phone: "RH-7K3M9QX".
	Reference                           string
	UserID, MotorcycleID, FranchiseID   uuid.UUID
	Start, End                          time.Time
	Days                                int
	DayPrice, BaseRental, Supplements   money.Amount
	Total                               money.Amount
	Status                              Status
	Type                                Type
	PickupParkingPointID                *uuid.UUID
	DropoffParkingPointID               *uuid.UUID
	CustomerLocation                    *string
	CustomerLatitude, CustomerLongitude *float64
	// HoldExpiresAt is when an unpaid booking gives its motorcycle back (D7); nil in every other status.
	HoldExpiresAt *time.Time
	// Policy is the cancellation ladder the customer agreed to.
	Policy                        pricing.Policy
	NotesByCustomer, NotesByAdmin *string
	ContractURL                   *string
	CreatedAt, UpdatedAt          time.Time
	Lines                         []SupplementLine
}

// SupplementLine is an extra of a booking, with name and price as agreed.
type SupplementLine struct {
	SupplementID uuid.UUID
	Name         string
	PriceType    pricing.PriceType
	Free         bool
	UnitPrice    money.Amount
	Quantity     int
	Amount       money.Amount
}

// Holds tells whether the booking holds its motorcycle at now (D6).
func (b Booking) Holds(now time.Time) bool {
	switch b.Status {
	case Confirmed, Active:
		return true
	case PendingPayment:
		return b.HoldExpiresAt.After(now)
	default:
		return false
	}
}

// Payable tells whether money may still be asked for it at now.
func (b Booking) Payable(now time.Time) bool { return b.Status == PendingPayment && b.Holds(now) }

// Errors of the package, beside calendar.ErrConflict.
var (
	errPriceChanged = errs.New(errs.Conflict, "PRICE_CHANGED")
	errUnavailable  = errs.New(errs.Conflict, "MOTORCYCLE_UNAVAILABLE")
	errMotorcycle   = errs.New(errs.NotFound, "MOTORCYCLE_NOT_FOUND")
)

// ErrNotFound says that there is no such booking, or none that the caller may see.
func ErrNotFound(id string) *errs.Error {
	return errs.New(errs.NotFound, "BOOKING_NOT_FOUND", "id", id)
}

func fromDB(b bookingdb.Booking) Booking {
	return Booking{
		ID: b.ID, Reference: b.Reference, UserID: b.UserID, MotorcycleID: b.MotorcycleID, FranchiseID: b.FranchiseID,
		Start: b.StartDatetime, End: b.EndDatetime, Days: int(b.BillableDays), DayPrice: b.DayPriceCentimes,
		BaseRental: b.BaseRentalCentimes, Supplements: b.SupplementsCentimes, Total: b.TotalCentimes, Status: Status(b.Status),
		Type: Type(b.BookingType), PickupParkingPointID: b.PickupParkingPointID, DropoffParkingPointID: b.DropoffParkingPointID,
		CustomerLocation: b.CustomerLocation, CustomerLatitude: b.CustomerLatitude, CustomerLongitude: b.CustomerLongitude,
		HoldExpiresAt: b.HoldExpiresAt, NotesByCustomer: b.NotesByCustomer, NotesByAdmin: b.NotesByAdmin, ContractURL: b.ContractUrl,
		Policy: pricing.Policy{
			FullHours: int(b.FullRefundHours), PartialHours: int(b.PartialRefundHours), Percent: int(b.PartialRefundPercent),
			Forfeited: int(b.ForfeitedPercent),
		},
		CreatedAt: b.CreatedAt, UpdatedAt: b.UpdatedAt,
	}
}

func lineFromDB(l bookingdb.BookingSupplement) SupplementLine {
	return SupplementLine{
		SupplementID: l.SupplementID, Name: l.Name, PriceType: pricing.PriceType(l.PriceType), Free: l.IsFree,
		UnitPrice: l.UnitPriceCentimes, Quantity: int(l.Quantity), Amount: l.AmountCentimes,
	}
}
