package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/calendar"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
)

// updateBookingRequest takes a booking as it was read, changed: what is not named here cannot be set and is ignored.
type updateBookingRequest struct {
	IDPath
	Body struct {
		StartDatetime         *time.Time          `json:"startDatetime,omitempty" doc:"Another one moves the booking"`
		EndDatetime           *time.Time          `json:"endDatetime,omitempty" doc:"Another one moves the booking"`
		NotesByCustomer       optional[string]    `json:"notesByCustomer,omitempty" doc:"The customer's, until the rental starts"`
		NotesByAdmin          optional[string]    `json:"notesByAdmin,omitempty" doc:"Staff's"`
		PickupParkingPointID  optional[uuid.UUID] `json:"pickupParkingPointId,omitempty" doc:"Staff's; null leaves it"`
		DropoffParkingPointID optional[uuid.UUID] `json:"dropoffParkingPointId,omitempty" doc:"Staff's; null leaves it"`
		BookingStatus         *booking.Status     `json:"bookingStatus,omitempty" doc:"Staff's: a step of the booking's life"`
		UpdatedAt             *time.Time          `json:"updatedAt,omitempty" doc:"As it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

func (in *updateBookingRequest) input(id uuid.UUID) booking.UpdateInput {
	b := in.Body
	return booking.UpdateInput{
		ID: id, Start: b.StartDatetime, End: b.EndDatetime, NotesByCustomer: emptied(b.NotesByCustomer), NotesByAdmin: emptied(b.NotesByAdmin),
		PickupParkingPointID: b.PickupParkingPointID.value, DropoffParkingPointID: b.DropoffParkingPointID.value, Status: b.BookingStatus,
		Seen: b.UpdatedAt,
	}
}

// emptied is a text whose null is the empty text.
func emptied(text optional[string]) *string {
	if text.sent && text.value == nil {
		return new(string)
	}
	return text.value
}

// MovePeriod is when a booking is to be. Exported because the framework describes only such embedded structs.
type MovePeriod struct {
	StartDatetime time.Time `json:"startDatetime"`
	EndDatetime   time.Time `json:"endDatetime"`
}

// MoveTarget is where a booking is to be moved to. Exported as MovePeriod is.
type MoveTarget struct {
	MovePeriod
	MotorcycleID *uuid.UUID `json:"motorcycleId,omitempty" doc:"Another one of the same franchise, for staff; left out: the one that it is"`
}

func (to MoveTarget) input(bookingID uuid.UUID) payment.MoveInput {
	return payment.MoveInput{BookingID: bookingID, Start: to.StartDatetime, End: to.EndDatetime, MotorcycleID: to.MotorcycleID}
}

type quoteMoveRequest struct {
	IDPath
	Body MoveTarget
}

type moveBookingRequest struct {
	IDPath
	IdempotencyKey string `header:"Idempotency-Key" doc:"Makes a repetition harmless" maxLength:"255"`
	Body           struct {
		MoveTarget
		TotalAmount *MAD       `json:"totalAmount,omitempty" doc:"As it was quoted; off by more than 0.01: 409 PRICE_CHANGED"`
		UpdatedAt   *time.Time `json:"updatedAt,omitempty" doc:"The booking's, as it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

// moveQuote is what moving a booking would mean.
type moveQuote struct {
	MovePeriod
	MotorcycleID          uuid.UUID `json:"motorcycleId"`
	Days                  int       `json:"days"`
	BaseRentalPrice       MAD       `json:"baseRentalPrice"`
	SupplementsTotalPrice MAD       `json:"supplementsTotalPrice"`
	TotalAmount           MAD       `json:"totalAmount"`
	Currency              string    `json:"currency"`
	Difference            MAD       `json:"difference" doc:"The new total less the present one"`
	AmountDue             MAD       `json:"amountDue" doc:"What there is to pay then, for a booking that is not paid"`
	RefundAmount          MAD       `json:"refundAmount" doc:"What goes back to the customer"`
	Allowed               bool      `json:"allowed" doc:"False when the period is taken, or dearer while the booking is paid"`
	Available             bool      `json:"available"`
	NextFree              *period   `json:"nextFree" doc:"The first free period of the same length of that motorcycle, when this one is taken"`
}

func toMoveQuote(q payment.MoveQuote) moveQuote {
	return moveQuote{
		MovePeriod: MovePeriod{utc(q.Period.Start), utc(q.Period.End)}, MotorcycleID: q.MotorcycleID, Days: q.Days, BaseRentalPrice: MAD(q.BaseRental),
		SupplementsTotalPrice: MAD(q.Supplements), TotalAmount: MAD(q.Total), Currency: payment.MAD, Difference: MAD(q.Difference),
		AmountDue: MAD(q.Due), RefundAmount: MAD(q.Refund), Allowed: q.Allowed, Available: q.Available, NextFree: toPeriod(q.NextFree),
	}
}

type moveQuoteData struct {
	MoveQuote moveQuote `json:"moveQuote"`
}

type moveQuoteAnswer data[moveQuoteData]

type moveBookingData struct {
	Booking    bookingView `json:"booking"`
	PaymentURL *string     `json:"paymentUrl" doc:"Of the payment that replaced the open one; null when none did"`
}

type moveBookingAnswer data[moveBookingData]

type cancellationPolicy struct {
	FullRefundHours      int `json:"fullRefundHours" doc:"Everything goes back until so long before the start"`
	PartialRefundHours   int `json:"partialRefundHours" doc:"A part goes back until so long before the start, nothing after"`
	PartialRefundPercent int `json:"partialRefundPercent"`
	ForfeitedPercent     int `json:"forfeitedPercent" doc:"What was lost for good when the customer moved the booking late"`
}

// cancellationTerms are cancellationView with where it comes from.
type cancellationTerms struct {
	Allowed       bool               `json:"allowed"`
	RefundPercent int                `json:"refundPercent"`
	RefundAmount  MAD                `json:"refundAmount" doc:"Exactly what cancelling now gives back"`
	PaidAmount    MAD                `json:"paidAmount" doc:"What was paid and not given back"`
	Currency      string             `json:"currency"`
	Policy        cancellationPolicy `json:"policy" doc:"As the customer agreed to it when booking"`
}

type cancellationData struct {
	Cancellation cancellationTerms `json:"cancellation"`
}

type cancellationAnswer data[cancellationData]

// moveErrors are the codes that moving a booking may answer.
var moveErrors = []string{
	"BOOKING_NOT_FOUND", "BOOKING_STARTED", "BOOKING_ENDED", "BOOKING_CONFLICT", "MOVE_COSTS_MORE", "PRICE_CHANGED", "MOTORCYCLE_UNAVAILABLE",
	"MOTORCYCLE_NOT_FOUND", "MOTORCYCLE_HANDED_OVER", "CHANGED_MEANWHILE", "PAYMENT_URL_FAILED",
}

func (a *API) registerBookingChanges() {
	register(a, Operation{
		Method: http.MethodPut, Path: "/bookings/{id}", ID: "updateBooking", Tag: "bookings", Permission: authz.BookingUpdate,
		Summary: "Change a booking; what is left out, or sent as it was, stays",
		Description: "Customers change their own notes until the rental starts; notesByAdmin, parking points and bookingStatus are for staff. " +
			"Another period moves the booking, as POST /bookings/{id}/move does. Prices, customer, franchise and motorcycle cannot be set.",
		Errors: append([]string{"BOOKING_TRANSITION", "PARKING_POINT_NOT_FOUND"}, moveErrors...),
	}, a.updateBooking)
	register(a, Operation{
		Method: http.MethodPost, Path: "/bookings/{id}/move-quote", ID: "quoteBookingMove", Tag: "bookings", Permission: authz.BookingMove,
		Summary: "Price a booking for another period, and say what there would be to pay or to give back",
		Description: "Staff may name another motorcycle too: what moving would be refused with, this is. Whether the period is taken stands in the answer, " +
			"and does not refuse it.",
		Errors: []string{"BOOKING_NOT_FOUND", "BOOKING_STARTED", "BOOKING_ENDED", "MOTORCYCLE_UNAVAILABLE", "MOTORCYCLE_NOT_FOUND", "MOTORCYCLE_HANDED_OVER"},
	}, a.quoteBookingMove)
	register(a, Operation{
		Method: http.MethodPost, Path: "/bookings/{id}/move", ID: "moveBooking", Tag: "bookings", Permission: authz.BookingMove,
		Summary: "Take a booking to another period, or to another motorcycle; its money follows",
		Description: "Before the start any period, while the rental runs a later end. Staff give it another motorcycle of the franchise until the first one is " +
			"handed over, at the price that was agreed. What a cheaper period gives back is refunded, an open payment " +
			"is replaced. 409 BOOKING_CONFLICT carries alternatives.nextFree; 409 MOVE_COSTS_MORE says by how much a paid booking would become dearer.",
		Errors: append([]string{"IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_MISMATCH"}, moveErrors...),
	}, a.moveBooking)
	register(a, Operation{
		Method: http.MethodGet, Path: "/bookings/{id}/cancellation", ID: "getBookingCancellation", Tag: "bookings", Permission: authz.BookingGetByID,
		Summary: "What cancelling a booking now would give back, and by which rule", Errors: []string{"BOOKING_NOT_FOUND"},
	}, a.getBookingCancellation)
}

func (a *API) updateBooking(ctx context.Context, in *updateBookingRequest) (*bookingAnswer, error) {
	id, err := in.parse(booking.ErrNotFound)
	if err != nil {
		return nil, err
	}
	input := in.input(id)
	result, err := a.Services.Payment.UpdateBooking(ctx, input, string(requestOf(ctx).language))
	if err != nil {
		return nil, a.explainMove(ctx, input, err)
	}
	view, err := a.changedView(ctx, result)
	out := &bookingAnswer{}
	out.Body.Data.Booking = view
	return out, err
}

// changedView is a booking after a change, read anew: what stands beside it may have changed too.
func (a *API) changedView(ctx context.Context, result payment.BookResult) (bookingView, error) {
	b, err := a.Services.Booking.Get(ctx, result.Booking.ID)
	if err != nil {
		return bookingView{}, err
	}
	return a.bookingView(ctx, b, everything)
}

func (a *API) quoteBookingMove(ctx context.Context, in *quoteMoveRequest) (*moveQuoteAnswer, error) {
	id, err := in.parse(booking.ErrNotFound)
	if err != nil {
		return nil, err
	}
	quote, err := a.Services.Payment.QuoteMove(ctx, in.Body.input(id))
	if err != nil {
		return nil, err
	}
	out := &moveQuoteAnswer{}
	out.Body.Data.MoveQuote = toMoveQuote(quote)
	return out, nil
}

func (a *API) moveBooking(ctx context.Context, in *moveBookingRequest) (*moveBookingAnswer, error) {
	id, err := in.parse(booking.ErrNotFound)
	if err != nil {
		return nil, err
	}
	b := in.Body
	input := b.input(id)
	input.Total, input.Seen = (*money.Amount)(b.TotalAmount), b.UpdatedAt
	input.IdempotencyKey, input.Language = in.IdempotencyKey, string(requestOf(ctx).language)
	result, err := a.Services.Payment.Move(ctx, input)
	if err != nil {
		return nil, a.explainMove(ctx, booking.UpdateInput{ID: id, Start: &b.StartDatetime, End: &b.EndDatetime, MotorcycleID: b.MotorcycleID}, err)
	}
	view, err := a.changedView(ctx, result)
	if err != nil {
		return nil, err
	}
	out := &moveBookingAnswer{}
	out.Body.Data.Booking = view
	if result.Payment != nil {
		out.Body.Data.PaymentURL = result.Payment.URL
	}
	return out, nil
}

// explainMove adds the next free period to a conflict.
func (a *API) explainMove(ctx context.Context, in booking.UpdateInput, err error) error {
	refusal, ok := errors.AsType[*errs.Error](err)
	if !ok || !errors.Is(err, calendar.ErrConflict) {
		return err
	}
	next, missing := a.Services.Booking.NextFreeFor(ctx, in)
	if missing != nil {
		a.Log.WarnContext(ctx, "no next free period to suggest", slog.Any("error", missing))
	}
	return refusal.WithExtra("alternatives", alternatives{NextFree: toPeriod(next), Motorcycles: []MotorcycleView{}})
}

func (a *API) getBookingCancellation(ctx context.Context, in *IDPath) (*cancellationAnswer, error) {
	id, err := in.parse(booking.ErrNotFound)
	if err != nil {
		return nil, err
	}
	b, err := a.Services.Booking.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	payments, err := a.Services.Payment.ByBookings(ctx, []uuid.UUID{id})
	if err != nil {
		return nil, err
	}
	left := payments[id].Left()
	preview := a.Services.Booking.CancellationNow(ctx, b, left)
	out := &cancellationAnswer{}
	out.Body.Data.Cancellation = cancellationTerms{
		Allowed: preview.Allowed, RefundPercent: preview.Percent, RefundAmount: MAD(preview.Refund), PaidAmount: MAD(left), Currency: payment.MAD,
		Policy: cancellationPolicy{
			FullRefundHours: b.Policy.FullHours, PartialRefundHours: b.Policy.PartialHours, PartialRefundPercent: b.Policy.Percent,
			ForfeitedPercent: b.Policy.Forfeited,
		},
	}
	return out, nil
}
