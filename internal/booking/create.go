package booking

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking/bookingdb"
	"rihla/internal/calendar"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
	"rihla/internal/pricing"
	"rihla/internal/user"
)

// CreateInput asks for a rental. Prices are what the caller was shown; nil ones are not compared (D1).
type CreateInput struct {
	// UserID is for whom; nil: for the caller. Only staff book for someone else (D21).
	UserID *uuid.UUID
	// Customer is for whom when staff serve a walk-in customer; nil: UserID says it.
	Customer *user.WalkIn
	QuoteInput
	Place
	BaseRental, Supplements, Total *money.Amount
	NotesByCustomer                string
}

// Prepared is a booking that has been checked and priced but holds nothing yet. Preparing reads; committing writes in
// one short transaction.
type Prepared struct {
	offer      offer
	place      Place
	own        *ownPoint
	customer   user.Attended
	userID     uuid.UUID
	start, end time.Time
	notes      *string
	// ID is the id that the booking will have.
	ID uuid.UUID
}

// Prepare authorizes, validates and prices. Errors: VALIDATION; FORBIDDEN for a customer who books for another;
// MOTORCYCLE_NOT_FOUND, MOTORCYCLE_UNAVAILABLE, SUPPLEMENT_NOT_FOUND, PARKING_POINT_NOT_FOUND, USER_NOT_FOUND; and
// PRICE_CHANGED with the fresh quote when the caller's total is another one.
func (s *Service) Prepare(ctx context.Context, in CreateInput) (Prepared, error) {
	scope, err := authz.Check(ctx, authz.BookingCreate)
	if err != nil {
		return Prepared{}, err
	}
	c := &errs.Collector{}
	in.QuoteInput = in.truncated()
	place := in.normalise(c)
	s.checkPeriod(c, in.Start, in.End)
	checkChosen(c, in.Chosen)
	checkPrice(c, "baseRentalPrice", in.BaseRental, 1)
	checkPrice(c, "supplementsTotalPrice", in.Supplements, 0)
	checkPrice(c, "totalAmount", in.Total, 1)
	notes := cleanNotes(c, "notesByCustomer", in.NotesByCustomer)
	if err := c.Err(); err != nil {
		return Prepared{}, err
	}
	customer, userID, err := s.bookedFor(ctx, in, scope)
	if err != nil {
		return Prepared{}, err
	}
	o, err := s.offer(ctx, in.QuoteInput)
	if err != nil {
		return Prepared{}, err
	}
	if scope.FranchiseID != nil && *scope.FranchiseID != o.motorcycle.FranchiseID {
		return Prepared{}, errMotorcycle
	}
	if !o.motorcycle.Rentable() {
		return Prepared{}, errUnavailable
	}
	place, own, err := s.settle(ctx, place)
	if err != nil {
		return Prepared{}, err
	}
	if in.Total != nil && !in.Total.Near(o.quote.Total) {
		fresh := QuoteResult{Quote: o.quote, Grace: o.settings.Grace, Available: true}
		changed := *errPriceChanged
		changed.Params = errs.Params{"total": o.quote.Total}
		return Prepared{}, changed.WithExtra("quote", fresh)
	}
	return Prepared{
		offer: o, place: place, own: own, customer: customer, userID: userID, start: in.Start, end: in.End, notes: notes, ID: uuid.Must(uuid.NewV7()),
	}, nil
}

func checkPrice(c *errs.Collector, field string, price *money.Amount, least money.Amount) {
	if price != nil {
		c.Check(*price >= least, field, "TOO_SMALL", "min", least.String())
	}
}

// bookedFor settles whose booking it is. A walk-in customer may have no account yet.
func (s *Service) bookedFor(ctx context.Context, in CreateInput, scope authz.Filter) (user.Attended, uuid.UUID, error) {
	var nobody user.Attended
	self := authz.From(ctx).UserID
	switch {
	case in.Customer != nil && in.UserID != nil:
		var c errs.Collector
		c.Add("customer", "ONE_AT_A_TIME")
		return nobody, self, c.Err()
	case in.Customer != nil:
		customer, err := s.users.Attend(ctx, *in.Customer)
		return customer, customer.ID(), errs.Within("customer.", err)
	case in.UserID == nil || *in.UserID == self:
		if self == uuid.Nil {
			return nobody, self, authz.ErrUnauthenticated
		}
		return nobody, self, nil
	case scope.UserID != nil:
		return nobody, self, authz.ErrForbidden
	}
	customer, err := s.users.ByID(ctx, *in.UserID)
	return nobody, customer.ID, err
}

// CreateTx takes the period and writes a prepared booking: PENDING_PAYMENT whatever anybody says (D5), holding the
// motorcycle for the time of its type (D7). Returns BOOKING_CONFLICT when the period is taken and MOTORCYCLE_UNAVAILABLE
// when the motorcycle stopped renting meanwhile.
func (s *Service) CreateTx(ctx context.Context, tx pgx.Tx, p Prepared) (Booking, error) {
	now := s.clock.Now()
	hold := p.offer.settings.HoldAutonom
	if p.place.Type == Delivery {
		hold = p.offer.settings.HoldDelivery
	}
	expires := now.Add(hold)
	period := calendar.Period{Start: p.start, End: p.end}
	err := s.calendar.ReserveBookingTx(ctx, tx, p.offer.motorcycle.ID, p.ID, period, p.offer.settings.Turnaround, &expires)
	if err != nil {
		return Booking{}, conflict(err, period)
	}
	if err := s.stillOfferedTx(ctx, tx, p); err != nil {
		return Booking{}, err
	}
	if err := s.users.AttendTx(ctx, tx, p.customer); err != nil {
		return Booking{}, err
	}
	if err := s.customerPointTx(ctx, tx, &p); err != nil {
		return Booking{}, err
	}
	row, err := s.insertTx(ctx, tx, p, now, expires)
	if err != nil {
		return Booking{}, err
	}
	b := fromDB(row)
	for _, line := range p.offer.quote.Lines {
		if line.Kind == pricing.Rental {
			continue
		}
		x := bookingdb.InsertSupplementParams{
			BookingID: b.ID, SupplementID: *line.SupplementID, Name: line.Label, PriceType: string(line.PriceType),
			IsFree: line.Kind == pricing.Free, UnitPriceCentimes: line.UnitPrice, Quantity: int32(line.Quantity), AmountCentimes: line.Amount,
		}
		if err := bookingdb.New(tx).InsertSupplement(ctx, x); err != nil {
			return Booking{}, fmt.Errorf("write an extra of booking %s: %w", b.ID, err)
		}
		b.Lines = append(b.Lines, lineFromDB(bookingdb.BookingSupplement(x)))
	}
	if err := s.beginTx(ctx, tx, b.ID, PendingPayment); err != nil {
		return Booking{}, err
	}
	return b, s.publishTx(ctx, tx, EventCreated, b, struct{}{})
}

// stillOfferedTx returns MOTORCYCLE_UNAVAILABLE when the motorcycle stopped renting or went to another franchise since p
// was prepared. Whoever reserves its calendar has it locked: it stays what it is now.
func (s *Service) stillOfferedTx(ctx context.Context, tx pgx.Tx, p Prepared) error {
	now, err := s.motorcycles.ForBookingTx(ctx, tx, p.offer.motorcycle.ID)
	if err == nil && (now.FranchiseID != p.offer.motorcycle.FranchiseID || !now.Rentable()) {
		return errUnavailable
	}
	return err
}

// conflict says between which times, as people in Casablanca read them.
func conflict(err error, p calendar.Period) error {
	if !errors.Is(err, calendar.ErrConflict) {
		return err
	}
	const layout = "02/01/2006 15:04"
	return errs.New(errs.Conflict, "BOOKING_CONFLICT",
		"start", clock.Wall(p.Start).Format(layout), "end", clock.Wall(p.End).Format(layout)).With(err)
}

// customerPointTx keeps the customer's own place as a parking point of the booking (D12).
func (s *Service) customerPointTx(ctx context.Context, tx pgx.Tx, p *Prepared) error {
	if p.own == nil {
		return nil
	}
	id, err := s.parking.CreateCustomerTx(ctx, tx, p.own.name, p.own.latitude, p.own.longitude)
	if err != nil {
		return err
	}
	p.place.PickupParkingPointID, p.place.DropoffParkingPointID = &id, &id
	return nil
}

func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, p Prepared, now, expires time.Time) (bookingdb.Booking, error) {
	o := p.offer
	params := bookingdb.InsertBookingParams{
		ID: p.ID, UserID: p.userID, MotorcycleID: o.motorcycle.ID, FranchiseID: o.motorcycle.FranchiseID,
		StartDatetime: p.start, EndDatetime: p.end, BillableDays: int32(o.quote.Days), DayPriceCentimes: o.motorcycle.DayPrice,
		BaseRentalCentimes: o.quote.BaseRental, SupplementsCentimes: o.quote.Supplements, TotalCentimes: o.quote.Total,
		BookingType: string(p.place.Type), PickupParkingPointID: p.place.PickupParkingPointID,
		DropoffParkingPointID: p.place.DropoffParkingPointID, CustomerLatitude: p.place.CustomerLatitude,
		CustomerLongitude: p.place.CustomerLongitude, HoldExpiresAt: &expires,
		FullRefundHours: int32(o.settings.Policy.FullHours), PartialRefundHours: int32(o.settings.Policy.PartialHours),
		PartialRefundPercent: int32(o.settings.Policy.Percent), NotesByCustomer: p.notes, Now: now,
	}
	if p.place.CustomerLocation != "" {
		params.CustomerLocation = &p.place.CustomerLocation
	}
	for {
		params.Reference = newReference()
		row, err := bookingdb.New(tx).InsertBooking(ctx, params)
		if postgres.NoRows(err) {
			continue
		}
		if err != nil {
			return row, fmt.Errorf("write the booking: %w", err)
		}
		return row, nil
	}
}

// newReference draws seven characters that no one mishears or mistypes for one another.
func newReference() string {
	const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
	letters := make([]byte, 7)
	random := make([]byte, len(letters))
	_, _ = rand.Read(random) // never fails: crypto/rand ends the program instead
	for i, b := range random {
		letters[i] = alphabet[int(b)%len(alphabet)]
	}
	return "RH-" + string(letters)
}
