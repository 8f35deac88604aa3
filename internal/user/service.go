package user

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/postgres"
	"rihla/internal/user/userdb"
)

// Service creates and reads accounts.
type Service struct {
	db     *postgres.DB
	clock  clock.Clock
	hasher Hasher
}

// New returns the accounts in db.
func New(db *postgres.DB, clock clock.Clock, hasher Hasher) *Service {
	return &Service{db: db, clock: clock, hasher: hasher}
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

// CreateStaffInput is an account of any role.
type CreateStaffInput struct {
	FirstName   string
	LastName    string
	Email       string
	Password    string
	PhoneNumber string        // optional
	Language    i18n.Language // empty: French, the language of the business
	Role        authz.Role    // empty: CUSTOMER
	FranchiseID *uuid.UUID    // required for FRANCHISE_ADMIN
}

// Draft is an account that keeps every rule, its password hashed, and is not in the database yet. It exists so that
// the slow hashing stays outside the transaction that stores it.
type Draft struct{ row userdb.InsertUserParams }

// DraftCustomer checks and prepares a visitor's registration; the role is CUSTOMER. Returns VALIDATION.
func (s *Service) DraftCustomer(ctx context.Context, in RegisterInput) (Draft, error) {
	return s.draft(ctx, CreateStaffInput{
		FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, Password: in.Password,
		PhoneNumber: in.PhoneNumber, Language: in.Language, Role: authz.Customer,
	})
}

// InsertTx stores a draft. Returns ErrEmailTaken, also when another registration wins the race for the address, and
// FRANCHISE_NOT_FOUND.
func (s *Service) InsertTx(ctx context.Context, tx pgx.Tx, d Draft) (User, error) {
	row, err := userdb.New(tx).InsertUser(ctx, d.row)
	if postgres.Violates(err, "users_franchise_id_fkey") {
		return User{}, errs.New(errs.NotFound, "FRANCHISE_NOT_FOUND", "id", d.row.FranchiseID.String()).With(err)
	}
	if err != nil {
		return User{}, fmt.Errorf("insert user: %w", postgres.Translate(err))
	}
	return fromRow(row), nil
}

// CreateStaff creates an account of any role, for the command line and for demo data. Returns VALIDATION,
// ErrEmailTaken, FRANCHISE_NOT_FOUND.
func (s *Service) CreateStaff(ctx context.Context, in CreateStaffInput) (User, error) {
	if _, err := authz.Check(ctx, authz.UserCreate); err != nil {
		return User{}, err
	}
	in.Role = cmp.Or(in.Role, authz.Customer)
	in.Language = cmp.Or(in.Language, i18n.French)
	draft, err := s.draft(ctx, in)
	if err != nil {
		return User{}, err
	}
	var created User
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		created, err = s.InsertTx(ctx, tx, draft)
		return err
	})
	return created, err
}

func (s *Service) draft(ctx context.Context, in CreateStaffInput) (Draft, error) {
	in.FirstName, in.LastName = strings.TrimSpace(in.FirstName), strings.TrimSpace(in.LastName)
	in.Email, in.PhoneNumber = strings.TrimSpace(in.Email), strings.TrimSpace(in.PhoneNumber)

	var broken errs.Collector
	checkName(&broken, "firstName", in.FirstName)
	checkName(&broken, "lastName", in.LastName)
	CheckEmail(&broken, "email", in.Email)
	CheckNewPassword(&broken, "password", in.Password)
	checkPhone(&broken, "phoneNumber", in.PhoneNumber)
	checkLanguage(&broken, "language", in.Language)
	checkRole(&broken, in.Role, in.FranchiseID)
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
	row := userdb.InsertUserParams{
		ID: id, Email: in.Email, PasswordHash: hash, FirstName: in.FirstName, LastName: in.LastName,
		Role: string(in.Role), FranchiseID: in.FranchiseID, Language: string(in.Language), Now: s.clock.Now(),
	}
	if in.PhoneNumber != "" {
		row.PhoneNumber = &in.PhoneNumber
	}
	return Draft{row}, nil
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

// CredentialsByEmail returns the account with an address, in whatever capitals, or ErrNotFound. For package auth,
// which must not let its caller see the difference.
func (s *Service) CredentialsByEmail(ctx context.Context, email string) (Credentials, error) {
	row, err := userdb.New(s.db).GetUserByEmail(ctx, strings.TrimSpace(email))
	if postgres.NoRows(err) {
		return Credentials{}, ErrNotFound
	}
	if err != nil {
		return Credentials{}, fmt.Errorf("get user by email: %w", err)
	}
	return Credentials{User: fromRow(row), PasswordHash: row.PasswordHash}, nil
}

// ReplaceHashTx stores a stronger hash of the same password, unless the password was changed since it was read.
func (s *Service) ReplaceHashTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, oldHash, newHash string) error {
	_, err := userdb.New(tx).ReplacePasswordHash(ctx, userdb.ReplacePasswordHashParams{ID: id, OldHash: oldHash, NewHash: newHash})
	if err != nil {
		return fmt.Errorf("replace password hash: %w", err)
	}
	return nil
}

func fromRow(row userdb.User) User {
	u := User{
		ID: row.ID, Email: row.Email, FirstName: row.FirstName, LastName: row.LastName, PhoneNumber: row.PhoneNumber,
		Role: authz.Role(row.Role), FranchiseID: row.FranchiseID, Language: i18n.Language(row.Language),
		IdentityCardFront: row.IdentityCardFront, IdentityCardCover: row.IdentityCardCover,
		CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
	}
	if row.EmailVerifiedAt != nil {
		at := row.EmailVerifiedAt.UTC()
		u.EmailVerifiedAt = &at
	}
	return u
}
