package parking

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/parking/parkingdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
	"rihla/internal/platform/week"
)

// Service reads and creates parking points and resolves places.
type Service struct {
	db       *postgres.DB
	clock    clock.Clock
	geocoder Geocoder
}

// New returns the parking points in db; geocoder knows all other places.
func New(db *postgres.DB, clock clock.Clock, geocoder Geocoder) *Service {
	return &Service{db: db, clock: clock, geocoder: geocoder}
}

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

// Create adds a public parking point. Returns VALIDATION, FRANCHISE_NOT_FOUND and PARKING_POINT_NAME_TAKEN.
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
	in.Name, in.Address = strings.TrimSpace(in.Name), strings.TrimSpace(in.Address)
	var c errs.Collector
	check.Text(&c, "name", in.Name, 1, longestName)
	check.Text(&c, "address", in.Address, 0, longestAddress)
	check.Position(&c, "latitude", "longitude", in.Latitude, in.Longitude)
	in.OperatingHours.Check(&c, "operatingHours")
	check.Text(&c, "instructions", in.Instructions, 0, 2000)
	if err := c.Err(); err != nil {
		return Point{}, err
	}
	return s.insert(ctx, s.db, parkingdb.InsertPointParams{
		Name: in.Name, Address: in.Address, Latitude: in.Latitude, Longitude: in.Longitude, OperatingHours: in.OperatingHours.Column(),
		Instructions: in.Instructions, IsActive: !in.Inactive, Kind: kindPublic, FranchiseID: in.FranchiseID,
	})
}

// longestName is a parking point's, in characters (specification section 5).
const longestName = 255

// CreateCustomerTx stores the place of a booking as the specification's server does: as a parking point, which is
// inactive and on no list (D12). name is what the customer typed; what is too long for a name is cut. It asks for no
// permission: the booking has. Returns INVALID_COORDINATES.
func (s *Service) CreateCustomerTx(ctx context.Context, tx pgx.Tx, name string, latitude, longitude float64) (uuid.UUID, error) {
	if !ValidPosition(latitude, longitude) {
		return uuid.Nil, errs.New(errs.Invalid, "INVALID_COORDINATES")
	}
	short := []rune(strings.TrimSpace(name))
	point, err := s.insert(ctx, tx, parkingdb.InsertPointParams{
		Name: string(short[:min(len(short), longestName)]), Address: name, Latitude: latitude, Longitude: longitude,
		OperatingHours: week.Hours{}.Column(), Kind: kindCustomer,
	})
	return point.ID, err
}

func (s *Service) insert(ctx context.Context, q parkingdb.DBTX, point parkingdb.InsertPointParams) (Point, error) {
	point.ID, point.Now = uuid.Must(uuid.NewV7()), s.clock.Now()
	row, err := parkingdb.New(q).InsertPoint(ctx, point)
	if postgres.Violates(err, "parking_points_franchise_id_fkey") {
		return Point{}, errNoFranchise(point.FranchiseID)
	}
	if err != nil {
		return Point{}, fmt.Errorf("insert parking point: %w", postgres.Translate(err))
	}
	return fromDB(row)
}

// Get returns an active public point, or ErrNotFound. Public.
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Point, error) {
	row, err := parkingdb.New(s.db).GetPublicPoint(ctx, id)
	if postgres.NoRows(err) {
		return Point{}, ErrNotFound.With(err)
	}
	if err != nil {
		return Point{}, fmt.Errorf("get parking point: %w", err)
	}
	return fromDB(row)
}

// OfBookings returns points by id whatever their kind and state, customers' own among them (D12); an unknown id is left
// out. It asks for no permission: the caller has been let see the bookings that start or end there.
func (s *Service) OfBookings(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Point, error) {
	rows, err := parkingdb.New(s.db).ListPointsByID(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("list parking points by id: %w", err)
	}
	points, err := allFromDB(rows)
	if err != nil {
		return nil, err
	}
	out := make(map[uuid.UUID]Point, len(points))
	for _, p := range points {
		out[p.ID] = p
	}
	return out, nil
}

// List returns a page of the active public points by name, and how many there are. Public.
func (s *Service) List(ctx context.Context, franchiseID *uuid.UUID, page, limit int) ([]Point, int, error) {
	q := parkingdb.New(s.db)
	rows, err := q.ListPublicPoints(ctx, parkingdb.ListPublicPointsParams{
		FranchiseID: franchiseID, MaxRows: int32(limit), Skip: int32(page-1) * int32(limit),
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list parking points: %w", err)
	}
	total, err := q.CountPublicPoints(ctx, franchiseID)
	if err != nil {
		return nil, 0, fmt.Errorf("count parking points: %w", err)
	}
	points, err := allFromDB(rows)
	return points, int(total), err
}

func allFromDB(rows []parkingdb.ParkingPoint) ([]Point, error) {
	points := make([]Point, len(rows))
	for i, row := range rows {
		var err error
		if points[i], err = fromDB(row); err != nil {
			return nil, err
		}
	}
	return points, nil
}

func fromDB(row parkingdb.ParkingPoint) (Point, error) {
	hours, err := week.FromColumn(row.OperatingHours)
	if err != nil {
		return Point{}, fmt.Errorf("parking point %s: %w", row.ID, err)
	}
	return Point{
		ID: row.ID, Name: row.Name, Address: row.Address, Latitude: row.Latitude, Longitude: row.Longitude,
		OperatingHours: hours, Instructions: row.Instructions, FranchiseID: row.FranchiseID,
	}, nil
}

func errNoFranchise(id *uuid.UUID) error {
	named := ""
	if id != nil {
		named = id.String()
	}
	return errs.New(errs.NotFound, "FRANCHISE_NOT_FOUND", "id", named)
}
