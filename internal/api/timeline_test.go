package api_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type storyEntry struct {
	Kind                   string
	Actor                  *struct{ Name, Role string }
	From, To, Letter, Note *string
	NoteCode, NoteValue    *string
	PaymentID, RefundID    *uuid.UUID
	Amount                 *float64
	Changes                map[string]json.RawMessage
}

func story(c *apptest.Caller, id uuid.UUID) []storyEntry {
	return apptest.Data[struct{ Timeline []storyEntry }](c.Get(bookingPath(id) + "/timeline")).Timeline
}

// told are the entries of some kinds in a few words: "STATUS CONFIRMED".
func told(entries []storyEntry, kinds ...string) []string {
	out := []string{}
	for _, e := range entries {
		for _, kind := range kinds {
			if e.Kind == kind {
				out = append(out, e.Kind+" "+*e.To)
			}
		}
	}
	return out
}

// A rental from the wish to the money back is told in the order in which it happened, with who did what.
func TestTimelineOfABooking(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := a.paid(t, rider, stage, soon)
	changedBooking(t, a.put(staff, b.ID, map[string]any{"notesByAdmin": "Wants a large helmet"}))
	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, bookingPath(b.ID), nil).Status)
	a.Eventually(func() bool {
		entries := told(story(staff, b.ID), "REFUND")
		return len(entries) == 2 && entries[1] == "REFUND DONE"
	}, "the money is back")

	entries := story(staff, b.ID)
	require.Equal(t, []string{"STATUS PENDING_PAYMENT", "STATUS CONFIRMED", "STATUS CANCELLED_BY_ADMIN"}, told(entries, "STATUS"))
	require.Equal(t, []string{"PAYMENT PENDING", "PAYMENT PROCESSING", "PAYMENT COMPLETED", "PAYMENT REFUNDED"}, told(entries, "PAYMENT"))
	require.Equal(t, "STATUS", entries[0].Kind, "it begins with the wish")
	require.Nil(t, entries[0].From)
	require.Equal(t, "CUSTOMER", entries[0].Actor.Role)
	codes := []string{}
	for _, e := range entries {
		if e.NoteCode != nil {
			codes = append(codes, e.Kind+" "+*e.NoteCode)
		}
	}
	require.ElementsMatch(t, []string{
		"PAYMENT OPENED", "PAYMENT HANDED_OVER", "PAYMENT GATEWAY_SAYS", "STATUS PAID", "STATUS ON_REQUEST", "REFUND BOOKING_CANCELLED", "PAYMENT GIVEN_BACK",
	}, codes)
	for _, e := range entries {
		switch {
		case e.Kind == "CHANGE":
			require.JSONEq(t, `{"from":null,"to":"Wants a large helmet"}`, string(e.Changes["notesByAdmin"]))
			require.Len(t, e.Changes, 1, "what the step says is not said again")
			require.Equal(t, "FRANCHISE_ADMIN", e.Actor.Role)
		case e.Kind == "STATUS" && *e.To == "CANCELLED_BY_ADMIN":
			require.Equal(t, "Salma Staff", e.Actor.Name)
		case e.Kind == "PAYMENT":
			require.Equal(t, *b.PaymentID, *e.PaymentID)
		case e.Kind == "REFUND":
			require.InDelta(t, b.TotalAmount, *e.Amount, 0.001)
		}
	}
	a.Eventually(func() bool {
		for _, e := range story(staff, b.ID) {
			if e.Kind == "LETTER" && *e.Letter == "booking_cancelled" && *e.Note == "customer" {
				return true
			}
		}
		return false
	}, "the letter is told of")
}

// A refund that its gateway took back was asked for, done, and failed, and the gateway's words say why.
func TestTimelineOfARefundThatWasTakenBack(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := a.paid(t, rider, stage, soon)
	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, bookingPath(b.ID), nil).Status)
	a.Eventually(func() bool { return len(told(story(staff, b.ID), "REFUND")) == 2 }, "the money is back")
	_, err := a.DB().Exec(t.Context(), `update payment_refunds set state = 'FAILED', failure_reason = 'account closed', updated_at = updated_at + interval '2 days'
		where payment_id = $1`, b.PaymentID)
	require.NoError(t, err)
	entries := story(staff, b.ID)
	require.Equal(t, []string{"REFUND REQUESTED", "REFUND DONE", "REFUND FAILED"}, told(entries, "REFUND"))
	for _, e := range entries {
		if e.Kind == "REFUND" && *e.To == "FAILED" {
			require.Equal(t, "DONE", *e.From)
			require.Equal(t, "GATEWAY_SAYS", *e.NoteCode)
			require.Equal(t, "account closed", *e.NoteValue)
		}
	}
}

func TestTimelinesOfOthers(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider := a.Stage(), a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(soon))
	rival := a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	path := bookingPath(b.ID) + "/timeline"
	require.Equal(t, "BOOKING_NOT_FOUND", rival.Get(path).Problem().Code)
	require.Equal(t, "FORBIDDEN", rider.Get(path).Problem().Code, "what staff noted is not the customer's to read")
	require.Equal(t, "UNAUTHENTICATED", a.Visitor().Get(path).Problem().Code)
	require.Equal(t, "BOOKING_NOT_FOUND", a.Staff(authz.Admin, nil).Get("/bookings/1%27or%271/timeline").Problem().Code)
}

// Staff are offered what they may do, and nothing that would be refused.
func TestNextSteps(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	steps := func(c *apptest.Caller, id uuid.UUID) []string {
		return apptest.Data[struct {
			Booking struct{ NextSteps []string }
		}](c.Get(bookingPath(id))).Booking.NextSteps
	}
	b := rider.Book(stage.BookingBody(soon))
	require.Equal(t, []string{"CONFIRM", "TAKE_PAYMENT", "MOVE", "REASSIGN", "CANCEL"}, steps(staff, b.ID))
	require.Empty(t, steps(rider, b.ID), "for staff")
	a.pay(t, *b.Payment, cardApproves)
	a.awaitConfirmed(rider, b.ID)
	require.Equal(t, []string{"MOVE", "REASSIGN", "HAND_OVER", "CANCEL", "REFUND"}, steps(staff, b.ID))
	a.Clock.Advance(soon.Sub(a.Clock.Now()))
	staff = a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	require.Equal(t, []string{"REASSIGN", "HAND_OVER", "CANCEL", "REFUND"}, steps(staff, b.ID), "nobody moves what has begun")
	changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "ACTIVE"}))
	require.Equal(t, []string{"EXTEND", "TAKE_BACK", "CANCEL", "REFUND"}, steps(staff, b.ID))
	changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": "COMPLETED"}))
	require.Equal(t, []string{"REFUND"}, steps(staff, b.ID))
}
