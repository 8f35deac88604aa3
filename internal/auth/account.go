package auth

import (
	"context"
	"errors"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/user"
)

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
