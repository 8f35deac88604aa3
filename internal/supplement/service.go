package supplement

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
	"rihla/internal/pricing"
	"rihla/internal/supplement/supplementdb"
)

// Service reads and creates extras.
type Service struct {
	db    *postgres.DB
	clock clock.Clock
}

// New returns the extras in db.
func New(db *postgres.DB, clock clock.Clock) *Service { return &Service{db: db, clock: clock} }

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
	in.Name = strings.TrimSpace(in.Name)
	var c errs.Collector
	check.Text(&c, "name", in.Name, 1, 255)
	check.Text(&c, "description", in.Description, 0, 2000)
	c.Check(in.Price >= 1, "price", "TOO_SMALL", "min", "0.01")
	c.Check(in.Price <= money.Max, "price", "TOO_LARGE", "max", money.Max.String())
	check.Choice(&c, "priceType", in.PriceType, []pricing.PriceType{pricing.PerRental, pricing.PerDay})
	if err := c.Err(); err != nil {
		return Supplement{}, err
	}
	row, err := supplementdb.New(s.db).InsertSupplement(ctx, supplementdb.InsertSupplementParams{
		ID: uuid.Must(uuid.NewV7()), Name: in.Name, Description: in.Description, PriceCentimes: in.Price,
		PriceType: string(in.PriceType), IsActive: !in.Inactive, IsFree: in.Free, FranchiseID: in.FranchiseID, Now: s.clock.Now(),
	})
	if postgres.Violates(err, "supplements_franchise_id_fkey") {
		return Supplement{}, errNoFranchise(in.FranchiseID)
	}
	if err != nil {
		return Supplement{}, fmt.Errorf("insert supplement: %w", postgres.Translate(err))
	}
	return fromDB(row), nil
}

// ListInput narrows a list of extras.
type ListInput struct {
	FranchiseID *uuid.UUID // the platform's extras are in too
	Free        *bool
	Page, Limit int
}

// List returns a page of the active extras, the free ones first, and how many there are. Public.
func (s *Service) List(ctx context.Context, in ListInput) ([]Supplement, int, error) {
	q := supplementdb.New(s.db)
	rows, err := q.ListActiveSupplements(ctx, supplementdb.ListActiveSupplementsParams{
		FranchiseID: in.FranchiseID, IsFree: in.Free, MaxRows: int32(in.Limit), Skip: int32(in.Page-1) * int32(in.Limit),
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list supplements: %w", err)
	}
	total, err := q.CountActiveSupplements(ctx, supplementdb.CountActiveSupplementsParams{FranchiseID: in.FranchiseID, IsFree: in.Free})
	if err != nil {
		return nil, 0, fmt.Errorf("count supplements: %w", err)
	}
	return allFromDB(rows), int(total), nil
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
		Active: row.IsActive, Free: row.IsFree, FranchiseID: row.FranchiseID,
	}
}

func errNoFranchise(id *uuid.UUID) error {
	named := ""
	if id != nil {
		named = id.String()
	}
	return errs.New(errs.NotFound, "FRANCHISE_NOT_FOUND", "id", named)
}
