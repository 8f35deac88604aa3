package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/user/userdb"
)

// What stands in place of a name once its account is erased: the same in every language, since it is data.
const (
	erasedFirstName = "Deleted"
	erasedLastName  = "account"
)

// erasedEmail is an address that no mail can be sent to (RFC 2606 section 2) and nobody can register.
func erasedEmail(id uuid.UUID) string { return "erased+" + id.String() + "@rihla.invalid" }

// Erase takes everything personal out of somebody's account and its owner out of every session. Bookings and payments
// stay: the books need them. It cannot be undone. One's own account goes by EraseOwn. Returns ErrNotFound,
// ErrOwnAccount, ErrLastAdmin and USER_HAS_BOOKINGS while a booking is not over.
func (s *Service) Erase(ctx context.Context, id uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.UserDelete)
	if err != nil {
		return err
	}
	if authz.From(ctx).UserID == id {
		return ErrOwnAccount
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error { return s.eraseTx(ctx, tx, scope, id) })
}

// EraseOwn is Erase of the account of whoever asks, whose password was checked against proven. Returns ErrNotFound also
// when the password was changed since.
func (s *Service) EraseOwn(ctx context.Context, proven Credentials) error {
	if _, err := authz.Check(ctx, authz.UserDelete); err != nil {
		return err
	}
	id := proven.User.ID
	own := authz.Filter{UserID: &id}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := lockTx(ctx, tx, own, id); err != nil {
			return err
		}
		if err := s.HoldTx(ctx, tx, proven); err != nil {
			return err
		}
		return s.eraseTx(ctx, tx, own, id)
	})
}

func (s *Service) eraseTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, id uuid.UUID) error {
	was, err := lockTx(ctx, tx, scope, id)
	if err != nil {
		return err
	}
	if was.Role == authz.Admin {
		if err := notLastAdminTx(ctx, tx); err != nil {
			return err
		}
	}
	queries := userdb.New(tx)
	// With the account locked no booking is added to it: the database makes bookings wait.
	open, err := queries.CountOpenBookings(ctx, id)
	if err != nil {
		return fmt.Errorf("count open bookings: %w", err)
	}
	if open > 0 {
		return errs.New(errs.Conflict, "USER_HAS_BOOKINGS", "count", int(open))
	}
	err = queries.EraseUser(ctx, userdb.EraseUserParams{
		ID: id, Email: erasedEmail(id), FirstName: erasedFirstName, LastName: erasedLastName, Now: s.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("erase user: %w", err)
	}
	if err := s.sessions.ForgetTx(ctx, tx, id); err != nil {
		return err
	}
	return s.recordTx(ctx, tx, authz.UserDelete, &was, nil)
}
