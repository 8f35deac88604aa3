package user

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
)

// entity is what the audit log calls an account.
const entity = "user"

// personal are the fields of which the audit log says that they changed and not what they hold: it outlives accounts.
var personal = []string{"email", "firstName", "lastName", "phoneNumber", "identityCardFront", "identityCardCover", "identityCardNote"}

// hidden stands for a personal value.
const hidden = "***"

// recordTx writes what became of an account into the audit log; nil stands for one that is not there.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, action authz.Permission, was, is *User) error {
	row := is
	if row == nil {
		row = was
	}
	return s.recordForTx(ctx, tx, row.FranchiseID, action, was, is)
}

// recordForTx is recordTx for the administrators of another franchise than the account's.
func (s *Service) recordForTx(ctx context.Context, tx pgx.Tx, franchiseID *uuid.UUID, action authz.Permission, was, is *User) error {
	row := is
	if row == nil {
		row = was
	}
	changes := audit.Diff(was.snapshot(), is.snapshot())
	for _, field := range personal {
		if change, changed := changes[field]; changed {
			changes[field] = audit.Change{From: hide(change.From), To: hide(change.To)}
		}
	}
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: entity, EntityID: row.ID, FranchiseID: franchiseID, Changes: changes,
	})
}

// hide keeps whether there is a value.
func hide(value any) any {
	if text, optional := value.(*string); value == nil || optional && text == nil {
		return nil
	}
	return hidden
}

func (u *User) snapshot() map[string]any {
	if u == nil {
		return nil
	}
	return map[string]any{
		"email": u.Email, "firstName": u.FirstName, "lastName": u.LastName, "phoneNumber": u.PhoneNumber,
		"identityCardFront": u.IdentityCardFront, "identityCardCover": u.IdentityCardCover,
		"identityCardState": u.Card.State, "identityCardReason": u.Card.Reason, "identityCardNote": u.Card.Note,
		"blockedAt": u.BlockedAt, "blockedReason": u.BlockedReason, "role": u.Role, "franchiseId": u.FranchiseID, "language": u.Language,
	}
}

// RecordTx writes into the audit log that the owner of an account did something to it that has no values to tell: a
// password, an address. For package auth.
func (s *Service) RecordTx(ctx context.Context, tx pgx.Tx, action authz.Permission, u User) error {
	return audit.RecordTx(ctx, tx, audit.Entry{At: s.clock.Now(), Action: action, Entity: entity, EntityID: u.ID, FranchiseID: u.FranchiseID})
}
