package franchise

import (
	"context"

	"rihla/internal/franchise/franchisedb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
)

// orders of the list; those of staffOrders are for staff alone.
var (
	orders      = listing.Orders{"name": "lower(name)", "code": "code"}
	staffOrders = listing.Orders{
		"name": "lower(name)", "code": "code", "status": "status", "commissionRate": "commission_rate", "contactEmail": "lower(contact_email)",
		"createdAt": "created_at", "updatedAt": "updated_at",
	}
)

// ListInput narrows a list of franchises; nil and empty fields do not.
type ListInput struct {
	Page listing.Page
	// Search is part of a name, a code, an address or an e-mail address; Name part of a name, Code of a code.
	Search, Name, Code string
	// Statuses are for staff; the public sees active franchises.
	Statuses []Status
}

// List returns a page of franchises by name, and how many there are: the active ones as the public sees them, and to
// staff those that they administer, with their administration. Returns VALIDATION.
func (s *Service) List(ctx context.Context, in ListInput) ([]Franchise, listing.Total, error) {
	scope, err := authz.Check(ctx, authz.FranchiseList)
	staff := err == nil
	q, err := in.query(scope, staff)
	if err != nil {
		return nil, listing.Total{}, err
	}
	rows, total, err := listing.Read[franchisedb.Franchise](ctx, s.db, q, in.Page)
	if err != nil {
		return nil, listing.Total{}, err
	}
	list := make([]Franchise, len(rows))
	for i, row := range rows {
		if list[i], err = s.administered(row); err != nil {
			return nil, listing.Total{}, err
		}
		if !staff {
			list[i].Administration = nil
		}
	}
	return list, total, nil
}

// Export hands every franchise that List would page through for staff to yield.
func (s *Service) Export(ctx context.Context, in ListInput, yield func(Franchise) error) error {
	scope, err := authz.Check(ctx, authz.FranchiseList)
	if err != nil {
		return err
	}
	q, err := in.query(scope, true)
	if err != nil {
		return err
	}
	return listing.Each(ctx, s.db, q, in.Page.Sort, func(row franchisedb.Franchise) error {
		f, err := s.administered(row)
		if err != nil {
			return err
		}
		return yield(f)
	})
}

func (in ListInput) query(scope authz.Filter, staff bool) (listing.Query, error) {
	var c errs.Collector
	for _, status := range in.Statuses {
		check.Choice(&c, "status", status, Statuses)
	}
	rows := listing.Select("*").From("franchises")
	q := listing.Query{Rows: rows, Orders: orders, Default: "name", Key: "id"}
	statuses := []Status{Active}
	searched := []string{"name", "code", "address"}
	if staff {
		statuses, q.Orders = in.Statuses, staffOrders
		searched = append(searched, "contact_email")
	}
	listing.AnyOf(rows, "status", statuses)
	listing.Equals(rows, "id", scope.FranchiseID)
	listing.Contains(rows, in.Search, searched...)
	listing.Contains(rows, in.Name, "name")
	listing.Contains(rows, in.Code, "code")
	return q, c.Err()
}
