package motorcycle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/calendar"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/parking"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
)

// CreateInput is a new motorcycle. Empty and nil optional fields stay open (D27).
type CreateInput struct {
	RegistrationNumber string
	Make               string
	Model              string
	Year               int
	Description        string
	DayPrice           money.Amount
	Status             Status     // empty: AVAILABLE
	FranchiseID        *uuid.UUID // required; a franchise administrator's own when nil
	ParkingPointID     *uuid.UUID // optional
	Category           *Category
	EngineSizeCC       *int
	Transmission       *Transmission
	SmartLockDeviceID  *string
}

// Limits of the fields, beside those of specification section 5.
const (
	oldestYear  = 1900
	largestCC   = 5000
	longestText = 5000
)

// Create adds a motorcycle and returns its id. Returns VALIDATION, FRANCHISE_NOT_FOUND, PARKING_POINT_NOT_FOUND and
// REGISTRATION_TAKEN.
func (s *Service) Create(ctx context.Context, in CreateInput) (uuid.UUID, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleCreate)
	if err != nil {
		return uuid.Nil, err
	}
	if in.FranchiseID == nil {
		in.FranchiseID = scope.FranchiseID
	}
	in.RegistrationNumber = strings.TrimSpace(in.RegistrationNumber)
	in.Make, in.Model = strings.TrimSpace(in.Make), strings.TrimSpace(in.Model)
	in.Status = cmp.Or(in.Status, Available)
	if err := in.check(s.clock.Now()); err != nil {
		return uuid.Nil, err
	}
	if !scope.Allows(uuid.Nil, in.FranchiseID) {
		return uuid.Nil, franchise.ErrNotFound(in.FranchiseID.String())
	}
	q := motorcycledb.New(s.db)
	if in.ParkingPointID != nil {
		fits, err := q.ParkingPointFits(ctx, motorcycledb.ParkingPointFitsParams{ID: *in.ParkingPointID, FranchiseID: in.FranchiseID})
		if err != nil {
			return uuid.Nil, fmt.Errorf("find the parking point: %w", err)
		}
		if !fits {
			return uuid.Nil, parking.ErrNotFound
		}
	}
	row := motorcycledb.InsertMotorcycleParams{
		ID: uuid.Must(uuid.NewV7()), RegistrationNumber: in.RegistrationNumber, Make: in.Make, Model: in.Model, Year: int32(in.Year),
		Description: in.Description, BasePriceCentimes: in.DayPrice, Status: string(in.Status), FranchiseID: *in.FranchiseID,
		ParkingPointID: in.ParkingPointID, Category: (*string)(in.Category), Transmission: (*string)(in.Transmission),
		SmartLockDeviceID: in.SmartLockDeviceID, Now: s.clock.Now(),
	}
	if in.EngineSizeCC != nil {
		size := int32(*in.EngineSizeCC)
		row.EngineSizeCc = &size
	}
	id, err := q.InsertMotorcycle(ctx, row)
	if postgres.Violates(err, "motorcycles_franchise_id_fkey") {
		return uuid.Nil, franchise.ErrNotFound(in.FranchiseID.String())
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("insert motorcycle: %w", postgres.Translate(err))
	}
	return id, nil
}

func (in CreateInput) check(now time.Time) error {
	var c errs.Collector
	check.Text(&c, "registrationNumber", in.RegistrationNumber, 1, 50)
	check.Text(&c, "make", in.Make, 1, 100)
	check.Text(&c, "model", in.Model, 1, 100)
	check.Within(&c, "year", float64(in.Year), oldestYear, float64(clock.Wall(now).Year()+1))
	check.Text(&c, "description", in.Description, 0, longestText)
	c.Check(in.DayPrice >= 1, "basePricePerDay", "TOO_SMALL", "min", "0.01")
	c.Check(in.DayPrice <= money.Max, "basePricePerDay", "TOO_LARGE", "max", money.Max.String())
	check.Choice(&c, "status", in.Status, statuses)
	c.Check(in.FranchiseID != nil, "franchiseId", "REQUIRED")
	if in.Category != nil {
		check.Choice(&c, "category", *in.Category, Categories)
	}
	if in.EngineSizeCC != nil {
		check.Within(&c, "engineSizeCc", float64(*in.EngineSizeCC), 1, largestCC)
	}
	if in.Transmission != nil {
		check.Choice(&c, "transmission", *in.Transmission, Transmissions)
	}
	if in.SmartLockDeviceID != nil {
		check.Text(&c, "smartLockDeviceId", *in.SmartLockDeviceID, 1, 100)
	}
	return c.Err()
}

// AssignFeature gives a motorcycle a feature. Returns ErrNotFound, ErrFeatureNotFound and FEATURE_ASSIGNED.
func (s *Service) AssignFeature(ctx context.Context, motorcycleID, featureID uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.MotorcycleUpdate)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := lockTx(ctx, tx, scope, motorcycleID); err != nil {
			return err
		}
		q := motorcycledb.New(tx)
		fits, err := q.FeatureFits(ctx, motorcycledb.FeatureFitsParams{FeatureID: featureID, MotorcycleID: motorcycleID})
		if err != nil {
			return fmt.Errorf("find the feature: %w", err)
		}
		if !fits {
			return ErrFeatureNotFound
		}
		err = q.InsertAssignment(ctx, motorcycledb.InsertAssignmentParams{MotorcycleID: motorcycleID, FeatureID: featureID, Now: s.clock.Now()})
		if err != nil {
			return fmt.Errorf("assign the feature: %w", err)
		}
		return nil
	})
}

// BlockReason says why a motorcycle is kept from renting (specification section 3).
type BlockReason string

// BlockReasons lists them all; the first is the default.
var BlockReasons = []BlockReason{"maintenance", "admin_override", "repair", "inspection", "seasonal", "other"}

const longestNotes = 1000 // specification section 9

// BlockInput keeps a motorcycle from renting for a period.
type BlockInput struct {
	MotorcycleID uuid.UUID
	Start, End   time.Time
	Reason       BlockReason // empty: maintenance
	Notes        string
}

// Block keeps a motorcycle from renting for a period and returns the block's id. Returns VALIDATION, ErrNotFound, and
// ErrBlockConflict when a booking or a block has a part of the period already.
func (s *Service) Block(ctx context.Context, in BlockInput) (uuid.UUID, error) {
	scope, err := authz.Check(ctx, authz.AvailabilityBlockCreate)
	if err != nil {
		return uuid.Nil, err
	}
	in.Reason = cmp.Or(in.Reason, BlockReasons[0])
	var c errs.Collector
	c.Check(in.Start.After(s.clock.Now()), "startDatetime", "IN_PAST")
	c.Check(in.End.After(in.Start), "endDatetime", "END_BEFORE_START")
	check.Choice(&c, "reason", in.Reason, BlockReasons)
	check.Text(&c, "notes", in.Notes, 0, longestNotes)
	if err := c.Err(); err != nil {
		return uuid.Nil, err
	}
	id := uuid.Must(uuid.NewV7())
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := lockTx(ctx, tx, scope, in.MotorcycleID); err != nil {
			return err
		}
		q := motorcycledb.New(tx)
		row := motorcycledb.InsertBlockParams{
			ID: id, MotorcycleID: in.MotorcycleID, StartDatetime: in.Start, EndDatetime: in.End, Reason: string(in.Reason),
			CreatedByAdminID: authz.From(ctx).Actor(), Now: s.clock.Now(),
		}
		if in.Notes != "" {
			row.Notes = &in.Notes
		}
		if err := q.InsertBlock(ctx, row); err != nil {
			return fmt.Errorf("insert block: %w", err)
		}
		return s.calendar.ReserveBlockTx(ctx, tx, in.MotorcycleID, id, calendar.Period{Start: in.Start, End: in.End})
	})
	if errors.Is(err, calendar.ErrConflict) {
		return uuid.Nil, ErrBlockConflict.With(err)
	}
	return id, err
}
