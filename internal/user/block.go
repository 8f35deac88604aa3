package user

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/user/userdb"
)

// ErrBlocked is what whoever is blocked is told when signing in.
var ErrBlocked = errs.New(errs.Forbidden, "ACCOUNT_BLOCKED")

// maxReason bounds why somebody is blocked, in characters.
const maxReason = 500

// Administered returns an account that the caller may do something about by a permission of staff: a franchise
// administrator's are those of its franchise, administrators of the platform excepted. Returns ErrNotFound.
func (s *Service) Administered(ctx context.Context, permission authz.Permission, id uuid.UUID) (User, error) {
	scope, err := authz.Check(ctx, permission)
	if err != nil {
		return User{}, err
	}
	found, err := s.ByID(ctx, id)
	if err == nil && !reaches(scope, found) {
		err = ErrNotFound
	}
	return found, err
}

// Block keeps somebody from signing in, signs them out everywhere and notes why; what is booked stays booked. Who is
// blocked already gets the new reason. Returns ErrNotFound, VALIDATION, ErrOwnAccount and ErrLastAdmin.
func (s *Service) Block(ctx context.Context, id uuid.UUID, reason string) (User, error) {
	reason = strings.TrimSpace(reason)
	var c errs.Collector
	check.Text(&c, "reason", reason, 0, maxReason)
	if err := c.Err(); err != nil {
		return User{}, err
	}
	return s.setBlock(ctx, id, func(ctx context.Context, tx pgx.Tx, was User) (userdb.SetBlockedParams, error) {
		at := s.clock.Now()
		params := userdb.SetBlockedParams{ID: id, BlockedAt: &at, BlockedReason: &reason, Now: at}
		if was.BlockedAt != nil {
			params.BlockedAt = was.BlockedAt
		}
		switch {
		case authz.From(ctx).UserID == id:
			return params, ErrOwnAccount
		case was.Role == authz.Admin && was.BlockedAt == nil:
			if err := notLastAdminTx(ctx, tx); err != nil {
				return params, err
			}
		}
		return params, s.sessions.EndAllTx(ctx, tx, id)
	})
}

// Unblock lets somebody sign in again. Returns ErrNotFound.
func (s *Service) Unblock(ctx context.Context, id uuid.UUID) (User, error) {
	return s.setBlock(ctx, id, func(context.Context, pgx.Tx, User) (userdb.SetBlockedParams, error) {
		return userdb.SetBlockedParams{ID: id, Now: s.clock.Now()}, nil
	})
}

func (s *Service) setBlock(ctx context.Context, id uuid.UUID, decide func(context.Context, pgx.Tx, User) (userdb.SetBlockedParams, error)) (User, error) {
	scope, err := authz.Check(ctx, authz.UserBlock)
	if err != nil {
		return User{}, err
	}
	var is User
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		params, err := decide(ctx, tx, was)
		if err != nil {
			return err
		}
		row, err := userdb.New(tx).SetBlocked(ctx, params)
		if err != nil {
			return fmt.Errorf("block user %s: %w", id, err)
		}
		is = fromRow(row)
		return s.recordTx(ctx, tx, authz.UserBlock, &was, &is)
	})
	return is, err
}
