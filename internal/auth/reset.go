package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/errs"
	"rihla/internal/user"
)

// ForgotPassword has a link mailed to an address, when it has an account. The answer and the work until then are the same
// whether it has or not: only the job looks (D20). Returns VALIDATION.
func (s *Service) ForgotPassword(ctx context.Context, email string) error {
	email = strings.TrimSpace(email)
	var broken errs.Collector
	user.CheckEmail(&broken, "email", email)
	if err := broken.Err(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := s.jobs.InsertTx(ctx, tx, resetLinkArgs{ID: uuid.Must(uuid.NewV7()), Email: email}, nil); err != nil {
			return fmt.Errorf("queue the link: %w", err)
		}
		return nil
	})
}

// ResetPasswordInput is what a mailed link holds and the password that its reader chose.
type ResetPasswordInput struct {
	Token string
	// Email is that of the link, for who has it; empty is fine.
	Email    string
	Password string
}

// ResetPassword gives an account the password that the reader of its link chose, and ends every session. The link has
// proven the address. Returns VALIDATION and ErrLinkInvalid.
func (s *Service) ResetPassword(ctx context.Context, in ResetPasswordInput) error {
	var broken errs.Collector
	broken.Check(in.Token != "", "token", "REQUIRED")
	user.CheckNewPassword(&broken, "password", in.Password)
	if err := broken.Err(); err != nil {
		return err
	}
	found, err := s.findLink(ctx, in.Token, purposeReset)
	if err != nil {
		return err
	}
	if email := strings.TrimSpace(in.Email); email != "" && !strings.EqualFold(email, found.Email) {
		return ErrLinkInvalid.With(errors.New("the link is another address's"))
	}
	credentials, err := s.users.CredentialsByID(ctx, found.UserID)
	if errors.Is(err, user.ErrNotFound) {
		return ErrLinkInvalid.With(err)
	}
	if err != nil {
		return err
	}
	hash, err := s.passwords.Hash(ctx, in.Password)
	if err != nil {
		return err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// The account before its links, as everywhere.
		if err := s.users.LockTx(ctx, tx, found.UserID); err != nil {
			return err
		}
		if err := s.useLinkTx(ctx, tx, in.Token, found.UserID); err != nil {
			return err
		}
		if err := s.users.VerifyEmailTx(ctx, tx, found.UserID, found.Email); err != nil {
			return err
		}
		return s.setPasswordTx(asOwner(ctx, credentials.User), tx, credentials, hash, uuid.Nil)
	})
	if errors.Is(err, user.ErrNotFound) {
		return ErrLinkInvalid.With(err) // the password was changed since, which withdraws its links
	}
	return err
}
