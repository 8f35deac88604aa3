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

type bookedUser struct {
	ID          uuid.UUID `json:"id"`
	FirstName   string    `json:"firstName"`
	LastName    string    `json:"lastName"`
	Email       string    `json:"email"`
	PhoneNumber *string   `json:"phoneNumber"`
}

type bookedFranchise struct {
	ID           uuid.UUID `json:"id"`
	Name         string    `json:"name"`
	ContactEmail string    `json:"contactEmail"`
	ContactPhone string    `json:"contactPhone"`
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
	DropoffPlace          *pickupPlace       `json:"dropoffPlace,omitempty"`
	NotesByCustomer       *string            `json:"notesByCustomer"`
	NotesByAdmin          *string            `json:"notesByAdmin,omitempty" doc:"Only for staff"`
	ContractURL           *string            `json:"contractUrl"`
	HoldExpiresAt         *time.Time         `json:"holdExpiresAt" doc:"When an unpaid booking gives its motorcycle back"`
	Cancellation          cancellationView   `json:"cancellation"`
	NextSteps             []booking.Step     `json:"nextSteps,omitempty" doc:"Only for staff: what can be done with the booking now; left out when nothing can"`
	Payment               *paymentView       `json:"payment"`
	Motorcycle            *bookedMotorcycle  `json:"motorcycle"`
	User                  *bookedUser        `json:"user,omitempty" doc:"The customer"`
	Franchise             *bookedFranchise   `json:"franchise,omitempty"`
	CreatedAt             time.Time          `json:"createdAt"`
	UpdatedAt             time.Time          `json:"updatedAt" doc:"To be sent back with a change, so that nobody's change is lost"`
}

// beside is what stands beside bookings, by the ids that they name it with.
type beside struct {
	payments    map[uuid.UUID]payment.Payment
	motorcycles map[uuid.UUID]motorcycle.Card
	plates      map[uuid.UUID]string
	points      map[uuid.UUID]parking.Point
	users       map[uuid.UUID]booking.Customer
	franchises  map[uuid.UUID]booking.Lender
}

// readBeside reads what bookings are to show, in one query a kind. Payments are read in any case: what a cancellation
// gives back depends on them.
func (a *API) readBeside(ctx context.Context, bookings []booking.Booking, include included) (beside, error) {
	ids, motorcycleIDs := make([]uuid.UUID, len(bookings)), make([]uuid.UUID, len(bookings))
	userIDs, franchiseIDs := make([]uuid.UUID, len(bookings)), make([]uuid.UUID, len(bookings))
	var pointIDs []uuid.UUID
	for i, b := range bookings {
		ids[i], motorcycleIDs[i], userIDs[i], franchiseIDs[i] = b.ID, b.MotorcycleID, b.UserID, b.FranchiseID
		for _, id := range []*uuid.UUID{b.PickupParkingPointID, b.DropoffParkingPointID} {
			if id != nil {
				pointIDs = append(pointIDs, *id)
			}
		}
	}
	var out beside
	var err error
	out.payments, err = a.Services.Payment.ByBookings(ctx, ids)
	if err == nil && include.motorcycle {
		if out.motorcycles, err = a.Services.Motorcycle.Cards(ctx, motorcycleIDs); err == nil {
			out.plates, err = a.Services.Motorcycle.Registrations(ctx, motorcycleIDs)
		}
	}
	if err == nil && include.points {
		out.points, err = a.Services.Parking.OfBookings(ctx, pointIDs)
	}
	if err == nil && include.user {
		out.users, err = a.Services.Booking.Customers(ctx, userIDs)
	}
	if err == nil && include.franchise {
		out.franchises, err = a.Services.Booking.Lenders(ctx, franchiseIDs)
	}
	return out, err
}

func (a *API) bookingView(ctx context.Context, b booking.Booking, include included) (bookingView, error) {
	list, err := a.bookingViews(ctx, []booking.Booking{b}, include)
	if err != nil {
		return bookingView{}, err
	}
	return list[0], nil
}

// bookingViews puts what else a page shows of its bookings beside them.
func (a *API) bookingViews(ctx context.Context, bookings []booking.Booking, include included) ([]bookingView, error) {
	found, err := a.readBeside(ctx, bookings, include)
	if err != nil {
		return nil, err
	}
	out := make([]bookingView, len(bookings))
	for i, b := range bookings {
		v := toBookingView(ctx, b, include)
		p, paid := found.payments[b.ID]
		if paid {
			v.PaymentID = &p.ID
		}
		if paid && include.payment {
			view := toPaymentView(ctx, p)
			v.Payment = &view
		}
		preview := a.Services.Booking.CancellationNow(ctx, b, p.Left())
		v.Cancellation = cancellationView{Allowed: preview.Allowed, RefundPercent: preview.Percent, RefundAmount: MAD(preview.Refund)}
		if forStaff(ctx) {
			v.NextSteps = a.Services.Booking.NextSteps(b, p.Left())
		}
		if card, ok := found.motorcycles[b.MotorcycleID]; ok {
			v.Motorcycle = toBookedMotorcycle(card, found.plates[b.MotorcycleID], mayReadPlate(ctx, b))
		}
		if include.points {
			v.PickupPlace, v.DropoffPlace = found.place(b.PickupParkingPointID), found.place(b.DropoffParkingPointID)
		}
		if c, ok := found.users[b.UserID]; ok {
			v.User = &bookedUser{ID: c.ID, FirstName: c.FirstName, LastName: c.LastName, Email: c.Email, PhoneNumber: c.PhoneNumber}
		}
		if f, ok := found.franchises[b.FranchiseID]; ok {
			v.Franchise = &bookedFranchise{ID: f.ID, Name: f.Name, ContactEmail: f.ContactEmail, ContactPhone: f.ContactPhone}
		}
		out[i] = v
	}
	return out, nil
}

func (f beside) place(id *uuid.UUID) *pickupPlace {
	if id == nil {
		return nil
	}
	return toPickupPlace(f.points[*id])
}

// forStaff tells whether whoever asks is no customer.
func forStaff(ctx context.Context) bool { return authz.From(ctx).Role != authz.Customer }

// mayReadPlate keeps a registration number from whoever has not paid (D19); staff always see it.
func mayReadPlate(ctx context.Context, b booking.Booking) bool {
	return b.Status == booking.Confirmed || b.Status == booking.Active || forStaff(ctx)
}

func toBookingView(ctx context.Context, b booking.Booking, include included) bookingView {
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
	if forStaff(ctx) {
		v.NotesByAdmin = b.NotesByAdmin
	}
	if !include.supplements {
		return v
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
