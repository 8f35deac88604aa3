package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/auth/authdb"
	"rihla/internal/notify"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/event"
	"rihla/internal/platform/job"
	"rihla/internal/platform/postgres"
	"rihla/internal/user"
)

// Service signs people up, in and out, and recognises them.
type Service struct {
	db          *postgres.DB
	clock       clock.Clock
	users       *user.Service
	passwords   *Passwords
	signer      *signer
	idleLife    time.Duration
	sessionLife time.Duration
	sessions    Sessions
	jobs        job.Inserter
	mails       *notify.Service
	log         *slog.Logger
	events      *event.Bus
}

// Deps are what sign-in is made of.
type Deps struct {
	DB        *postgres.DB
	Clock     clock.Clock
	Users     *user.Service
	Passwords *Passwords
	Jobs      job.Inserter
	Mails     *notify.Service
	Log       *slog.Logger
	// Events is told of who registers and signs in.
	Events *event.Bus
}

// New returns sign-in. It fails when the key in config is too short.
func New(config Config, d Deps) (*Service, error) {
	signer, err := newSigner(config, d.Clock)
	if err != nil {
		return nil, err
	}
	return &Service{
		db: d.DB, clock: d.Clock, users: d.Users, passwords: d.Passwords, signer: signer, sessions: NewSessions(d.Clock),
		jobs: d.Jobs, mails: d.Mails, log: d.Log, events: d.Events,
		idleLife:    cmp.Or(config.IdleLife, defaultIdleLife),
		sessionLife: cmp.Or(config.SessionLife, defaultSessionLife),
	}, nil
}

// Register creates a customer and signs them in. Returns VALIDATION and user.ErrEmailTaken.
func (s *Service) Register(ctx context.Context, in user.RegisterInput, device Device) (Session, error) {
	draft, err := s.users.DraftCustomer(ctx, in)
	if err != nil {
		return Session{}, err
	}
	var session Session
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		created, err := s.users.InsertTx(ctx, tx, draft)
		if err != nil {
			return err
		}
		if err := s.publishTx(ctx, tx, EventRegistered, created); err != nil {
			return err
		}
		session, err = s.startTx(ctx, tx, created, device)
		return err
	})
	return session, err
}

// LoginInput is what somebody signs in with.
type LoginInput struct {
	Email    string
	Password string
}

// Login opens a session. An unknown address and a wrong password get the same answer after the same work. Returns
// VALIDATION (specification section 5) and ErrInvalidCredentials.
func (s *Service) Login(ctx context.Context, in LoginInput, device Device) (Session, error) {
	in.Email = strings.TrimSpace(in.Email)
	var broken errs.Collector
	user.CheckEmail(&broken, "email", in.Email)
	user.CheckPasswordLength(&broken, "password", in.Password)
	if err := broken.Err(); err != nil {
		return Session{}, err
	}

	credentials, err := s.users.CredentialsByEmail(ctx, in.Email)
	if err != nil && !errors.Is(err, user.ErrNotFound) {
		return Session{}, err
	}
	ok, outdated, err := s.passwords.Verify(ctx, credentials.PasswordHash, in.Password)
	if err != nil {
		return Session{}, err
	}
	if !ok {
		s.log.InfoContext(ctx, "sign-in refused", "ip", device.IP)
		return Session{}, ErrInvalidCredentials
	}
	if credentials.User.BlockedAt != nil {
		return Session{}, user.ErrBlocked // told to nobody but who knows the password
	}

	var stronger string
	if outdated {
		if stronger, err = s.passwords.Hash(ctx, in.Password); err != nil {
			return Session{}, err
		}
	}
	var session Session
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		proven := credentials
		if stronger != "" {
			if err := s.users.ReplaceHashTx(ctx, tx, proven.User.ID, proven.PasswordHash, stronger); err != nil {
				return err
			}
			proven.PasswordHash = stronger
		}
		// Whoever changes the password ends the sessions that began before: this one is among them, or not begun.
		if err := s.users.HoldTx(ctx, tx, proven); err != nil {
			return err
		}
		if err := s.publishTx(ctx, tx, EventLoggedIn, proven.User); err != nil {
			return err
		}
		session, err = s.startTx(ctx, tx, proven.User, device)
		return err
	})
	if errors.Is(err, user.ErrNotFound) {
		return s.Login(ctx, in, device) // changed since it was read: ask again what it is now
	}
	return session, err
}

// startTx opens a session of u.
func (s *Service) startTx(ctx context.Context, tx pgx.Tx, u user.User, device Device) (Session, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Session{}, fmt.Errorf("new session id: %w", err)
	}
	now := s.clock.Now()
	end := now.Add(s.sessionLife)
	err = authdb.New(tx).InsertSession(ctx, authdb.InsertSessionParams{
		ID: id, UserID: u.ID, Now: now, ExpiresAt: end, Ip: storable(device.IP), UserAgent: storable(device.UserAgent),
	})
	if err != nil {
		return Session{}, fmt.Errorf("insert session: %w", err)
	}
	return s.issueTx(ctx, tx, u, id, end)
}

// issueTx gives a session that ends at end its next pair of tokens. Neither outlives it.
func (s *Service) issueTx(ctx context.Context, tx pgx.Tx, u user.User, sessionID uuid.UUID, end time.Time) (Session, error) {
	now := s.clock.Now()
	expires := now.Add(s.idleLife)
	if expires.After(end) {
		expires = end
	}
	refresh, hash := newToken()
	err := authdb.New(tx).InsertRefreshToken(ctx, authdb.InsertRefreshTokenParams{
		TokenHash: hash, SessionID: sessionID, Now: now, ExpiresAt: expires,
	})
	if err != nil {
		return Session{}, fmt.Errorf("insert refresh token: %w", err)
	}
	access, err := s.signer.issue(u.ID, sessionID, u.Role, end)
	if err != nil {
		return Session{}, err
	}
	return Session{User: u, Tokens: Tokens{Access: access, Refresh: refresh}}, nil
}

// Refresh trades a refresh token for a new pair. A token is good once, without leeway: presenting it again ends its
// whole session, the newest tokens included, since one of the two who have it is a thief (D20, RFC 9700 section
// 4.14.2). So of two refreshes at once with one token the second ends the session; a client makes one at a time.
// Returns ErrNoRefreshToken for an empty token, ErrRefreshRejected for every other refusal.
func (s *Service) Refresh(ctx context.Context, refresh string, device Device) (Session, error) {
	if refresh == "" {
		return Session{}, ErrNoRefreshToken
	}
	var session *Session
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		renewed, err := s.rotateTx(ctx, tx, hashToken(refresh), device)
		if postgres.NoRows(err) {
			// The end of a family must be committed, so it is no error of the transaction's.
			session = nil
			return s.endReusedTx(ctx, tx, hashToken(refresh), device)
		}
		session = &renewed
		return err
	})
	if err != nil {
		return Session{}, err
	}
	if session == nil {
		return Session{}, ErrRefreshRejected
	}
	return *session, nil
}

// rotateTx uses a token up and issues its successor; no rows when the token is not good.
func (s *Service) rotateTx(ctx context.Context, tx pgx.Tx, hash []byte, device Device) (Session, error) {
	queries, now := authdb.New(tx), s.clock.Now()
	used, err := queries.UseRefreshToken(ctx, authdb.UseRefreshTokenParams{TokenHash: hash, Now: now})
	if err != nil {
		return Session{}, fmt.Errorf("use refresh token: %w", err)
	}
	err = queries.TouchSession(ctx, authdb.TouchSessionParams{
		ID: used.SessionID, Now: now, Ip: storable(device.IP), UserAgent: storable(device.UserAgent),
	})
	if err != nil {
		return Session{}, fmt.Errorf("touch session: %w", err)
	}
	u, err := s.users.GetTx(ctx, tx, used.UserID)
	if errors.Is(err, user.ErrNotFound) {
		return Session{}, ErrRefreshRejected.With(err) // erased at this moment
	}
	if err != nil {
		return Session{}, err
	}
	return s.issueTx(ctx, tx, u, used.SessionID, used.SessionExpiresAt)
}

// endReusedTx ends the session of a token that was used before; any other token changes nothing.
func (s *Service) endReusedTx(ctx context.Context, tx pgx.Tx, hash []byte, device Device) error {
	ended, err := authdb.New(tx).RevokeReusedFamily(ctx, authdb.RevokeReusedFamilyParams{TokenHash: hash, Now: s.clock.Now()})
	if postgres.NoRows(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("end reused session: %w", err)
	}
	s.log.WarnContext(ctx, "refresh token presented twice; session ended",
		"session", ended.ID, "user", ended.UserID, "ip", device.IP)
	return nil
}

// Authenticate returns who presents an access token, with the role and franchise of this moment. Returns
// ErrInvalidToken when the token is not good or its session has ended.
func (s *Service) Authenticate(ctx context.Context, access string) (authz.Subject, error) {
	userID, sessionID, err := s.signer.verify(access)
	if err != nil {
		return authz.Subject{}, ErrInvalidToken.With(err)
	}
	row, err := authdb.New(s.db).GetSubject(ctx, authdb.GetSubjectParams{SessionID: sessionID, UserID: userID, Now: s.clock.Now()})
	if postgres.NoRows(err) {
		return authz.Subject{}, ErrInvalidToken.With(errors.New("the session has ended"))
	}
	if err != nil {
		return authz.Subject{}, fmt.Errorf("get subject: %w", err)
	}
	return authz.Subject{UserID: userID, SessionID: sessionID, Role: authz.Role(row.Role), FranchiseID: row.FranchiseID}, nil
}

// Me returns the account of who asks. Returns UNAUTHENTICATED to a visitor.
func (s *Service) Me(ctx context.Context) (user.User, error) {
	if _, err := authz.Check(ctx, authz.UserMe); err != nil {
		return user.User{}, err
	}
	return s.users.ByID(ctx, authz.From(ctx).UserID)
}

// Logout ends the session of a refresh token, when there is one, and the session that the caller is signed in with,
// when they are. It is not an error that there is nothing left to end.
func (s *Service) Logout(ctx context.Context, refresh string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		queries, now := authdb.New(tx), s.clock.Now()
		if refresh != "" {
			err := queries.RevokeSessionOfToken(ctx, authdb.RevokeSessionOfTokenParams{
				TokenHash: hashToken(refresh), Now: now, Reason: reasonLogout,
			})
			if err != nil {
				return fmt.Errorf("end session of token: %w", err)
			}
		}
		err := queries.RevokeSession(ctx, authdb.RevokeSessionParams{ID: authz.From(ctx).SessionID, Now: now, Reason: reasonLogout})
		if err != nil {
			return fmt.Errorf("end session: %w", err)
		}
		return nil
	})
}

// Why a session ended, as the table knows it.
const (
	reasonLogout          = "LOGOUT"
	reasonEnded           = "ENDED"
	reasonPasswordChanged = "PASSWORD_CHANGED"
)

// deviceTextMax bounds, in bytes, what is kept of a header that anybody may fill with anything.
const deviceTextMax = 300

// storable returns text as PostgreSQL takes it: short, valid UTF-8, no NUL.
func storable(text string) string {
	if len(text) > deviceTextMax {
		text = text[:deviceTextMax]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}
