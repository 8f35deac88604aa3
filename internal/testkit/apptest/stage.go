package apptest

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
	"rihla/internal/supplement"
	"rihla/internal/user"
)

// Stage is a franchise with something to rent.
type Stage struct {
	FranchiseID    uuid.UUID
	ParkingPointID uuid.UUID
	MotorcycleID   uuid.UUID
	// HelmetID is free, GPSID costs 30.00 a day, TopCaseID 100.00 a rental.
	HelmetID, GPSID, TopCaseID uuid.UUID
}

// DayPrice of the stage's motorcycle: 450.00.
const DayPrice money.Amount = 45000

var stages atomic.Int64

func system() context.Context { return authz.AsSystem(context.Background(), "test") }

// Stage sets up a franchise in Casablanca with a parking point, extras and one motorcycle. change may alter the
// franchise.
func (a *App) Stage(change ...func(*franchise.CreateInput)) Stage {
	a.t.Helper()
	n := stages.Add(1)
	latitude, longitude := 33.5950, -7.6187
	in := franchise.CreateInput{
		Name: fmt.Sprintf("Rihla %d", n), Code: fmt.Sprintf("F-%d", n), Status: franchise.Active, Latitude: &latitude, Longitude: &longitude,
		ContactEmail: fmt.Sprintf("franchise-%d@example.com", n), Address: "Boulevard d'Anfa, Casablanca",
	}
	for _, c := range change {
		c(&in)
	}
	services := a.Services()
	f, err := services.Franchise.Create(system(), in)
	require.NoError(a.t, err)
	point, err := services.Parking.Create(system(), parking.CreateInput{
		Name: fmt.Sprintf("Casa Port %d", n), Address: "Boulevard Houphouët-Boigny", Latitude: 33.6010, Longitude: -7.6110, FranchiseID: &f.ID,
	})
	require.NoError(a.t, err)
	stage := Stage{FranchiseID: f.ID, ParkingPointID: point.ID}
	stage.MotorcycleID = a.Motorcycle(stage, DayPrice)
	for _, x := range []struct {
		target *uuid.UUID
		in     supplement.CreateInput
	}{
		{&stage.HelmetID, supplement.CreateInput{Name: "Casque", Price: 5000, PriceType: pricing.PerDay, Free: true}},
		{&stage.GPSID, supplement.CreateInput{Name: "GPS", Price: 3000, PriceType: pricing.PerDay}},
		{&stage.TopCaseID, supplement.CreateInput{Name: "Top case", Price: 10000, PriceType: pricing.PerRental}},
	} {
		x.in.FranchiseID = &f.ID
		created, err := services.Supplement.Create(system(), x.in)
		require.NoError(a.t, err)
		*x.target = created.ID
	}
	return stage
}

// Motorcycle adds a motorcycle to a stage's parking point.
func (a *App) Motorcycle(stage Stage, dayPrice money.Amount) uuid.UUID {
	a.t.Helper()
	n := stages.Add(1)
	category, transmission, cc := motorcycle.Category("ROADSTER"), motorcycle.Transmission("MANUAL"), 500
	id, err := a.Services().Motorcycle.Create(system(), motorcycle.CreateInput{
		RegistrationNumber: fmt.Sprintf("%d-A-6", n), Make: "Honda", Model: "CB500", Year: 2024, DayPrice: dayPrice,
		FranchiseID: &stage.FranchiseID, ParkingPointID: &stage.ParkingPointID, Category: &category, Transmission: &transmission, EngineSizeCC: &cc,
	})
	require.NoError(a.t, err)
	return id
}

// Staff creates an account of a role and signs it in; franchiseID is nil for an ADMIN.
func (a *App) Staff(role authz.Role, franchiseID *uuid.UUID) *Caller {
	a.t.Helper()
	email := fmt.Sprintf("staff-%d@example.com", people.Add(1))
	_, err := a.Services().User.CreateStaff(system(), user.CreateStaffInput{
		Email: email, Password: Password, FirstName: "Salma", LastName: "Staff", Role: role, FranchiseID: franchiseID,
	})
	require.NoError(a.t, err)
	return a.SignIn(email, Password)
}

// Booking is what tests read of a booking.
type Booking struct {
	ID                                                     uuid.UUID
	Reference, BookingStatus, BookingType                  string
	UserID, MotorcycleID                                   uuid.UUID
	Days                                                   int
	BaseRentalPrice, SupplementsTotalPrice, TotalAmount    float64
	StartDatetime, EndDatetime                             time.Time
	HoldExpiresAt                                          *time.Time
	PickupParkingPointID, DropoffParkingPointID, PaymentID *uuid.UUID
	CustomerLocation                                       *string
	CustomerCoordinates                                    *struct{ Lat, Lng float64 }
	SelectedSupplements                                    []struct {
		SupplementID uuid.UUID
		Quantity     int
		Amount       float64
		IsFree       bool
	}
	Cancellation struct {
		Allowed       bool
		RefundPercent int
		RefundAmount  float64
	}
	Payment    *Payment
	Motorcycle struct{ RegistrationNumber *string }
}

// Payment is what tests read of a payment.
type Payment struct {
	ID                                                      uuid.UUID
	Status, Currency, GatewayCurrency, Gateway              string
	Amount, GatewayAmount, RefundedAmount, RefundingAmount  float64
	Rate                                                    *float64
	GatewayPaymentURL, GatewayOrderID, GatewayTransactionID *string
	GatewayResponse                                         *struct{ Payload, Signature string }
	FailureCode, FailureReason                              *string
}

// BookingBody is a request for a rental of two days from start, picked up at the stage's parking point.
func (s Stage) BookingBody(start time.Time) map[string]any {
	return map[string]any{
		"motorcycleId": s.MotorcycleID, "startDatetime": start.Format(time.RFC3339), "endDatetime": start.Add(48 * time.Hour).Format(time.RFC3339),
		"location": s.ParkingPointID.String(),
	}
}

// Book makes a booking over HTTP; the answer must be 201.
func (c *Caller) Book(body map[string]any) Booking {
	c.a.t.Helper()
	answer := c.Post("/bookings", body)
	require.Equal(c.a.t, http.StatusCreated, answer.Status, "%s", answer.Body)
	return Data[struct{ Booking Booking }](answer).Booking
}

// Booking reads a booking back.
func (c *Caller) Booking(id uuid.UUID) Booking {
	c.a.t.Helper()
	return Data[struct{ Booking Booking }](c.Get("/bookings/" + id.String())).Booking
}

// Eventually waits until ready says so, which background jobs bring about.
func (a *App) Eventually(ready func() bool, what string) {
	a.t.Helper()
	require.Eventually(a.t, ready, 20*time.Second, 20*time.Millisecond, what)
}
