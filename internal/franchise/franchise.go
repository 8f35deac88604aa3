// Package franchise holds the rental companies on the platform and the settings by which each rents: grace, turnaround,
// holds, cancellation ladder. Their fleets, places and extras are other packages'.
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

var statuses = []Status{Active, Inactive, Suspended, PendingApproval}

// Franchise is a franchise as anyone may see it: no commission rate (D19).
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
