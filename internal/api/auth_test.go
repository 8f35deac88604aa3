package api_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/api"
	"rihla/internal/auth"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/user"
)

// signIn is the interface over a database of its own, with nothing but accounts behind it.
type signIn struct {
	url   string
	clock *clock.Fake
	db    *postgres.DB
}

func newSignIn(t *testing.T, limits api.Limits) *signIn {
	t.Helper()
	s := &signIn{
		db:    &postgres.DB{Pool: dbtest.New(t)},
		clock: clock.NewFake(time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)),
	}
	log := slog.New(slog.DiscardHandler)
	passwords := auth.NewPasswords(auth.Cost{MemoryKiB: 64, Passes: 1, Lanes: 1})
	users := user.New(s.db, s.clock, passwords)
	service, err := auth.New(auth.Config{Key: []byte(strings.Repeat("k", auth.MinKeyBytes))}, s.db, s.clock, users, passwords, log)
	require.NoError(t, err)
	router := chi.NewRouter()
	api.New(router, api.Options{Log: log, Clock: s.clock, Services: api.Services{Auth: service, User: users}, Limits: limits})
	server := httptest.NewServer(router)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// answer is what came back over HTTP.
type answer struct {
	status int
	header http.Header
	body   string
}

// call sends body as JSON; header are name, value, name, value.
func (s *signIn) call(t *testing.T, method, path, body string, header ...string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	require.NoError(t, err)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer func() { require.NoError(t, response.Body.Close()) }()
	content, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return answer{response.StatusCode, response.Header, string(content)}
}

type sessionBody struct {
	Data struct {
		User         map[string]any `json:"user"`
		AccessToken  string         `json:"accessToken"`
		RefreshToken string         `json:"refreshToken"`
	} `json:"data"`
}

func (a answer) session(t *testing.T, status int) sessionBody {
	t.Helper()
	require.Equal(t, status, a.status, a.body)
	require.Equal(t, "no-store", a.header.Get("Cache-Control"))
	var s sessionBody
	require.NoError(t, json.Unmarshal([]byte(a.body), &s))
	return s
}

// problem asserts a problem document and returns its fields' codes.
func (a answer) problem(t *testing.T, status int, code, message string) map[string]string {
	t.Helper()
	require.Equal(t, status, a.status, a.body)
	require.Equal(t, "application/problem+json", a.header.Get("Content-Type"))
	var p struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Detail  string `json:"detail"`
		Errors  []struct{ Field, Code, Message string }
	}
	require.NoError(t, json.Unmarshal([]byte(a.body), &p))
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
	s := newSignIn(t, api.Limits{})
	got := s.call(t, http.MethodPost, "/auth/register",
		`{"firstName":"Salma","lastName":"Benali","email":"Salma@rihla.test","password":"Atlas-2026","phoneNumber":"+212 612345678"}`,
		"Accept-Language", "fr-MA").session(t, http.StatusCreated)

	id, err := uuid.Parse(got.Data.User["id"].(string))
	require.NoError(t, err)
	require.Equal(t, uuid.Version(7), id.Version())
	delete(got.Data.User, "id")
	permissions := got.Data.User["permissions"].(map[string]any)
	require.Equal(t, true, permissions["BOOKING_CREATE"])
	require.NotContains(t, permissions, "USER_CREATE")
	delete(got.Data.User, "permissions")
	require.Equal(t, map[string]any{
		"email": "Salma@rihla.test", "firstName": "Salma", "lastName": "Benali", "phoneNumber": "+212 612345678",
		"role": "CUSTOMER", "franchiseId": nil, "language": "fr", "identityCardFront": nil, "identityCardCover": nil,
		"emailVerifiedAt": nil, "createdAt": "2026-12-01T12:00:00Z", "updatedAt": "2026-12-01T12:00:00Z",
	}, got.Data.User, "these and no more: no password, no hash")

	me := s.call(t, http.MethodGet, "/auth/me", "", "Authorization", bearer(got.Data.AccessToken)).session(t, http.StatusOK)
	require.Equal(t, id.String(), me.Data.User["id"])
	require.Equal(t, permissions, me.Data.User["permissions"])
}

// Whatever a visitor sends, registration makes a customer without a franchise (specification section 6).
func TestRegisterForcesCustomer(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{})
	for i, extra := range []string{
		`"role":"ADMIN"`, `"role":"FRANCHISE_ADMIN","franchiseId":"01a1fba4-de15-7040-8b7c-91b01cf0924a"`, `"Role":"ADMIN","ROLE":"ADMIN"`,
		`"role":7`, `"permissions":{"USER_CREATE":true},"emailVerifiedAt":"2026-01-01T00:00:00Z","id":"01a1fba4-de15-7040-8b7c-91b01cf0924a"`,
	} {
		body := strings.Replace(salma, "Salma@", string(rune('a'+i))+"@", 1)
		body = body[:len(body)-1] + "," + extra + "}"
		got := s.call(t, http.MethodPost, "/auth/register", body).session(t, http.StatusCreated)
		require.Equal(t, "CUSTOMER", got.Data.User["role"], extra)
		require.Nil(t, got.Data.User["franchiseId"], extra)
		require.Nil(t, got.Data.User["emailVerifiedAt"], extra)
	}
	var staff int
	require.NoError(t, s.db.QueryRow(t.Context(), "select count(*) from users where role <> 'CUSTOMER'").Scan(&staff))
	require.Zero(t, staff)
}

func TestRegisterLanguage(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{})
	for i, c := range []struct{ header, body, want string }{
		{"", "", "en"}, {"ar", "", "ar"}, {"ar", `,"language":"fr"`, "fr"}, {"de", "", "en"}, {"fr", `,"language":"","phoneNumber":null`, "fr"},
	} {
		body := strings.Replace(salma, "Salma@", string(rune('a'+i))+"@", 1)
		body = body[:len(body)-1] + c.body + "}"
		got := s.call(t, http.MethodPost, "/auth/register", body, "Accept-Language", c.header).session(t, http.StatusCreated)
		require.Equal(t, c.want, got.Data.User["language"], "%+v", c)
	}
}

func TestRegisterRefusals(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{})
	s.call(t, http.MethodPost, "/auth/register", salma).session(t, http.StatusCreated)
	post := func(body string, header ...string) answer {
		return s.call(t, http.MethodPost, "/auth/register", body, header...)
	}

	post(strings.Replace(salma, "Salma@rihla.test", "SALMA@RIHLA.TEST", 1)).
		problem(t, http.StatusConflict, "EMAIL_TAKEN", "User with email already exists")
	require.Equal(t, map[string]string{
		"firstName": "REQUIRED: Required",
		"email":     "INVALID_EMAIL: Invalid email",
		"password":  "TOO_SHORT: String must contain at least 8 character(s)",
	}, post(`{"firstName":" ","lastName":"B","email":"salma","password":"Aa1"}`).
		problem(t, http.StatusUnprocessableEntity, "VALIDATION", "Some fields need your attention."))
	require.Equal(t, map[string]string{
		"password": "PASSWORD_WEAK: Invalid password format: use a lowercase letter, an uppercase letter and a digit.",
	}, post(strings.Replace(salma, "Atlas-2026", "atlas-2026", 1)).
		problem(t, http.StatusUnprocessableEntity, "VALIDATION", "Some fields need your attention."))
	require.Equal(t, map[string]string{
		"firstName": "REQUIRED: Required", "lastName": "REQUIRED: Required", "email": "REQUIRED: Required", "password": "REQUIRED: Required",
	}, post(`{}`).problem(t, http.StatusUnprocessableEntity, "VALIDATION", "Some fields need your attention."))
	require.Equal(t, map[string]string{"email": "INVALID_EMAIL: Adresse e-mail non valide"},
		post(strings.Replace(salma, "Salma@rihla.test", "x", 1), "Accept-Language", "fr").
			problem(t, http.StatusUnprocessableEntity, "VALIDATION", "Certains champs sont à corriger."))
	post(`{"firstName":`).problem(t, http.StatusBadRequest, "MALFORMED", "The request could not be read.")
}

// Twenty people want one address at once, over HTTP: one gets it, the others are told.
func TestRegistrationRace(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{})
	answers := make([]answer, 20)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = s.call(t, http.MethodPost, "/auth/register", salma) })
	}
	all.Wait()
	got := map[int]int{}
	for _, a := range answers {
		got[a.status]++
	}
	require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 19}, got)
}

func TestLoginRefreshLogout(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{})
	s.call(t, http.MethodPost, "/auth/register", salma).session(t, http.StatusCreated)
	refresh := func(token string) answer {
		return s.call(t, http.MethodPost, "/auth/refresh-token", `{"refreshToken":"`+token+`"}`)
	}
	me := func(token string) answer {
		return s.call(t, http.MethodGet, "/auth/me", "", "Authorization", bearer(token))
	}

	first := s.call(t, http.MethodPost, "/auth/login", `{"email":"salma@RIHLA.test","password":"Atlas-2026"}`).session(t, http.StatusOK)
	second := refresh(first.Data.RefreshToken).session(t, http.StatusOK)
	require.Equal(t, first.Data.User, second.Data.User)
	require.Equal(t, http.StatusOK, me(second.Data.AccessToken).status)

	s.clock.Advance(10 * time.Minute) // the access token is over; signing out still works
	require.Equal(t, http.StatusUnauthorized, me(second.Data.AccessToken).status)
	out := s.call(t, http.MethodPost, "/auth/logout", `{"refreshToken":"`+second.Data.RefreshToken+`"}`, "Authorization", bearer(second.Data.AccessToken))
	require.Equal(t, http.StatusNoContent, out.status, out.body)
	require.Empty(t, out.body)
	refresh(second.Data.RefreshToken).problem(t, http.StatusUnauthorized, "REFRESH_REJECTED", "Your session has ended. Please sign in again.")

	third := s.call(t, http.MethodPost, "/auth/login", `{"email":"salma@rihla.test","password":"Atlas-2026"}`).session(t, http.StatusOK)
	require.Equal(t, http.StatusNoContent, s.call(t, http.MethodPost, "/auth/logout", "", "Authorization", bearer(third.Data.AccessToken)).status)
	ended := me(third.Data.AccessToken)
	ended.problem(t, http.StatusUnauthorized, "INVALID_TOKEN", "Your session has ended. Please sign in again.")
	require.Equal(t, `Bearer error="invalid_token"`, ended.header.Get("WWW-Authenticate"))
	require.Equal(t, http.StatusNoContent, s.call(t, http.MethodPost, "/auth/logout", "").status, "a visitor has nothing to end")
}

// A stolen token presented again ends the session for thief and owner alike.
func TestReuseOverHTTP(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{})
	first := s.call(t, http.MethodPost, "/auth/register", salma).session(t, http.StatusCreated)
	refresh := func(token string) answer {
		return s.call(t, http.MethodPost, "/auth/refresh-token", `{"refreshToken":"`+token+`"}`)
	}
	second := refresh(first.Data.RefreshToken).session(t, http.StatusOK)
	for _, token := range []string{first.Data.RefreshToken, second.Data.RefreshToken, "never-issued"} {
		refresh(token).problem(t, http.StatusUnauthorized, "REFRESH_REJECTED", "Your session has ended. Please sign in again.")
	}
	s.call(t, http.MethodGet, "/auth/me", "", "Authorization", bearer(second.Data.AccessToken)).
		problem(t, http.StatusUnauthorized, "INVALID_TOKEN", "Your session has ended. Please sign in again.")
}

func TestWithoutATokenThereIsNoRefresh(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{})
	for _, body := range []string{"", `{}`, `{"refreshToken":""}`, `{"refreshToken":null}`} {
		s.call(t, http.MethodPost, "/auth/refresh-token", body).
			problem(t, http.StatusUnauthorized, "NO_REFRESH_TOKEN", "No refresh token available")
	}
}

// The answer to a wrong password is the answer to an unknown address, the request's own id aside.
func TestLoginTellsNothing(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{})
	s.call(t, http.MethodPost, "/auth/register", salma).session(t, http.StatusCreated)
	var told []map[string]any
	for _, body := range []string{`{"email":"salma@rihla.test","password":"Atlas-2027"}`, `{"email":"nobody@rihla.test","password":"Atlas-2027"}`} {
		a := s.call(t, http.MethodPost, "/auth/login", body)
		a.problem(t, http.StatusUnauthorized, "INVALID_CREDENTIALS", "Invalid email or password")
		var document map[string]any
		require.NoError(t, json.Unmarshal([]byte(a.body), &document))
		delete(document, "requestId")
		told = append(told, document)
	}
	require.Equal(t, told[0], told[1])
}

func TestMeAsksForASignIn(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{})
	s.call(t, http.MethodGet, "/auth/me", "").problem(t, http.StatusUnauthorized, "UNAUTHENTICATED", "Please sign in first.")
	for _, header := range []string{"Bearer", "Bearer x", "Basic eDp5", "x"} {
		s.call(t, http.MethodGet, "/auth/me", "", "Authorization", header).
			problem(t, http.StatusUnauthorized, "INVALID_TOKEN", "Your session has ended. Please sign in again.")
	}
}

// Failed sign-ins of one account are bounded, whatever its capitals; others sign in meanwhile, and so does the owner
// once the minute is over. Successful sign-ins are not counted.
func TestFailedSignInsAreBounded(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{FailedSignIns: 3})
	s.call(t, http.MethodPost, "/auth/register", salma).session(t, http.StatusCreated)
	s.call(t, http.MethodPost, "/auth/register", strings.Replace(salma, "Salma@", "karim@", 1)).session(t, http.StatusCreated)
	login := func(email, password string) answer {
		return s.call(t, http.MethodPost, "/auth/login", `{"email":"`+email+`","password":"`+password+`"}`)
	}

	for range 5 {
		login("salma@rihla.test", "Atlas-2026").session(t, http.StatusOK)
	}
	for _, email := range []string{"salma@rihla.test", "SALMA@rihla.test", " salma@RIHLA.test"} {
		require.Equal(t, http.StatusUnauthorized, login(email, "Atlas-2027").status)
	}
	refused := login("salma@rihla.test", "Atlas-2026")
	refused.problem(t, http.StatusTooManyRequests, "RATE_LIMITED", "Too many attempts. Please wait a moment and try again.")
	require.Equal(t, "60", refused.header.Get("Retry-After"))
	login("karim@rihla.test", "Atlas-2026").session(t, http.StatusOK)

	s.clock.Advance(2 * time.Minute)
	login("salma@rihla.test", "Atlas-2026").session(t, http.StatusOK)
}

// Guesses made at once do not slip past the limit together.
func TestFailedSignInsRace(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{FailedSignIns: 3})
	answers := make([]answer, 20)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			answers[i] = s.call(t, http.MethodPost, "/auth/login", `{"email":"salma@rihla.test","password":"Atlas-2027"}`)
		})
	}
	all.Wait()
	got := map[int]int{}
	for _, a := range answers {
		got[a.status]++
	}
	require.Equal(t, map[int]int{http.StatusUnauthorized: 3, http.StatusTooManyRequests: 17}, got)
}

// Sign-in, registration and refresh each count by address (D20).
func TestSignInIsLimitedByAddress(t *testing.T) {
	t.Parallel()
	s := newSignIn(t, api.Limits{SignIn: 2})
	for _, path := range []string{"/auth/login", "/auth/register", "/auth/refresh-token"} {
		for range 2 {
			require.NotEqual(t, http.StatusTooManyRequests, s.call(t, http.MethodPost, path, `{}`).status, path)
		}
		refused := s.call(t, http.MethodPost, path, `{}`, "Accept-Language", "fr")
		refused.problem(t, http.StatusTooManyRequests, "RATE_LIMITED", "Trop de tentatives. Patientez un instant puis réessayez.")
		require.Equal(t, "60", refused.header.Get("Retry-After"))
	}
	require.Equal(t, http.StatusNoContent, s.call(t, http.MethodPost, "/auth/logout", "").status)
}
