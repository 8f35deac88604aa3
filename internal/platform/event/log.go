package event

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

const (
	// overlap is for how long an event may be on its way: it is written with the time at which it happened, and seen when
	// its transaction has ended. What happened in the last moments of an answer is told again in the next.
	overlap = 15 * time.Second
	// memory is how far back somebody may ask; whoever was away for longer reads everything anew.
	memory = time.Hour
	// mostNews bounds an answer.
	mostNews = 200
)

// Log reads what has happened, for those who watch.
type Log struct {
	db    *postgres.DB
	clock clock.Clock
}

// NewLog returns the events in db.
func NewLog(db *postgres.DB, clock clock.Clock) *Log { return &Log{db, clock} }

// News is what has happened since somebody looked last.
type News struct {
	// Events are in the order in which they happened. Some may have been told before.
	Events []Event
	// At is what to ask for next.
	At time.Time
	// Complete is false when there was more, or when since lies too far back: then everything is to be read anew.
	Complete bool
}

// news are what concerns rentals: not who signs in, nor which mail was sent.
const news = `
	select id, type, happened_at, franchise_id, user_id, motorcycle_id, booking_id, payment_id from domain_events
	where happened_at > $1 and num_nonnulls(booking_id, payment_id, motorcycle_id) > 0 and type <> 'notification.sent'`

// Since returns what has happened to what the caller administers since an instant, which an earlier answer named; nil asks
// for nothing but the present instant. Returns VALIDATION for one that is to come.
func (l *Log) Since(ctx context.Context, since *time.Time) (News, error) {
	scope, err := authz.Check(ctx, authz.DashboardStats)
	if err != nil {
		return News{}, err
	}
	now := l.clock.Now()
	out := News{At: now, Complete: true}
	if since == nil {
		return out, nil
	}
	var c errs.Collector
	latest := now.Add(overlap)
	c.Check(!since.After(latest), "since", "TOO_LARGE", "max", latest.UTC().Format(time.RFC3339))
	if err := c.Err(); err != nil {
		return News{}, err
	}
	if now.Sub(*since) > memory {
		out.Complete = false
		return out, nil
	}
	sql, args := news, []any{since.Add(-overlap)}
	if scope.FranchiseID != nil {
		sql += " and franchise_id = $2"
		args = append(args, *scope.FranchiseID)
	}
	rows, err := l.db.Query(ctx, fmt.Sprintf("%s order by happened_at, id limit %d", sql, mostNews+1), args...)
	if err != nil {
		return News{}, fmt.Errorf("read what has happened: %w", err)
	}
	type row struct {
		ID                                                      uuid.UUID
		Type                                                    Type
		At                                                      time.Time
		FranchiseID, UserID, MotorcycleID, BookingID, PaymentID *uuid.UUID
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		return News{}, fmt.Errorf("read what has happened: %w", err)
	}
	if len(found) > mostNews {
		out.Complete = false
		return out, nil
	}
	for _, r := range found {
		out.Events = append(out.Events, Event{
			ID: r.ID, Type: r.Type, At: r.At, FranchiseID: r.FranchiseID, UserID: r.UserID, MotorcycleID: r.MotorcycleID, BookingID: r.BookingID,
			PaymentID: r.PaymentID,
		})
	}
	return out, nil
}
