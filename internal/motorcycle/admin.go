package motorcycle

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/franchise"
	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/parking"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
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
	ParkingPointID    *uuid.UUID
	Category          *Category
	EngineSizeCC      *int
	Transmission      *Transmission
	SmartLockDeviceID *string
	// The grey card and the insurance are private papers.
	GrayCardURL  *string
	InsuranceURL *string
	// OdometerKM is what its meter showed last; nil: nobody has looked yet.
	OdometerKM           *int
	CreatedAt, UpdatedAt time.Time
}

// entity is what the audit log calls a motorcycle.
const entity = "motorcycle"

// Limits of the fields, beside those of specification section 5.
const (
	oldestYear = 1900
	largestCC  = 5000
	// farthestKM is more than a motorcycle is ever ridden.
	farthestKM   = 2_000_000
	longestText  = 5000
	mostFeatures = 100
)

// trimmed returns m without blanks around its texts; an optional text of nothing is none.
func (m Motorcycle) trimmed() Motorcycle {
	for _, text := range []*string{&m.RegistrationNumber, &m.Make, &m.Model, &m.Description} {
		*text = strings.TrimSpace(*text)
	}
	for _, text := range []**string{&m.SmartLockDeviceID, &m.GrayCardURL, &m.InsuranceURL} {
		if *text == nil {
			continue
		}
		trimmed := strings.TrimSpace(**text)
		if *text = &trimmed; trimmed == "" {
			*text = nil
		}
	}
	return m
}

// check notes which rules of specification section 5 a motorcycle breaks.
func (m Motorcycle) check(c *errs.Collector, now time.Time) {
	check.Text(c, "registrationNumber", m.RegistrationNumber, 1, 50)
	check.Text(c, "make", m.Make, 1, 100)
	check.Text(c, "model", m.Model, 1, 100)
	check.Within(c, "year", float64(m.Year), oldestYear, float64(clock.Wall(now).Year()+1))
	check.Text(c, "description", m.Description, 0, longestText)
	c.Check(m.DayPrice >= 1, "basePricePerDay", "TOO_SMALL", "min", "0.01")
	c.Check(m.DayPrice <= money.Max, "basePricePerDay", "TOO_LARGE", "max", money.Max.String())
	check.Choice(c, "status", m.Status, Statuses)
	if m.Category != nil {
		check.Choice(c, "category", *m.Category, Categories)
	}
	if m.EngineSizeCC != nil {
		check.Within(c, "engineSizeCc", float64(*m.EngineSizeCC), 1, largestCC)
	}
	if m.OdometerKM != nil {
		check.Within(c, "odometerKm", float64(*m.OdometerKM), 0, farthestKM)
	}
	if m.Transmission != nil {
		check.Choice(c, "transmission", *m.Transmission, Transmissions)
	}
	if m.SmartLockDeviceID != nil {
		check.Text(c, "smartLockDeviceId", *m.SmartLockDeviceID, 1, 100)
	}
	if m.GrayCardURL != nil {
		check.URL(c, "grayCardUrl", *m.GrayCardURL)
	}
	if m.InsuranceURL != nil {
		check.URL(c, "insuranceUrl", *m.InsuranceURL)
	}
}

// fitsTx returns PARKING_POINT_NOT_FOUND when the parking point is neither the motorcycle's franchise's nor the
// platform's.
func fitsTx(ctx context.Context, tx pgx.Tx, m Motorcycle) error {
	if m.ParkingPointID == nil {
		return nil
	}
	fits, err := motorcycledb.New(tx).ParkingPointFits(ctx, motorcycledb.ParkingPointFitsParams{ID: *m.ParkingPointID, FranchiseID: &m.FranchiseID})
	if err != nil {
		return fmt.Errorf("find the parking point: %w", err)
	}
	if !fits {
		return parking.ErrNotFound
	}
	return nil
}

// refusal gives the database's refusal of m its meaning.
func (m Motorcycle) refusal(err error) error {
	switch {
	case postgres.Violates(err, "motorcycles_franchise_id_fkey"):
		return franchise.ErrNotFound(m.FranchiseID.String())
	case postgres.Violates(err, "motorcycles_parking_point_id_fkey"):
		return parking.ErrNotFound.With(err)
	case postgres.Violates(err, "motorcycles_registration_key"):
		return errs.New(errs.Conflict, "REGISTRATION_TAKEN", "number", m.RegistrationNumber).With(err)
	case postgres.Violates(err, "motorcycles_device_key"):
		return errs.New(errs.Conflict, "DEVICE_TAKEN", "device", *m.SmartLockDeviceID).With(err)
	default:
		return err
	}
}

// lockTx returns a motorcycle with its row held against other changes, or ErrNotFound when it is out of reach.
func lockTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, id uuid.UUID) (Motorcycle, error) {
	row, err := motorcycledb.New(tx).LockMotorcycle(ctx, id)
	return inScope(scope, row, err)
}

// inScope turns a row that was read into a motorcycle, or into ErrNotFound when it is not there or out of reach.
func inScope(scope authz.Filter, row motorcycledb.Motorcycle, err error) (Motorcycle, error) {
	if err != nil && !postgres.NoRows(err) {
		return Motorcycle{}, fmt.Errorf("read the motorcycle: %w", err)
	}
	if err != nil || !scope.Allows(uuid.Nil, &row.FranchiseID) {
		return Motorcycle{}, ErrNotFound
	}
	return fromDB(row), nil
}

// recordTx writes what became of m into the audit log; a nil snapshot stands for one that is not there.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, action authz.Permission, m Motorcycle, was, is map[string]any) error {
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: entity, EntityID: m.ID, FranchiseID: &m.FranchiseID, Changes: audit.Diff(was, is),
	})
}

// snapshot is m for the audit log. The papers are private, but their addresses open nothing by themselves.
func (m Motorcycle) snapshot(featureIDs []uuid.UUID) map[string]any {
	return map[string]any{
		"registrationNumber": m.RegistrationNumber, "make": m.Make, "model": m.Model, "year": m.Year, "description": m.Description,
		"basePricePerDay": m.DayPrice, "status": m.Status, "franchiseId": m.FranchiseID, "parkingPointId": m.ParkingPointID,
		"category": m.Category, "engineSizeCc": m.EngineSizeCC, "transmission": m.Transmission, "smartLockDeviceId": m.SmartLockDeviceID,
		"grayCardUrl": m.GrayCardURL, "insuranceUrl": m.InsuranceURL, "odometerKm": m.OdometerKM, "featureIds": append([]uuid.UUID{}, featureIDs...),
	}
}

// stored is a number as the database keeps it.
func stored(n *int) *int32 {
	if n == nil {
		return nil
	}
	return new(int32(*n))
}

// read is a number as the database kept it.
func read(n *int32) *int {
	if n == nil {
		return nil
	}
	return new(int(*n))
}

func fromDB(row motorcycledb.Motorcycle) Motorcycle {
	return Motorcycle{
		ID: row.ID, RegistrationNumber: row.RegistrationNumber, Make: row.Make, Model: row.Model, Year: int(row.Year),
		Description: row.Description, DayPrice: row.BasePriceCentimes, Status: Status(row.Status), FranchiseID: row.FranchiseID,
		ParkingPointID: row.ParkingPointID, Category: (*Category)(row.Category), Transmission: (*Transmission)(row.Transmission),
		SmartLockDeviceID: row.SmartLockDeviceID, GrayCardURL: row.GrayCardUrl, InsuranceURL: row.InsuranceUrl,
		EngineSizeCC: read(row.EngineSizeCc), OdometerKM: read(row.OdometerKm), CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
	}
}

// set gives target a value that was sent.
func set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}
