package motorcycle

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/franchise"
	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
)

// UpdateInput changes a motorcycle: a nil field stays as it is, a pointer to nil takes an optional one away.
type UpdateInput struct {
	RegistrationNumber *string
	Make               *string
	Model              *string
	Year               *int
	Description        *string
	DayPrice           *money.Amount
	Status             *Status
	FranchiseID        *uuid.UUID
	ParkingPointID     **uuid.UUID
	Category           **Category
	EngineSizeCC       **int
	Transmission       **Transmission
	SmartLockDeviceID  **string
	GrayCardURL        **string
	InsuranceURL       **string
	// OdometerKM corrects what the meter showed last: rentals only ever add to it.
	OdometerKM **int
	// FeatureIDs are all that it has from now on.
	FeatureIDs *[]uuid.UUID
	// Seen is the motorcycle's UpdatedAt as the caller knows it; nil: whatever it is.
	Seen *time.Time
}

func (in UpdateInput) apply(was Motorcycle) Motorcycle {
	set(&was.RegistrationNumber, in.RegistrationNumber)
	set(&was.Make, in.Make)
	set(&was.Model, in.Model)
	set(&was.Year, in.Year)
	set(&was.Description, in.Description)
	set(&was.DayPrice, in.DayPrice)
	set(&was.Status, in.Status)
	set(&was.FranchiseID, in.FranchiseID)
	set(&was.ParkingPointID, in.ParkingPointID)
	set(&was.Category, in.Category)
	set(&was.EngineSizeCC, in.EngineSizeCC)
	set(&was.Transmission, in.Transmission)
	set(&was.SmartLockDeviceID, in.SmartLockDeviceID)
	set(&was.GrayCardURL, in.GrayCardURL)
	set(&was.InsuranceURL, in.InsuranceURL)
	set(&was.OdometerKM, in.OdometerKM)
	return was.trimmed()
}

// Update changes a motorcycle; bookings keep the price they were made at. Another franchise takes a motorcycle over only
// without open bookings, and its parking point and features must fit there. Returns VALIDATION, ErrNotFound,
// CHANGED_MEANWHILE, FRANCHISE_NOT_FOUND, PARKING_POINT_NOT_FOUND, FEATURE_NOT_FOUND, MOTORCYCLE_HAS_BOOKINGS,
// REGISTRATION_TAKEN and DEVICE_TAKEN.
func (s *Service) Update(ctx context.Context, id uuid.UUID, in UpdateInput) error {
	scope, err := authz.Check(ctx, authz.MotorcycleUpdate)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		if err := audit.CheckFresh(ctx, tx, entity, id, in.Seen, was.UpdatedAt); err != nil {
			return err
		}
		wanted := in.apply(was)
		if !scope.Allows(uuid.Nil, &wanted.FranchiseID) {
			return franchise.ErrNotFound(wanted.FranchiseID.String())
		}
		if err := s.checkChangeTx(ctx, tx, in, was, wanted); err != nil {
			return err
		}
		return s.updateTx(ctx, tx, was, wanted, in.FeatureIDs)
	})
}

// checkChangeTx holds the rules of a change from was to wanted.
func (s *Service) checkChangeTx(ctx context.Context, tx pgx.Tx, in UpdateInput, was, wanted Motorcycle) error {
	bookings, err := motorcycledb.New(tx).CountBookings(ctx, was.ID)
	if err != nil {
		return fmt.Errorf("count bookings of motorcycle: %w", err)
	}
	var c errs.Collector
	wanted.check(&c, s.clock.Now())
	// BOOKED comes and goes with the rental (D8).
	byHand := wanted.Status != was.Status && (wanted.Status == Booked || wanted.Status == Available && bookings.Out > 0)
	c.Check(!byHand, "status", "FOLLOWS_BOOKINGS")
	if in.FeatureIDs != nil {
		checkFeatures(&c, *in.FeatureIDs)
	}
	if err := c.Err(); err != nil {
		return err
	}
	if wanted.FranchiseID != was.FranchiseID && bookings.Open > 0 {
		return errs.New(errs.Conflict, "MOTORCYCLE_HAS_BOOKINGS", "count", int(bookings.Open))
	}
	return nil
}

// updateTx writes wanted and its features, all of those it has when features is nil.
func (s *Service) updateTx(ctx context.Context, tx pgx.Tx, was, wanted Motorcycle, features *[]uuid.UUID) error {
	if err := fitsTx(ctx, tx, wanted); err != nil {
		return err
	}
	q := motorcycledb.New(tx)
	had, err := q.ListFeatureIDs(ctx, was.ID)
	if err != nil {
		return fmt.Errorf("list features: %w", err)
	}
	row, err := q.UpdateMotorcycle(ctx, motorcycledb.UpdateMotorcycleParams{
		ID: wanted.ID, RegistrationNumber: wanted.RegistrationNumber, Make: wanted.Make, Model: wanted.Model, Year: int32(wanted.Year),
		Description: wanted.Description, BasePriceCentimes: wanted.DayPrice, Status: string(wanted.Status), FranchiseID: wanted.FranchiseID,
		ParkingPointID: wanted.ParkingPointID, Category: (*string)(wanted.Category), EngineSizeCc: stored(wanted.EngineSizeCC),
		Transmission: (*string)(wanted.Transmission), SmartLockDeviceID: wanted.SmartLockDeviceID, GrayCardUrl: wanted.GrayCardURL,
		InsuranceUrl: wanted.InsuranceURL, OdometerKm: stored(wanted.OdometerKM), Now: s.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("update motorcycle: %w", wanted.refusal(err))
	}
	if features == nil {
		features = &had
	}
	has, err := s.setFeaturesTx(ctx, tx, wanted, *features)
	if err != nil {
		return err
	}
	updated := fromDB(row)
	if err := s.statusTx(ctx, tx, updated.ID, updated.FranchiseID, was.Status, updated.Status); err != nil {
		return err
	}
	return s.recordTx(ctx, tx, authz.MotorcycleUpdate, updated, was.snapshot(had), updated.snapshot(has))
}

// Delete removes a motorcycle that was never booked, with its pictures and blocks. Returns ErrNotFound and
// MOTORCYCLE_IN_USE.
func (s *Service) Delete(ctx context.Context, id uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.MotorcycleDelete)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		q := motorcycledb.New(tx)
		row, err := q.LockMotorcycleForDeletion(ctx, id)
		was, err := inScope(scope, row, err)
		if err != nil {
			return err
		}
		bookings, err := q.CountBookings(ctx, id)
		if err != nil {
			return fmt.Errorf("count bookings of motorcycle: %w", err)
		}
		if bookings.Total > 0 {
			return errs.New(errs.Conflict, "MOTORCYCLE_IN_USE", "count", int(bookings.Total))
		}
		features, err := q.ListFeatureIDs(ctx, id)
		if err != nil {
			return fmt.Errorf("list features: %w", err)
		}
		if err := q.DeleteBlocksOfMotorcycle(ctx, id); err != nil {
			return fmt.Errorf("delete blocks of motorcycle: %w", err)
		}
		if err := q.DeleteMotorcycle(ctx, id); err != nil {
			return fmt.Errorf("delete motorcycle: %w", err)
		}
		return s.recordTx(ctx, tx, authz.MotorcycleDelete, was, was.snapshot(features), nil)
	})
}
