package motorcycle

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/franchise"
	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
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
	GrayCardURL        *string
	InsuranceURL       *string
	FeatureIDs         []uuid.UUID
}

// Create adds a motorcycle and returns its id. Returns VALIDATION, FRANCHISE_NOT_FOUND, PARKING_POINT_NOT_FOUND,
// FEATURE_NOT_FOUND, REGISTRATION_TAKEN and DEVICE_TAKEN.
func (s *Service) Create(ctx context.Context, in CreateInput) (uuid.UUID, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleCreate)
	if err != nil {
		return uuid.Nil, err
	}
	if in.FranchiseID == nil {
		in.FranchiseID = scope.FranchiseID
	}
	wanted := Motorcycle{
		ID: uuid.Must(uuid.NewV7()), RegistrationNumber: in.RegistrationNumber, Make: in.Make, Model: in.Model, Year: in.Year,
		Description: in.Description, DayPrice: in.DayPrice, Status: cmp.Or(in.Status, Available), ParkingPointID: in.ParkingPointID,
		Category: in.Category, EngineSizeCC: in.EngineSizeCC, Transmission: in.Transmission, SmartLockDeviceID: in.SmartLockDeviceID,
		GrayCardURL: in.GrayCardURL, InsuranceURL: in.InsuranceURL,
	}.trimmed()
	var c errs.Collector
	wanted.check(&c, s.clock.Now())
	c.Check(wanted.Status != Booked, "status", "FOLLOWS_BOOKINGS")
	c.Check(in.FranchiseID != nil, "franchiseId", "REQUIRED")
	checkFeatures(&c, in.FeatureIDs)
	if err := c.Err(); err != nil {
		return uuid.Nil, err
	}
	if !scope.Allows(uuid.Nil, in.FranchiseID) {
		return uuid.Nil, franchise.ErrNotFound(in.FranchiseID.String())
	}
	wanted.FranchiseID = *in.FranchiseID
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := fitsTx(ctx, tx, wanted); err != nil {
			return err
		}
		row, err := motorcycledb.New(tx).InsertMotorcycle(ctx, motorcycledb.InsertMotorcycleParams{
			ID: wanted.ID, RegistrationNumber: wanted.RegistrationNumber, Make: wanted.Make, Model: wanted.Model, Year: int32(wanted.Year),
			Description: wanted.Description, BasePriceCentimes: wanted.DayPrice, Status: string(wanted.Status),
			FranchiseID: wanted.FranchiseID, ParkingPointID: wanted.ParkingPointID, Category: (*string)(wanted.Category),
			EngineSizeCc: stored(wanted.EngineSizeCC), Transmission: (*string)(wanted.Transmission), SmartLockDeviceID: wanted.SmartLockDeviceID,
			GrayCardUrl: wanted.GrayCardURL, InsuranceUrl: wanted.InsuranceURL, Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("insert motorcycle: %w", wanted.refusal(err))
		}
		features, err := s.setFeaturesTx(ctx, tx, wanted, in.FeatureIDs)
		if err != nil {
			return err
		}
		created := fromDB(row)
		if err := s.publishTx(ctx, tx, EventAdded, created.ID, created.FranchiseID, Added{Status: created.Status}); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.MotorcycleCreate, created, nil, created.snapshot(features))
	})
	return wanted.ID, err
}
