package supplement

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
	"rihla/internal/pricing"
	"rihla/internal/supplement/supplementdb"
)

// Service reads and changes extras.
type Service struct {
	db    *postgres.DB
	clock clock.Clock
}

// New returns the extras in db.
func New(db *postgres.DB, clock clock.Clock) *Service { return &Service{db: db, clock: clock} }

// entity is what the audit log calls an extra.
const entity = "supplement"

// CreateInput is a new extra.
type CreateInput struct {
	Name        string
	Description string
	Price       money.Amount
	PriceType   pricing.PriceType
	Inactive    bool
	Free        bool
	FranchiseID *uuid.UUID // nil: the whole platform's; a franchise administrator's own franchise
}

// Create adds an extra. Returns VALIDATION, FRANCHISE_NOT_FOUND and SUPPLEMENT_NAME_TAKEN.
func (s *Service) Create(ctx context.Context, in CreateInput) (Supplement, error) {
	scope, err := authz.Check(ctx, authz.SupplementCreate)
	if err != nil {
		return Supplement{}, err
	}
	if in.FranchiseID == nil {
		in.FranchiseID = scope.FranchiseID
	}
	if !scope.Allows(uuid.Nil, in.FranchiseID) {
		return Supplement{}, errNoFranchise(in.FranchiseID)
	}
	wanted := Supplement{
		Name: strings.TrimSpace(in.Name), Description: strings.TrimSpace(in.Description), Price: in.Price, PriceType: in.PriceType,
		Active: !in.Inactive, Free: in.Free, FranchiseID: in.FranchiseID,
	}
	if err := wanted.check(); err != nil {
		return Supplement{}, err
	}
	var created Supplement
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		row, err := supplementdb.New(tx).InsertSupplement(ctx, supplementdb.InsertSupplementParams{
			ID: uuid.Must(uuid.NewV7()), Name: wanted.Name, Description: wanted.Description, PriceCentimes: wanted.Price,
			PriceType: string(wanted.PriceType), IsActive: wanted.Active, IsFree: wanted.Free, FranchiseID: wanted.FranchiseID, Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("insert supplement: %w", wanted.refusal(err))
		}
		created = fromDB(row)
		return s.recordTx(ctx, tx, authz.SupplementCreate, nil, &created)
	})
	return created, err
}

// UpdateInput changes an extra: a nil field stays as it is.
type UpdateInput struct {
	Name        *string
	Description *string
	Price       *money.Amount
	PriceType   *pricing.PriceType
	Active      *bool
	Free        *bool
	FranchiseID **uuid.UUID
	// Seen is the extra's UpdatedAt as the caller knows it; nil: whatever it is.
	Seen *time.Time
}

// Update changes an extra; bookings keep the price they were made at. Returns ErrNotFound, VALIDATION,
// CHANGED_MEANWHILE, FRANCHISE_NOT_FOUND and SUPPLEMENT_NAME_TAKEN.
func (s *Service) Update(ctx context.Context, id uuid.UUID, in UpdateInput) (Supplement, error) {
	scope, err := authz.Check(ctx, authz.SupplementUpdate)
	if err != nil {
		return Supplement{}, err
	}
	var updated Supplement
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
		row, err := supplementdb.New(tx).UpdateSupplement(ctx, supplementdb.UpdateSupplementParams{
			ID: id, Name: wanted.Name, Description: wanted.Description, PriceCentimes: wanted.Price, PriceType: string(wanted.PriceType),
			IsActive: wanted.Active, IsFree: wanted.Free, FranchiseID: wanted.FranchiseID, Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("update supplement: %w", wanted.refusal(err))
		}
		updated = fromDB(row)
		return s.recordTx(ctx, tx, authz.SupplementUpdate, &was, &updated)
	})
	return updated, err
}

// Delete removes an extra that no booking has. Returns ErrNotFound and SUPPLEMENT_IN_USE.
func (s *Service) Delete(ctx context.Context, id uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.SupplementDelete)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		queries := supplementdb.New(tx)
		bookings, err := queries.CountBookingsOfSupplement(ctx, id)
		if err != nil {
			return fmt.Errorf("count bookings of supplement: %w", err)
		}
		if bookings > 0 {
			return errs.New(errs.Conflict, "SUPPLEMENT_IN_USE", "count", int(bookings))
		}
		if err := queries.DeleteSupplement(ctx, id); err != nil {
			return fmt.Errorf("delete supplement: %w", err)
		}
		return s.recordTx(ctx, tx, authz.SupplementDelete, &was, nil)
	})
}

// Get returns an extra: an active one to anybody, any other to whoever may see it. Returns ErrNotFound.
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Supplement, error) {
	row, err := supplementdb.New(s.db).GetSupplement(ctx, id)
	if postgres.NoRows(err) {
		return Supplement{}, ErrNotFound(id.String())
	}
	if err != nil {
		return Supplement{}, fmt.Errorf("get supplement: %w", err)
	}
	found := fromDB(row)
	if found.Active {
		return found, nil
	}
	if scope, err := authz.Check(ctx, authz.SupplementGetByID); err != nil || !scope.Allows(uuid.Nil, found.FranchiseID) {
		return Supplement{}, ErrNotFound(id.String())
	}
	return found, nil
}

// ForQuote returns the extras of a rental: every free one that the franchise has, and the chosen ones by ids. An id
// that is unknown, inactive or another franchise's is ErrNotFound. It asks for no permission: quotes are public.
func (s *Service) ForQuote(ctx context.Context, franchiseID uuid.UUID, ids []uuid.UUID) ([]Supplement, error) {
	rows, err := supplementdb.New(s.db).SupplementsForQuote(ctx, supplementdb.SupplementsForQuoteParams{FranchiseID: &franchiseID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("supplements for a quote: %w", err)
	}
	for _, id := range ids {
		if !slices.ContainsFunc(rows, func(row supplementdb.Supplement) bool { return row.ID == id }) {
			return nil, ErrNotFound(id.String())
		}
	}
	return allFromDB(rows), nil
}

// apply returns was with the changes of in.
func (in UpdateInput) apply(was Supplement) Supplement {
	if in.Name != nil {
		was.Name = strings.TrimSpace(*in.Name)
	}
	if in.Description != nil {
		was.Description = strings.TrimSpace(*in.Description)
	}
	set(&was.Price, in.Price)
	set(&was.PriceType, in.PriceType)
	set(&was.Active, in.Active)
	set(&was.Free, in.Free)
	set(&was.FranchiseID, in.FranchiseID)
	return was
}

func set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}

// check holds the rules of specification section 5.
func (s Supplement) check() error {
	var c errs.Collector
	check.Text(&c, "name", s.Name, 1, 255)
	check.Text(&c, "description", s.Description, 0, 2000)
	c.Check(s.Price >= 1, "price", "TOO_SMALL", "min", "0.01")
	c.Check(s.Price <= money.Max, "price", "TOO_LARGE", "max", money.Max.String())
	check.Choice(&c, "priceType", s.PriceType, []pricing.PriceType{pricing.PerRental, pricing.PerDay})
	return c.Err()
}

// refusal gives the database's refusal of s its meaning.
func (s Supplement) refusal(err error) error {
	switch {
	case postgres.Violates(err, "supplements_franchise_id_fkey"):
		return errNoFranchise(s.FranchiseID)
	case postgres.Violates(err, "supplements_name_key"):
		return errs.New(errs.Conflict, "SUPPLEMENT_NAME_TAKEN", "name", s.Name).With(err)
	default:
		return err
	}
}

func lockTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, id uuid.UUID) (Supplement, error) {
	row, err := supplementdb.New(tx).LockSupplement(ctx, id)
	if err != nil && !postgres.NoRows(err) {
		return Supplement{}, fmt.Errorf("lock supplement: %w", err)
	}
	if err != nil || !scope.Allows(uuid.Nil, row.FranchiseID) {
		return Supplement{}, ErrNotFound(id.String())
	}
	return fromDB(row), nil
}

// recordTx writes what became of an extra into the audit log; nil stands for one that is not there.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, action authz.Permission, was, is *Supplement) error {
	row := is
	if row == nil {
		row = was
	}
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: entity, EntityID: row.ID, FranchiseID: row.FranchiseID,
		Changes: audit.Diff(was.snapshot(), is.snapshot()),
	})
}

func (s *Supplement) snapshot() map[string]any {
	if s == nil {
		return nil
	}
	return map[string]any{
		"name": s.Name, "description": s.Description, "price": s.Price, "priceType": s.PriceType, "isActive": s.Active, "isFree": s.Free,
		"franchiseId": s.FranchiseID,
	}
}

func allFromDB(rows []supplementdb.Supplement) []Supplement {
	list := make([]Supplement, len(rows))
	for i, row := range rows {
		list[i] = fromDB(row)
	}
	return list
}

func fromDB(row supplementdb.Supplement) Supplement {
	return Supplement{
		ID: row.ID, Name: row.Name, Description: row.Description, Price: row.PriceCentimes, PriceType: pricing.PriceType(row.PriceType),
		Active: row.IsActive, Free: row.IsFree, FranchiseID: row.FranchiseID, CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
	}
}

func errNoFranchise(id *uuid.UUID) error {
	named := ""
	if id != nil {
		named = id.String()
	}
	return errs.New(errs.NotFound, "FRANCHISE_NOT_FOUND", "id", named)
}
