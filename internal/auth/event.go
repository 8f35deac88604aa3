package auth

import (
	"context"

	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/event"
	"rihla/internal/user"
)

// What people do at the door, told in the transaction in which they do it (specification section 3).
const (
	// EventRegistered tells that a visitor has made an account. One that staff made is not among them.
	EventRegistered event.Type = "user.registered"
	EventLoggedIn   event.Type = "user.logged_in"
)

func (s *Service) publishTx(ctx context.Context, tx pgx.Tx, t event.Type, u user.User) error {
	return s.events.PublishTx(ctx, tx, event.Event{
		Type: t, At: s.clock.Now(), FranchiseID: u.FranchiseID, UserID: &u.ID,
	}, struct{}{})
}
