package motorcycle

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/calendar"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/event"
	"rihla/internal/platform/postgres"
)

// Service reads and changes the fleet.
type Service struct {
	db         *postgres.DB
	clock      clock.Clock
	franchises *franchise.Service
	calendar   *calendar.Service
	events     *event.Bus
}

// New returns the fleet in db. events is told of what happens to it.
func New(db *postgres.DB, clock clock.Clock, franchises *franchise.Service, calendar *calendar.Service, events *event.Bus) *Service {
	return &Service{db: db, clock: clock, franchises: franchises, calendar: calendar, events: events}
}

// Details are a motorcycle with the franchise that rents it out.
type Details struct {
	Card
	Franchise franchise.Franchise
	// Staff is what only its staff read; nil for everybody else.
	Staff *Motorcycle
}

// Get returns a motorcycle: one that rents to anybody, any to its staff, who read more of it. Returns ErrNotFound.
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Details, error) {
	cards, err := s.Cards(ctx, []uuid.UUID{id})
	if err != nil {
		return Details{}, err
	}
	card, found := cards[id]
	if !found {
		return Details{}, ErrNotFound
	}
	details := Details{Card: card}
	scope, refused := authz.Check(ctx, authz.MotorcycleGetByID)
	switch {
	case refused == nil && scope.Allows(uuid.Nil, &card.FranchiseID):
		row, err := motorcycledb.New(s.db).GetMotorcycle(ctx, id)
		m, err := inScope(scope, row, err)
		if err != nil {
			return Details{}, err
		}
		details.Staff = &m
	case !card.Public:
		return Details{}, ErrNotFound
	}
	owners, err := s.franchises.ByIDs(ctx, []uuid.UUID{card.FranchiseID})
	details.Franchise = owners[card.FranchiseID]
	return details, err
}

// Cards returns the motorcycles with ids, whatever their status; an unknown id is left out. It asks for no permission:
// the caller came by the ids in a permitted way.
func (s *Service) Cards(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Card, error) {
	rows, err := motorcycledb.New(s.db).ListCards(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("list motorcycles: %w", err)
	}
	cards := make(map[uuid.UUID]Card, len(rows))
	for _, row := range rows {
		if cards[row.ID], err = s.card(row); err != nil {
			return nil, fmt.Errorf("motorcycle %s: %w", row.ID, err)
		}
	}
	return cards, nil
}

// Registrations returns the registration numbers of motorcycles, which are not public (D19): for staff, and for the
// customer whose confirmed booking it is.
func (s *Service) Registrations(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	rows, err := motorcycledb.New(s.db).ListRegistrations(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("list registration numbers: %w", err)
	}
	numbers := make(map[uuid.UUID]string, len(rows))
	for _, row := range rows {
		numbers[row.ID] = row.RegistrationNumber
	}
	return numbers, nil
}

// ForBooking returns what a booking needs to know of a motorcycle of any status, or ErrNotFound.
func (s *Service) ForBooking(ctx context.Context, id uuid.UUID) (Rentable, error) {
	return rentable(ctx, s.db, id)
}

// ForBookingTx is ForBooking as tx sees it.
func (s *Service) ForBookingTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Rentable, error) {
	return rentable(ctx, tx, id)
}

func rentable(ctx context.Context, db motorcycledb.DBTX, id uuid.UUID) (Rentable, error) {
	row, err := motorcycledb.New(db).GetRentable(ctx, id)
	if postgres.NoRows(err) {
		return Rentable{}, ErrNotFound.With(err)
	}
	if err != nil {
		return Rentable{}, fmt.Errorf("get motorcycle: %w", err)
	}
	return Rentable{
		ID: row.ID, FranchiseID: row.FranchiseID, RegistrationNumber: row.RegistrationNumber, Make: row.Make, Model: row.Model, DayPrice: row.BasePriceCentimes,
		Status: Status(row.Status), FranchiseActive: row.FranchiseActive,
	}, nil
}

// SetRentedTx follows a rental: BOOKED while it runs, AVAILABLE after (D8). A motorcycle that staff took out of service
// meanwhile stays out.
func (s *Service) SetRentedTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, rented bool) error {
	from, to := Booked, Available
	if rented {
		from, to = Available, Booked
	}
	franchiseID, err := motorcycledb.New(tx).MoveStatus(ctx, motorcycledb.MoveStatusParams{
		ID: id, FromStatus: string(from), ToStatus: string(to), Now: s.clock.Now(),
	})
	if postgres.NoRows(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("set the motorcycle's status: %w", err)
	}
	return s.statusTx(ctx, tx, id, franchiseID, from, to)
}

// AdvanceOdometerTx notes what the meter of a motorcycle, whose calendar tx has locked, shows. It never goes back: returns
// ODOMETER_BACKWARDS, with what it showed last as "km".
func (s *Service) AdvanceOdometerTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, km int) error {
	q := motorcycledb.New(tx)
	advanced, err := q.AdvanceOdometer(ctx, motorcycledb.AdvanceOdometerParams{ID: id, Km: int32(km), Now: s.clock.Now()})
	if err != nil {
		return fmt.Errorf("note the meter of motorcycle %s: %w", id, err)
	}
	if advanced > 0 {
		return nil
	}
	shown, err := q.OdometerOf(ctx, id)
	if err != nil {
		return fmt.Errorf("read the meter of motorcycle %s: %w", id, err)
	}
	return errs.New(errs.Conflict, "ODOMETER_BACKWARDS", "km", int(*shown))
}

func (s *Service) card(row motorcycledb.ListCardsRow) (Card, error) {
	card := Card{
		ID: row.ID, Make: row.Make, Model: row.Model, Year: int(row.Year), Description: row.Description,
		Category: (*Category)(row.Category), Transmission: (*Transmission)(row.Transmission), DayPrice: row.BasePriceCentimes,
		FranchiseID: row.FranchiseID, FranchiseName: row.FranchiseName, Grace: s.franchises.Grace(row.GraceMinutes),
		Public: rents(Status(row.Status), row.FranchiseActive) && row.PointOpen,
		Place: Place{
			ID: row.FranchiseID, Kind: AtFranchise, Name: row.FranchiseName, Address: row.FranchiseAddress,
			Latitude: row.FranchiseLatitude, Longitude: row.FranchiseLongitude,
		},
	}
	if row.EngineSizeCc != nil {
		size := int(*row.EngineSizeCc)
		card.EngineSizeCC = &size
	}
	if row.ParkingPointID != nil {
		card.Place = Place{
			ID: *row.ParkingPointID, Kind: AtParkingPoint, Name: *row.PointName, Address: *row.PointAddress,
			Latitude: row.PointLatitude, Longitude: row.PointLongitude,
		}
	}
	var images []struct {
		ID      uuid.UUID
		URL     string
		Alt     string
		Primary bool
	}
	var features []struct {
		ID   uuid.UUID
		Name string
		Icon *string
	}
	if err := json.Unmarshal(row.Images, &images); err != nil {
		return Card{}, fmt.Errorf("read its images: %w", err)
	}
	if err := json.Unmarshal(row.Features, &features); err != nil {
		return Card{}, fmt.Errorf("read its features: %w", err)
	}
	card.Images, card.Features = make([]Image, len(images)), make([]Feature, len(features))
	for i, image := range images {
		card.Images[i] = Image{ID: image.ID, URL: image.URL, AltText: image.Alt, Primary: image.Primary}
	}
	for i, feature := range features {
		card.Features[i] = Feature{ID: feature.ID, Name: feature.Name, IconURL: feature.Icon}
	}
	return card, nil
}
