package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rihla/internal/auth/authdb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/user"
)

// DataSource is a feature that keeps something about people.
type DataSource interface {
	// PersonalData returns what is kept about a user, under the name it shall have in the copy. It asks for no
	// permission: the caller has.
	PersonalData(ctx context.Context, userID uuid.UUID) (string, any, error)
}

// Copies makes the copy of their data that everybody may ask for (GDPR article 15; Moroccan law 09-08 article 7).
type Copies struct {
	auth    *Service
	log     *audit.Log
	sources []DataSource
}

// NewCopies returns copies of the account, its sessions, the audit log's entries and what sources keep.
func NewCopies(auth *Service, log *audit.Log, sources ...DataSource) *Copies {
	return &Copies{auth: auth, log: log, sources: sources}
}

// KnownSession is a session as it is kept, ended ones included.
type KnownSession struct {
	Device         Device
	Created        time.Time
	LastUsed       time.Time
	Ended          *time.Time
	ReasonOfEnding *string
}

// Copy is everything that is kept about somebody.
type Copy struct {
	Made     time.Time
	User     user.User
	Sessions []KnownSession
	// History is what was done to the account, and what its owner did to anything.
	History []audit.Record
	// Records are the sources' own, by their names.
	Records map[string]any
}

// Own returns the copy of whoever asks.
func (c *Copies) Own(ctx context.Context) (Copy, error) {
	if _, err := authz.Check(ctx, authz.UserDataDownload); err != nil {
		return Copy{}, err
	}
	s, id := c.auth, authz.From(ctx).UserID
	copied := Copy{Made: s.clock.Now(), Records: map[string]any{}}
	var err error
	if copied.User, err = s.users.ByID(ctx, id); err != nil {
		return Copy{}, err
	}
	rows, err := authdb.New(s.db).SessionsOf(ctx, id)
	if err != nil {
		return Copy{}, fmt.Errorf("sessions: %w", err)
	}
	for _, row := range rows {
		copied.Sessions = append(copied.Sessions, KnownSession{
			Device: Device{IP: row.Ip, UserAgent: row.UserAgent}, Created: row.CreatedAt.UTC(), LastUsed: row.LastUsedAt.UTC(),
			Ended: row.RevokedAt, ReasonOfEnding: row.RevokedReason,
		})
	}
	if copied.History, err = c.log.OfUser(ctx, id); err != nil {
		return Copy{}, err
	}
	for _, source := range c.sources {
		name, records, err := source.PersonalData(ctx, id)
		if err != nil {
			return Copy{}, fmt.Errorf("personal data: %w", err)
		}
		copied.Records[name] = records
	}
	return copied, nil
}
