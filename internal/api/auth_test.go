package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/api"
	"rihla/internal/app"
	"rihla/internal/testkit/apptest"
)

// visit sends body as JSON, as a visitor would; header are name, value, name, value.
func (a testApp) visit(method, path, body string, header ...string) answer {
	caller := a.Visitor()
	for i := 0; i < len(header); i += 2 {
		caller = caller.With(header[i], header[i+1])
	}
	if body == "" {
		return answer{caller.Do(method, path, nil)}
	}
	return answer{caller.Do(method, path, body)}
}

// answer is what sign-in answered.
type answer struct{ apptest.Answer }

type sessionBody struct {
	User         map[string]any
	AccessToken  string
	RefreshToken string
}

// session asserts a success that no cache may keep.
func (a answer) session(t *testing.T, status int) sessionBody {
	t.Helper()
	require.Equal(t, status, a.Status, "%s", a.Body)
	require.Equal(t, "no-store", a.Header.Get("Cache-Control"))
	return apptest.Data[sessionBody](a.Answer)
}

// refused asserts a problem and returns what it says of each field.
func (a answer) refused(t *testing.T, status int, code, message string) map[string]string {
	t.Helper()
	require.Equal(t, status, a.Status, "%s", a.Body)
	p := a.Problem()
	require.Equal(t, code, p.Code)
	require.Equal(t, message, p.Message)
	require.Equal(t, message, p.Detail)
	fields := map[string]string{}
	for _, f := range p.Errors {
		fields[f.Field] = f.Code + ": " + f.Message
	}
	return fields
}

const salma = `{"firstName":"Salma","lastName":"Benali","email":"Salma@rihla.test","password":"Atlas-2026"}`

func bearer(token string) string { return "Bearer " + token }

func TestRegisterAnswersWithASession(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	got := s.visit(http.MethodPost, "/auth/register",
		`{"firstName":"Salma","lastName":"Benali","email":"Salma@rihla.test","password":"Atlas-2026","phoneNumber":"+212 612345678"}`,
		"Accept-Language", "fr-MA").session(t, http.StatusCreated)

	id, err := uuid.Parse(got.User["id"].(string))
	require.NoError(t, err)
	require.Equal(t, uuid.Version(7), id.Version())
	delete(got.User, "id")
	permissions := got.User["permissions"].(map[string]any)
	require.Equal(t, true, permissions["BOOKING_CREATE"])
	require.NotContains(t, permissions, "USER_CREATE")
	delete(got.User, "permissions")
	require.Equal(t, map[string]any{
		"email": "Salma@rihla.test", "firstName": "Salma", "lastName": "Benali", "phoneNumber": "+212 612345678",
		"role": "CUSTOMER", "franchiseId": nil, "language": "fr", "identityCardFront": nil, "identityCardCover": nil,
		"identityCard":    map[string]any{"state": "NONE", "since": nil, "reason": nil, "note": nil},
		"emailVerifiedAt": nil, "createdAt": "2027-04-12T08:00:00Z", "updatedAt": "2027-04-12T08:00:00Z",
	}, got.User, "these and no more: no password, no hash")

	me := s.visit(http.MethodGet, "/auth/me", "", "Authorization", bearer(got.AccessToken)).session(t, http.StatusOK)
	require.Equal(t, id.String(), me.User["id"])
	require.Equal(t, permissions, me.User["permissions"])
}

// Whatever a visitor sends, registration makes a customer without a franchise (specification section 6).
func TestRegisterForcesCustomer(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	for i, extra := range []string{
		`"role":"ADMIN"`, `"role":"FRANCHISE_ADMIN","franchiseId":"01a1fba4-de15-7040-8b7c-91b01cf0924a"`, `"Role":"ADMIN","ROLE":"ADMIN"`,
		`"role":7`, `"permissions":{"USER_CREATE":true},"emailVerifiedAt":"2026-01-01T00:00:00Z","id":"01a1fba4-de15-7040-8b7c-91b01cf0924a"`,
	} {
		body := strings.Replace(salma, "Salma@", string(rune('a'+i))+"@", 1)
		body = body[:len(body)-1] + "," + extra + "}"
		got := s.visit(http.MethodPost, "/auth/register", body).session(t, http.StatusCreated)
		require.Equal(t, "CUSTOMER", got.User["role"], extra)
		require.Nil(t, got.User["franchiseId"], extra)
		require.Nil(t, got.User["emailVerifiedAt"], extra)
	}
	var staff int
	require.NoError(t, s.DB().QueryRow(t.Context(), "select count(*) from users where role <> 'CUSTOMER'").Scan(&staff))
	require.Zero(t, staff)
}

func TestRegisterLanguage(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	for i, c := range []struct{ header, body, want string }{
		{"", "", "en"}, {"ar", "", "ar"}, {"ar", `,"language":"fr"`, "fr"}, {"de", "", "en"}, {"fr", `,"language":"","phoneNumber":null`, "fr"},
	} {
		body := strings.Replace(salma, "Salma@", string(rune('a'+i))+"@", 1)
		body = body[:len(body)-1] + c.body + "}"
		got := s.visit(http.MethodPost, "/auth/register", body, "Accept-Language", c.header).session(t, http.StatusCreated)
		require.Equal(t, c.want, got.User["language"], "%+v", c)
	}
}

func TestRegisterRefusals(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	s.visit(http.MethodPost, "/auth/register", salma).session(t, http.StatusCreated)
	post := func(body string, header ...string) answer {
		return s.visit(http.MethodPost, "/auth/register", body, header...)
	}

	post(strings.Replace(salma, "Salma@rihla.test", "SALMA@RIHLA.TEST", 1)).
		refused(t, http.StatusConflict, "EMAIL_TAKEN", "User with email already exists")
	require.Equal(t, map[string]string{
		"firstName": "REQUIRED: Required",
		"email":     "INVALID_EMAIL: Invalid email",
		"password":  "TOO_SHORT: String must contain at least 8 character(s)",
	}, post(`{"firstName":" ","lastName":"B","email":"salma","password":"Aa1"}`).
		refused(t, http.StatusUnprocessableEntity, "VALIDATION", "Some fields need your attention."))
	require.Equal(t, map[string]string{
		"password": "PASSWORD_WEAK: Invalid password format: use a lowercase letter, an uppercase letter and a digit.",
	}, post(strings.Replace(salma, "Atlas-2026", "atlas-2026", 1)).
		refused(t, http.StatusUnprocessableEntity, "VALIDATION", "Some fields need your attention."))
	require.Equal(t, map[string]string{
		"firstName": "REQUIRED: Required", "lastName": "REQUIRED: Required", "email": "REQUIRED: Required", "password": "REQUIRED: Required",
	}, post(`{}`).refused(t, http.StatusUnprocessableEntity, "VALIDATION", "Some fields need your attention."))
	require.Equal(t, map[string]string{"email": "INVALID_EMAIL: Adresse e-mail non valide"},
		post(strings.Replace(salma, "Salma@rihla.test", "x", 1), "Accept-Language", "fr").
			refused(t, http.StatusUnprocessableEntity, "VALIDATION", "Certains champs sont à corriger."))
	post(`{"firstName":`).refused(t, http.StatusBadRequest, "MALFORMED", "The request could not be read.")
}

// Twenty people want one address at once, over HTTP: one gets it, the others are told.
func TestRegistrationRace(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	answers := make([]answer, 20)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = s.visit(http.MethodPost, "/auth/register", salma) })
	}
	all.Wait()
	got := map[int]int{}
	for _, a := range answers {
		got[a.Status]++
	}
	require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 19}, got)
}

func TestLoginRefreshLogout(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	s.visit(http.MethodPost, "/auth/register", salma).session(t, http.StatusCreated)
	refresh := func(token string) answer {
		return s.visit(http.MethodPost, "/auth/refresh-token", `{"refreshToken":"`+token+`"}`)
	}
	me := func(token string) answer {
		return s.visit(http.MethodGet, "/auth/me", "", "Authorization", bearer(token))
	}

	first := s.visit(http.MethodPost, "/auth/login", `{"email":"salma@RIHLA.test","password":"Atlas-2026"}`).session(t, http.StatusOK)
	second := refresh(first.RefreshToken).session(t, http.StatusOK)
	require.Equal(t, first.User, second.User)
	require.Equal(t, http.StatusOK, me(second.AccessToken).Status)

	s.Clock.Advance(10 * time.Minute) // the access token is over; signing out still works
	require.Equal(t, http.StatusUnauthorized, me(second.AccessToken).Status)
	out := s.visit(http.MethodPost, "/auth/logout", `{"refreshToken":"`+second.RefreshToken+`"}`, "Authorization", bearer(second.AccessToken))
	require.Equal(t, http.StatusNoContent, out.Status, out.Body)
	require.Empty(t, out.Body)
	refresh(second.RefreshToken).refused(t, http.StatusUnauthorized, "REFRESH_REJECTED", "Your session has ended. Please sign in again.")

	third := s.visit(http.MethodPost, "/auth/login", `{"email":"salma@rihla.test","password":"Atlas-2026"}`).session(t, http.StatusOK)
	require.Equal(t, http.StatusNoContent, s.visit(http.MethodPost, "/auth/logout", "", "Authorization", bearer(third.AccessToken)).Status)
	ended := me(third.AccessToken)
	ended.refused(t, http.StatusUnauthorized, "INVALID_TOKEN", "Your session has ended. Please sign in again.")
	require.Equal(t, `Bearer error="invalid_token"`, ended.Header.Get("WWW-Authenticate"))
	require.Equal(t, http.StatusNoContent, s.visit(http.MethodPost, "/auth/logout", "").Status, "a visitor has nothing to end")
}

// A stolen token presented again ends the session for thief and owner alike.
func TestReuseOverHTTP(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	first := s.visit(http.MethodPost, "/auth/register", salma).session(t, http.StatusCreated)
	refresh := func(token string) answer {
		return s.visit(http.MethodPost, "/auth/refresh-token", `{"refreshToken":"`+token+`"}`)
	}
	second := refresh(first.RefreshToken).session(t, http.StatusOK)
	for _, token := range []string{first.RefreshToken, second.RefreshToken, "never-issued"} {
		refresh(token).refused(t, http.StatusUnauthorized, "REFRESH_REJECTED", "Your session has ended. Please sign in again.")
	}
	s.visit(http.MethodGet, "/auth/me", "", "Authorization", bearer(second.AccessToken)).
		refused(t, http.StatusUnauthorized, "INVALID_TOKEN", "Your session has ended. Please sign in again.")
}

func TestWithoutATokenThereIsNoRefresh(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	for _, body := range []string{"", `{}`, `{"refreshToken":""}`, `{"refreshToken":null}`} {
		s.visit(http.MethodPost, "/auth/refresh-token", body).
			refused(t, http.StatusUnauthorized, "NO_REFRESH_TOKEN", "No refresh token available")
	}
}

// The answer to a wrong password is the answer to an unknown address, the request's own id aside.
func TestLoginTellsNothing(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	s.visit(http.MethodPost, "/auth/register", salma).session(t, http.StatusCreated)
	told := make([]map[string]any, 0, 2)
	for _, body := range []string{`{"email":"salma@rihla.test","password":"Atlas-2027"}`, `{"email":"nobody@rihla.test","password":"Atlas-2027"}`} {
		a := s.visit(http.MethodPost, "/auth/login", body)
		a.refused(t, http.StatusUnauthorized, "INVALID_CREDENTIALS", "Invalid email or password")
		var document map[string]any
		require.NoError(t, json.Unmarshal(a.Body, &document))
		delete(document, "requestId")
		told = append(told, document)
	}
	require.Equal(t, told[0], told[1])
}

func TestMeAsksForASignIn(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	s.visit(http.MethodGet, "/auth/me", "").refused(t, http.StatusUnauthorized, "UNAUTHENTICATED", "Please sign in first.")
	for _, header := range []string{"Bearer", "Bearer x", "Basic eDp5", "x"} {
		s.visit(http.MethodGet, "/auth/me", "", "Authorization", header).
			refused(t, http.StatusUnauthorized, "INVALID_TOKEN", "Your session has ended. Please sign in again.")
	}
}

// Failed sign-ins of one account are bounded, whatever its capitals; others sign in meanwhile, and so does the owner
// once the minute is over. Successful sign-ins are not counted.
func TestFailedSignInsAreBounded(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	s.visit(http.MethodPost, "/auth/register", salma).session(t, http.StatusCreated)
	s.visit(http.MethodPost, "/auth/register", strings.Replace(salma, "Salma@", "karim@", 1)).session(t, http.StatusCreated)
	login := func(email, password string) answer {
		return s.visit(http.MethodPost, "/auth/login", `{"email":"`+email+`","password":"`+password+`"}`)
	}

	most := api.DefaultLimits.FailedSignIns
	for range most + 1 {
		login("salma@rihla.test", "Atlas-2026").session(t, http.StatusOK)
	}
	for i := range most {
		email := []string{"salma@rihla.test", "SALMA@rihla.test", " salma@RIHLA.test"}[i%3]
		require.Equal(t, http.StatusUnauthorized, login(email, "Atlas-2027").Status)
	}
	refused := login("salma@rihla.test", "Atlas-2026")
	refused.refused(t, http.StatusTooManyRequests, "RATE_LIMITED", "Too many attempts. Please wait a moment and try again.")
	require.Equal(t, "60", refused.Header.Get("Retry-After"))
	login("karim@rihla.test", "Atlas-2026").session(t, http.StatusOK)

	s.Clock.Advance(2 * time.Minute)
	login("salma@rihla.test", "Atlas-2026").session(t, http.StatusOK)
}

// Guesses made at once do not slip past the limit together.
func TestFailedSignInsRace(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	answers := make([]answer, 20)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			answers[i] = s.visit(http.MethodPost, "/auth/login", `{"email":"salma@rihla.test","password":"Atlas-2027"}`)
		})
	}
	all.Wait()
	got := map[int]int{}
	for _, a := range answers {
		got[a.Status]++
	}
	require.Equal(t, map[int]int{http.StatusUnauthorized: 10, http.StatusTooManyRequests: 10}, got)
}

// Behind a trusted proxy the limit is each client's own; what a client claims by itself counts for nothing.
func TestSignInLimitBehindAProxy(t *testing.T) {
	t.Parallel()
	behind := func(o *app.Options) { o.Config.SignInsPerMinute, o.Config.TrustedProxies = 1, []string{"127.0.0.1"} }
	bare := func(o *app.Options) { o.Config.SignInsPerMinute = 1 }
	try := func(s testApp, from string) int {
		return s.visit(http.MethodPost, "/auth/login", `{}`, "X-Forwarded-For", from).Status
	}
	s := newApp(t, behind)
	for _, client := range []string{"198.51.100.1", "198.51.100.2", "2001:db8::1"} {
		require.Equal(t, http.StatusUnprocessableEntity, try(s, client), client)
		require.Equal(t, http.StatusTooManyRequests, try(s, client), client)
		require.Equal(t, http.StatusTooManyRequests, try(s, "203.0.113.77, "+client), client)
	}
	require.Equal(t, http.StatusTooManyRequests, try(s, "2001:db8::2"), "the same subscriber")
	s = newApp(t, bare)
	require.Equal(t, http.StatusUnprocessableEntity, try(s, "198.51.100.1"))
	require.Equal(t, http.StatusTooManyRequests, try(s, "198.51.100.2"))
}

// Sign-in, registration and refresh each count by address (D20).
func TestSignInIsLimitedByAddress(t *testing.T) {
	t.Parallel()
	s := newApp(t, func(o *app.Options) { o.Config.SignInsPerMinute = 2 })
	for _, path := range []string{"/auth/login", "/auth/register", "/auth/refresh-token"} {
		for range 2 {
			require.NotEqual(t, http.StatusTooManyRequests, s.visit(http.MethodPost, path, `{}`).Status, path)
		}
		refused := s.visit(http.MethodPost, path, `{}`, "Accept-Language", "fr")
		refused.refused(t, http.StatusTooManyRequests, "RATE_LIMITED", "Trop de tentatives. Patientez un instant puis réessayez.")
		require.Equal(t, "60", refused.Header.Get("Retry-After"))
	}
	require.Equal(t, http.StatusNoContent, s.visit(http.MethodPost, "/auth/logout", "").Status)
}
