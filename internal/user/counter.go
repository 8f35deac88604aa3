package user

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// WalkIn is a customer who stands at the counter.
type WalkIn struct {
	FirstName, LastName, Email string
	PhoneNumber                string // optional
	Language                   i18n.Language
}

// Attended is a walk-in customer with an account, or with one that is about to be opened.
type Attended struct {
	id    uuid.UUID
	draft *Draft
}

// Attend finds the account of a walk-in customer by the address, and drafts one when there is none. Nobody knows its
// password: the customer chooses one by a mailed link. Returns VALIDATION, and ErrEmailTaken for an address of staff.
func (s *Service) Attend(ctx context.Context, in WalkIn) (Attended, error) {
	if _, err := authz.Check(ctx, authz.UserCreate); err != nil {
		return Attended{}, err
	}
	var c errs.Collector
	CheckEmail(&c, "email", strings.TrimSpace(in.Email))
	if err := c.Err(); err != nil {
		return Attended{}, err
	}
	known, err := s.CredentialsByEmail(ctx, in.Email)
	switch {
	case err == nil && known.User.Role == authz.Customer:
		return Attended{id: known.User.ID}, nil
	case err == nil:
		return Attended{}, ErrEmailTaken
	case !errors.Is(err, ErrNotFound):
		return Attended{}, err
	}
	draft, err := s.draft(ctx, CreateStaffInput{
		FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, PhoneNumber: in.PhoneNumber, Role: authz.Customer,
		Language: cmp.Or(in.Language, i18n.French), Password: "aA1" + rand.Text(),
	}, []authz.Role{authz.Customer})
	return Attended{id: draft.row.ID, draft: &draft}, err
}

// ID is the account's.
func (a Attended) ID() uuid.UUID { return a.id }

// AttendTx opens the account of a walk-in customer who had none. Returns ErrEmailTaken when somebody else opened it
// meanwhile.
func (s *Service) AttendTx(ctx context.Context, tx pgx.Tx, a Attended) error {
	if a.draft == nil {
		return nil
	}
	opened, err := s.InsertTx(ctx, tx, *a.draft)
	if err != nil {
		return err
	}
	return s.recordTx(ctx, tx, authz.UserCreate, nil, &opened)
}
