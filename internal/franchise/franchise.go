// Package franchise holds the rental companies on the platform, the settings by which each rents (grace, turnaround,
// holds, cancellation ladder) and what they earned. Their fleets, places and extras are other packages'.
package franchise

import (
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/week"
	"rihla/internal/pricing"
)

// Status says whether a franchise rents (specification section 3).
type Status string

// The statuses. Only an ACTIVE franchise is public and rents.
const (
	Active          Status = "ACTIVE"
	Inactive        Status = "INACTIVE"
	Suspended       Status = "SUSPENDED"
	PendingApproval Status = "PENDING_APPROVAL"
)

// Statuses lists them all.
var Statuses = []Status{Active, Inactive, Suspended, PendingApproval}

// Franchise is a franchise.
type Franchise struct {
	ID             uuid.UUID
	Name           string
	Code           string
	Address        string
	Latitude       *float64
	Longitude      *float64
	ContactEmail   string
	ContactPhone   string
	OperatingHours week.Hours
	Settings       Settings
	// Administration is nil for who may not read it (D19).
	Administration *Administration
}

// Administration is what only those who administer a franchise read of it.
type Administration struct {
	Status Status
	// CommissionRate is the platform's part of what a franchise earns, 0 to 1.
	CommissionRate float64
	// Grace, HoldAutonom and HoldDelivery are the franchise's own settings; nil: the platform's hold.
	Grace, HoldAutonom, HoldDelivery *time.Duration
	CreatedAt, UpdatedAt             time.Time
}

// Settings are what a franchise rents by, the platform's settings filled in where it has none of its own.
type Settings struct {
	// Grace is how long past the last full day is not billed (D2).
	Grace time.Duration
	// Turnaround is how long a motorcycle stays taken after a rental (D28).
	Turnaround time.Duration
	// HoldAutonom and HoldDelivery are how long an unpaid booking of each type keeps its motorcycle (D7).
	HoldAutonom, HoldDelivery time.Duration
	// Policy is the cancellation ladder (D10).
	Policy pricing.Policy
}

// Defaults are the platform's settings.
type Defaults struct {
	Grace, HoldAutonom, HoldDelivery time.Duration
}

// Seed are the defaults that the specification and its decisions name (D2, D7).
var Seed = Defaults{Grace: 24 * time.Hour, HoldAutonom: 15 * time.Minute, HoldDelivery: 24 * time.Hour}

// ErrNotFound says that there is no such franchise, or none that the caller may see.
func ErrNotFound(id string) *errs.Error {
	return errs.New(errs.NotFound, "FRANCHISE_NOT_FOUND", "id", id)
}
