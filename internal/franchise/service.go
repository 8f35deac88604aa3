package franchise

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/franchise/franchisedb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/event"
	"rihla/internal/platform/postgres"
	"rihla/internal/platform/week"
	"rihla/internal/pricing"
)

// Service reads and changes franchises.
type Service struct {
	db       *postgres.DB
	clock    clock.Clock
	defaults Defaults
	events   *event.Bus
}

// New returns the franchises in db; defaults stand for the settings that a franchise leaves open, and events is told of
// what happens to them.
func New(db *postgres.DB, clock clock.Clock, defaults Defaults, events *event.Bus) *Service {
	return &Service{db: db, clock: clock, defaults: defaults, events: events}
}

// Defaults are the platform's settings, which hold where a franchise has none of its own.
func (s *Service) Defaults() Defaults { return s.defaults }

// entity is what the audit log calls a franchise.
const entity = "franchise"

// Create adds a franchise. Returns VALIDATION and FRANCHISE_CODE_TAKEN.
func (s *Service) Create(ctx context.Context, in CreateInput) (Franchise, error) {
	if _, err := authz.Check(ctx, authz.FranchiseCreate); err != nil {
		return Franchise{}, err
	}
	wanted := in.franchise()
	var c errs.Collector
	wanted.check(&c)
	if err := c.Err(); err != nil {
		return Franchise{}, err
	}
	var created Franchise
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		a := wanted.Administration
		row, err := franchisedb.New(tx).InsertFranchise(ctx, franchisedb.InsertFranchiseParams{
			ID: uuid.Must(uuid.NewV7()), Name: wanted.Name, Code: wanted.Code, Status: string(a.Status), Address: wanted.Address,
			Latitude: wanted.Latitude, Longitude: wanted.Longitude, ContactEmail: wanted.ContactEmail, ContactPhone: wanted.ContactPhone,
			OperatingHours: wanted.OperatingHours.Column(), CommissionRate: a.CommissionRate, GraceMinutes: minutes(a.Grace),
			HoldAutonomMinutes: minutes(a.HoldAutonom), HoldDeliveryMinutes: minutes(a.HoldDelivery),
			TurnaroundMinutes: *minutes(&wanted.Settings.Turnaround), FullRefundHours: int32(wanted.Settings.Policy.FullHours),
			PartialRefundHours: int32(wanted.Settings.Policy.PartialHours), PartialRefundPercent: int32(wanted.Settings.Policy.Percent),
			Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("insert franchise: %w", wanted.refusal(err))
		}
		if created, err = s.administered(row); err != nil {
			return err
		}
		if err := s.publishTx(ctx, tx, EventCreated, created.ID, Created{Status: created.Administration.Status}); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.FranchiseCreate, nil, &created)
	})
	return created, err
}

// Update changes a franchise. A franchise administrator changes the contact details of its own; other members that it
// sends must be as they are (D18). Bookings keep the cancellation ladder and the price that they were made at. Returns
// ErrNotFound, VALIDATION, CHANGED_MEANWHILE and FRANCHISE_CODE_TAKEN.
func (s *Service) Update(ctx context.Context, id uuid.UUID, in UpdateInput) (Franchise, error) {
	scope, err := authz.Check(ctx, authz.FranchiseUpdate)
	if err != nil {
		return Franchise{}, err
	}
	var updated Franchise
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := s.lockTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		if err := audit.CheckFresh(ctx, tx, entity, id, in.Seen, was.Administration.UpdatedAt); err != nil {
			return err
		}
		wanted := in.apply(was)
		var c errs.Collector
		if scope.FranchiseID != nil {
			onlyContacts(&c, &was, &wanted)
		}
		wanted.check(&c)
		if err := c.Err(); err != nil {
			return err
		}
		a := wanted.Administration
		row, err := franchisedb.New(tx).UpdateFranchise(ctx, franchisedb.UpdateFranchiseParams{
			ID: id, Name: wanted.Name, Code: wanted.Code, Status: string(a.Status), Address: wanted.Address,
			Latitude: wanted.Latitude, Longitude: wanted.Longitude, ContactEmail: wanted.ContactEmail, ContactPhone: wanted.ContactPhone,
			OperatingHours: wanted.OperatingHours.Column(), CommissionRate: a.CommissionRate, GraceMinutes: minutes(a.Grace),
			HoldAutonomMinutes: minutes(a.HoldAutonom), HoldDeliveryMinutes: minutes(a.HoldDelivery),
			TurnaroundMinutes: *minutes(&wanted.Settings.Turnaround), FullRefundHours: int32(wanted.Settings.Policy.FullHours),
			PartialRefundHours: int32(wanted.Settings.Policy.PartialHours), PartialRefundPercent: int32(wanted.Settings.Policy.Percent),
			Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("update franchise: %w", wanted.refusal(err))
		}
		if updated, err = s.administered(row); err != nil {
			return err
		}
		if err := s.statusTx(ctx, tx, was, updated); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.FranchiseUpdate, &was, &updated)
	})
	return updated, err
}

// Delete removes a franchise on which nothing hangs; one that rented is made INACTIVE instead. Returns ErrNotFound and
// FRANCHISE_IN_USE.
func (s *Service) Delete(ctx context.Context, id uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.FranchiseDelete)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := s.lockTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		queries := franchisedb.New(tx)
		uses, err := queries.CountUses(ctx, id)
		if err != nil {
			return fmt.Errorf("count what hangs on the franchise: %w", err)
		}
		if uses != (franchisedb.CountUsesRow{}) {
			return errs.New(errs.Conflict, "FRANCHISE_IN_USE", "motorcycles", uses.Motorcycles, "bookings", uses.Bookings,
				"users", uses.Users, "parkingPoints", uses.ParkingPoints, "supplements", uses.Supplements, "features", uses.Features)
		}
		if err := queries.DeleteFranchise(ctx, id); err != nil {
			return fmt.Errorf("delete franchise: %w", err)
		}
		return s.recordTx(ctx, tx, authz.FranchiseDelete, &was, nil)
	})
}

// Get returns an active franchise as the public sees it, whoever asks, or ErrNotFound. Public.
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Franchise, error) {
	f, err := s.get(ctx, s.db, id)
	if err != nil {
		return Franchise{}, err
	}
	if f.Administration.Status != Active {
		return Franchise{}, ErrNotFound(id.String())
	}
	f.Administration = nil
	return f, nil
}

// View is Get with what the caller administers beside: franchises of any status, with their administration.
func (s *Service) View(ctx context.Context, id uuid.UUID) (Franchise, error) {
	if scope, err := authz.Check(ctx, authz.FranchiseGetByID); err == nil && scope.Allows(uuid.Nil, &id) {
		return s.get(ctx, s.db, id)
	}
	return s.Get(ctx, id)
}

// Mine returns the franchise that the caller administers.
func (s *Service) Mine(ctx context.Context) (Franchise, error) {
	id, err := mine(ctx)
	if err != nil {
		return Franchise{}, err
	}
	return s.get(ctx, s.db, id)
}

// mine is the franchise of a franchise administrator.
func mine(ctx context.Context) (uuid.UUID, error) {
	scope, err := authz.Check(ctx, authz.FranchiseMe)
	if err != nil {
		return uuid.Nil, err
	}
	if scope.FranchiseID == nil {
		return uuid.Nil, ErrNotFound("")
	}
	return *scope.FranchiseID, nil
}

// Settings returns what a franchise of any status rents by, or ErrNotFound. It asks for no permission: the caller has.
func (s *Service) Settings(ctx context.Context, id uuid.UUID) (Settings, error) {
	return s.SettingsTx(ctx, s.db, id)
}

// SettingsTx is Settings through a caller's transaction.
func (s *Service) SettingsTx(ctx context.Context, q franchisedb.DBTX, id uuid.UUID) (Settings, error) {
	f, err := s.get(ctx, q, id)
	return f.Settings, err
}

// Grace is a franchise's own grace, or the platform's when it has none (D2).
func (s *Service) Grace(minutes *int32) time.Duration { return orDefault(minutes, s.defaults.Grace) }

func (s *Service) get(ctx context.Context, q franchisedb.DBTX, id uuid.UUID) (Franchise, error) {
	row, err := franchisedb.New(q).GetFranchise(ctx, id)
	if postgres.NoRows(err) {
		return Franchise{}, ErrNotFound(id.String()).With(err)
	}
	if err != nil {
		return Franchise{}, fmt.Errorf("get franchise: %w", err)
	}
	return s.administered(row)
}

func (s *Service) lockTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, id uuid.UUID) (Franchise, error) {
	if !scope.Allows(uuid.Nil, &id) {
		return Franchise{}, ErrNotFound(id.String())
	}
	row, err := franchisedb.New(tx).LockFranchise(ctx, id)
	if postgres.NoRows(err) {
		return Franchise{}, ErrNotFound(id.String()).With(err)
	}
	if err != nil {
		return Franchise{}, fmt.Errorf("lock franchise: %w", err)
	}
	return s.administered(row)
}

// recordTx writes what became of a franchise into the audit log; nil stands for one that is not there.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, action authz.Permission, was, is *Franchise) error {
	row := is
	if row == nil {
		row = was
	}
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: entity, EntityID: row.ID, FranchiseID: &row.ID,
		Changes: audit.Diff(was.snapshot(), is.snapshot()),
	})
}

// administered is a row with its administration; what shows it to the public takes that away.
func (s *Service) administered(row franchisedb.Franchise) (Franchise, error) {
	hours, err := week.FromColumn(row.OperatingHours)
	if err != nil {
		return Franchise{}, fmt.Errorf("franchise %s: %w", row.ID, err)
	}
	rate, err := row.CommissionRate.Float64Value()
	if err != nil {
		return Franchise{}, fmt.Errorf("commission rate of franchise %s: %w", row.ID, err)
	}
	return Franchise{
		ID: row.ID, Name: row.Name, Code: row.Code, Address: row.Address, Latitude: row.Latitude, Longitude: row.Longitude,
		ContactEmail: row.ContactEmail, ContactPhone: row.ContactPhone, OperatingHours: hours,
		Settings: Settings{
			Grace:        s.Grace(row.GraceMinutes),
			Turnaround:   time.Duration(row.TurnaroundMinutes) * time.Minute,
			HoldAutonom:  orDefault(row.HoldAutonomMinutes, s.defaults.HoldAutonom),
			HoldDelivery: orDefault(row.HoldDeliveryMinutes, s.defaults.HoldDelivery),
			Policy: pricing.Policy{
				FullHours: int(row.FullRefundHours), PartialHours: int(row.PartialRefundHours), Percent: int(row.PartialRefundPercent),
			},
		},
		Administration: &Administration{
			Status: Status(row.Status), CommissionRate: rate.Float64, Grace: span(row.GraceMinutes), HoldAutonom: span(row.HoldAutonomMinutes),
			HoldDelivery: span(row.HoldDeliveryMinutes), CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
		},
	}, nil
}
