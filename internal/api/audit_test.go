package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// The record of changes is read by those whose rows were changed, and written for ever.
func TestAuditLog(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.Admin, nil)
	before := a.Clock.Now()
	a.Clock.Advance(time.Minute)
	for _, id := range []uuid.UUID{ours.GPSID, theirs.GPSID} {
		require.Equal(t, http.StatusOK, admin.Do(http.MethodPut, "/supplements/"+id.String(), map[string]any{"price": 40}).Status)
	}
	type entry struct {
		Action, Entity, ActorRole, IP, RequestID string
		EntityID                                 uuid.UUID
		ActorID                                  *uuid.UUID
		ActorName                                *string
		Changes                                  map[string]struct{ From, To any }
	}
	read := func(c *apptest.Caller, query string) []entry {
		return apptest.Data[struct{ Entries []entry }](c.Get("/audit-log?action=SUPPLEMENT_UPDATE" + query)).Entries
	}
	require.Len(t, read(admin, ""), 2)
	require.Len(t, read(admin, "&action=SUPPLEMENT_CREATE"), 2+6, "any of several: both stages have three")
	entries := read(staff, "&happenedAfter="+before.Add(time.Second).Format(time.RFC3339))
	require.Len(t, entries, 1, "a franchise reads of its own rows")
	e := entries[0]
	require.Equal(t, ours.GPSID, e.EntityID)
	require.Equal(t, admin.UserID, *e.ActorID)
	require.Equal(t, "ADMIN", e.ActorRole)
	require.Equal(t, "Salma Staff", *e.ActorName)
	require.NotEmpty(t, e.RequestID)
	require.Equal(t, "127.0.0.1", e.IP)
	require.Equal(t, map[string]struct{ From, To any }{"price": {30.0, 40.0}}, e.Changes)
	require.Empty(t, read(staff, "&happenedBefore="+before.Format(time.RFC3339)))
	require.Empty(t, read(staff, "&franchiseId="+theirs.FranchiseID.String()))

	answer := staff.Get("/audit-log/export?entity=supplement&actorId=" + admin.UserID.String())
	require.Contains(t, string(answer.Body), ours.GPSID.String())
	require.NotContains(t, string(answer.Body), theirs.GPSID.String())
	require.Equal(t, http.StatusForbidden, a.Customer().Get("/audit-log").Status)

	for _, statement := range []string{"delete from audit_log", "update audit_log set action = 'x'"} {
		_, err := a.DB().Exec(t.Context(), statement)
		require.ErrorContains(t, err, "only ever added to")
	}
}

// What PostgreSQL cannot keep stands in no row: such a filter finds nothing, and is no fault of ours.
func TestFiltersOfImpossibleTexts(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	for _, path := range []string{"/audit-log?entity=%00", "/audit-log?action=%FF", "/supplements/admin?q=a%00", "/audit-log/export?entity=%00"} {
		answer := staff.Get(path)
		require.Equal(t, http.StatusOK, answer.Status, path)
		require.NotContains(t, string(answer.Body), stage.FranchiseID.String(), path)
	}
}
