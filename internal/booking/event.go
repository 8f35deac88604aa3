package booking

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/event"
)

// What happens to bookings, told in the transaction in which it does (specification section 3). Whatever changes a
// booking's status, period or motorcycle is among it.
const (
	EventCreated   event.Type = "booking.created"
	EventConfirmed event.Type = "booking.confirmed" // again, when its hold had run out (D7)
	EventMoved     event.Type = "booking.moved"     // with Moved
	EventStarted   event.Type = "booking.started"
	EventCompleted event.Type = "booking.completed"
	EventCancelled event.Type = "booking.cancelled" // with Ended
	// EventDue tells that a rental begins within a day, with Due.
	EventDue event.Type = "booking.due"
)

// Due is when a rental that is due begins.
type Due struct {
	Start time.Time `json:"start"`
}

// Moved is where a booking was taken from.
type Moved struct {
	WasStart time.Time `json:"wasStart"`
	WasEnd   time.Time `json:"wasEnd"`
	// WasMotorcycle is nil when the motorcycle stayed.
	WasMotorcycle *WasMotorcycle `json:"wasMotorcycle,omitempty"`
}

// WasMotorcycle is the motorcycle that another one takes the place of.
type WasMotorcycle struct {
	Make               string `json:"make"`
	Model              string `json:"model"`
	RegistrationNumber string `json:"registrationNumber"`
}

// Ended says how a booking was cancelled.
type Ended struct {
	// From is what it was before.
	From Status `json:"from"`
	// Lapsed tells that nobody cancelled it: it was not paid in time (D7).
	Lapsed bool `json:"lapsed"`
}

// becameEvents name what has happened to a booking that came to a status.
var becameEvents = map[Status]event.Type{
	Confirmed: EventConfirmed, Active: EventStarted, Completed: EventCompleted,
	CancelledByUser: EventCancelled, CancelledByAdmin: EventCancelled,
}

// becameTx tells that b has come to its status.
func (s *Service) becameTx(ctx context.Context, tx pgx.Tx, from Status, b Booking, why note) error {
	var payload any = struct{}{}
	if becameEvents[b.Status] == EventCancelled {
		payload = Ended{From: from, Lapsed: why.code == Lapsed && authz.From(ctx).Actor() == nil}
	}
	return s.publishTx(ctx, tx, becameEvents[b.Status], b, payload)
}

func (s *Service) publishTx(ctx context.Context, tx pgx.Tx, t event.Type, b Booking, payload any) error {
	return s.events.PublishTx(ctx, tx, event.Event{
		Type: t, At: s.clock.Now(), FranchiseID: &b.FranchiseID, UserID: &b.UserID, BookingID: &b.ID,
	}, payload)
}
