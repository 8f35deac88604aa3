package user

import (
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/audit"
	"rihla/internal/platform/event"
)

// EventProfileUpdated tells that an account says something else than before, with Profile (specification section 3).
const EventProfileUpdated event.Type = "user.profile_updated"

// Profile names what of an account has changed. What it holds now is not told: events outlive accounts.
type Profile struct {
	Fields []string `json:"fields"`
}

// profileTx tells of what has changed between was and is, if anything has.
func (s *Service) profileTx(ctx context.Context, tx pgx.Tx, was, is User) error {
	changed := audit.Diff(was.snapshot(), is.snapshot())
	if len(changed) == 0 {
		return nil
	}
	return s.publishTx(ctx, tx, is, slices.Sorted(maps.Keys(changed))...)
}

func (s *Service) publishTx(ctx context.Context, tx pgx.Tx, u User, fields ...string) error {
	return s.events.PublishTx(ctx, tx, event.Event{
		Type: EventProfileUpdated, At: s.clock.Now(), FranchiseID: u.FranchiseID, UserID: &u.ID,
	}, Profile{Fields: fields})
}
