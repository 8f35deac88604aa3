package user

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
	"rihla/internal/user/userdb"
)

// Orders of the list.
var Orders = listing.Orders{
	"firstName": "lower(u.first_name)", "lastName": "lower(u.last_name)", "email": "lower(u.email)", "phoneNumber": "u.phone_number",
	"role": "u.role", "identityCardSince": "u.identity_card_since", "franchiseId": "u.franchise_id", "language": "u.language", "createdAt": "u.created_at", "updatedAt": "u.updated_at",
}

// ListInput narrows the list of accounts; nil and empty fields do not.
type ListInput struct {
	Page listing.Page
	// Search is part of a name, an address or a telephone number; the others are part of their field.
	Search    string
	Email     string
	FirstName string
	LastName  string
	Role      authz.Role
	// CardState is how far the check of the identity card is.
	CardState CardState
	// FranchiseID is for accounts of this franchise.
	FranchiseID *uuid.UUID
	// The instants between which accounts were made, both included.
	CreatedAfter, CreatedBefore *time.Time
}

// List returns a page of the accounts that the caller may read, the newest first, and how many there are.
func (s *Service) List(ctx context.Context, in ListInput) ([]User, listing.Total, error) {
	q, err := in.query(ctx)
	if err != nil {
		return nil, listing.Total{}, err
	}
	rows, total, err := listing.Read[userdb.User](ctx, s.db, q, in.Page)
	users := make([]User, len(rows))
	for i, row := range rows {
		users[i] = fromRow(row)
	}
	return users, total, err
}

// Export hands every account that List would page through to yield.
func (s *Service) Export(ctx context.Context, in ListInput, yield func(User) error) error {
	q, err := in.query(ctx)
	if err != nil {
		return err
	}
	return listing.Each(ctx, s.db, q, in.Page.Sort, func(row userdb.User) error { return yield(fromRow(row)) })
}

func (in ListInput) query(ctx context.Context) (listing.Query, error) {
	scope, err := authz.Check(ctx, authz.UserList)
	if err != nil {
		return listing.Query{}, err
	}
	rows := listing.Select("u.*").From("users u").Where("u.deleted_at is null")
	if scope.FranchiseID != nil {
		// Whoever has booked at a franchise is known to it. The database keeps who has (migration 50).
		franchise := rows.Var(*scope.FranchiseID)
		rows.Where(`u.role <> 'ADMIN'`, `(u.role = 'CUSTOMER' or u.franchise_id = `+franchise+`)`,
			`u.id in (select id from users where franchise_id = `+franchise+`
				union all select user_id from franchise_customers where franchise_id = `+franchise+`)`)
	}
	listing.Contains(rows, in.Search, "u.first_name", "u.last_name", "u.email", "u.phone_number")
	listing.Contains(rows, in.Email, "u.email")
	listing.Contains(rows, in.FirstName, "u.first_name")
	listing.Contains(rows, in.LastName, "u.last_name")
	var c errs.Collector
	if in.Role != "" {
		check.Choice(&c, "role", in.Role, authz.Roles)
		rows.Where(rows.Equal("u.role", in.Role))
	}
	if in.CardState != "" {
		check.Choice(&c, "identityCardState", in.CardState, CardStates)
		rows.Where(rows.Equal("u.identity_card_state", in.CardState))
	}
	if err := c.Err(); err != nil {
		return listing.Query{}, err
	}
	listing.Equals(rows, "u.franchise_id", in.FranchiseID)
	listing.AtLeast(rows, "u.created_at", in.CreatedAfter)
	listing.AtMost(rows, "u.created_at", in.CreatedBefore)
	return listing.Query{Rows: rows, Orders: Orders, Default: "-createdAt", Key: "u.id"}, nil
}
