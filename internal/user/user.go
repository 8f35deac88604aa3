// Package user holds accounts: who somebody is, which role and franchise they have, and the rules that an account's
// fields keep (specification section 5). How somebody proves to be that person (passwords, sessions, tokens) is
// package auth's; nothing here compares or derives a password, and no password hash leaves in a User.
package user

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// User is an account as it may be shown to its owner.
type User struct {
	ID          uuid.UUID
	Email       string // as typed; compared without regard to capitals
	FirstName   string
	LastName    string
	PhoneNumber *string
	Role        authz.Role
	FranchiseID *uuid.UUID
	Language    i18n.Language
	// Addresses of the two sides of the identity card.
	IdentityCardFront *string
	IdentityCardCover *string
	Card              Card
	EmailVerifiedAt   *time.Time
	// BlockedAt is since when nobody may sign in with it, BlockedReason why; nil: they may.
	BlockedAt     *time.Time
	BlockedReason *string
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// Name is how a mail addresses the user.
func (u User) Name() string { return u.FirstName + " " + u.LastName }

// Credentials are an account with what its password is checked against. For package auth.
type Credentials struct {
	User         User
	PasswordHash string
}

// Hasher turns a password into the text that is stored. Package auth has the one that the product uses.
type Hasher interface {
	Hash(ctx context.Context, password string) (string, error)
}

// Sessions are what people are signed in with. Package auth has the ones that the product uses.
type Sessions interface {
	// EndAllTx signs a user out everywhere.
	EndAllTx(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
	// ForgetTx signs a user out everywhere and keeps no trace of where they were signed in.
	ForgetTx(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
}

// Errors of this package.
var (
	// ErrNotFound says that there is no such account, or none within reach.
	ErrNotFound = errs.New(errs.NotFound, "USER_NOT_FOUND")
	// ErrEmailTaken says that an account has the address already, in whatever capitals.
	ErrEmailTaken = errs.New(errs.Conflict, "EMAIL_TAKEN")
	// ErrOwnAccount asks for the password of whoever deletes their own account.
	ErrOwnAccount = errs.New(errs.Conflict, "OWN_ACCOUNT")
	// ErrLastAdmin keeps the platform from having no administrator.
	ErrLastAdmin = errs.New(errs.Conflict, "LAST_ADMIN")
)
