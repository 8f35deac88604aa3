package supplement

import (
	"context"

	"github.com/google/uuid"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/listing"
	"rihla/internal/pricing"
	"rihla/internal/supplement/supplementdb"
)

// Orders of the lists.
var Orders = listing.Orders{
	"name": "lower(name)", "price": "price_centimes", "priceType": "price_type", "isActive": "is_active", "isFree": "is_free",
	"createdAt": "created_at", "updatedAt": "updated_at",
	// The order of the booking form: what is free first, then from the cheapest.
	"catalogue": "(not is_free, price_centimes, lower(name))",
}

// ListInput narrows a list of extras; nil and empty fields do not.
type ListInput struct {
	Page listing.Page
	// FranchiseID is for this franchise's extras; the public list has the platform's too.
	FranchiseID *uuid.UUID
	// Search is part of a name or description, Name of a name.
	Search    string
	Name      string
	PriceType pricing.PriceType
	Active    *bool
	Free      *bool
}

// List returns a page of the active extras of active franchises and of the platform, the free ones first, and how many
// there are. Public.
func (s *Service) List(ctx context.Context, in ListInput) ([]Supplement, listing.Total, error) {
	active := true
	q := in.query(&active, "catalogue")
	q.Rows.Where("(franchise_id is null or franchise_id in (select id from franchises where status = 'ACTIVE'))")
	if in.FranchiseID != nil {
		q.Rows.Where(q.Rows.Or("franchise_id is null", q.Rows.Equal("franchise_id", *in.FranchiseID)))
	}
	return s.read(ctx, q, in.Page)
}

// ListAll returns a page of the extras that the caller administers, inactive ones included, and how many there are; a
// franchise administrator sees the platform's beside its own.
func (s *Service) ListAll(ctx context.Context, in ListInput) ([]Supplement, listing.Total, error) {
	q, err := in.administered(ctx)
	if err != nil {
		return nil, listing.Total{}, err
	}
	return s.read(ctx, q, in.Page)
}

// Export hands every extra that ListAll would page through to yield.
func (s *Service) Export(ctx context.Context, in ListInput, yield func(Supplement) error) error {
	q, err := in.administered(ctx)
	if err != nil {
		return err
	}
	return listing.Each(ctx, s.db, q, in.Page.Sort, func(row supplementdb.Supplement) error { return yield(fromDB(row)) })
}

func (in ListInput) administered(ctx context.Context) (listing.Query, error) {
	scope, err := authz.Check(ctx, authz.SupplementList)
	if err != nil {
		return listing.Query{}, err
	}
	q := in.query(in.Active, "name")
	if scope.FranchiseID != nil {
		q.Rows.Where(q.Rows.Or("franchise_id is null", q.Rows.Equal("franchise_id", *scope.FranchiseID)))
	}
	listing.Equals(q.Rows, "franchise_id", in.FranchiseID)
	return q, nil
}

func (in ListInput) query(active *bool, order string) listing.Query {
	rows := listing.Select("*").From("supplements")
	listing.Contains(rows, in.Search, "name", "description")
	listing.Contains(rows, in.Name, "name")
	listing.Equals(rows, "is_active", active)
	listing.Equals(rows, "is_free", in.Free)
	if in.PriceType != "" {
		rows.Where(rows.Equal("price_type", in.PriceType))
	}
	return listing.Query{Rows: rows, Orders: Orders, Default: order, Key: "id"}
}

func (s *Service) read(ctx context.Context, q listing.Query, page listing.Page) ([]Supplement, listing.Total, error) {
	rows, total, err := listing.Read[supplementdb.Supplement](ctx, s.db, q, page)
	return allFromDB(rows), total, err
}
