// Package supplement holds the extras of a rental: the free ones that come with every rental and the paid ones to
// choose from. What they cost in a rental is computed by package pricing.
package supplement

import (
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
)

// Supplement is an extra.
type Supplement struct {
	ID          uuid.UUID
	Name        string
	Description string
	// Price is the price of one, for the rental or for a day of it. A free one is never charged for.
	Price     money.Amount
	PriceType pricing.PriceType
	Active    bool
	Free      bool
	// FranchiseID is nil for an extra of the whole platform.
	FranchiseID          *uuid.UUID
	CreatedAt, UpdatedAt time.Time
}

// ErrNotFound says that there is no such extra, or none to be had at that franchise.
func ErrNotFound(id string) *errs.Error {
	return errs.New(errs.NotFound, "SUPPLEMENT_NOT_FOUND", "id", id)
}
