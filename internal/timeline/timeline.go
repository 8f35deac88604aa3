// Package timeline tells the story of a booking to staff: every step of it, of its payments and refunds, what people
// changed, which letters went out and when its lock could be opened, as one list. It reads the tables by its own SQL, one
// statement whatever there is, and changes nothing. It must not import other features.
package timeline

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
)

// Kind says what an entry tells of.
type Kind string

// The kinds of entries.
const (
	// Status is a step of the booking: From, To, Note.
	Status Kind = "STATUS"
	// Change is what somebody changed of it: Changes.
	Change Kind = "CHANGE"
	// Payment is a step of a payment: PaymentID, Gateway, Amount, From, To, Note.
	Payment Kind = "PAYMENT"
	// Refund is a refund that was asked for, or its end: RefundID, PaymentID, Gateway, Amount, To, Note.
	Refund Kind = "REFUND"
	// Letter is a mail that was handed to the mail server: Letter. Letters are remembered for 90 days.
	Letter Kind = "LETTER"
	// Lock is an access to the motorcycle's lock: To is ISSUED or ENDED, Note says why it ended.
	Lock Kind = "LOCK"
	// Handover tells how the motorcycle was: To is HAND_OVER or RETURN, Changes the meter and the tank, Note what staff noted.
	Handover Kind = "HANDOVER"
)

// Kinds lists them.
var Kinds = []Kind{Status, Change, Payment, Refund, Letter, Lock, Handover}

// Entry is one thing that happened. Which fields it has is said by its kind; the others are nil.
type Entry struct {
	At   time.Time
	Kind Kind
	// ActorID is who did it; nil: the program itself, or a gateway.
	ActorID   *uuid.UUID
	ActorName *string
	ActorRole *string
	From, To  *string
	PaymentID *uuid.UUID
	RefundID  *uuid.UUID
	Gateway   *string
	Amount    *money.Amount
	Letter    *string
	Note      *string
	// NoteCode and NoteValue say of Status, Payment and Refund the same for programs; nil: Note is in somebody's own words.
	NoteCode  *string
	NoteValue *string
	// Changes are by field {"from": ..., "to": ...}, as the audit log has them.
	Changes json.RawMessage
}

// Service tells stories.
type Service struct{ db *postgres.DB }

// New returns the stories in db.
func New(db *postgres.DB) *Service { return &Service{db} }

// entries is the story of the booking $1. Steps of one transaction happened at the same instant: they stand in the order in
// which one leads to the other. What the audit log says of a status is said by the step itself. That a refund was done before its
// gateway took it back, only the books still know.
const entries = `
	select e.at, e.kind, e.actor_id, nullif(trim(u.first_name || ' ' || u.last_name), '') as actor_name, u.role as actor_role,
		e.was as "from", e.is as "to", e.payment_id, e.refund_id, e.gateway, e.amount, e.letter, nullif(e.note, '') as note, e.note_code, e.note_value, e.changes
	from (
		select happened_at as at, 'STATUS' as kind, case when from_status is null then 0 else 2 end as rank, id as turn, actor_id, from_status as was, to_status as is, null::uuid as payment_id,
			null::uuid as refund_id, null as gateway, null::bigint as amount, null as letter, note, note_code, null as note_value, null::jsonb as changes
		from booking_transitions where booking_id = $1
		union all
		select happened_at, 'CHANGE', 3, id, actor_id, null, null, null, null, null, null, null, null, null, null, changes - 'bookingStatus'
		from audit_log where entity = 'booking' and entity_id = $1 and changes - 'bookingStatus' <> '{}'
		union all
		select t.happened_at, 'PAYMENT', 1, t.id, t.actor_id, t.from_status, t.to_status, p.id, null, p.gateway, p.amount_centimes, null, t.note, t.note_code, t.note_value, null
		from payments p join payment_transitions t on t.payment_id = p.id where p.booking_id = $1
		union all
		select r.created_at, 'REFUND', 4, 0, r.requested_by, null, 'REQUESTED', p.id, r.id, p.gateway, r.amount_centimes, null, r.reason, r.reason_code, null, null
		from payments p join payment_refunds r on r.payment_id = p.id where p.booking_id = $1
		union all
		select r.updated_at, 'REFUND', 6, 0, null, case when d.id is null then 'REQUESTED' else 'DONE' end, r.state, p.id, r.id, p.gateway, r.amount_centimes, null,
			coalesce(r.failure_reason, ''), case when r.failure_reason is not null then 'GATEWAY_SAYS' end, r.failure_reason, null
		from payments p join payment_refunds r on r.payment_id = p.id
		left join ledger_transactions d on d.booking_id = $1 and d.refund_id = r.id and d.kind = 'REFUND_DONE' and r.state = 'FAILED'
		where p.booking_id = $1 and r.state in ('DONE', 'FAILED')
		union all
		select d.happened_at, 'REFUND', 5, 0, null, 'REQUESTED', 'DONE', p.id, r.id, p.gateway, r.amount_centimes, null, '', null, null, null
		from ledger_transactions d join payment_refunds r on r.id = d.refund_id join payments p on p.id = r.payment_id
		where d.booking_id = $1 and d.kind = 'REFUND_DONE' and r.state = 'FAILED'
		union all
		select happened_at, 'LETTER', 7, 0, null, null, null, null, null, null, null, payload ->> 'letter',
			case when user_id is null then 'franchise' else 'customer' end, null, null, null
		from domain_events where booking_id = $1 and type = 'notification.sent'
		union all
		select issued_at, 'LOCK', 8, 0, null, null, 'ISSUED', null, null, null, null, null, '', null, null, null from lock_accesses where booking_id = $1
		union all
		select ended_at, 'LOCK', 9, 0, null, 'ISSUED', 'ENDED', null, null, null, null, null, ended_reason, null, null, null
		from lock_accesses where booking_id = $1 and ended_at is not null
		union all
		select happened_at, 'HANDOVER', 3, case kind when 'RETURN' then 1 else 0 end, actor_id, null, kind, null, null, null, null, null, coalesce(notes, ''), null, null,
			jsonb_build_object('odometerKm', jsonb_build_object('from', null, 'to', odometer_km))
				|| case when fuel_percent is null then '{}' else jsonb_build_object('fuelPercent', jsonb_build_object('from', null, 'to', fuel_percent)) end
		from booking_handovers where booking_id = $1
	) e left join users u on u.id = e.actor_id
	order by e.at, e.rank, e.turn, e.refund_id`

// Of returns everything that happened to a booking within the caller's reach, the oldest first. Returns BOOKING_NOT_FOUND.
func (s *Service) Of(ctx context.Context, bookingID uuid.UUID) ([]Entry, error) {
	scope, err := authz.Check(ctx, authz.BookingManage)
	if err != nil {
		return nil, err
	}
	var owner, franchise uuid.UUID
	err = s.db.QueryRow(ctx, "select user_id, franchise_id from bookings where id = $1", bookingID).Scan(&owner, &franchise)
	if postgres.NoRows(err) || err == nil && !scope.Allows(owner, &franchise) {
		return nil, errs.New(errs.NotFound, "BOOKING_NOT_FOUND", "id", bookingID.String())
	}
	if err != nil {
		return nil, fmt.Errorf("read booking %s: %w", bookingID, err)
	}
	rows, err := s.db.Query(ctx, entries, bookingID)
	if err != nil {
		return nil, fmt.Errorf("read the story of booking %s: %w", bookingID, err)
	}
	story, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Entry])
	if err != nil {
		return nil, fmt.Errorf("read the story of booking %s: %w", bookingID, err)
	}
	return story, nil
}
