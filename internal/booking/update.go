package booking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking/bookingdb"
	"rihla/internal/parking"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
)

// entity is what the audit log calls a booking.
const entity = "booking"

// UpdateInput changes a booking: a nil field stays as it is, and so does one that is sent as it was. Prices, owner and
// franchise cannot be set.
type UpdateInput struct {
	ID uuid.UUID
	// Start and End are another period; nil: as it is.
	Start, End *time.Time
	// Total is what the caller was shown for another period; another one is PRICE_CHANGED (D1).
	Total *money.Amount
	// NotesByCustomer are the customer's own; an empty text takes them away.
	NotesByCustomer *string
	// The rest is for staff.
	// MotorcycleID is another motorcycle of the same franchise.
	MotorcycleID          *uuid.UUID
	NotesByAdmin          *string
	PickupParkingPointID  *uuid.UUID
	DropoffParkingPointID *uuid.UUID
	Status                *Status
	// Seen is the booking's UpdatedAt as the caller knows it; nil: whatever it is.
	Seen *time.Time
}

// PreparedUpdate is a change that has been checked as far as that goes without the booking's lock.
type PreparedUpdate struct {
	UpdateInput
	// motorcycleID is the booking's as it is now.
	motorcycleID uuid.UUID
	points       map[uuid.UUID]parking.Point
}

// Change is what became of a booking.
type Change struct {
	Was, Is Booking
	// GiveBack is what goes back of a captured payment.
	GiveBack money.Amount
}

// PrepareUpdate authorizes a change, checks it and looks up what it names. Returns BOOKING_NOT_FOUND, FORBIDDEN,
// VALIDATION and PARKING_POINT_NOT_FOUND.
func (s *Service) PrepareUpdate(ctx context.Context, in UpdateInput) (PreparedUpdate, error) {
	scope, err := authz.Check(ctx, authz.BookingUpdate)
	if err != nil {
		return PreparedUpdate{}, err
	}
	b, err := s.getIn(ctx, in.ID, scope)
	if err != nil {
		return PreparedUpdate{}, err
	}
	p := PreparedUpdate{UpdateInput: in.differing(b), motorcycleID: b.MotorcycleID, points: map[uuid.UUID]parking.Point{}}
	if err := p.permitted(ctx, b); err != nil {
		return p, err
	}
	if err := p.check(); err != nil {
		return p, err
	}
	for _, id := range []*uuid.UUID{p.PickupParkingPointID, p.DropoffParkingPointID} {
		if id == nil {
			continue
		}
		if p.points[*id], err = s.parking.Get(ctx, *id); err != nil {
			return p, err
		}
	}
	return p, nil
}

// differing is in without what is sent as it was, and with the texts trimmed.
func (in UpdateInput) differing(b Booking) UpdateInput {
	if b.keepsPeriod(in.wantedSlot(b)) {
		in.Start, in.End = nil, nil
	}
	in.MotorcycleID = unlessSame(in.MotorcycleID, b.MotorcycleID)
	in.NotesByCustomer = unlessSame(trimmed(in.NotesByCustomer), orEmpty(b.NotesByCustomer))
	in.NotesByAdmin = unlessSame(trimmed(in.NotesByAdmin), orEmpty(b.NotesByAdmin))
	in.Status = unlessSame(in.Status, b.Status)
	if b.PickupParkingPointID != nil {
		in.PickupParkingPointID = unlessSame(in.PickupParkingPointID, *b.PickupParkingPointID)
	}
	if b.DropoffParkingPointID != nil {
		in.DropoffParkingPointID = unlessSame(in.DropoffParkingPointID, *b.DropoffParkingPointID)
	}
	return in
}

// moves tells whether the change is of the booking's place in the calendar too.
func (in UpdateInput) moves() bool { return in.Start != nil || in.End != nil || in.MotorcycleID != nil }

// wantedSlot is what becomes of b's place in the calendar.
func (in UpdateInput) wantedSlot(b Booking) slot {
	to := b.slot()
	if in.MotorcycleID != nil {
		to.motorcycleID = *in.MotorcycleID
	}
	if in.Start != nil {
		to.Start = *in.Start
	}
	if in.End != nil {
		to.End = *in.End
	}
	to.Period = truncated(to.Start, to.End)
	return to
}

// permitted keeps everyone to what is theirs of a booking that they may see.
func (in UpdateInput) permitted(ctx context.Context, b Booking) error {
	if in.moves() {
		if _, err := authz.Check(ctx, authz.BookingMove); err != nil {
			return err
		}
	}
	if in.MotorcycleID != nil || in.NotesByAdmin != nil || in.PickupParkingPointID != nil || in.DropoffParkingPointID != nil || in.Status != nil {
		if _, err := authz.Check(ctx, authz.BookingManage); err != nil {
			return err
		}
	}
	if in.Status != nil && (*in.Status == CancelledByUser || *in.Status == CancelledByAdmin) {
		if _, err := authz.Check(ctx, authz.BookingCancel); err != nil {
			return err
		}
	}
	if in.NotesByCustomer != nil && !b.ownedBy(ctx) {
		return authz.ErrForbidden
	}
	return nil
}

func (in UpdateInput) check() error {
	var c errs.Collector
	check.Text(&c, "notesByCustomer", orEmpty(in.NotesByCustomer), 0, maxNotes)
	check.Text(&c, "notesByAdmin", orEmpty(in.NotesByAdmin), 0, maxNotes)
	checkPrice(&c, "totalAmount", in.Total, 1)
	if in.Status != nil {
		check.Choice(&c, "bookingStatus", *in.Status, Statuses)
		c.Check(!in.moves(), "bookingStatus", "ONE_AT_A_TIME")
	}
	return c.Err()
}

// UpdateTx makes a prepared change; the money is for the caller to follow up. Every step is recorded under the
// permission by which it is done. Returns, beside what PrepareUpdate does, CHANGED_MEANWHILE, BOOKING_TRANSITION,
// BOOKING_STARTED, BOOKING_ENDED, MOTORCYCLE_HANDED_OVER, BOOKING_CONFLICT, MOTORCYCLE_NOT_FOUND, MOTORCYCLE_UNAVAILABLE
// and PRICE_CHANGED.
func (s *Service) UpdateTx(ctx context.Context, tx pgx.Tx, p PreparedUpdate) (Change, error) {
	if p.moves() {
		calendars := []uuid.UUID{p.motorcycleID}
		if p.MotorcycleID != nil {
			calendars = append(calendars, *p.MotorcycleID)
		}
		if err := s.calendar.LockTx(ctx, tx, calendars...); err != nil {
			return Change{}, err
		}
	}
	b, err := s.LockTx(ctx, tx, p.ID)
	if err != nil {
		return Change{}, err
	}
	if err := s.checkFreshTx(ctx, tx, p.Seen, b); err != nil {
		return Change{}, err
	}
	change := Change{Was: b, Is: b}
	if p.moves() {
		if change, err = s.movedTx(ctx, tx, p, change); err != nil {
			return Change{}, err
		}
	}
	if change.Is, err = s.describedTx(ctx, tx, p, change.Is); err != nil {
		return Change{}, err
	}
	if p.Status != nil {
		return s.steppedTx(ctx, tx, *p.Status, change)
	}
	return change, nil
}

// movedTx takes the booking elsewhere in the calendar.
func (s *Service) movedTx(ctx context.Context, tx pgx.Tx, p PreparedUpdate, change Change) (Change, error) {
	b := change.Is
	if b.MotorcycleID != p.motorcycleID {
		return change, errs.New(errs.Conflict, "CHANGED_MEANWHILE") // tx has locked another calendar
	}
	rows, err := bookingdb.New(tx).ListSupplements(ctx, []uuid.UUID{b.ID})
	if err != nil {
		return change, fmt.Errorf("read the extras of booking %s: %w", b.ID, err)
	}
	for _, row := range rows {
		b.Lines = append(b.Lines, lineFromDB(row))
	}
	to := p.wantedSlot(b)
	m, err := s.motorcycles.ForBookingTx(ctx, tx, to.motorcycleID)
	if err != nil {
		return change, err
	}
	if err := b.checkServed(m); err != nil {
		return change, err
	}
	moved, err := s.shiftTx(ctx, tx, b, to)
	if err != nil {
		return change, err
	}
	if p.Total != nil && !p.Total.Near(moved.Total) {
		changed := *errPriceChanged
		changed.Params = errs.Params{"total": moved.Total}
		return change, &changed
	}
	change.Is, change.GiveBack = moved, s.givenBack(ctx, b, moved.Total)
	return change, s.recordTx(ctx, tx, authz.BookingMove, b, moved)
}

// describedTx writes notes and points.
func (s *Service) describedTx(ctx context.Context, tx pgx.Tx, p PreparedUpdate, b Booking) (Booking, error) {
	if p.NotesByCustomer == nil && p.NotesByAdmin == nil && p.PickupParkingPointID == nil && p.DropoffParkingPointID == nil {
		return b, nil
	}
	now, wanted := s.clock.Now(), b
	if p.NotesByCustomer != nil {
		switch {
		case b.Status == Active, b.Status == Confirmed && !now.Before(b.Start):
			return b, errStarted
		case b.Status != Confirmed && b.Status != PendingPayment:
			return b, errEnded
		}
		wanted.NotesByCustomer = unlessSame(p.NotesByCustomer, "")
	}
	if p.NotesByAdmin != nil {
		wanted.NotesByAdmin = unlessSame(p.NotesByAdmin, "")
	}
	if (p.PickupParkingPointID != nil || p.DropoffParkingPointID != nil) && len(b.Status.Next()) == 0 {
		return b, errEnded
	}
	if id := p.PickupParkingPointID; id != nil {
		point := p.points[*id]
		wanted.PickupParkingPointID = id
		if b.Type == Autonom {
			wanted.CustomerLatitude, wanted.CustomerLongitude = &point.Latitude, &point.Longitude // D11
		}
	}
	if p.DropoffParkingPointID != nil {
		wanted.DropoffParkingPointID = p.DropoffParkingPointID
	}
	row, err := bookingdb.New(tx).UpdateDetails(ctx, bookingdb.UpdateDetailsParams{
		ID: b.ID, NotesByCustomer: wanted.NotesByCustomer, NotesByAdmin: wanted.NotesByAdmin,
		PickupParkingPointID: wanted.PickupParkingPointID, DropoffParkingPointID: wanted.DropoffParkingPointID,
		CustomerLatitude: wanted.CustomerLatitude, CustomerLongitude: wanted.CustomerLongitude, Now: now,
	})
	if err != nil {
		return b, fmt.Errorf("update booking %s: %w", b.ID, err)
	}
	updated := fromDB(row)
	updated.Lines = b.Lines
	return updated, s.recordTx(ctx, tx, authz.BookingUpdate, b, updated)
}

// steppedTx takes the booking to another status (D8). Who cancels decides what the booking becomes (D9).
func (s *Service) steppedTx(ctx context.Context, tx pgx.Tx, to Status, change Change) (Change, error) {
	b := change.Is
	var err error
	switch to {
	case CancelledByUser, CancelledByAdmin:
		change.Is, change.GiveBack, err = s.CancelTx(ctx, tx, b.ID)
		if err == nil && change.Is.Status != to {
			err = errTransition(b.Status, to)
		}
		return change, err
	case PendingPayment, Confirmed, Active, Completed:
	}
	var why note
	if to == Confirmed {
		why = noteByHand
		if b.Status == PendingPayment && !b.Holds(s.clock.Now()) {
			return change, errTransition(CancelledByAdmin, to) // as if the sweep had met it
		}
	}
	if change.Is, err = s.moveTx(ctx, tx, b, to, why); err != nil {
		return change, err
	}
	return change, s.recordTx(ctx, tx, authz.BookingUpdate, b, change.Is)
}

// checkFreshTx returns CHANGED_MEANWHILE when the booking is not as the caller knows it. What staff note is not told to
// its customer.
func (s *Service) checkFreshTx(ctx context.Context, tx pgx.Tx, seen *time.Time, b Booking) error {
	err := audit.CheckFresh(ctx, tx, entity, b.ID, seen, b.UpdatedAt)
	refusal, ok := errors.AsType[*errs.Error](err)
	if !ok || authz.ReachOf(authz.BookingManage, authz.From(ctx).Role) != authz.Nothing {
		return err
	}
	if missed, ok := refusal.Extra["missed"].([]audit.Since); ok {
		for _, since := range missed {
			delete(since.Changes, "notesByAdmin")
		}
	}
	return refusal
}

// recordTx writes what somebody made of a booking into the audit log.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, action authz.Permission, was, is Booking) error {
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: entity, EntityID: is.ID, FranchiseID: &is.FranchiseID,
		Changes: audit.Diff(was.snapshot(), is.snapshot()),
	})
}

func (b Booking) snapshot() map[string]any {
	return map[string]any{
		"bookingStatus": b.Status, "motorcycleId": b.MotorcycleID, "startDatetime": b.Start.UTC(), "endDatetime": b.End.UTC(), "days": b.Days,
		"baseRentalPrice": b.BaseRental, "supplementsTotalPrice": b.Supplements, "totalAmount": b.Total,
		"notesByCustomer": b.NotesByCustomer, "notesByAdmin": b.NotesByAdmin,
		"pickupParkingPointId": b.PickupParkingPointID, "dropoffParkingPointId": b.DropoffParkingPointID,
	}
}
