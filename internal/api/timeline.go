package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/timeline"
)

type timelineActor struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name" doc:"Empty once the account was erased"`
	Role string    `json:"role"`
}

// timelineEntry is one thing that happened to a booking.
type timelineEntry struct {
	At        time.Time            `json:"at"`
	Kind      timeline.Kind        `json:"kind" doc:"Says which of the other members there are"`
	Actor     *timelineActor       `json:"actor" doc:"Who did it; null: the program, or a gateway"`
	From      *string              `json:"from,omitempty" doc:"Of STATUS and PAYMENT: the status before; of REFUND and LOCK: the state before"`
	To        *string              `json:"to,omitempty" doc:"Of STATUS and PAYMENT: the status after; of REFUND: REQUESTED, DONE or FAILED; of LOCK: ISSUED or ENDED; of HANDOVER: HAND_OVER or RETURN"`
	PaymentID *uuid.UUID           `json:"paymentId,omitempty"`
	RefundID  *uuid.UUID           `json:"refundId,omitempty"`
	Gateway   *payment.GatewayName `json:"gateway,omitempty"`
	Amount    *MAD                 `json:"amount,omitempty"`
	Letter    *string              `json:"letter,omitempty" doc:"Of LETTER: which; note says whether it went to the customer or the franchise"`
	Note      *string              `json:"note,omitempty"`
	NoteCode  *storyNote           `json:"noteCode,omitempty" doc:"Of STATUS, PAYMENT and REFUND: note for programs; absent: note is in somebody's own words"`
	NoteValue *string              `json:"noteValue,omitempty" doc:"What goes with noteCode, as in the history of payments"`
	Changes   json.RawMessage      `json:"changes,omitempty" doc:"Of CHANGE and HANDOVER, by field: {\"from\": ..., \"to\": ...}"`
}

func toTimelineEntry(e timeline.Entry) timelineEntry {
	view := timelineEntry{
		At: utc(e.At), Kind: e.Kind, From: e.From, To: e.To, PaymentID: e.PaymentID, RefundID: e.RefundID, Gateway: (*payment.GatewayName)(e.Gateway),
		Amount: (*MAD)(e.Amount), Letter: e.Letter, Note: e.Note, NoteCode: (*storyNote)(e.NoteCode), NoteValue: e.NoteValue, Changes: e.Changes,
	}
	if e.ActorID != nil {
		view.Actor = &timelineActor{ID: *e.ActorID, Name: textOf(e.ActorName), Role: textOf(e.ActorRole)}
	}
	return view
}

type timelineData struct {
	Timeline []timelineEntry `json:"timeline"`
}

type timelineAnswer data[timelineData]

func (a *API) registerTimeline() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/bookings/{id}/timeline", ID: "getBookingTimeline", Tag: "bookings", Permission: authz.BookingManage,
		Summary:     "Everything that happened to a booking, the oldest first",
		Description: "Its steps, changes by people, payments, refunds, letters (of the last 90 days) and accesses to the motorcycle's lock.",
		Errors:      []string{"BOOKING_NOT_FOUND"},
	}, func(ctx context.Context, in *IDPath) (*timelineAnswer, error) {
		id, err := in.parse(booking.ErrNotFound)
		if err != nil {
			return nil, err
		}
		story, err := a.Services.Timeline.Of(ctx, id)
		if err != nil {
			return nil, err
		}
		out := &timelineAnswer{}
		out.Body.Data.Timeline = views(story, toTimelineEntry)
		return out, nil
	})
}
