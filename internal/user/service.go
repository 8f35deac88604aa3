package user

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/event"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/postgres"
	"rihla/internal/user/userdb"
)

// Service creates, reads, changes and erases accounts.
type Service struct {
	db       *postgres.DB
	clock    clock.Clock
	hasher   Hasher
	sessions Sessions
	events   *event.Bus
}

// New returns the accounts in db. events is told of what happens to them.
func New(db *postgres.DB, clock clock.Clock, hasher Hasher, sessions Sessions, events *event.Bus) *Service {
	return &Service{db: db, clock: clock, hasher: hasher, sessions: sessions, events: events}
}

// RegisterInput is what a visitor fills in. It has no role: registration makes customers (specification section 6).
type RegisterInput struct {
	FirstName   string
	LastName    string
	Email       string
	Password    string
	PhoneNumber string // optional
	Language    i18n.Language
}

// Draft is an account that keeps every rule, its password hashed, and is not in the database yet. It exists so that
// the slow hashing stays outside the transaction that stores it.
type Draft struct{ row userdb.InsertUserParams }

// DraftCustomer checks and prepares a visitor's registration; the role is CUSTOMER. Returns VALIDATION.
func (s *Service) DraftCustomer(ctx context.Context, in RegisterInput) (Draft, error) {
	return s.draft(ctx, CreateStaffInput{
		FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, Password: in.Password,
		PhoneNumber: in.PhoneNumber, Language: in.Language, Role: authz.Customer,
	}, authz.Roles)
}

// InsertTx stores a draft. Returns ErrEmailTaken, also when another registration wins the race for the address, and
// FRANCHISE_NOT_FOUND.
func (s *Service) InsertTx(ctx context.Context, tx pgx.Tx, d Draft) (User, error) {
	row, err := userdb.New(tx).InsertUser(ctx, d.row)
	if err != nil {
		return User{}, fmt.Errorf("insert user: %w", refusal(err, d.row.FranchiseID))
	}
	return fromRow(row), nil
}

// refusal gives the database's refusal of an account its meaning.
func refusal(err error, franchiseID *uuid.UUID) error {
	switch {
	case postgres.Violates(err, "users_franchise_id_fkey"):
		return errNoFranchise(franchiseID).With(err)
	case postgres.Violates(err, "users_email_key"):
		return ErrEmailTaken.With(err)
	default:
		return err
	}
}

func errNoFranchise(id *uuid.UUID) *errs.Error {
	named := ""
	if id != nil {
		named = id.String()
	}
	return errs.New(errs.NotFound, "FRANCHISE_NOT_FOUND", "id", named)
}

// draft checks an account and hashes its password; roles are those that it may have.
func (s *Service) draft(ctx context.Context, in CreateStaffInput, roles []authz.Role) (Draft, error) {
	wanted := User{
		Email: strings.TrimSpace(in.Email), FirstName: strings.TrimSpace(in.FirstName), LastName: strings.TrimSpace(in.LastName),
		PhoneNumber: phone(in.PhoneNumber), Language: in.Language, Role: in.Role, FranchiseID: in.FranchiseID,
	}
	var broken errs.Collector
	wanted.check(&broken, roles)
	CheckEmail(&broken, "email", wanted.Email)
	CheckNewPassword(&broken, "password", in.Password)
	if err := broken.Err(); err != nil {
		return Draft{}, err
	}

	hash, err := s.hasher.Hash(ctx, in.Password)
	if err != nil {
		return Draft{}, fmt.Errorf("hash the password: %w", err)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Draft{}, fmt.Errorf("new user id: %w", err)
	}
	return Draft{userdb.InsertUserParams{
		ID: id, Email: wanted.Email, PasswordHash: hash, FirstName: wanted.FirstName, LastName: wanted.LastName, PhoneNumber: wanted.PhoneNumber,
		Role: string(in.Role), FranchiseID: in.FranchiseID, Language: string(in.Language), Now: s.clock.Now(),
	}}, nil
}

// phone is a number as it is kept: nil when there is none.
func phone(number string) *string {
	if number = strings.TrimSpace(number); number == "" {
		return nil
	}
	return &number
}

// ByID returns an account, or ErrNotFound. It asks for no permission: the caller has.
func (s *Service) ByID(ctx context.Context, id uuid.UUID) (User, error) {
	return get(ctx, s.db, id)
}

// GetTx is ByID in a transaction.
func (s *Service) GetTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (User, error) {
	return get(ctx, tx, id)
}

func get(ctx context.Context, db userdb.DBTX, id uuid.UUID) (User, error) {
	row, err := userdb.New(db).GetUser(ctx, id)
	if postgres.NoRows(err) {
		return User{}, ErrNotFound
	}
	if err != nil {
		return User{}, fmt.Errorf("get user: %w", err)
	}
	return fromRow(row), nil
}

func fromRow(row userdb.User) User {
	u := User{
		ID: row.ID, Email: row.Email, FirstName: row.FirstName, LastName: row.LastName, PhoneNumber: row.PhoneNumber,
		Role: authz.Role(row.Role), FranchiseID: row.FranchiseID, Language: i18n.Language(row.Language),
		IdentityCardFront: row.IdentityCardFront, IdentityCardCover: row.IdentityCardCover, Card: cardOf(row),
		BlockedReason: row.BlockedReason, CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
	}
	if row.BlockedAt != nil {
		at := row.BlockedAt.UTC()
		u.BlockedAt = &at
	}
	if row.EmailVerifiedAt != nil {
		at := row.EmailVerifiedAt.UTC()
		u.EmailVerifiedAt = &at
	}
	return u
}
