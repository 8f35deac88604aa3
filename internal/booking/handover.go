package booking

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking/bookingdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
)

// HandoverKind says which way a motorcycle changed hands.
type HandoverKind string

// The kinds: to the customer, and back.
const (
	HandOver HandoverKind = "HAND_OVER"
	Return   HandoverKind = "RETURN"
)

// HandoverKinds lists them.
var HandoverKinds = []HandoverKind{HandOver, Return}

// leadsTo is what the booking becomes by it (D8).
func (k HandoverKind) leadsTo() Status {
	if k == HandOver {
		return Active
	}
	return Completed
}

// Limits of a hand-over's record.
const (
	farthestKM  = 2_000_000
	mostPhotos  = 20
	longestLink = 300
)

// uploaded is the address of a file that was uploaded here.
var uploaded = regexp.MustCompile(`^/media/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$`)

// HandoverInput is how a motorcycle is when it changes hands.
type HandoverInput struct {
	BookingID uuid.UUID
	Kind      HandoverKind
	// OdometerKM is what its meter shows; nil is refused.
	OdometerKM *int
	// FuelPercent is how full its tank is; nil: nobody looked.
	FuelPercent *int
	// Notes are the staff's own.
	Notes string
	// Pictures are addresses of uploaded HANDOVER_PHOTO files.
	Pictures []string
	// Seen is the booking's UpdatedAt as the caller knows it; nil: whatever it is.
	Seen *time.Time
}

func (in HandoverInput) check() (*string, error) {
	var c errs.Collector
	if in.OdometerKM == nil {
		c.Add("odometerKm", "REQUIRED")
	} else {
		check.Within(&c, "odometerKm", float64(*in.OdometerKM), 0, farthestKM)
	}
	if in.FuelPercent != nil {
		check.Within(&c, "fuelPercent", float64(*in.FuelPercent), 0, 100)
	}
	notes := cleanNotes(&c, "notes", in.Notes)
	c.Check(len(in.Pictures) <= mostPhotos, "pictures", "TOO_MANY", "max", mostPhotos)
	for i, address := range in.Pictures {
		c.Check(len(address) <= longestLink && uploaded.MatchString(address), fmt.Sprintf("pictures[%d]", i), "INVALID_FORMAT")
	}
	return notes, c.Err()
}

// ChangeHands records how a motorcycle is handed over, or taken back, and takes the booking the step that goes with it:
// both or neither. The motorcycle's meter follows. Returns VALIDATION, BOOKING_NOT_FOUND, CHANGED_MEANWHILE,
// BOOKING_TRANSITION, ODOMETER_BACKWARDS, MEDIA_GONE and MEDIA_MISPLACED.
func (s *Service) ChangeHands(ctx context.Context, in HandoverInput) (Booking, error) {
	scope, err := authz.Check(ctx, authz.BookingManage)
	if err != nil {
		return Booking{}, err
	}
	known, err := s.getIn(ctx, in.BookingID, scope)
	if err != nil {
		return Booking{}, err
	}
	notes, err := in.check()
	if err != nil {
		return Booking{}, err
	}
	var out Booking
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := s.calendar.LockTx(ctx, tx, known.MotorcycleID); err != nil {
			return err
		}
		was, err := s.LockTx(ctx, tx, in.BookingID)
		if err != nil {
			return err
		}
		if was.MotorcycleID != known.MotorcycleID {
			return errs.New(errs.Conflict, "CHANGED_MEANWHILE")
		}
		if err := s.checkFreshTx(ctx, tx, in.Seen, was); err != nil {
			return err
		}
		if out, err = s.moveTx(ctx, tx, was, in.Kind.leadsTo(), note{}); err != nil {
			return err
		}
		if err := s.motorcycles.AdvanceOdometerTx(ctx, tx, was.MotorcycleID, *in.OdometerKM); err != nil {
			return err
		}
		if err := s.insertHandoverTx(ctx, tx, in, notes, out); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.BookingUpdate, was, out)
	})
	return out, err
}

func (s *Service) insertHandoverTx(ctx context.Context, tx pgx.Tx, in HandoverInput, notes *string, b Booking) error {
	queries, id := bookingdb.New(tx), uuid.Must(uuid.NewV7())
	var fuel *int32
	if in.FuelPercent != nil {
		fuel = new(int32(*in.FuelPercent))
	}
	err := queries.InsertHandover(ctx, bookingdb.InsertHandoverParams{
		ID: id, BookingID: b.ID, MotorcycleID: b.MotorcycleID, Kind: string(in.Kind), OdometerKm: int32(*in.OdometerKM), FuelPercent: fuel,
		Notes: notes, ActorID: authz.From(ctx).Actor(), Now: s.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("record the hand-over of booking %s: %w", b.ID, err)
	}
	for i, address := range in.Pictures {
		err := queries.InsertHandoverPicture(ctx, bookingdb.InsertHandoverPictureParams{
			ID: uuid.Must(uuid.NewV7()), HandoverID: id, Position: int32(i), ImageUrl: address,
		})
		if err != nil {
			return fmt.Errorf("add a picture to the hand-over of booking %s: %w", b.ID, err)
		}
	}
	return nil
}

// Handover is how a motorcycle was when it changed hands.
type Handover struct {
	ID          uuid.UUID
	Kind        HandoverKind
	OdometerKM  int
	FuelPercent *int
	Notes       *string
	Pictures    []string
	// ActorID is who recorded it, ActorName empty once the account was erased.
	ActorID   *uuid.UUID
	ActorName string
	At        time.Time
}

// Handovers returns how the motorcycle of a booking changed hands, in order. Returns BOOKING_NOT_FOUND.
func (s *Service) Handovers(ctx context.Context, id uuid.UUID) ([]Handover, error) {
	scope, err := authz.Check(ctx, authz.BookingManage)
	if err != nil {
		return nil, err
	}
	if _, err := s.getIn(ctx, id, scope); err != nil {
		return nil, err
	}
	rows, err := bookingdb.New(s.db).ListHandovers(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read the hand-overs of booking %s: %w", id, err)
	}
	out := make([]Handover, len(rows))
	for i, row := range rows {
		out[i] = Handover{
			ID: row.ID, Kind: HandoverKind(row.Kind), OdometerKM: int(row.OdometerKm), Notes: row.Notes, Pictures: row.Pictures,
			ActorID: row.ActorID, ActorName: row.ActorName, At: row.HappenedAt.UTC(),
		}
		if row.FuelPercent != nil {
			out[i].FuelPercent = new(int(*row.FuelPercent))
		}
	}
	return out, nil
}
