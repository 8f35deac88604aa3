package user

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/postgres"
	"rihla/internal/user/userdb"
)

// CreateStaffInput is an account of any role.
type CreateStaffInput struct {
	FirstName   string
	LastName    string
	Email       string
	Password    string
	PhoneNumber string        // optional
	Language    i18n.Language // empty: French, the language of the business
	Role        authz.Role    // empty: CUSTOMER
	FranchiseID *uuid.UUID    // required for FRANCHISE_ADMIN; a franchise administrator's own is the default
}

// CreateStaff creates an account of any role, for staff, the command line and demo data. A franchise administrator
// makes accounts of its own franchise, and no administrators of the platform (D18). Returns VALIDATION, ErrEmailTaken,
// FRANCHISE_NOT_FOUND.
func (s *Service) CreateStaff(ctx context.Context, in CreateStaffInput) (User, error) {
	scope, err := authz.Check(ctx, authz.UserCreate)
	if err != nil {
		return User{}, err
	}
	in.Role = cmp.Or(in.Role, authz.Customer)
	in.Language = cmp.Or(in.Language, i18n.French)
	roles := authz.Roles
	if scope.FranchiseID != nil {
		in.FranchiseID = cmp.Or(in.FranchiseID, scope.FranchiseID)
		roles = []authz.Role{authz.Customer, authz.FranchiseAdmin}
	}
	if !scope.Allows(uuid.Nil, in.FranchiseID) {
		return User{}, errNoFranchise(in.FranchiseID)
	}
	draft, err := s.draft(ctx, in, roles)
	if err != nil {
		return User{}, err
	}
	var created User
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if created, err = s.InsertTx(ctx, tx, draft); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.UserCreate, nil, &created)
	})
	return created, err
}

// Get returns an account: one's own, a franchise administrator's those of the franchise and of whoever rents from it.
// Returns ErrNotFound.
func (s *Service) Get(ctx context.Context, id uuid.UUID) (User, error) {
	scope, err := authz.Check(ctx, authz.UserGetByID)
	if err != nil {
		return User{}, err
	}
	found, err := s.ByID(ctx, id)
	if err != nil || reaches(scope, found) {
		return found, err
	}
	if scope.FranchiseID == nil || found.Role != authz.Customer {
		return User{}, ErrNotFound
	}
	rents, err := userdb.New(s.db).RentsFrom(ctx, userdb.RentsFromParams{FranchiseID: *scope.FranchiseID, UserID: id})
	if err != nil {
		return User{}, fmt.Errorf("rents from the franchise: %w", err)
	}
	if !rents {
		return User{}, ErrNotFound
	}
	return found, nil
}

// reaches tells whether an account lies inside a scope to be changed. Administrators of the platform are nobody else's,
// whatever franchise they have.
func reaches(scope authz.Filter, u User) bool {
	return scope.Allows(u.ID, u.FranchiseID) && (scope.FranchiseID == nil || u.Role != authz.Admin)
}

// UpdateInput changes an account: a nil field stays as it is.
type UpdateInput struct {
	FirstName         *string
	LastName          *string
	PhoneNumber       **string
	Language          *i18n.Language
	IdentityCardFront **string
	IdentityCardCover **string
	// Role and FranchiseID are an administrator's to give; what anybody else sends is not looked at (D18).
	Role        *authz.Role
	FranchiseID **uuid.UUID
	// Seen is the account's UpdatedAt as the caller knows it; nil: whatever it is.
	Seen *time.Time
}

// Update changes an account. A new role or franchise signs its owner out everywhere. Returns ErrNotFound, VALIDATION,
// CHANGED_MEANWHILE, FRANCHISE_NOT_FOUND and ErrLastAdmin.
func (s *Service) Update(ctx context.Context, id uuid.UUID, in UpdateInput) (User, error) {
	scope, err := authz.Check(ctx, authz.UserUpdate)
	if err != nil {
		return User{}, err
	}
	if scope.UserID != nil || scope.FranchiseID != nil {
		in.Role, in.FranchiseID = nil, nil
	}
	var updated User
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		if err := audit.CheckFresh(ctx, tx, entity, id, in.Seen, was.UpdatedAt); err != nil {
			return err
		}
		wanted := in.apply(was)
		if err := wanted.err(); err != nil {
			return err
		}
		if was.Role == authz.Admin && wanted.Role != authz.Admin {
			if err := notLastAdminTx(ctx, tx); err != nil {
				return err
			}
		}
		row, err := userdb.New(tx).UpdateUser(ctx, userdb.UpdateUserParams{
			ID: id, FirstName: wanted.FirstName, LastName: wanted.LastName, PhoneNumber: wanted.PhoneNumber, Language: string(wanted.Language),
			IdentityCardFront: wanted.IdentityCardFront, IdentityCardCover: wanted.IdentityCardCover,
			Role: string(wanted.Role), FranchiseID: wanted.FranchiseID, Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("update user: %w", refusal(err, wanted.FranchiseID))
		}
		updated = fromRow(row)
		if was.Role != updated.Role || !same(was.FranchiseID, updated.FranchiseID) {
			if err := s.sessions.EndAllTx(ctx, tx, id); err != nil {
				return err
			}
		}
		if err := s.profileTx(ctx, tx, was, updated); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.UserUpdate, &was, &updated)
	})
	return updated, err
}

// apply returns was with the changes of in.
func (in UpdateInput) apply(was User) User {
	setTrimmed(&was.FirstName, in.FirstName)
	setTrimmed(&was.LastName, in.LastName)
	if in.PhoneNumber != nil {
		was.PhoneNumber = nil
		if *in.PhoneNumber != nil {
			was.PhoneNumber = phone(**in.PhoneNumber)
		}
	}
	set(&was.Language, in.Language)
	set(&was.IdentityCardFront, in.IdentityCardFront)
	set(&was.IdentityCardCover, in.IdentityCardCover)
	set(&was.Role, in.Role)
	set(&was.FranchiseID, in.FranchiseID)
	return was
}

func set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}

func setTrimmed(target, text *string) {
	if text != nil {
		*target = strings.TrimSpace(*text)
	}
}

func same(a, b *uuid.UUID) bool {
	return a == b || a != nil && b != nil && *a == *b
}

func lockTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, id uuid.UUID) (User, error) {
	row, err := userdb.New(tx).LockUser(ctx, id)
	if err != nil && !postgres.NoRows(err) {
		return User{}, fmt.Errorf("lock user: %w", err)
	}
	if err != nil || !reaches(scope, fromRow(row)) {
		return User{}, ErrNotFound
	}
	return fromRow(row), nil
}

// notLastAdminTx returns ErrLastAdmin when there is only one administrator. Of two who take the role from one another
// the second waits, and finds one left.
func notLastAdminTx(ctx context.Context, tx pgx.Tx) error {
	queries := userdb.New(tx)
	if err := queries.LockAdmins(ctx); err != nil {
		return fmt.Errorf("lock administrators: %w", err)
	}
	admins, err := queries.CountAdmins(ctx)
	if err != nil {
		return fmt.Errorf("count administrators: %w", err)
	}
	if admins <= 1 {
		return ErrLastAdmin
	}
	return nil
}
