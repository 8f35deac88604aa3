package parking

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/parking/parkingdb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
	"rihla/internal/platform/week"
)

// Service reads and changes parking points and resolves places.
type Service struct {
	db       *postgres.DB
	clock    clock.Clock
	geocoder Geocoder
}

// New returns the parking points in db; geocoder knows all other places.
func New(db *postgres.DB, clock clock.Clock, geocoder Geocoder) *Service {
	return &Service{db: db, clock: clock, geocoder: geocoder}
}

// entity is what the audit log calls a parking point.
const entity = "parking-point"

// Limits of the texts, in characters; the name's is specification section 5's.
const (
	longestName         = 255
	longestInstructions = 2000
)

// CreateInput is a new public parking point.
type CreateInput struct {
	Name           string
	Address        string
	Latitude       float64
	Longitude      float64
	OperatingHours week.Hours
	Instructions   string
	Inactive       bool
	FranchiseID    *uuid.UUID // nil: the platform's own; a franchise administrator's own franchise
}

// Create adds a public parking point. Returns VALIDATION, INVALID_COORDINATES, FRANCHISE_NOT_FOUND and
// PARKING_POINT_NAME_TAKEN.
func (s *Service) Create(ctx context.Context, in CreateInput) (Point, error) {
	scope, err := authz.Check(ctx, authz.ParkingPointCreate)
	if err != nil {
		return Point{}, err
	}
	if in.FranchiseID == nil {
		in.FranchiseID = scope.FranchiseID
	}
	if !scope.Allows(uuid.Nil, in.FranchiseID) {
		return Point{}, errNoFranchise(in.FranchiseID)
	}
	wanted := Point{
		Name: strings.TrimSpace(in.Name), Address: strings.TrimSpace(in.Address), Latitude: in.Latitude, Longitude: in.Longitude,
		OperatingHours: in.OperatingHours, Instructions: strings.TrimSpace(in.Instructions), Active: !in.Inactive, Kind: Public,
		FranchiseID: in.FranchiseID,
	}
	if err := wanted.check(); err != nil {
		return Point{}, err
	}
	var created Point
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		created, err = s.insertTx(ctx, tx, wanted)
		if err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.ParkingPointCreate, nil, &created)
	})
	return created, err
}

// CreateCustomerTx stores the place of a booking as the specification's server does: as a parking point, which is
// inactive and on no list (D12). name is what the customer typed; what is too long for a name is cut. It asks for no
// permission: the booking has. Returns INVALID_COORDINATES.
func (s *Service) CreateCustomerTx(ctx context.Context, tx pgx.Tx, name string, latitude, longitude float64) (uuid.UUID, error) {
	if !ValidPosition(latitude, longitude) {
		return uuid.Nil, errs.New(errs.Invalid, "INVALID_COORDINATES")
	}
	short := []rune(strings.TrimSpace(name))
	point, err := s.insertTx(ctx, tx, Point{
		Name: string(short[:min(len(short), longestName)]), Address: name, Latitude: latitude, Longitude: longitude, Kind: Customer,
	})
	return point.ID, err
}

func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, p Point) (Point, error) {
	row, err := parkingdb.New(tx).InsertPoint(ctx, parkingdb.InsertPointParams{
		ID: uuid.Must(uuid.NewV7()), Name: p.Name, Address: p.Address, Latitude: p.Latitude, Longitude: p.Longitude,
		OperatingHours: p.OperatingHours.Column(), Instructions: p.Instructions, IsActive: p.Active, Kind: string(p.Kind),
		FranchiseID: p.FranchiseID, Now: s.clock.Now(),
	})
	if err != nil {
		return Point{}, fmt.Errorf("insert parking point: %w", p.refusal(err))
	}
	return fromDB(row)
}

// UpdateInput changes a parking point: a nil field stays as it is.
type UpdateInput struct {
	Name           *string
	Address        *string
	Latitude       *float64
	Longitude      *float64
	OperatingHours *week.Hours
	Instructions   *string
	Active         *bool
	FranchiseID    **uuid.UUID
	// Seen is the point's UpdatedAt as the caller knows it; nil: whatever it is.
	Seen *time.Time
}

// Update changes a public parking point; a customer's is a part of its booking and stays. Returns ErrNotFound,
// VALIDATION, INVALID_COORDINATES, CHANGED_MEANWHILE, FRANCHISE_NOT_FOUND, PARKING_POINT_NAME_TAKEN, and
// PARKING_POINT_IN_USE when it is to become one franchise's and another's motorcycles stand there.
func (s *Service) Update(ctx context.Context, id uuid.UUID, in UpdateInput) (Point, error) {
	scope, err := authz.Check(ctx, authz.ParkingPointUpdate)
	if err != nil {
		return Point{}, err
	}
	var updated Point
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		if err := audit.CheckFresh(ctx, tx, entity, id, in.Seen, was.UpdatedAt); err != nil {
			return err
		}
		wanted := in.apply(was)
		if !scope.Allows(uuid.Nil, wanted.FranchiseID) {
			return errNoFranchise(wanted.FranchiseID)
		}
		if err := wanted.check(); err != nil {
			return err
		}
		queries := parkingdb.New(tx)
		row, err := queries.UpdatePoint(ctx, parkingdb.UpdatePointParams{
			ID: id, Name: wanted.Name, Address: wanted.Address, Latitude: wanted.Latitude, Longitude: wanted.Longitude,
			OperatingHours: wanted.OperatingHours.Column(), Instructions: wanted.Instructions, IsActive: wanted.Active,
			FranchiseID: wanted.FranchiseID, Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("update parking point: %w", wanted.refusal(err))
		}
		if wanted.FranchiseID != nil {
			foreign, err := queries.ForeignMotorcyclesStandAt(ctx,
				parkingdb.ForeignMotorcyclesStandAtParams{PointID: &id, FranchiseID: *wanted.FranchiseID})
			if err != nil {
				return fmt.Errorf("look for motorcycles at the parking point: %w", err)
			}
			if foreign {
				return errs.New(errs.Conflict, "PARKING_POINT_IN_USE")
			}
		}
		if updated, err = fromDB(row); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.ParkingPointUpdate, &was, &updated)
	})
	return updated, err
}

// Delete removes a public parking point where no motorcycle stands and no booking began or ended. Returns ErrNotFound
// and PARKING_POINT_IN_USE.
func (s *Service) Delete(ctx context.Context, id uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.ParkingPointDelete)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		queries := parkingdb.New(tx)
		used, err := queries.PointInUse(ctx, &id)
		if err != nil {
			return fmt.Errorf("look whether the parking point is in use: %w", err)
		}
		if used {
			return errs.New(errs.Conflict, "PARKING_POINT_IN_USE")
		}
		if err := queries.DeletePoint(ctx, id); err != nil {
			return fmt.Errorf("delete parking point: %w", err)
		}
		return s.recordTx(ctx, tx, authz.ParkingPointDelete, &was, nil)
	})
}

// Get returns a point that the public sees, whoever asks: an active one of the platform or of a franchise that rents.
// Public. Returns ErrNotFound.
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Point, error) {
	row, err := s.get(ctx, id)
	if err != nil {
		return Point{}, err
	}
	if !row.Listed {
		return Point{}, ErrNotFound
	}
	return fromDB(row.ParkingPoint)
}

// View is Get with what the caller administers beside: inactive points, and customers' own. Returns ErrNotFound.
func (s *Service) View(ctx context.Context, id uuid.UUID) (Point, error) {
	row, err := s.get(ctx, id)
	if err != nil {
		return Point{}, err
	}
	if !row.Listed {
		seen, err := s.administered(ctx, row.ParkingPoint)
		if err != nil {
			return Point{}, err
		}
		if !seen {
			return Point{}, ErrNotFound
		}
	}
	return fromDB(row.ParkingPoint)
}

func (s *Service) get(ctx context.Context, id uuid.UUID) (parkingdb.GetPointRow, error) {
	row, err := parkingdb.New(s.db).GetPoint(ctx, id)
	if postgres.NoRows(err) {
		return row, ErrNotFound.With(err)
	}
	if err != nil {
		return row, fmt.Errorf("get parking point: %w", err)
	}
	return row, nil
}

// administered tells whether the caller may read a point that the public may not: of the whole platform, of its
// franchise, or where a customer of its franchise began or ended a booking.
func (s *Service) administered(ctx context.Context, row parkingdb.ParkingPoint) (bool, error) {
	scope, err := authz.Check(ctx, authz.ParkingPointGetByID)
	switch {
	case err != nil:
		return false, nil //nolint:nilerr // to whoever administers nothing, it is not there
	case scope.FranchiseID == nil:
		return true, nil
	case PointKind(row.Kind) == Public:
		return row.FranchiseID == nil || *row.FranchiseID == *scope.FranchiseID, nil
	}
	booked, err := parkingdb.New(s.db).PointBookedAt(ctx, parkingdb.PointBookedAtParams{PointID: &row.ID, FranchiseID: *scope.FranchiseID})
	if err != nil {
		return false, fmt.Errorf("look for bookings at the parking point: %w", err)
	}
	return booked, nil
}

// OfBookings returns points by id whatever their kind and state, customers' own among them (D12); an unknown id is left
// out. It asks for no permission: the caller has been let see the bookings that start or end there.
func (s *Service) OfBookings(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Point, error) {
	rows, err := parkingdb.New(s.db).ListPointsByID(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("list parking points by id: %w", err)
	}
	out := make(map[uuid.UUID]Point, len(rows))
	for _, row := range rows {
		if out[row.ID], err = fromDB(row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// apply returns was with the changes of in.
func (in UpdateInput) apply(was Point) Point {
	if in.Name != nil {
		was.Name = strings.TrimSpace(*in.Name)
	}
	if in.Address != nil {
		was.Address = strings.TrimSpace(*in.Address)
	}
	if in.Instructions != nil {
		was.Instructions = strings.TrimSpace(*in.Instructions)
	}
	set(&was.Latitude, in.Latitude)
	set(&was.Longitude, in.Longitude)
	set(&was.OperatingHours, in.OperatingHours)
	set(&was.Active, in.Active)
	set(&was.FranchiseID, in.FranchiseID)
	return was
}

func set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}

// check holds the rules of specification section 5. Coordinates off the Earth beside nothing else are
// INVALID_COORDINATES, the specification's own refusal of them.
func (p Point) check() error {
	var c errs.Collector
	check.Text(&c, "name", p.Name, 1, longestName)
	check.Text(&c, "address", p.Address, 0, longestAddress)
	p.OperatingHours.Check(&c, "operatingHours")
	check.Text(&c, "instructions", p.Instructions, 0, longestInstructions)
	otherwise := c.Err()
	check.Position(&c, "latitude", "longitude", p.Latitude, p.Longitude)
	if broken, ok := errors.AsType[*errs.Error](c.Err()); ok && otherwise == nil {
		refused := errs.New(errs.Invalid, "INVALID_COORDINATES")
		refused.Fields = broken.Fields
		return refused
	}
	return c.Err()
}

// refusal gives the database's refusal of p its meaning.
func (p Point) refusal(err error) error {
	switch {
	case postgres.Violates(err, "parking_points_franchise_id_fkey"):
		return errNoFranchise(p.FranchiseID)
	case postgres.Violates(err, "parking_points_name_key"):
		return errs.New(errs.Conflict, "PARKING_POINT_NAME_TAKEN", "name", p.Name).With(err)
	default:
		return err
	}
}

func lockTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, id uuid.UUID) (Point, error) {
	row, err := parkingdb.New(tx).LockPublicPoint(ctx, id)
	if err != nil && !postgres.NoRows(err) {
		return Point{}, fmt.Errorf("lock parking point: %w", err)
	}
	if err != nil || !scope.Allows(uuid.Nil, row.FranchiseID) {
		return Point{}, ErrNotFound
	}
	return fromDB(row)
}

// recordTx writes what became of a point into the audit log; nil stands for one that is not there.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, action authz.Permission, was, is *Point) error {
	row := is
	if row == nil {
		row = was
	}
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: entity, EntityID: row.ID, FranchiseID: row.FranchiseID,
		Changes: audit.Diff(was.snapshot(), is.snapshot()),
	})
}

func (p *Point) snapshot() map[string]any {
	if p == nil {
		return nil
	}
	return map[string]any{
		"name": p.Name, "address": p.Address, "latitude": p.Latitude, "longitude": p.Longitude, "operatingHours": p.OperatingHours,
		"instructions": p.Instructions, "isActive": p.Active, "franchiseId": p.FranchiseID,
	}
}

func fromDB(row parkingdb.ParkingPoint) (Point, error) {
	hours, err := week.FromColumn(row.OperatingHours)
	if err != nil {
		return Point{}, fmt.Errorf("parking point %s: %w", row.ID, err)
	}
	return Point{
		ID: row.ID, Name: row.Name, Address: row.Address, Latitude: row.Latitude, Longitude: row.Longitude,
		OperatingHours: hours, Instructions: row.Instructions, Active: row.IsActive, Kind: PointKind(row.Kind),
		FranchiseID: row.FranchiseID, CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
	}, nil
}

func errNoFranchise(id *uuid.UUID) error {
	named := ""
	if id != nil {
		named = id.String()
	}
	return errs.New(errs.NotFound, "FRANCHISE_NOT_FOUND", "id", named)
}
