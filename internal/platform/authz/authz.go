// Package authz says who may do what: one table of permissions, the roles that hold them and how far each reaches
// (D18). It reads no database and knows no HTTP; services ask it first thing and pass the scope to their queries.
package authz

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	"rihla/internal/platform/errs"
)

// Role is a user's role (specification section 3).
type Role string

// The roles. Anonymous is a visitor who is not signed in, System the program's own jobs.
const (
	Anonymous      Role = ""
	Customer       Role = "CUSTOMER"
	FranchiseAdmin Role = "FRANCHISE_ADMIN"
	Admin          Role = "ADMIN"
	System         Role = "SYSTEM"
)

// Roles are those a user can have.
var Roles = []Role{Customer, Admin, FranchiseAdmin}

// Subject is who asks. The zero value is a visitor.
type Subject struct {
	UserID      uuid.UUID
	SessionID   uuid.UUID
	Role        Role
	FranchiseID *uuid.UUID
	// Name of the job, for System.
	Name string
}

// SignedIn tells a user from a visitor.
func (s Subject) SignedIn() bool { return s.Role != Anonymous }

// Actor is the user to be named in a history: nil for the system and for visitors.
func (s Subject) Actor() *uuid.UUID {
	if s.UserID == uuid.Nil {
		return nil
	}
	id := s.UserID
	return &id
}

type contextKey struct{}

// Into returns a context in which s asks.
func Into(ctx context.Context, s Subject) context.Context {
	return context.WithValue(ctx, contextKey{}, s)
}

// AsSystem returns a context in which a named part of the program itself asks, such as the job that ends holds.
func AsSystem(ctx context.Context, name string) context.Context {
	return Into(ctx, Subject{Role: System, Name: name})
}

// From returns who asks in ctx, a visitor when nobody was named.
func From(ctx context.Context) Subject {
	s, _ := ctx.Value(contextKey{}).(Subject)
	return s
}

// Reach is how far a permission goes.
type Reach int

// The reaches, from nothing to everything.
const (
	Nothing   Reach = iota
	Own             // rows of the asking user
	Franchise       // rows of the asking user's franchise
	All
)

// Filter is a scope as queries take it: a nil field does not narrow. A row outside is absent (D18).
type Filter struct {
	UserID      *uuid.UUID
	FranchiseID *uuid.UUID
}

// Allows tells whether a row of that user and franchise lies inside.
func (f Filter) Allows(userID uuid.UUID, franchiseID *uuid.UUID) bool {
	if f.UserID != nil && *f.UserID != userID {
		return false
	}
	return f.FranchiseID == nil || franchiseID != nil && *f.FranchiseID == *franchiseID
}

// Errors of Check.
var (
	// ErrUnauthenticated asks a visitor to sign in.
	ErrUnauthenticated = errs.New(errs.Unauthenticated, "UNAUTHENTICATED")
	// ErrForbidden says that the role will never do.
	ErrForbidden = errs.New(errs.Forbidden, "FORBIDDEN")
)

// Check returns the scope in which who asks in ctx holds p: ErrUnauthenticated for a visitor, ErrForbidden for a role
// without it. The system holds everything.
func Check(ctx context.Context, p Permission) (Filter, error) {
	s := From(ctx)
	if s.Role == System {
		return Filter{}, nil
	}
	switch ReachOf(p, s.Role) {
	case All:
		return Filter{}, nil
	case Franchise:
		return Filter{FranchiseID: s.FranchiseID}, nil
	case Own:
		return Filter{UserID: s.Actor()}, nil
	case Nothing:
	}
	if !s.SignedIn() {
		return Filter{}, ErrUnauthenticated
	}
	return Filter{}, ErrForbidden
}

// ReachOf returns how far role holds p.
func ReachOf(p Permission, role Role) Reach { return policy[p][role] }

// Permissions lists every permission that has a row in the policy, by name.
func Permissions() []Permission { return slices.Sorted(maps.Keys(policy)) }

// PermissionsOf is the permissions map of a role as /auth/me returns it (specification section 3).
func PermissionsOf(role Role) map[Permission]bool {
	held := map[Permission]bool{}
	for p, reaches := range policy {
		if reaches[role] != Nothing {
			held[p] = true
		}
	}
	return held
}
