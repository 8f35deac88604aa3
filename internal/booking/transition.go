package booking

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking/bookingdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

// Status is where a booking stands (specification section 3).
type Status string

// The statuses.
const (
	PendingPayment   Status = "PENDING_PAYMENT"
	Confirmed        Status = "CONFIRMED"
	Active           Status = "ACTIVE"
	Completed        Status = "COMPLETED"
	CancelledByUser  Status = "CANCELLED_BY_USER"
	CancelledByAdmin Status = "CANCELLED_BY_ADMIN"
)

// Statuses lists them all.
var Statuses = []Status{PendingPayment, Confirmed, Active, Completed, CancelledByUser, CancelledByAdmin}

// transitions is the whole of how a booking may move (D8). One more move exists, and only ConfirmPaidTx makes it: a
// booking whose hold ran out, and nothing else, is confirmed by a payment that arrives late (D7).
var transitions = map[Status][]Status{
	PendingPayment: {Confirmed, CancelledByUser, CancelledByAdmin},
	Confirmed:      {Active, CancelledByUser, CancelledByAdmin},
	Active:         {Completed, CancelledByAdmin},
}

// Next lists what a booking in s may become.
func (s Status) Next() []Status { return slices.Clone(transitions[s]) }

// NoteCode says why a booking took a step, for programs.
type NoteCode string

// The codes.
const (
	// Lapsed marks a booking that its hold's end cancelled (D7).
	Lapsed    NoteCode = "LAPSED"
	ByHand    NoteCode = "BY_HAND"
	OnRequest NoteCode = "ON_REQUEST"
	Paid      NoteCode = "PAID"
)

// NoteCodes lists them.
var NoteCodes = []NoteCode{Lapsed, ByHand, OnRequest, Paid}

// note is why a booking took a step: the code, and a sentence for the records. A step that speaks for itself has none.
type note struct {
	code NoteCode
	text string
}

var (
	noteLapsed    = note{Lapsed, "payment window elapsed"}
	noteByHand    = note{ByHand, "confirmed by hand"} // D5
	noteOnRequest = note{OnRequest, "cancelled on request"}
)

func errTransition(from, to Status) *errs.Error {
	return errs.New(errs.Conflict, "BOOKING_TRANSITION", "from", string(from), "to", string(to))
}

// moveTx takes b, which tx has locked, to another status, notes who did it and why, and keeps the calendar and the
// motorcycle in step. Returns BOOKING_TRANSITION for a move that the table has not.
func (s *Service) moveTx(ctx context.Context, tx pgx.Tx, b Booking, to Status, why note) (Booking, error) {
	if !slices.Contains(transitions[b.Status], to) {
		return b, errTransition(b.Status, to)
	}
	return s.forceTx(ctx, tx, b, to, why)
}

// forceTx is moveTx without the table.
func (s *Service) forceTx(ctx context.Context, tx pgx.Tx, b Booking, to Status, why note) (Booking, error) {
	q := bookingdb.New(tx)
	row, err := q.MoveStatus(ctx, bookingdb.MoveStatusParams{
		ID: b.ID, FromStatus: string(b.Status), ToStatus: string(to), ActorID: authz.From(ctx).Actor(), Note: why.text, NoteCode: string(why.code), Now: s.clock.Now(),
	})
	if postgres.NoRows(err) {
		return b, errTransition(b.Status, to).With(err)
	}
	if err != nil {
		return b, fmt.Errorf("move booking %s to %s: %w", b.ID, to, err)
	}
	switch to {
	case Confirmed:
		err = s.calendar.KeepTx(ctx, tx, b.ID)
	case Active:
		err = s.motorcycles.SetRentedTx(ctx, tx, b.MotorcycleID, true)
	case Completed, CancelledByUser, CancelledByAdmin:
		err = s.calendar.ReleaseTx(ctx, tx, b.ID)
		if err == nil && b.Status == Active {
			err = s.motorcycles.SetRentedTx(ctx, tx, b.MotorcycleID, false)
		}
	case PendingPayment:
	}
	if err != nil {
		return b, err
	}
	moved := fromDB(bookingdb.Booking(row))
	moved.Lines = b.Lines
	return moved, s.becameTx(ctx, tx, b.Status, moved, why)
}

// beginTx writes the first step of a booking's history.
func (s *Service) beginTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, to Status) error {
	err := bookingdb.New(tx).InsertTransition(ctx, bookingdb.InsertTransitionParams{
		BookingID: id, ToStatus: string(to), ActorID: authz.From(ctx).Actor(), HappenedAt: s.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("note how booking %s began: %w", id, err)
	}
	return nil
}
