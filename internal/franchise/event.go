package franchise

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/event"
)

// What happens to franchises, told in the transaction in which it does (specification section 3).
const (
	EventCreated       event.Type = "franchise.created"        // with Created
	EventStatusChanged event.Type = "franchise.status_changed" // with StatusChange
)

// Created is what a franchise began as.
type Created struct {
	Status Status `json:"status"`
}

// StatusChange is a franchise's way from one status to another.
type StatusChange struct {
	From Status `json:"from"`
	To   Status `json:"to"`
}

// Approved tells whether a franchise may rent for the first time.
func (c StatusChange) Approved() bool { return c.From == PendingApproval && c.To == Active }

func (s *Service) publishTx(ctx context.Context, tx pgx.Tx, t event.Type, id uuid.UUID, payload any) error {
	return s.events.PublishTx(ctx, tx, event.Event{Type: t, At: s.clock.Now(), FranchiseID: &id}, payload)
}

// statusTx tells of a new status, if it is one.
func (s *Service) statusTx(ctx context.Context, tx pgx.Tx, was, is Franchise) error {
	change := StatusChange{From: was.Administration.Status, To: is.Administration.Status}
	if change.From == change.To {
		return nil
	}
	return s.publishTx(ctx, tx, EventStatusChanged, is.ID, change)
}
