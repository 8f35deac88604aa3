package api

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
)

type bookedSupplement struct {
	SupplementID uuid.UUID         `json:"supplementId"`
	Name         string            `json:"name"`
	Quantity     int               `json:"quantity"`
	UnitPrice    MAD               `json:"unitPrice"`
	PriceType    pricing.PriceType `json:"priceType"`
	Amount       MAD               `json:"amount"`
	IsFree       bool              `json:"isFree"`
}

type pickupPlace struct {
	Name         string  `json:"name"`
	Address      string  `json:"address"`
	Latitude     float64 `json:"latitude"`
	Longitude    float64 `json:"longitude"`
	Instructions string  `json:"instructions"`
}

type cancellationView struct {
	Allowed       bool `json:"allowed"`
	RefundPercent int  `json:"refundPercent"`
	RefundAmount  MAD  `json:"refundAmount" doc:"What cancelling now would give back of what was paid"`
}

type bookedMotorcycle struct {
	ID              uuid.UUID            `json:"id"`
	Make            string               `json:"make"`
	Model           string               `json:"model"`
	Year            int                  `json:"year"`
	Category        *motorcycle.Category `json:"category"`
	BasePricePerDay MAD                  `json:"basePricePerDay"`
	Images          []imageView          `json:"images"`
	// Shown once the motorcycle is the renter's to look for.
	RegistrationNumber *string `json:"registrationNumber" doc:"Only once the booking is confirmed"`
}

// bookingView is a booking as its parties see it.
type bookingView struct {
	ID                    uuid.UUID          `json:"id"`
	Reference             string             `json:"reference"`
	UserID                uuid.UUID          `json:"userId"`
	MotorcycleID          uuid.UUID          `json:"motorcycleId"`
	FranchiseID           uuid.UUID          `json:"franchiseId"`
	StartDatetime         time.Time          `json:"startDatetime"`
	EndDatetime           time.Time          `json:"endDatetime"`
	Days                  int                `json:"days"`
	BaseRentalPrice       MAD                `json:"baseRentalPrice"`
	SupplementsTotalPrice MAD                `json:"supplementsTotalPrice"`
	TotalAmount           MAD                `json:"totalAmount"`
	Currency              string             `json:"currency"`
	SelectedSupplements   []bookedSupplement `json:"selectedSupplements"`
	BookingStatus         booking.Status     `json:"bookingStatus"`
	BookingType           booking.Type       `json:"bookingType"`
	PaymentID             *uuid.UUID         `json:"paymentId"`
	PickupParkingPointID  *uuid.UUID         `json:"pickupParkingPointId"`
	DropoffParkingPointID *uuid.UUID         `json:"dropoffParkingPointId"`
	PickupPlace           *pickupPlace       `json:"pickupPlace"`
	CustomerLocation      *string            `json:"customerLocation"`
	CustomerCoordinates   *coordinates       `json:"customerCoordinates"`
	NotesByCustomer       *string            `json:"notesByCustomer"`
	ContractURL           *string            `json:"contractUrl"`
	HoldExpiresAt         *time.Time         `json:"holdExpiresAt" doc:"When an unpaid booking gives its motorcycle back"`
	Cancellation          cancellationView   `json:"cancellation"`
	Payment               *paymentView       `json:"payment"`
	Motorcycle            *bookedMotorcycle  `json:"motorcycle"`
	CreatedAt             time.Time          `json:"createdAt"`
	UpdatedAt             time.Time          `json:"updatedAt"`
}

// bookingViews puts what else a page shows of its bookings beside them, in one query a kind.
func (a *API) bookingViews(ctx context.Context, bookings []booking.Booking) ([]bookingView, error) {
	ids, motorcycleIDs := make([]uuid.UUID, len(bookings)), make([]uuid.UUID, len(bookings))
	var pointIDs []uuid.UUID
	for i, b := range bookings {
		ids[i], motorcycleIDs[i] = b.ID, b.MotorcycleID
		if b.PickupParkingPointID != nil {
			pointIDs = append(pointIDs, *b.PickupParkingPointID)
		}
	}
	payments, err := a.Services.Payment.ByBookings(ctx, ids)
	if err != nil {
		return nil, err
	}
	motorcycles, err := a.Services.Motorcycle.Cards(ctx, motorcycleIDs)
	if err != nil {
		return nil, err
	}
	plates, err := a.Services.Motorcycle.Registrations(ctx, motorcycleIDs)
	if err != nil {
		return nil, err
	}
	points, err := a.Services.Parking.OfBookings(ctx, pointIDs)
	if err != nil {
		return nil, err
	}
	out := make([]bookingView, len(bookings))
	for i, b := range bookings {
		v := toBookingView(b)
		var paid money.Amount
		if p, ok := payments[b.ID]; ok {
			view := toPaymentView(ctx, p)
			v.Payment, v.PaymentID = &view, &p.ID
			if p.Status.Captured() {
				paid = p.Amount - p.Refunded
			}
		}
		preview := a.Services.Booking.CancellationNow(ctx, b, paid)
		v.Cancellation = cancellationView{Allowed: preview.Allowed, RefundPercent: preview.Percent, RefundAmount: MAD(preview.Refund)}
		if card, ok := motorcycles[b.MotorcycleID]; ok {
			v.Motorcycle = toBookedMotorcycle(card, plates[b.MotorcycleID], mayReadPlate(ctx, b))
		}
		if b.PickupParkingPointID != nil {
			v.PickupPlace = toPickupPlace(points[*b.PickupParkingPointID])
		}
		out[i] = v
	}
	return out, nil
}

// mayReadPlate keeps a registration number from whoever has not paid (D19); staff always see it.
func mayReadPlate(ctx context.Context, b booking.Booking) bool {
	return b.Status == booking.Confirmed || b.Status == booking.Active || authz.From(ctx).Role != authz.Customer
}

func toBookingView(b booking.Booking) bookingView {
	v := bookingView{
		ID: b.ID, Reference: b.Reference, UserID: b.UserID, MotorcycleID: b.MotorcycleID, FranchiseID: b.FranchiseID,
		StartDatetime: utc(b.Start), EndDatetime: utc(b.End), Days: b.Days, BaseRentalPrice: MAD(b.BaseRental),
		SupplementsTotalPrice: MAD(b.Supplements), TotalAmount: MAD(b.Total), Currency: payment.MAD, BookingStatus: b.Status,
		BookingType: b.Type, PickupParkingPointID: b.PickupParkingPointID, DropoffParkingPointID: b.DropoffParkingPointID,
		CustomerLocation: b.CustomerLocation, NotesByCustomer: b.NotesByCustomer, ContractURL: b.ContractURL,
		HoldExpiresAt: utcPointer(b.HoldExpiresAt), CreatedAt: utc(b.CreatedAt), UpdatedAt: utc(b.UpdatedAt),
		SelectedSupplements: []bookedSupplement{},
	}
	if b.CustomerLatitude != nil && b.CustomerLongitude != nil {
		v.CustomerCoordinates = &coordinates{Lat: *b.CustomerLatitude, Lng: *b.CustomerLongitude}
	}
	for _, l := range b.Lines {
		v.SelectedSupplements = append(v.SelectedSupplements, bookedSupplement{
			SupplementID: l.SupplementID, Name: l.Name, Quantity: l.Quantity, UnitPrice: MAD(l.UnitPrice),
			PriceType: l.PriceType, Amount: MAD(l.Amount), IsFree: l.Free,
		})
	}
	return v
}

func toBookedMotorcycle(card motorcycle.Card, plate string, showPlate bool) *bookedMotorcycle {
	m := &bookedMotorcycle{
		ID: card.ID, Make: card.Make, Model: card.Model, Year: card.Year, Category: card.Category,
		BasePricePerDay: MAD(card.DayPrice), Images: toImageViews(card.Images),
	}
	if showPlate && plate != "" {
		m.RegistrationNumber = &plate
	}
	return m
}

func toPickupPlace(p parking.Point) *pickupPlace {
	if p.ID == uuid.Nil {
		return nil
	}
	return &pickupPlace{Name: p.Name, Address: p.Address, Latitude: p.Latitude, Longitude: p.Longitude, Instructions: p.Instructions}
}
