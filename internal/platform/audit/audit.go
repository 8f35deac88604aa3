// Package audit is the record of who did what: rows are written in the transaction of the change they tell of, and only
// ever added. It also tells a caller whose copy of a row is out of date what has changed since. It knows no feature:
// what a change consists of is handed to it, and secrets must not be.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
)

// Origin is where a request came from.
type Origin struct{ RequestID, IP string }

type contextKey struct{}

// From returns a context whose changes are recorded as coming from o.
func From(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, contextKey{}, o)
}

// OriginOf returns where the request of ctx came from; zero for what no request began.
func OriginOf(ctx context.Context) Origin {
	o, _ := ctx.Value(contextKey{}).(Origin)
	return o
}

// Change is what a field was and what it became, as the interface shows it.
type Change struct {
	From any `json:"from"`
	To   any `json:"to"`
}

// Changes are the changed fields by their names in the interface.
type Changes map[string]Change

// Diff compares two snapshots of a row. A nil one is a row that is not there: before its creation, after its deletion.
func Diff(before, after map[string]any) Changes {
	changes := Changes{}
	for name, was := range before {
		if is := after[name]; !reflect.DeepEqual(was, is) {
			changes[name] = Change{From: was, To: is}
		}
	}
	for name, is := range after {
		if _, was := before[name]; !was && is != nil {
			changes[name] = Change{To: is}
		}
	}
	return changes
}

// Entry is one thing that was done.
type Entry struct {
	At time.Time
	// Action is the permission by which it was done.
	Action   authz.Permission
	Entity   string // "supplement"
	EntityID uuid.UUID
	// FranchiseID is whose administrators may read of it; nil: the platform's.
	FranchiseID *uuid.UUID
	Changes     Changes
}

// RecordTx adds e, done by who asks in ctx.
func RecordTx(ctx context.Context, tx pgx.Tx, e Entry) error {
	who := authz.From(ctx)
	origin := OriginOf(ctx)
	if e.Changes == nil {
		e.Changes = Changes{}
	}
	changes, err := json.Marshal(e.Changes)
	if err != nil {
		return fmt.Errorf("record %s: %w", e.Action, err)
	}
	_, err = tx.Exec(ctx, `
		insert into audit_log (happened_at, actor_id, actor_role, action, entity, entity_id, franchise_id, changes, ip, request_id)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		e.At, who.Actor(), who.Role, e.Action, e.Entity, e.EntityID, e.FranchiseID, changes, origin.IP, origin.RequestID)
	if err != nil {
		return fmt.Errorf("record %s: %w", e.Action, err)
	}
	return nil
}

// Since is a change that a caller has not seen.
type Since struct {
	At      time.Time `json:"at"`
	Changes Changes   `json:"changes"`
}

// CheckFresh returns CHANGED_MEANWHILE when a row was changed after its caller read it, with the missed changes as
// extra member "missed". seen is the row's updatedAt as the caller has it; nil asks for no check. Call it with the row
// locked.
func CheckFresh(ctx context.Context, tx pgx.Tx, entity string, id uuid.UUID, seen *time.Time, updated time.Time) error {
	if seen == nil || seen.Equal(updated) {
		return nil
	}
	rows, err := tx.Query(ctx, `
		select happened_at, changes from audit_log
		where entity = $1 and entity_id = $2 and happened_at > $3 order by id desc limit 20`, entity, id, *seen)
	if err != nil {
		return fmt.Errorf("missed changes: %w", err)
	}
	missed, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Since, error) {
		var s Since
		err := row.Scan(&s.At, &s.Changes)
		s.At = s.At.UTC()
		return s, err
	})
	if err != nil {
		return fmt.Errorf("missed changes: %w", err)
	}
	return errs.New(errs.Conflict, "CHANGED_MEANWHILE").WithExtra("missed", missed)
}

// Record is an entry as it is read back.
type Record struct {
	ID          int64
	HappenedAt  time.Time
	ActorID     *uuid.UUID
	ActorName   *string
	ActorRole   string
	Action      string
	Entity      string
	EntityID    uuid.UUID
	FranchiseID *uuid.UUID
	Changes     json.RawMessage
	IP          string
	RequestID   string
}

// ListInput narrows the record; nil and empty fields do not.
type ListInput struct {
	Page        listing.Page
	Entity      string
	EntityID    *uuid.UUID
	Actions     []string
	ActorID     *uuid.UUID
	After       *time.Time
	Before      *time.Time
	FranchiseID *uuid.UUID
}

// Orders of the record.
var Orders = listing.Orders{"happenedAt": "a.id", "action": "a.action", "entity": "a.entity"}

// Log reads the record.
type Log struct{ db listing.Pool }

// NewLog returns the record in db.
func NewLog(db listing.Pool) *Log { return &Log{db} }

// OfUser returns what was done to a user's account and what the user did, the newest first. It asks for no permission: the
// caller has. Who else did something, and from where, is that person's business and left out.
func (l *Log) OfUser(ctx context.Context, userID uuid.UUID) ([]Record, error) {
	rows, err := l.db.Query(ctx, `
		select id, happened_at, case when actor_id = $1 then actor_id end as actor_id, null as actor_name, actor_role, action, entity, entity_id,
		       franchise_id, changes, case when actor_id = $1 then ip else '' end as ip, case when actor_id = $1 then request_id else '' end as request_id
		from audit_log
		where actor_id = $1 or entity = 'user' and entity_id = $1
		order by id desc`, userID)
	if err != nil {
		return nil, fmt.Errorf("record of a user: %w", err)
	}
	records, err := pgx.CollectRows(rows, pgx.RowToStructByName[Record])
	if err != nil {
		return nil, fmt.Errorf("record of a user: %w", err)
	}
	return records, nil
}

// List returns a page of what the caller may read of the record, and how much there is.
func (l *Log) List(ctx context.Context, in ListInput) ([]Record, listing.Total, error) {
	scope, err := authz.Check(ctx, authz.AuditLogList)
	if err != nil {
		return nil, listing.Total{}, err
	}
	return listing.Read[Record](ctx, l.db, in.query(scope), in.Page)
}

// Export hands every row that List would page through to yield.
func (l *Log) Export(ctx context.Context, in ListInput, yield func(Record) error) error {
	scope, err := authz.Check(ctx, authz.AuditLogList)
	if err != nil {
		return err
	}
	return listing.Each(ctx, l.db, in.query(scope), in.Page.Sort, yield)
}

func (in ListInput) query(scope authz.Filter) listing.Query {
	rows := listing.Select("a.id", "a.happened_at", "a.actor_id", "u.first_name || ' ' || u.last_name as actor_name", "a.actor_role",
		"a.action", "a.entity", "a.entity_id", "a.franchise_id", "a.changes", "a.ip", "a.request_id").
		From("audit_log a").JoinWithOption("left", "users u", "u.id = a.actor_id")
	listing.Equals(rows, "a.franchise_id", scope.FranchiseID)
	listing.Equals(rows, "a.franchise_id", in.FranchiseID)
	listing.Equals(rows, "a.entity_id", in.EntityID)
	listing.Equals(rows, "a.actor_id", in.ActorID)
	listing.AtLeast(rows, "a.happened_at", in.After)
	listing.AtMost(rows, "a.happened_at", in.Before)
	if in.Entity != "" {
		rows.Where(rows.Equal("a.entity", in.Entity))
	}
	listing.AnyOf(rows, "a.action", in.Actions)
	return listing.Query{Rows: rows, Orders: Orders, Default: "-happenedAt", Key: "a.id"}
}
