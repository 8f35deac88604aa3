package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/auth/authdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
)

// Sessions ends what people are signed in with, in the transaction that makes it necessary. Package user asks it to when
// a role changes or an account goes.
type Sessions struct{ clock clock.Clock }

// NewSessions returns the sessions of the database that each transaction is on.
func NewSessions(clock clock.Clock) Sessions { return Sessions{clock} }

// EndAllTx signs a user out everywhere.
func (s Sessions) EndAllTx(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	return s.endOthersTx(ctx, tx, userID, uuid.Nil, reasonEnded)
}

// ForgetTx signs a user out everywhere and keeps no trace of where they were signed in, nor a link that was mailed to
// them.
func (s Sessions) ForgetTx(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	queries := authdb.New(tx)
	if err := queries.DeleteAccountTokens(ctx, userID); err != nil {
		return fmt.Errorf("delete mailed links: %w", err)
	}
	if err := queries.DeleteSessions(ctx, userID); err != nil {
		return fmt.Errorf("delete sessions: %w", err)
	}
	return nil
}

// endOthersTx ends every session of a user but one; uuid.Nil spares none.
func (s Sessions) endOthersTx(ctx context.Context, tx pgx.Tx, userID, but uuid.UUID, reason string) error {
	err := authdb.New(tx).EndSessions(ctx, authdb.EndSessionsParams{UserID: userID, But: but, Now: s.clock.Now(), Reason: reason})
	if err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	return nil
}

// OpenSession is one that somebody is signed in with.
type OpenSession struct {
	ID uuid.UUID
	// Current is the session that asks.
	Current bool
	Device  Device
	Created time.Time
	// LastUsed is when its tokens were last renewed.
	LastUsed time.Time
	Expires  time.Time
}

// mostSessions bounds the list of sessions: the latest used are the ones to recognise.
const mostSessions = 100

// Sessions lists the live sessions of whoever asks, the latest used first.
func (s *Service) Sessions(ctx context.Context) ([]OpenSession, error) {
	if _, err := authz.Check(ctx, authz.SessionList); err != nil {
		return nil, err
	}
	return s.openSessions(ctx, authz.From(ctx).UserID)
}

// openSessions are the live sessions of a user, the latest used first.
func (s *Service) openSessions(ctx context.Context, userID uuid.UUID) ([]OpenSession, error) {
	asks := authz.From(ctx)
	rows, err := authdb.New(s.db).LiveSessionsOf(ctx, authdb.LiveSessionsOfParams{UserID: userID, Now: s.clock.Now(), Most: mostSessions})
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	open := make([]OpenSession, len(rows))
	for i, row := range rows {
		open[i] = OpenSession{
			ID: row.ID, Current: row.ID == asks.SessionID, Device: Device{IP: row.Ip, UserAgent: row.UserAgent},
			Created: row.CreatedAt.UTC(), LastUsed: row.LastUsedAt.UTC(), Expires: row.ExpiresAt.UTC(),
		}
	}
	return open, nil
}

// EndSession signs whoever asks out of one of their sessions, the one that asks included. Returns ErrSessionNotFound.
func (s *Service) EndSession(ctx context.Context, id uuid.UUID) error {
	if _, err := authz.Check(ctx, authz.SessionRevoke); err != nil {
		return err
	}
	_, err := authdb.New(s.db).EndSession(ctx, authdb.EndSessionParams{
		ID: id, UserID: authz.From(ctx).UserID, Now: s.clock.Now(), Reason: reasonEnded,
	})
	if postgres.NoRows(err) {
		return ErrSessionNotFound
	}
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	return nil
}

// EndOtherSessions signs whoever asks out of every session but the one that asks.
func (s *Service) EndOtherSessions(ctx context.Context) error {
	if _, err := authz.Check(ctx, authz.SessionRevoke); err != nil {
		return err
	}
	asks := authz.From(ctx)
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return s.sessions.endOthersTx(ctx, tx, asks.UserID, asks.SessionID, reasonEnded)
	})
}
