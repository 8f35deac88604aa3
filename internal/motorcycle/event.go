package motorcycle

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/event"
)

// What happens to the fleet, told in the transaction in which it does (specification section 3).
const (
	EventAdded         event.Type = "motorcycle.added"          // with Added
	EventStatusChanged event.Type = "motorcycle.status_changed" // with StatusChange
)

// Added is a new motorcycle.
type Added struct {
	Status Status `json:"status"`
}

// StatusChange is a motorcycle's way from one status to another.
type StatusChange struct {
	From Status `json:"from"`
	To   Status `json:"to"`
}

func (s *Service) publishTx(ctx context.Context, tx pgx.Tx, t event.Type, id, franchiseID uuid.UUID, payload any) error {
	return s.events.PublishTx(ctx, tx, event.Event{
		Type: t, At: s.clock.Now(), FranchiseID: &franchiseID, MotorcycleID: &id,
	}, payload)
}

// statusTx tells of a new status, if it is one.
func (s *Service) statusTx(ctx context.Context, tx pgx.Tx, id, franchiseID uuid.UUID, from, to Status) error {
	if from == to {
		return nil
	}
	return s.publishTx(ctx, tx, EventStatusChanged, id, franchiseID, StatusChange{From: from, To: to})
}
