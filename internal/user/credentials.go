package user

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/postgres"
	"rihla/internal/user/userdb"
)

// What package auth keeps in an account. None of it asks for a permission: auth has proven who asks.

// CredentialsByEmail returns the account with an address, in whatever capitals, or ErrNotFound. Its caller must not let
// anybody see the difference.
func (s *Service) CredentialsByEmail(ctx context.Context, email string) (Credentials, error) {
	row, err := userdb.New(s.db).GetUserByEmail(ctx, strings.TrimSpace(email))
	return credentials(row, err)
}

// CredentialsByID returns an account, or ErrNotFound.
func (s *Service) CredentialsByID(ctx context.Context, id uuid.UUID) (Credentials, error) {
	row, err := userdb.New(s.db).GetUser(ctx, id)
	return credentials(row, err)
}

func credentials(row userdb.User, err error) (Credentials, error) {
	if postgres.NoRows(err) {
		return Credentials{}, ErrNotFound
	}
	if err != nil {
		return Credentials{}, fmt.Errorf("get credentials: %w", err)
	}
	return Credentials{User: fromRow(row), PasswordHash: row.PasswordHash}, nil
}

// LockTx makes whoever else would change an account wait until the transaction ends. Returns ErrNotFound.
func (s *Service) LockTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	_, err := lockTx(ctx, tx, authz.Filter{}, id)
	return err
}

// HoldTx keeps credentials as they are until the transaction ends. Returns ErrNotFound when the password was changed or
// the account erased since they were read.
func (s *Service) HoldTx(ctx context.Context, tx pgx.Tx, c Credentials) error {
	_, err := userdb.New(tx).HoldCredentials(ctx, userdb.HoldCredentialsParams{ID: c.User.ID, PasswordHash: c.PasswordHash})
	if postgres.NoRows(err) {
		return ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("hold credentials: %w", err)
	}
	return nil
}

// ReplaceHashTx stores a stronger hash of the same password, unless the password was changed since it was read.
func (s *Service) ReplaceHashTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, oldHash, newHash string) error {
	_, err := userdb.New(tx).ReplacePasswordHash(ctx, userdb.ReplacePasswordHashParams{ID: id, OldHash: oldHash, NewHash: newHash})
	if err != nil {
		return fmt.Errorf("replace password hash: %w", err)
	}
	return nil
}

// SetHashTx stores the hash of a new password. Returns ErrNotFound when the password was changed or the account erased
// since the credentials were read.
func (s *Service) SetHashTx(ctx context.Context, tx pgx.Tx, c Credentials, hash string) error {
	rows, err := userdb.New(tx).SetPasswordHash(ctx, userdb.SetPasswordHashParams{
		ID: c.User.ID, OldHash: c.PasswordHash, NewHash: hash, Now: s.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("set password hash: %w", err)
	}
	if rows == 0 {
		return ErrNotFound
	}
	return nil
}

// SetEmailTx gives an account an address that is proven to be its owner's. Returns ErrNotFound and ErrEmailTaken.
func (s *Service) SetEmailTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, email string) (User, error) {
	row, err := userdb.New(tx).SetEmail(ctx, userdb.SetEmailParams{ID: id, Email: email, Now: s.clock.Now()})
	if postgres.NoRows(err) {
		return User{}, ErrNotFound
	}
	if err != nil {
		return User{}, fmt.Errorf("set e-mail address: %w", refusal(err, nil))
	}
	u := fromRow(row)
	return u, s.publishTx(ctx, tx, u, "email")
}

// VerifyEmailTx notes that an address is proven to be its owner's; one that the account has no more changes nothing.
func (s *Service) VerifyEmailTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, email string) error {
	if err := userdb.New(tx).VerifyEmail(ctx, userdb.VerifyEmailParams{ID: id, Email: email, Now: s.clock.Now()}); err != nil {
		return fmt.Errorf("verify e-mail address: %w", err)
	}
	return nil
}
