package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

func userPath(id uuid.UUID) string { return "/users/" + id.String() }

// Who is blocked is signed out at once, is told so when signing in with the right password, and comes back when unblocked.
func TestBlockedAccounts(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	admin, colleague := a.Staff(authz.Admin, nil), a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	rider := a.Customer()
	email := a.email(t, rider.UserID)
	b := a.paid(t, rider, stage, soon)

	answer := admin.Post(userPath(rider.UserID)+"/block", map[string]any{"reason": " Chargeback <b>twice</b> "})
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	require.Contains(t, string(answer.Body), "Chargeback")
	require.Equal(t, "INVALID_TOKEN", rider.Get("/auth/me").Problem().Code)
	require.Equal(t, "REFRESH_REJECTED", a.Visitor().Post("/auth/refresh-token", map[string]any{"refreshToken": rider.Refresh}).Problem().Code)
	signIn := func(password string) apptest.Answer {
		return a.Visitor().Post("/auth/login", map[string]any{"email": email, "password": password})
	}
	require.Equal(t, "ACCOUNT_BLOCKED", signIn(apptest.Password).Problem().Code)
	require.Equal(t, "INVALID_CREDENTIALS", signIn("Wrong-1234").Problem().Code, "strangers learn nothing")
	require.Equal(t, "CONFIRMED", admin.Booking(b.ID).BookingStatus, "what is booked stays booked")
	require.Equal(t, []string{"USER_BLOCK"}, a.actions(t, rider.UserID)[:1])

	require.Equal(t, http.StatusOK, admin.Post(userPath(rider.UserID)+"/unblock", nil).Status)
	back := a.SignedIn(signIn(apptest.Password))
	require.NotContains(t, string(back.Get("/users/"+rider.UserID.String()).Body), "Chargeback")

	require.Equal(t, "OWN_ACCOUNT", admin.Post(userPath(admin.UserID)+"/block", map[string]any{}).Problem().Code)
	require.Equal(t, "TOO_LONG", admin.Post(userPath(rider.UserID)+"/block", map[string]any{"reason": strings.Repeat("é", 501)}).Problem().Field("reason"))
	for _, id := range []uuid.UUID{admin.UserID, rider.UserID} {
		require.Equal(t, "USER_NOT_FOUND", colleague.Post(userPath(id)+"/block", map[string]any{}).Problem().Code, "neither the platform's nor anybody's customer")
	}
	require.Equal(t, "FORBIDDEN", back.Post(userPath(colleague.UserID)+"/block", map[string]any{}).Problem().Code)
}

// Of two administrators who block each other at once, one is left.
func TestAdministratorsBlockEachOther(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	first, second := a.Staff(authz.Admin, nil), a.Staff(authz.Admin, nil)
	var both sync.WaitGroup
	both.Go(func() { first.Post(userPath(second.UserID)+"/block", map[string]any{}) })
	both.Go(func() { second.Post(userPath(first.UserID)+"/block", map[string]any{}) })
	both.Wait()
	a.requireRows(t, 1, "users where role = 'ADMIN' and blocked_at is null")
}

func TestSessionsOfOthers(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs := a.Stage(), a.Stage()
	admin := a.Staff(authz.Admin, nil)
	staff, colleague := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	rival := a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	phone := a.SignIn(a.email(t, colleague.UserID), apptest.Password)
	path := userPath(colleague.UserID) + "/sessions"
	list := func(c *apptest.Caller) []struct{ ID uuid.UUID } {
		return apptest.Data[struct{ Sessions []struct{ ID uuid.UUID } }](c.Get(path)).Sessions
	}
	require.Len(t, list(staff), 2)
	require.Equal(t, "USER_NOT_FOUND", rival.Get(path).Problem().Code)
	require.Equal(t, "USER_NOT_FOUND", rival.Do(http.MethodDelete, path, nil).Problem().Code)
	require.Equal(t, "USER_NOT_FOUND", staff.Get(userPath(admin.UserID)+"/sessions").Problem().Code)
	require.Equal(t, "SESSION_NOT_FOUND", staff.Do(http.MethodDelete, path+"/"+uuid.NewString(), nil).Problem().Code)
	require.Equal(t, "SESSION_NOT_FOUND", staff.Do(http.MethodDelete, path+"/x", nil).Problem().Code)

	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, path+"/"+list(staff)[0].ID.String(), nil).Status)
	require.Len(t, list(admin), 1)
	require.Equal(t, http.StatusNoContent, admin.Do(http.MethodDelete, path, nil).Status)
	require.Empty(t, list(admin))
	for _, c := range []*apptest.Caller{colleague, phone} {
		require.Equal(t, "INVALID_TOKEN", c.Get("/auth/me").Problem().Code)
	}
}
