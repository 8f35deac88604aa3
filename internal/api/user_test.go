package api_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type userRow struct {
	ID                                   uuid.UUID
	Email, FirstName, LastName           string
	PhoneNumber                          *string
	Role, Language                       string
	FranchiseID                          *uuid.UUID
	IdentityCardFront, IdentityCardCover *string
	EmailVerifiedAt                      *time.Time
	UpdatedAt                            time.Time
}

func userOf(answer apptest.Answer) userRow {
	return apptest.Data[struct{ User userRow }](answer).User
}

func pathOf(c *apptest.Caller) string { return "/users/" + c.UserID.String() }

func TestUserLifeCycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	admin := a.Staff(authz.Admin, nil)

	answer := admin.Post("/users", map[string]any{
		"firstName": " سلمى ", "lastName": "بنعلي", "email": "salma@example.com", "password": "Atlas-2026", "role": "FRANCHISE_ADMIN",
		"franchiseId": stage.FranchiseID, "language": "ar", "phoneNumber": nil,
	})
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	made := userOf(answer)
	require.Equal(t, "/users/"+made.ID.String(), answer.Header.Get("Location"))
	require.Equal(t, "سلمى", made.FirstName)
	require.Equal(t, "FRANCHISE_ADMIN", made.Role)
	require.NotContains(t, string(answer.Body), "assword")
	session := a.SignIn("salma@example.com", "Atlas-2026")

	path := "/users/" + made.ID.String()
	a.Clock.Advance(time.Minute)
	changed := userOf(admin.Do(http.MethodPut, path, map[string]any{
		"phoneNumber": " +212 612 345 678 ", "identityCardFront": "https://files.example/front.jpg", "updatedAt": made.UpdatedAt,
	}))
	require.Equal(t, "+212 612 345 678", *changed.PhoneNumber)
	require.Equal(t, "https://files.example/front.jpg", *changed.IdentityCardFront)
	require.Equal(t, "بنعلي", changed.LastName, "what is left out stays")
	require.Equal(t, http.StatusOK, session.Get("/auth/me").Status, "nothing was taken from her")
	stale := admin.Do(http.MethodPut, path, map[string]any{"firstName": "X", "updatedAt": made.UpdatedAt})
	require.Equal(t, "CHANGED_MEANWHILE", stale.Problem().Code)
	require.NotContains(t, string(stale.Body), "612 345", "the audit log does not keep personal values")
	cleared := userOf(admin.Do(http.MethodPut, path, map[string]any{"phoneNumber": nil, "identityCardFront": nil}))
	require.Nil(t, cleared.PhoneNumber)
	require.Nil(t, cleared.IdentityCardFront)

	require.Equal(t, http.StatusNoContent, admin.Do(http.MethodDelete, path, nil).Status)
	require.Equal(t, "USER_NOT_FOUND", admin.Get(path).Problem().Code)
	require.Equal(t, "USER_NOT_FOUND", admin.Do(http.MethodPut, path, map[string]any{"firstName": "X"}).Problem().Code)
	require.Equal(t, "USER_NOT_FOUND", admin.Do(http.MethodDelete, path, nil).Problem().Code)
	require.Equal(t, "INVALID_TOKEN", session.Get("/auth/me").Problem().Code)
	require.Equal(t, "INVALID_CREDENTIALS",
		a.Visitor().Post("/auth/login", map[string]any{"email": "salma@example.com", "password": "Atlas-2026"}).Problem().Code)

	var actions []string
	rows, err := a.DB().Query(t.Context(), "select action || ' ' || changes from audit_log where entity = 'user' and entity_id = $1 order by id", made.ID)
	require.NoError(t, err)
	for rows.Next() {
		var line string
		require.NoError(t, rows.Scan(&line))
		for _, personal := range []string{"salma", "سلمى", "612", "front.jpg", "Atlas"} {
			require.NotContains(t, line, personal)
		}
		action, _, _ := strings.Cut(line, " ")
		actions = append(actions, action)
	}
	require.Equal(t, []string{"USER_CREATE", "USER_UPDATE", "USER_UPDATE", "USER_DELETE"}, actions)
	// The address is free again.
	require.Equal(t, http.StatusCreated, a.visit(http.MethodPost, "/auth/register", strings.Replace(salma, "Salma@rihla.test", "salma@example.com", 1)).Status)
}

// What a franchise administrator sees and touches: its own franchise's accounts; of whoever rents there, to read.
func TestUsersOfOthers(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	admin := a.Staff(authz.Admin, nil)
	staff, colleague, stranger := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	renter, other := a.Customer(), a.Customer()
	renter.Book(ours.BookingBody(soon))
	other.Book(theirs.BookingBody(soon))
	// An administrator of the platform with a franchise is not that franchise's to touch.
	boss := userOf(admin.Post("/users", map[string]any{
		"firstName": "A", "lastName": "B", "email": "boss@example.com", "password": "Atlas-2026", "role": "ADMIN", "franchiseId": ours.FranchiseID,
	}))
	// Staff of another franchise who rents here is a stranger's colleague still.
	staffBooking := theirs.BookingBody(soon.Add(240 * time.Hour))
	staffBooking["userId"] = staff.UserID
	require.Equal(t, http.StatusCreated, admin.Post("/bookings", staffBooking).Status)

	listed := func(c *apptest.Caller, query string) []uuid.UUID {
		var ids []uuid.UUID
		for _, u := range apptest.Data[struct{ Users []userRow }](c.Get("/users?sort=createdAt&limit=100" + query)).Users {
			ids = append(ids, u.ID)
		}
		return ids
	}
	require.ElementsMatch(t, []uuid.UUID{staff.UserID, colleague.UserID, renter.UserID}, listed(staff, ""))
	require.ElementsMatch(t, []uuid.UUID{stranger.UserID, other.UserID}, listed(stranger, ""))
	require.Len(t, listed(admin, ""), 7)
	require.Empty(t, listed(staff, "&franchiseId="+theirs.FranchiseID.String()))
	require.Empty(t, listed(staff, "&role=ADMIN"))

	for _, id := range []uuid.UUID{renter.UserID, colleague.UserID, staff.UserID} {
		require.Equal(t, id, userOf(staff.Get("/users/"+id.String())).ID)
	}
	for _, id := range []uuid.UUID{other.UserID, stranger.UserID, admin.UserID, boss.ID, uuid.New()} {
		path := "/users/" + id.String()
		require.Equal(t, "USER_NOT_FOUND", staff.Get(path).Problem().Code)
		require.Equal(t, "USER_NOT_FOUND", staff.Do(http.MethodPut, path, map[string]any{"firstName": "X"}).Problem().Code)
		require.Equal(t, "USER_NOT_FOUND", staff.Do(http.MethodDelete, path, nil).Problem().Code)
	}
	require.Equal(t, "USER_NOT_FOUND", stranger.Get("/users/"+staff.UserID.String()).Problem().Code, "no customer")
	require.Equal(t, "USER_NOT_FOUND", staff.Do(http.MethodPut, pathOf(renter), map[string]any{"firstName": "X"}).Problem().Code, "to read only")
	require.Equal(t, "USER_NOT_FOUND", staff.Do(http.MethodDelete, pathOf(renter), nil).Problem().Code)
	require.Equal(t, "X", userOf(staff.Do(http.MethodPut, pathOf(colleague), map[string]any{"firstName": "X"})).FirstName)

	// A customer has only itself.
	require.Equal(t, http.StatusForbidden, renter.Get("/users").Status)
	require.Equal(t, http.StatusForbidden, renter.Get("/users/export").Status)
	require.Equal(t, http.StatusForbidden, renter.Post("/users", map[string]any{"firstName": "A", "lastName": "B", "email": "a@example.com", "password": "Atlas-2026"}).Status)
	require.Equal(t, "USER_NOT_FOUND", renter.Get(pathOf(other)).Problem().Code)
	require.Equal(t, "USER_NOT_FOUND", renter.Do(http.MethodPut, pathOf(other), map[string]any{"firstName": "X"}).Problem().Code)
	require.Equal(t, "USER_NOT_FOUND", renter.Do(http.MethodDelete, pathOf(other), nil).Problem().Code)
	require.Equal(t, "Amina", userOf(renter.Get(pathOf(renter))).FirstName)
}

// Nobody gives a role or a franchise that they do not hold (D18).
func TestRolesAreNotForTheTaking(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	admin, staff, customer := a.Staff(authz.Admin, nil), a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Customer()

	body := func(n int, more map[string]any) map[string]any {
		b := map[string]any{"firstName": "A", "lastName": "B", "email": fmt.Sprintf("new-%d@example.com", n), "password": "Atlas-2026"}
		for k, v := range more {
			b[k] = v
		}
		return b
	}
	made := userOf(staff.Post("/users", body(1, nil)))
	require.Equal(t, "CUSTOMER", made.Role)
	require.Equal(t, ours.FranchiseID, *made.FranchiseID)
	require.Equal(t, "FRANCHISE_ADMIN", userOf(staff.Post("/users", body(2, map[string]any{"role": "FRANCHISE_ADMIN"}))).Role)
	refused := staff.Post("/users", body(3, map[string]any{"role": "ADMIN"}))
	require.Equal(t, "INVALID_CHOICE", refused.Problem().Field("role"))
	for _, franchise := range []uuid.UUID{theirs.FranchiseID, uuid.New()} {
		require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Post("/users", body(4, map[string]any{"franchiseId": franchise})).Problem().Code)
	}
	require.Equal(t, "FRANCHISE_NOT_FOUND", admin.Post("/users", body(5, map[string]any{"franchiseId": uuid.New()})).Problem().Code)

	everything := map[string]any{
		"role": "ADMIN", "franchiseId": theirs.FranchiseID, "email": "mine@example.com", "password": "Hacked-123", "emailVerifiedAt": "2026-01-01T00:00:00Z",
		"id": uuid.New(), "permissions": map[string]any{"USER_CREATE": true}, "passwordHash": "x", "createdAt": "2020-01-01T00:00:00Z", "deletedAt": "2020-01-01T00:00:00Z",
	}
	for _, c := range []*apptest.Caller{customer, staff} {
		was := userOf(c.Get(pathOf(c)))
		answer := c.Do(http.MethodPut, pathOf(c), everything)
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
		was.UpdatedAt = userOf(answer).UpdatedAt
		require.Equal(t, was, userOf(answer))
		require.Equal(t, http.StatusOK, c.Get("/auth/me").Status, "nor does it end the session")
	}
	require.Equal(t, "CUSTOMER", userOf(staff.Do(http.MethodPut, "/users/"+made.ID.String(), map[string]any{"role": "FRANCHISE_ADMIN"})).Role)

	// An administrator gives and takes; what was given before counts no longer.
	promoted := userOf(admin.Do(http.MethodPut, pathOf(customer), map[string]any{"role": "FRANCHISE_ADMIN", "franchiseId": theirs.FranchiseID}))
	require.Equal(t, "FRANCHISE_ADMIN", promoted.Role)
	require.Equal(t, "INVALID_TOKEN", customer.Get("/auth/me").Problem().Code)
	require.Equal(t, "REFRESH_REJECTED", a.Visitor().Post("/auth/refresh-token", map[string]any{"refreshToken": customer.Refresh}).Problem().Code)
	require.Equal(t, "REQUIRED", admin.Do(http.MethodPut, pathOf(customer), map[string]any{"franchiseId": nil}).Problem().Field("franchiseId"))
	require.Equal(t, "INVALID_TOKEN", func() string {
		admin.Do(http.MethodPut, pathOf(staff), map[string]any{"franchiseId": theirs.FranchiseID})
		return staff.Get("/auth/me").Problem().Code
	}(), "another franchise ends it too")
}

func TestUserRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	admin := a.Staff(authz.Admin, nil)
	long := strings.Repeat("x", 10_000)
	problem := admin.Post("/users", map[string]any{
		"firstName": " ", "lastName": long, "email": "Salma <salma@example.com>", "password": "short", "phoneNumber": "'; drop table users; --",
		"language": "de", "role": "SYSTEM",
	}).Problem()
	for field, code := range map[string]string{
		"firstName": "REQUIRED", "lastName": "TOO_LONG", "email": "INVALID_EMAIL", "password": "TOO_SHORT", "phoneNumber": "INVALID_FORMAT",
		"language": "INVALID_CHOICE", "role": "INVALID_CHOICE",
	} {
		require.Equal(t, code, problem.Field(field), field)
	}
	path := pathOf(admin)
	for field, wrong := range map[string]any{
		"firstName": "a\r\nBcc: b@example.com", "lastName": long, "phoneNumber": "call me", "language": "", "identityCardFront": "javascript:alert(1)",
		"identityCardCover": "data:text/html,x", "role": "SYSTEM",
	} {
		require.NotEmpty(t, admin.Do(http.MethodPut, path, map[string]any{field: wrong}).Problem().Field(field), field)
	}
	for _, fine := range []string{`<b>O'Neil</b>`, "🏍️", "\u202eسلمى\u202c", `Robert'); drop table users;--`} {
		require.Equal(t, fine, userOf(admin.Do(http.MethodPut, path, map[string]any{"firstName": fine})).FirstName)
	}
	taken := a.Customer()
	email := userOf(taken.Get(pathOf(taken))).Email
	refused := admin.Post("/users", map[string]any{"firstName": "A", "lastName": "B", "email": strings.ToUpper(email), "password": "Atlas-2026"})
	require.Equal(t, http.StatusConflict, refused.Status)
	require.Equal(t, "User with email already exists", refused.Problem().Message)
	require.Equal(t, "User not found", admin.Get("/users/1").Problem().Message)

	// An address where erased accounts are cannot be registered.
	require.Equal(t, "INVALID_EMAIL", admin.Post("/users", map[string]any{
		"firstName": "A", "lastName": "B", "email": "erased+" + taken.UserID.String() + "@rihla.INVALID", "password": "Atlas-2026",
	}).Problem().Field("email"))
}

func TestUserListFilters(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, admin := a.Stage(), a.Staff(authz.Admin, nil)
	for i, name := range []string{"Zineb", "100% Amine", "a_b"} {
		a.Clock.Advance(time.Minute)
		answer := admin.Post("/users", map[string]any{
			"firstName": name, "lastName": "Tazi", "email": fmt.Sprintf("tazi.%d@example.com", i), "password": "Atlas-2026", "phoneNumber": fmt.Sprintf("+212 600 00 00 0%d", i),
			"franchiseId": map[bool]any{true: stage.FranchiseID, false: nil}[i == 0],
		})
		require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	}
	names := func(query string) []string {
		names := []string{}
		for _, u := range apptest.Data[struct{ Users []userRow }](admin.Get("/users?" + query)).Users {
			names = append(names, u.FirstName)
		}
		return names
	}
	require.Equal(t, []string{"a_b", "100% Amine", "Zineb", "Salma"}, names(""), "the newest first")
	require.Equal(t, []string{"Zineb", "100% Amine", "a_b"}, names("lastName=TAZI&sort=createdAt"))
	require.Equal(t, []string{"100% Amine"}, names("q="+url.QueryEscape("0% a")), "signs of LIKE mean themselves")
	require.Equal(t, []string{"a_b"}, names("firstName=a_b"))
	require.Empty(t, names("firstName=n_b"))
	require.Equal(t, []string{"a_b"}, names("firstName=a_"), "two signs begin a word")
	require.Empty(t, names("firstName=_b"))
	require.Equal(t, []string{"Zineb"}, names("q=tazi.0"))
	require.Equal(t, []string{"a_b"}, names("q="+url.QueryEscape("00 00 02")))
	require.Equal(t, []string{"Zineb"}, names("franchiseId="+stage.FranchiseID.String()))
	require.Equal(t, []string{"Salma"}, names("role=ADMIN"))
	between := "createdAfter=" + apptest.Now.Add(time.Minute).Format(time.RFC3339) + "&createdBefore=" + apptest.Now.Add(2*time.Minute).Format(time.RFC3339)
	require.Equal(t, []string{"100% Amine", "Zineb"}, names(between))
	require.Equal(t, []string{"Salma"}, names("sort=phoneNumber&limit=3&page=2"))

	for query, field := range map[string]string{
		"sort=passwordHash": "sort", "role=SYSTEM": "role", "franchiseId=x": "franchiseId", "createdAfter=yesterday": "createdAfter", "limit=101": "limit",
		"limit=0": "limit", "page=0": "page", "q=" + strings.Repeat("x", 10_000): "q",
	} {
		answer := admin.Get("/users?" + query)
		require.Equal(t, http.StatusUnprocessableEntity, answer.Status, query)
		require.NotEmpty(t, answer.Problem().Field(field), query)
	}
	for _, hostile := range []string{"'; drop table users; --", "\x00", "\xff", "%", "\\", "<script>", "\u202e"} {
		require.Equal(t, http.StatusOK, admin.Get("/users?q="+url.QueryEscape(hostile)).Status, "%q", hostile)
	}

	answer := admin.Get("/users/export?sort=firstName")
	require.Contains(t, answer.Header.Get("Content-Disposition"), "users.csv")
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(answer.Body), "\ufeff"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 5)
	require.Equal(t, []string{"id", "email", "firstName"}, rows[0][:3])
	require.Equal(t, "'+212 600 00 00 01", rows[1][4], "no formula in a spreadsheet")
}

// Who is erased is gone from everything but the books.
func TestErasedAccount(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, admin := a.Stage(), a.Staff(authz.Admin, nil)
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	customer := a.Customer()
	customer.Do(http.MethodPut, pathOf(customer), map[string]any{"phoneNumber": "0612345678", "identityCardFront": "/media/front.jpg", "identityCardCover": "/media/cover.jpg"})
	booking := customer.Book(stage.BookingBody(soon))

	held := admin.Do(http.MethodDelete, pathOf(customer), nil)
	require.Equal(t, http.StatusConflict, held.Status)
	require.Equal(t, "USER_HAS_BOOKINGS", held.Problem().Code)
	require.Equal(t, "This account has 1 booking that is not over. Finish or cancel it first.", held.Problem().Message)
	require.Equal(t, "USER_HAS_BOOKINGS", customer.Post("/auth/delete-account", map[string]any{"password": apptest.Password}).Problem().Code)

	require.Equal(t, http.StatusNoContent, customer.Do(http.MethodDelete, "/bookings/"+booking.ID.String(), nil).Status)
	require.Equal(t, "OWN_ACCOUNT", customer.Do(http.MethodDelete, pathOf(customer), nil).Problem().Code, "a found session cannot do it")
	require.Equal(t, "WRONG_PASSWORD", customer.Post("/auth/delete-account", map[string]any{"password": "Wrong-1234"}).Problem().Field("password"))
	require.Equal(t, "REQUIRED", customer.Post("/auth/delete-account", map[string]any{"password": ""}).Problem().Field("password"))
	require.Equal(t, http.StatusUnauthorized, a.Visitor().Post("/auth/delete-account", map[string]any{"password": apptest.Password}).Status)
	require.Equal(t, http.StatusOK, customer.Get("/auth/me").Status)
	require.Equal(t, http.StatusNoContent, customer.Post("/auth/delete-account", map[string]any{"password": apptest.Password}).Status)

	require.Equal(t, "INVALID_TOKEN", customer.Get("/auth/me").Problem().Code)
	require.Equal(t, "REFRESH_REJECTED", a.Visitor().Post("/auth/refresh-token", map[string]any{"refreshToken": customer.Refresh}).Problem().Code)
	for _, c := range []*apptest.Caller{admin, staff} {
		require.Equal(t, "USER_NOT_FOUND", c.Get(pathOf(customer)).Problem().Code)
		require.NotContains(t, string(c.Get("/users?limit=100").Body), customer.UserID.String())
		require.NotContains(t, string(c.Get("/users/export").Body), customer.UserID.String())
	}
	var row []string
	err := a.DB().QueryRow(t.Context(), `select array[email, password_hash, first_name, last_name, coalesce(phone_number, ''),
		coalesce(identity_card_front, ''), coalesce(identity_card_cover, '')] from users where id = $1`, customer.UserID).Scan(&row)
	require.NoError(t, err)
	require.Equal(t, []string{"erased+" + customer.UserID.String() + "@rihla.invalid", "", "Deleted", "account", "", "", ""}, row)
	var sessions, bookings int
	require.NoError(t, a.DB().QueryRow(t.Context(), `select (select count(*) from sessions where user_id = $1), (select count(*) from bookings where user_id = $1)`,
		customer.UserID).Scan(&sessions, &bookings))
	require.Zero(t, sessions)
	require.Equal(t, 1, bookings, "history stays")
	require.Equal(t, http.StatusOK, staff.Get("/bookings/"+booking.ID.String()).Status)

	// Nor does anybody book for who is gone.
	body := stage.BookingBody(soon)
	body["userId"] = customer.UserID
	require.Equal(t, "USER_NOT_FOUND", admin.Post("/bookings", body).Problem().Code)
}

// Somebody is erased and booked for at the same moment: one of the two happens.
func TestEraseAndBookRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, admin := a.Stage(), a.Staff(authz.Admin, nil)
	for i := range 5 {
		customer := a.Customer()
		body := stage.BookingBody(soon.Add(time.Duration(i*96) * time.Hour))
		body["userId"] = customer.UserID
		var both sync.WaitGroup
		var booked, erased int
		both.Go(func() { booked = admin.Post("/bookings", body).Status })
		both.Go(func() { erased = admin.Do(http.MethodDelete, pathOf(customer), nil).Status })
		both.Wait()
		require.Contains(t, [][2]int{{http.StatusCreated, http.StatusConflict}, {http.StatusNotFound, http.StatusNoContent}}, [2]int{booked, erased})
	}
}

// Two administrators who take the role from one another at once: one of them stays.
func TestTheLastAdministratorStays(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	one := a.Staff(authz.Admin, nil)
	require.Equal(t, "LAST_ADMIN", one.Do(http.MethodPut, pathOf(one), map[string]any{"role": "CUSTOMER"}).Problem().Code)
	require.Equal(t, "LAST_ADMIN", one.Post("/auth/delete-account", map[string]any{"password": apptest.Password}).Problem().Code)
	require.Equal(t, http.StatusOK, one.Do(http.MethodPut, pathOf(one), map[string]any{"role": "ADMIN", "firstName": "X"}).Status)

	for range 5 {
		other := a.Staff(authz.Admin, nil)
		var both sync.WaitGroup
		statuses := make([]int, 2)
		both.Go(func() { statuses[0] = one.Do(http.MethodDelete, pathOf(other), nil).Status })
		both.Go(func() {
			statuses[1] = other.Do(http.MethodPut, pathOf(one), map[string]any{"role": "CUSTOMER"}).Status
		})
		both.Wait()
		var admins int
		require.NoError(t, a.DB().QueryRow(t.Context(), "select count(*) from users where role = 'ADMIN' and deleted_at is null").Scan(&admins))
		require.Equal(t, 1, admins, "%v", statuses)
		if statuses[1] == http.StatusOK {
			one = other
		}
	}
}
