package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/auth/authdb"
	"rihla/internal/platform/clock"
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
