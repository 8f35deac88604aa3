package auth

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/rivertype"

	"rihla/internal/auth/authdb"
	"rihla/internal/notify"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
	"rihla/internal/user"
)

// Mailed links. A link holds a token that is made when its mail is sent, so that it stands nowhere but in the mail; the
// database has its SHA-256.

// What a link is for, as the table knows it.
const (
	purposeReset = "PASSWORD_RESET"
	purposeEmail = "EMAIL_CHANGE"
)

const (
	// linkLife is how long a link works once it was mailed.
	linkLife = time.Hour
	// maxLinks of one purpose work at once for one account: nobody's mailbox is flooded through us.
	maxLinks = 5
)

// The site's pages that links lead to.
const (
	resetPath   = "/auth/reset-password"
	confirmPath = "/auth/confirm-email"
	forgotPath  = "/auth/forgot-password"
)

// link is a row of the table without its token.
type link struct {
	ID, UserID uuid.UUID
	Purpose    string
	// Email is the address that the link proves to be the user's.
	Email string
	// Hash of the token; nil: not mailed yet.
	Hash []byte
}

// reserveLinkTx stores a link. Returns RATE_LIMITED when the account has as many of its purpose as may work at once.
func (s *Service) reserveLinkTx(ctx context.Context, tx pgx.Tx, l link) error {
	queries, now := authdb.New(tx), s.clock.Now()
	if err := queries.LockAccountTokens(ctx, l.UserID); err != nil {
		return fmt.Errorf("lock mailed links: %w", err)
	}
	n, err := queries.CountAccountTokens(ctx, authdb.CountAccountTokensParams{UserID: l.UserID, Purpose: l.Purpose, But: l.ID, Now: now})
	if err != nil {
		return fmt.Errorf("count mailed links: %w", err)
	}
	if n >= maxLinks {
		return errs.New(errs.TooMany, "RATE_LIMITED")
	}
	err = queries.PutAccountToken(ctx, authdb.PutAccountTokenParams{
		ID: l.ID, UserID: l.UserID, Purpose: l.Purpose, TokenHash: l.Hash, Email: l.Email, Now: now, ExpiresAt: now.Add(linkLife),
	})
	if err != nil {
		return fmt.Errorf("put mailed link: %w", err)
	}
	return nil
}

// findLink returns whose a token is, without using it up: the slow work comes before that. Returns ErrLinkInvalid.
func (s *Service) findLink(ctx context.Context, token, purpose string) (authdb.FindAccountTokenRow, error) {
	row, err := authdb.New(s.db).FindAccountToken(ctx, authdb.FindAccountTokenParams{TokenHash: hashToken(token), Purpose: purpose, Now: s.clock.Now()})
	if postgres.NoRows(err) {
		return row, ErrLinkInvalid
	}
	if err != nil {
		return row, fmt.Errorf("find mailed link: %w", err)
	}
	return row, nil
}

// useLinkTx uses a token up and withdraws the account's other links. Returns ErrLinkInvalid to the second of two who use
// it at once.
func (s *Service) useLinkTx(ctx context.Context, tx pgx.Tx, token string, userID uuid.UUID) error {
	queries := authdb.New(tx)
	used, err := queries.UseAccountToken(ctx, authdb.UseAccountTokenParams{TokenHash: hashToken(token), Now: s.clock.Now()})
	if err != nil {
		return fmt.Errorf("use mailed link: %w", err)
	}
	if used == 0 {
		return ErrLinkInvalid
	}
	if err := queries.DeleteAccountTokens(ctx, userID); err != nil {
		return fmt.Errorf("withdraw mailed links: %w", err)
	}
	return nil
}

// mailReset mails a link to whoever has an address; nobody's is no error.
func (s *Service) mailReset(ctx context.Context, try *rivertype.JobRow, args resetLinkArgs) error {
	credentials, err := s.users.CredentialsByEmail(ctx, args.Email)
	if errors.Is(err, user.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	u := credentials.User
	token, hash := newToken()
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := s.users.HoldTx(ctx, tx, credentials); err != nil {
			return err
		}
		return s.reserveLinkTx(ctx, tx, link{ID: args.ID, UserID: u.ID, Purpose: purposeReset, Email: u.Email, Hash: hash})
	})
	if errs.CodeOf(err) == "RATE_LIMITED" {
		return nil // the links that they have still work
	}
	if err != nil {
		return err // a password that was changed at this moment: the next try reads it anew
	}
	return s.mails.Send(ctx, try, notify.Mail{
		Letter: notify.PasswordReset, To: recipient(u), Values: minutes(), About: notify.About{UserID: &u.ID},
		Path: resetPath + "?" + url.Values{"token": {token}, "email": {u.Email}}.Encode(),
	})
}

// mailEmail mails the link of a wanted address to it, unless it was withdrawn meanwhile.
func (s *Service) mailEmail(ctx context.Context, try *rivertype.JobRow, id uuid.UUID) error {
	token, hash := newToken()
	row, err := authdb.New(s.db).RenewAccountToken(ctx, authdb.RenewAccountTokenParams{
		ID: id, TokenHash: hash, ExpiresAt: s.clock.Now().Add(linkLife),
	})
	if postgres.NoRows(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("renew mailed link: %w", err)
	}
	u, err := s.users.ByID(ctx, row.UserID)
	if err != nil {
		return err
	}
	values := minutes()
	values["email"] = row.Email
	return s.mails.Send(ctx, try, notify.Mail{
		Letter: notify.EmailChange, To: notify.Recipient{Email: row.Email, Name: u.Name(), Language: u.Language}, Values: values,
		About: notify.About{UserID: &u.ID},
		Path:  confirmPath + "?" + url.Values{"token": {token}}.Encode(),
	})
}

func minutes() map[string]string {
	return map[string]string{"minutes": strconv.Itoa(int(linkLife / time.Minute))}
}
