package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/auth/authdb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/postgres"
)

// SessionsOf lists where somebody that the caller administers is signed in, the latest used first. Returns USER_NOT_FOUND.
func (s *Service) SessionsOf(ctx context.Context, userID uuid.UUID) ([]OpenSession, error) {
	if _, err := s.users.Administered(ctx, authz.UserSessionManage, userID); err != nil {
		return nil, err
	}
	return s.openSessions(ctx, userID)
}

// EndSessionOf signs somebody that the caller administers out of one session, or of all when session is nil. Returns
// USER_NOT_FOUND and ErrSessionNotFound.
func (s *Service) EndSessionOf(ctx context.Context, userID uuid.UUID, session *uuid.UUID) error {
	target, err := s.users.Administered(ctx, authz.UserSessionManage, userID)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		ended := "all"
		if session == nil {
			err = s.sessions.endOthersTx(ctx, tx, userID, uuid.Nil, reasonEnded)
		} else {
			ended = session.String()
			_, err = authdb.New(tx).EndSession(ctx, authdb.EndSessionParams{ID: *session, UserID: userID, Now: s.clock.Now(), Reason: reasonEnded})
		}
		if postgres.NoRows(err) {
			return ErrSessionNotFound
		}
		if err != nil {
			return fmt.Errorf("end sessions of user %s: %w", userID, err)
		}
		return audit.RecordTx(ctx, tx, audit.Entry{
			At: s.clock.Now(), Action: authz.UserSessionManage, Entity: "user", EntityID: userID, FranchiseID: target.FranchiseID,
			Changes: audit.Changes{"endedSession": {To: ended}},
		})
	})
}
