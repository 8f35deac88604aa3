package booking

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"rihla/internal/booking/bookingdb"
)

// Customer is whose booking it is, as its parties see them.
type Customer struct {
	ID                         uuid.UUID
	FirstName, LastName, Email string
	PhoneNumber                *string
}

// Lender is the franchise that a booking is with, as its parties see it.
type Lender struct {
	ID                               uuid.UUID
	Name, ContactEmail, ContactPhone string
}

// Customers returns the people with ids. It asks for no permission: the caller came by the ids in a permitted way.
func (s *Service) Customers(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Customer, error) {
	rows, err := bookingdb.New(s.db).ListCustomers(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the customers of bookings: %w", err)
	}
	out := make(map[uuid.UUID]Customer, len(rows))
	for _, row := range rows {
		out[row.ID] = Customer(row)
	}
	return out, nil
}

// Lenders returns the franchises with ids; as Customers.
func (s *Service) Lenders(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Lender, error) {
	rows, err := bookingdb.New(s.db).ListLenders(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the franchises of bookings: %w", err)
	}
	out := make(map[uuid.UUID]Lender, len(rows))
	for _, row := range rows {
		out[row.ID] = Lender(row)
	}
	return out, nil
}
