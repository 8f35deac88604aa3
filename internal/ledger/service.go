package ledger

import (
	"log/slog"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
)

// Service reads the books: the check, and what they say of a franchise. Posting is done by the functions that end in Tx.
type Service struct {
	db     *postgres.DB
	clock  clock.Clock
	log    *slog.Logger
	gauges Gauges
}

// Gauges are told the outcome of each nightly check.
type Gauges struct {
	// Unbalanced takes how many disagreements there are, Checked when that was found out, in seconds since 1970.
	Unbalanced, Checked func(float64)
}

// New returns the service.
func New(db *postgres.DB, clock clock.Clock, log *slog.Logger, gauges Gauges) *Service {
	return &Service{db: db, clock: clock, log: log, gauges: gauges}
}
