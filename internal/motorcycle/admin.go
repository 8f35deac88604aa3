package motorcycle

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
)

// Motorcycle is a motorcycle as its staff keep it, of any status. What the public sees of it is a Card.
type Motorcycle struct {
	ID                 uuid.UUID
	RegistrationNumber string
	Make               string
	Model              string
	Year               int
	Description        string
	DayPrice           money.Amount
	Status             Status
	FranchiseID        uuid.UUID
	// ParkingPointID is where it stands; nil: at its franchise (D11).
	ParkingPointID       *uuid.UUID
	Category             *Category
	EngineSizeCC         *int
	Transmission         *Transmission
	SmartLockDeviceID    *string
	GrayCardURL          *string
	InsuranceURL         *string
	CreatedAt, UpdatedAt time.Time
}

// entity is what the audit log calls a motorcycle.
const entity = "motorcycle"

// lockTx returns a motorcycle with its row held against other changes, or ErrNotFound when it is out of reach.
func lockTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, id uuid.UUID) (Motorcycle, error) {
	row, err := motorcycledb.New(tx).LockMotorcycle(ctx, id)
	if err != nil && !postgres.NoRows(err) {
		return Motorcycle{}, fmt.Errorf("lock the motorcycle: %w", err)
	}
	if err != nil || !scope.Allows(uuid.Nil, &row.FranchiseID) {
		return Motorcycle{}, ErrNotFound
	}
	return fromDB(row), nil
}

func fromDB(row motorcycledb.Motorcycle) Motorcycle {
	m := Motorcycle{
		ID: row.ID, RegistrationNumber: row.RegistrationNumber, Make: row.Make, Model: row.Model, Year: int(row.Year),
		Description: row.Description, DayPrice: row.BasePriceCentimes, Status: Status(row.Status), FranchiseID: row.FranchiseID,
		ParkingPointID: row.ParkingPointID, Category: (*Category)(row.Category), Transmission: (*Transmission)(row.Transmission),
		SmartLockDeviceID: row.SmartLockDeviceID, GrayCardURL: row.GrayCardUrl, InsuranceURL: row.InsuranceUrl,
		CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
	}
	if row.EngineSizeCc != nil {
		size := int(*row.EngineSizeCc)
		m.EngineSizeCC = &size
	}
	return m
}

// set gives target a value that was sent.
func set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}
