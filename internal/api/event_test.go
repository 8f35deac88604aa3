package api_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type newsRow struct {
	Events []struct {
		ID        uuid.UUID
		Type      string
		BookingID *uuid.UUID
	}
	At         time.Time
	IsComplete bool
}

func (n newsRow) types() []string {
	out := []string{}
	for _, e := range n.Events {
		out = append(out, e.Type)
	}
	return out
}

func newsSince(c *apptest.Caller, at time.Time) newsRow {
	return apptest.Data[newsRow](c.Get("/events?since=" + url.QueryEscape(at.Format(time.RFC3339Nano))))
}

// Whoever watches learns of what happens to what is theirs, once a moment has passed also no more of it.
func TestEventsSince(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider := a.Stage(), a.Stage(), a.Customer()
	staff, rival, admin := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID), a.Staff(authz.Admin, nil)
	a.Clock.Advance(time.Minute)
	first := apptest.Data[newsRow](staff.Get("/events"))
	require.Empty(t, first.Events)
	require.True(t, first.IsComplete)
	require.Empty(t, newsSince(staff, first.At).Events)

	b := rider.Book(stage.BookingBody(soon))
	seen := newsSince(staff, first.At)
	require.Equal(t, []string{"booking.created"}, seen.types())
	require.Equal(t, b.ID, *seen.Events[0].BookingID)
	require.Len(t, newsSince(admin, first.At).Events, 1)
	require.Empty(t, newsSince(rival, first.At).Events)
	require.Equal(t, seen.Events, newsSince(staff, seen.At).Events, "told again: another transaction may have been under way")
	a.Clock.Advance(time.Minute)
	seen = newsSince(staff, a.Clock.Now())
	require.Empty(t, seen.Events)

	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, bookingPath(b.ID), nil).Status)
	require.Equal(t, []string{"booking.cancelled"}, newsSince(staff, seen.At).types())
	require.False(t, newsSince(staff, a.Clock.Now().Add(-2*time.Hour)).IsComplete, "who was away reads everything anew")
	require.Equal(t, "TOO_LARGE", staff.Get("/events?since=2027-05-12T00:00:00Z").Problem().Field("since"))
	require.Equal(t, "INVALID_FORMAT", staff.Get("/events?since=now").Problem().Field("since"))
	require.Equal(t, "FORBIDDEN", rider.Get("/events").Problem().Code)
}
