// Package event is how a feature tells that something has happened without knowing who wants to hear of it. An event is
// written in the transaction that made it true. Followers take part in that transaction; subscribers hear of it from a job
// of their own, once. The package knows no feature: types and payloads are theirs.
package event

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/job"
)

// Type says what has happened: "booking.created".
type Type string

// Event is one thing that has happened.
type Event struct {
	// ID is given by PublishTx.
	ID   uuid.UUID
	Type Type
	At   time.Time
	// Whom and what it is about; nil where there is none.
	FranchiseID, UserID, MotorcycleID, BookingID, PaymentID *uuid.UUID
	// Payload is what else is worth knowing, given to PublishTx; Read returns it.
	Payload json.RawMessage
}

// Read decodes the payload into a pointer to what it was published as.
func (e Event) Read(into any) error {
	if err := json.Unmarshal(e.Payload, into); err != nil {
		return fmt.Errorf("read the payload of %s %s: %w", e.Type, e.ID, err)
	}
	return nil
}

// Handler is told of an event in a transaction: what it writes there, such as a job, stands and falls with it. It must make
// no remote call.
type Handler func(ctx context.Context, tx pgx.Tx, e Event) error

type subscription struct {
	name   string
	types  []Type
	handle Handler
}

// Bus takes events from those who tell to those who listen. Add listeners before it is used. A nil one takes no events:
// history that is made up concerns nobody.
type Bus struct {
	jobs        job.Inserter
	followers   []subscription
	subscribers []subscription
}

// NewBus returns a bus without listeners.
func NewBus(jobs job.Inserter) *Bus { return &Bus{jobs: jobs} }

// Follow has handle told of events in the transaction that publishes them. Its error takes the transaction back.
func (b *Bus) Follow(handle Handler, types ...Type) {
	b.followers = append(b.followers, subscription{types: types, handle: handle})
}

// Subscribe has handle told of events by a job, after they were committed, in a transaction of its own and once for each.
// name tells subscribers apart and must not change.
func (b *Bus) Subscribe(name string, handle Handler, types ...Type) {
	b.subscribers = append(b.subscribers, subscription{name: name, types: types, handle: handle})
}

// PublishTx writes e with its payload and sees to it that whoever listens is told.
func (b *Bus) PublishTx(ctx context.Context, tx pgx.Tx, e Event, payload any) error {
	if b == nil {
		return nil
	}
	e.ID = uuid.Must(uuid.NewV7())
	written, err := json.Marshal(payload)
	if err != nil {
		return fmt.Errorf("write the payload of %s: %w", e.Type, err)
	}
	e.Payload = written
	_, err = tx.Exec(ctx, `insert into domain_events (id, type, franchise_id, user_id, motorcycle_id, booking_id, payment_id, payload,
		happened_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		e.ID, e.Type, e.FranchiseID, e.UserID, e.MotorcycleID, e.BookingID, e.PaymentID, e.Payload, e.At)
	if err != nil {
		return fmt.Errorf("write %s: %w", e.Type, err)
	}
	for _, s := range b.followers {
		if !slices.Contains(s.types, e.Type) {
			continue
		}
		if err := s.handle(ctx, tx, e); err != nil {
			return fmt.Errorf("follow %s: %w", e.Type, err)
		}
	}
	for _, s := range b.subscribers {
		if !slices.Contains(s.types, e.Type) {
			continue
		}
		if _, err := b.jobs.InsertTx(ctx, tx, deliverArgs{EventID: e.ID, Subscriber: s.name}, nil); err != nil {
			return fmt.Errorf("tell %s of %s: %w", s.name, e.Type, err)
		}
	}
	return nil
}
