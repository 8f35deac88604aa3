package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/auth/authdb"
	"rihla/internal/notify"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/user"
)

// What people do to their own account with their password.

// ChangePasswordInput is the password that is and the one that shall be.
type ChangePasswordInput struct{ Current, New string }

// ChangePassword gives whoever asks a new password and ends their other sessions (D20). Links that were mailed before
// work no longer. Returns VALIDATION, also for a wrong password.
func (s *Service) ChangePassword(ctx context.Context, in ChangePasswordInput) error {
	if _, err := authz.Check(ctx, authz.UserChangePassword); err != nil {
		return err
	}
	var broken errs.Collector
	broken.Check(in.Current != "", "currentPassword", "REQUIRED")
	user.CheckNewPassword(&broken, "newPassword", in.New)
	proven, err := s.prove(ctx, &broken, "currentPassword", in.Current)
	if err != nil {
		return err
	}
	hash, err := s.passwords.Hash(ctx, in.New)
	if err != nil {
		return err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return s.setPasswordTx(ctx, tx, proven, hash, authz.From(ctx).SessionID)
	})
	if errors.Is(err, user.ErrNotFound) {
		return s.ChangePassword(ctx, in) // changed since it was read: what was typed may be wrong by now
	}
	return err
}

// setPasswordTx stores a new password, ends every session but one and withdraws every mailed link; the owner is told by
// mail. Returns user.ErrNotFound when the password is not the one that was read.
func (s *Service) setPasswordTx(ctx context.Context, tx pgx.Tx, of user.Credentials, hash string, but uuid.UUID) error {
	if err := s.users.SetHashTx(ctx, tx, of, hash); err != nil {
		return err
	}
	if err := s.sessions.endOthersTx(ctx, tx, of.User.ID, but, reasonPasswordChanged); err != nil {
		return err
	}
	if err := authdb.New(tx).DeleteAccountTokens(ctx, of.User.ID); err != nil {
		return fmt.Errorf("withdraw mailed links: %w", err)
	}
	if err := s.users.RecordTx(ctx, tx, authz.UserChangePassword, of.User); err != nil {
		return err
	}
	return s.mails.QueueTx(ctx, tx, notify.Mail{
		Letter: notify.PasswordChanged, To: recipient(of.User), Path: forgotPath, About: notify.About{UserID: &of.User.ID},
	})
}

// DeleteAccount erases the account of whoever asks, who says so with the password. Returns VALIDATION, also for a wrong
// password, and what user.Service.EraseOwn returns.
func (s *Service) DeleteAccount(ctx context.Context, password string) error {
	if _, err := authz.Check(ctx, authz.UserDelete); err != nil {
		return err
	}
	var broken errs.Collector
	broken.Check(password != "", "password", "REQUIRED")
	proven, err := s.prove(ctx, &broken, "password", password)
	if err != nil {
		return err
	}
	return s.users.EraseOwn(ctx, proven)
}

// ChangeEmailInput is the address that an account shall have.
type ChangeEmailInput struct{ NewEmail, Password string }

// ChangeEmail mails a link to the new address; once it is used the address is the account's (ConfirmEmail). The present
// address is told. Asking for the present address again is how it is confirmed. Returns VALIDATION, also for a wrong
// password, user.ErrEmailTaken, and RATE_LIMITED when several links are on their way.
func (s *Service) ChangeEmail(ctx context.Context, in ChangeEmailInput) error {
	if _, err := authz.Check(ctx, authz.UserChangeEmail); err != nil {
		return err
	}
	in.NewEmail = strings.TrimSpace(in.NewEmail)
	var broken errs.Collector
	user.CheckEmail(&broken, "newEmail", in.NewEmail)
	broken.Check(in.Password != "", "password", "REQUIRED")
	proven, err := s.prove(ctx, &broken, "password", in.Password)
	if err != nil {
		return err
	}
	holder, err := s.users.CredentialsByEmail(ctx, in.NewEmail)
	if err == nil && holder.User.ID != proven.User.ID {
		return user.ErrEmailTaken
	}
	if err != nil && !errors.Is(err, user.ErrNotFound) {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := s.users.HoldTx(ctx, tx, proven); err != nil {
			return err
		}
		id := uuid.Must(uuid.NewV7())
		err := s.reserveLinkTx(ctx, tx, link{ID: id, UserID: proven.User.ID, Purpose: purposeEmail, Email: in.NewEmail})
		if err != nil {
			return err
		}
		if _, err := s.jobs.InsertTx(ctx, tx, emailLinkArgs{ID: id}, nil); err != nil {
			return fmt.Errorf("queue the link: %w", err)
		}
		if err := s.users.RecordTx(ctx, tx, authz.UserChangeEmail, proven.User); err != nil {
			return err
		}
		if strings.EqualFold(in.NewEmail, proven.User.Email) {
			return nil
		}
		return s.mails.QueueTx(ctx, tx, notify.Mail{
			Letter: notify.EmailChangeNotice, To: recipient(proven.User), Path: forgotPath, Values: map[string]string{"email": in.NewEmail},
			About: notify.About{UserID: &proven.User.ID},
		})
	})
}

// ConfirmEmail gives an account the address that its link was mailed to. The link is all that is asked for: its reader
// may be signed out. Returns VALIDATION, ErrLinkInvalid, and user.ErrEmailTaken when somebody took the address
// meanwhile.
func (s *Service) ConfirmEmail(ctx context.Context, token string) error {
	var broken errs.Collector
	broken.Check(token != "", "token", "REQUIRED")
	if err := broken.Err(); err != nil {
		return err
	}
	found, err := s.findLink(ctx, token, purposeEmail)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		u, err := s.users.SetEmailTx(ctx, tx, found.UserID, found.Email)
		if errors.Is(err, user.ErrNotFound) {
			return ErrLinkInvalid.With(err)
		}
		if err != nil {
			return err
		}
		if err := s.useLinkTx(ctx, tx, token, u.ID); err != nil {
			return err
		}
		return s.users.RecordTx(asOwner(ctx, u), tx, authz.UserChangeEmail, u)
	})
}

// prove checks the password of whoever asks and returns the account with what it was checked against. What is wrong is
// added to broken, whose findings are the error: a session that is good is not answered with 401. A wrong password is
// ErrInvalidCredentials too, for whoever counts attempts.
func (s *Service) prove(ctx context.Context, broken *errs.Collector, field, password string) (user.Credentials, error) {
	if err := broken.Err(); err != nil {
		return user.Credentials{}, err
	}
	credentials, err := s.users.CredentialsByID(ctx, authz.From(ctx).UserID)
	if err != nil {
		return user.Credentials{}, err
	}
	ok, _, err := s.passwords.Verify(ctx, credentials.PasswordHash, password)
	if err != nil {
		return user.Credentials{}, err
	}
	if ok {
		return credentials, nil
	}
	broken.Add(field, "WRONG_PASSWORD")
	refused, _ := errors.AsType[*errs.Error](broken.Err())
	return user.Credentials{}, refused.With(ErrInvalidCredentials)
}

// asOwner is a context in which the owner of an account asks, proven by a mailed link.
func asOwner(ctx context.Context, u user.User) context.Context {
	return authz.Into(ctx, authz.Subject{UserID: u.ID, Role: u.Role, FranchiseID: u.FranchiseID})
}

func recipient(u user.User) notify.Recipient {
	return notify.Recipient{Email: u.Email, Name: u.Name(), Language: u.Language}
}
