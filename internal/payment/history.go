package payment

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"rihla/internal/payment/paymentdb"
)

// maxAnswer is how much of what a gateway said is kept beside a step, in bytes.
const maxAnswer = 16 << 10

// saying is what a gateway said, as it stands beside the step that it led to: a stored callback, or an answer.
type saying struct {
	event  *uuid.UUID
	answer []byte
}

// kept is the answer as far as it is kept; nil without one.
func (s saying) kept() *string {
	if s.event != nil || len(s.answer) == 0 {
		return nil
	}
	return new(readable(s.answer))
}

// readable is the beginning of what a gateway said, as text that the database takes.
func readable(said []byte) string {
	said = said[:min(len(said), maxAnswer)]
	// Nothing that is taken out leaves room for more than it took.
	return strings.ReplaceAll(strings.ToValidUTF8(string(said), "?"), "\x00", "?")
}

// news is an outcome and the callback that brought it; event is nil when the gateway was asked.
type news struct {
	Outcome
	event *uuid.UUID
}

func (n news) said() saying { return saying{n.event, n.Answer} }

// Step is one move of a payment's history.
type Step struct {
	// From is "" for the first one.
	From, To Status
	// ActorID is who made it; nil: the program itself.
	ActorID *uuid.UUID
	// Note says why, NoteCode and NoteValue the same for programs; nil: it is in somebody's own words, or none goes with the code.
	Note      string
	NoteCode  *NoteCode
	NoteValue *string
	At        time.Time
	// EventID is the callback that led to it, nil when none did. Said is what the gateway said, in the callback or when it
	// was asked, as it came and as far as it is kept; "" when it was not the gateway's doing.
	EventID *uuid.UUID
	Said    string
}

// History returns the moves of a payment, the first one first. Returns ErrNotFound as Get does.
func (s *Service) History(ctx context.Context, id uuid.UUID) ([]Step, error) {
	if _, err := s.Get(ctx, id); err != nil {
		return nil, err
	}
	rows, err := paymentdb.New(s.db).TransitionsOfPayment(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read the history of payment %s: %w", id, err)
	}
	steps := make([]Step, len(rows))
	for i, row := range rows {
		step := Step{To: Status(row.ToStatus), ActorID: row.ActorID, Note: row.Note, NoteCode: (*NoteCode)(row.NoteCode), NoteValue: row.NoteValue, At: row.HappenedAt, EventID: row.GatewayEventID}
		if row.FromStatus != nil {
			step.From = Status(*row.FromStatus)
		}
		if row.GatewayAnswer != nil {
			step.Said = *row.GatewayAnswer
		} else {
			step.Said = readable(row.Callback)
		}
		steps[i] = step
	}
	return steps, nil
}
