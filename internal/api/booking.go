package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/calendar"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
	"rihla/internal/user"
)

// period is a stretch of time on the wire.
type period struct {
	StartDatetime time.Time `json:"startDatetime"`
	EndDatetime   time.Time `json:"endDatetime"`
}

func toPeriod(p *calendar.Period) *period {
	if p == nil {
		return nil
	}
	return &period{utc(p.Start), utc(p.End)}
}

type quoteLine struct {
	Kind         pricing.LineKind  `json:"kind"`
	SupplementID *uuid.UUID        `json:"supplementId"`
	Label        string            `json:"label"`
	UnitPrice    MAD               `json:"unitPrice"`
	Units        int               `json:"units" doc:"Days that the price counts for; 1 for a price per rental"`
	Quantity     int               `json:"quantity"`
	PriceType    pricing.PriceType `json:"priceType"`
	Amount       MAD               `json:"amount"`
}

// quote is the price of a rental (D1).
type quote struct {
	Days                  int         `json:"days" doc:"Billable days"`
	Lines                 []quoteLine `json:"lines"`
	BaseRentalPrice       MAD         `json:"baseRentalPrice"`
	SupplementsTotalPrice MAD         `json:"supplementsTotalPrice"`
	TotalAmount           MAD         `json:"totalAmount"`
	Currency              string      `json:"currency"`
	GraceHours            float64     `json:"graceHours" doc:"A part day is billed once it is longer than this"`
	Available             bool        `json:"available"`
	NextFree              *period     `json:"nextFree" doc:"The first free period of the same length, when this one is taken"`
}

func toQuote(q booking.QuoteResult) quote {
	out := quote{
		Days: q.Days, BaseRentalPrice: MAD(q.BaseRental), SupplementsTotalPrice: MAD(q.Supplements), TotalAmount: MAD(q.Total),
		Currency: payment.MAD, GraceHours: q.Grace.Hours(), Available: q.Available, NextFree: toPeriod(q.NextFree), Lines: []quoteLine{},
	}
	for _, l := range q.Lines {
		out.Lines = append(out.Lines, quoteLine{
			Kind: l.Kind, SupplementID: l.SupplementID, Label: l.Label, UnitPrice: MAD(l.UnitPrice), Units: l.Units,
			Quantity: l.Quantity, PriceType: l.PriceType, Amount: MAD(l.Amount),
		})
	}
	return out
}

// chosenSupplement is an extra that a caller asks for.
type chosenSupplement struct {
	SupplementID uuid.UUID `json:"supplementId" format:"uuid"`
	Quantity     int       `json:"quantity,omitempty" default:"1" minimum:"1" maximum:"99"`
}

func toChosen(in []chosenSupplement) []booking.Chosen {
	out := make([]booking.Chosen, len(in))
	for i, x := range in {
		out[i] = booking.Chosen{SupplementID: x.SupplementID, Quantity: x.Quantity}
	}
	return out
}

type quoteRequest struct {
	Body struct {
		MotorcycleID        uuid.UUID          `json:"motorcycleId" format:"uuid"`
		StartDatetime       time.Time          `json:"startDatetime"`
		EndDatetime         time.Time          `json:"endDatetime"`
		SelectedSupplements []chosenSupplement `json:"selectedSupplements,omitempty" maxItems:"50"`
	}
}

type quoteData struct {
	Quote quote `json:"quote"`
}

type quoteAnswer data[quoteData]

type coordinates struct {
	Lat float64 `json:"lat" minimum:"-90" maximum:"90"`
	Lng float64 `json:"lng" minimum:"-180" maximum:"180"`
}

// createBookingRequest takes the specification's fields and, beside them, the seed's three forms of location.
type createBookingRequest struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"Makes a repetition harmless: the same key and body answer with the same booking" maxLength:"255"`
	Body           struct {
		UserID                *uuid.UUID         `json:"userId,omitempty" format:"uuid" doc:"For whom; only staff name somebody else"`
		MotorcycleID          uuid.UUID          `json:"motorcycleId" format:"uuid"`
		StartDatetime         time.Time          `json:"startDatetime"`
		EndDatetime           time.Time          `json:"endDatetime"`
		BookingType           booking.Type       `json:"bookingType,omitempty" enum:"AUTONOM,DELIVERY"`
		Location              string             `json:"location,omitempty" maxLength:"520" doc:"A parking point's id, current:lat,lng or address:text"`
		PickupParkingPointID  *uuid.UUID         `json:"pickupParkingPointId,omitempty" format:"uuid"`
		DropoffParkingPointID *uuid.UUID         `json:"dropoffParkingPointId,omitempty" format:"uuid"`
		CustomerLocation      string             `json:"customerLocation,omitempty" maxLength:"500"`
		CustomerCoordinates   *coordinates       `json:"customerCoordinates,omitempty"`
		SelectedSupplements   []chosenSupplement `json:"selectedSupplements,omitempty" maxItems:"50"`
		BaseRentalPrice       *MAD               `json:"baseRentalPrice,omitempty" doc:"What the caller was shown; recomputed"`
		SupplementsTotalPrice *MAD               `json:"supplementsTotalPrice,omitempty"`
		TotalAmount           *MAD               `json:"totalAmount,omitempty" doc:"Off by more than 0.01: 409 PRICE_CHANGED with the fresh quote"`
		BookingStatus         string             `json:"bookingStatus,omitempty" doc:"Taken and ignored: a booking is born PENDING_PAYMENT"`
		NotesByCustomer       string             `json:"notesByCustomer,omitempty" maxLength:"1000"`
		Customer              *walkIn            `json:"customer,omitempty" doc:"A walk-in customer, served by staff, instead of userId"`
		CounterPayment        *counterPayment    `json:"counterPayment,omitempty" doc:"Staff took the whole price: the booking is CONFIRMED at once"`
	}
}

// walkIn is a customer who stands at the counter.
type walkIn struct {
	FirstName   string        `json:"firstName" doc:"1 to 50 characters; not looked at when the address has an account"`
	LastName    string        `json:"lastName" doc:"1 to 50 characters; not looked at when the address has an account"`
	Email       string        `json:"email" doc:"A customer's who has an account: the booking is theirs. Any other: an account is opened, whose password nobody knows"`
	PhoneNumber string        `json:"phoneNumber,omitempty"`
	Language    i18n.Language `json:"language,omitempty" doc:"Of letters; without it French"`
}

func (r *createBookingRequest) input() booking.CreateInput {
	b := r.Body
	in := booking.CreateInput{
		UserID: b.UserID,
		QuoteInput: booking.QuoteInput{
			MotorcycleID: b.MotorcycleID, Start: b.StartDatetime, End: b.EndDatetime, Chosen: toChosen(b.SelectedSupplements),
		},
		Place: booking.Place{
			Location: b.Location, Type: b.BookingType, PickupParkingPointID: b.PickupParkingPointID,
			DropoffParkingPointID: b.DropoffParkingPointID, CustomerLocation: b.CustomerLocation,
		},
		BaseRental: (*money.Amount)(b.BaseRentalPrice), Supplements: (*money.Amount)(b.SupplementsTotalPrice),
		Total: (*money.Amount)(b.TotalAmount), NotesByCustomer: b.NotesByCustomer,
	}
	if c := b.Customer; c != nil {
		in.Customer = &user.WalkIn{FirstName: c.FirstName, LastName: c.LastName, Email: c.Email, PhoneNumber: c.PhoneNumber, Language: c.Language}
	}
	if c := b.CustomerCoordinates; c != nil {
		in.CustomerLatitude, in.CustomerLongitude = &c.Lat, &c.Lng
	}
	return in
}

type getBookingRequest struct {
	IDPath
	BookingIncludes
}

type bookingData struct {
	Booking bookingView `json:"booking"`
}

type bookingAnswer data[bookingData]

type createBookingData struct {
	Booking    bookingView `json:"booking"`
	PaymentURL *string     `json:"paymentUrl" doc:"Where the browser posts payload and signature; null for a delivery"`
}

type createBookingAnswer created[createBookingData]

func (a *API) registerBookings() {
	register(a, Operation{
		Method: http.MethodPost, Path: "/bookings/quote", ID: "quoteBooking", Tag: "bookings",
		Summary: "Price a rental, line by line, and say whether it can be had",
		Errors:  []string{"MOTORCYCLE_NOT_FOUND", "SUPPLEMENT_NOT_FOUND"},
	}, a.quoteBooking)
	register(a, Operation{
		Method: http.MethodPost, Path: "/bookings", ID: "createBooking", Tag: "bookings", Permission: authz.BookingCreate,
		Status: http.StatusCreated, Summary: "Book: take the period and, for a self-service pick-up, open the payment",
		Description: "Staff may book for a walk-in customer and record that they took the money. 409 BOOKING_CONFLICT carries alternatives (the next free period, other motorcycles); 409 PRICE_CHANGED carries the fresh quote.",
		Errors: []string{
			"MOTORCYCLE_NOT_FOUND", "SUPPLEMENT_NOT_FOUND", "PARKING_POINT_NOT_FOUND", "USER_NOT_FOUND", "BOOKING_CONFLICT", "PRICE_CHANGED",
			"MOTORCYCLE_UNAVAILABLE", "IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_MISMATCH", "EMAIL_TAKEN",
		},
	}, a.createBooking)
	a.registerBookingLists()
	register(a, Operation{
		Method: http.MethodGet, Path: "/bookings/{id}", ID: "getBooking", Tag: "bookings", Permission: authz.BookingGetByID,
		Summary: "One booking, with its payment and what cancelling it now would give back",
		Errors:  []string{"BOOKING_NOT_FOUND"},
	}, a.getBooking)
	register(a, Operation{
		Method: http.MethodDelete, Path: "/bookings/{id}", ID: "cancelBooking", Tag: "bookings", Permission: authz.BookingCancel,
		Status: http.StatusNoContent, Summary: "Cancel a booking and refund by the franchise's ladder; nothing is erased",
		Errors: []string{"BOOKING_NOT_FOUND", "BOOKING_STARTED", "BOOKING_TRANSITION", "REFUND_CHANGED"},
	}, a.cancelBooking)
	a.registerBookingChanges()
}

func (a *API) quoteBooking(ctx context.Context, in *quoteRequest) (*quoteAnswer, error) {
	q, err := a.Services.Booking.Quote(ctx, booking.QuoteInput{
		MotorcycleID: in.Body.MotorcycleID, Start: in.Body.StartDatetime, End: in.Body.EndDatetime, Chosen: toChosen(in.Body.SelectedSupplements),
	})
	if err != nil {
		return nil, err
	}
	out := &quoteAnswer{}
	out.Body.Data.Quote = toQuote(q)
	return out, nil
}

func (a *API) createBooking(ctx context.Context, in *createBookingRequest) (*createBookingAnswer, error) {
	result, err := a.Services.Payment.Book(ctx, payment.BookInput{
		Booking: in.input(), IdempotencyKey: in.IdempotencyKey, Language: string(requestOf(ctx).language), Counter: in.Body.CounterPayment.input(),
	})
	if err != nil {
		return nil, a.explain(ctx, in, err)
	}
	view, err := a.bookingView(ctx, result.Booking, everything)
	if err != nil {
		return nil, err
	}
	out := &createBookingAnswer{Location: "/bookings/" + result.Booking.ID.String()}
	out.Body.Data.Booking = view
	if result.Payment != nil {
		out.Body.Data.PaymentURL = result.Payment.URL
	}
	return out, nil
}

// explain adds what helps the caller on: the fresh quote, or what else there is.
func (a *API) explain(ctx context.Context, in *createBookingRequest, err error) error {
	refusal, ok := errors.AsType[*errs.Error](err)
	if !ok {
		return err
	}
	if fresh, ok := refusal.Extra["quote"].(booking.QuoteResult); ok {
		return refusal.WithExtra("quote", toQuote(fresh))
	}
	if errors.Is(err, calendar.ErrConflict) {
		return refusal.WithExtra("alternatives", a.alternatives(ctx, in))
	}
	return err
}

func (a *API) getBooking(ctx context.Context, in *getBookingRequest) (*bookingAnswer, error) {
	id, err := in.parse(booking.ErrNotFound)
	if err != nil {
		return nil, err
	}
	include, err := in.include(everything)
	if err != nil {
		return nil, err
	}
	b, err := a.Services.Booking.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	view, err := a.bookingView(ctx, b, include)
	if err != nil {
		return nil, err
	}
	out := &bookingAnswer{}
	out.Body.Data.Booking = view
	return out, nil
}

type cancelBookingRequest struct {
	IDPath
	RefundAmount numberText `query:"refundAmount" doc:"What the caller was shown to go back; another amount by now: 409 REFUND_CHANGED, and nothing is cancelled"`
}

func (a *API) cancelBooking(ctx context.Context, in *cancelBookingRequest) (*struct{}, error) {
	id, err := in.parse(booking.ErrNotFound)
	if err != nil {
		return nil, err
	}
	var f filters
	shown := f.amount("refundAmount", in.RefundAmount)
	if err := f.Err(); err != nil {
		return nil, err
	}
	_, err = a.Services.Payment.CancelShown(ctx, id, shown)
	return nil, err
}
