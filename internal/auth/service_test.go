package auth_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"rihla/internal/auth"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/user"
)

var (
	noon   = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	key    = []byte("a signing key for tests, 32 bytes and more")
	device = auth.Device{IP: "203.0.113.7", UserAgent: "Safari"}
)

const password = "Atlas-2026"

// fixture is sign-in over a database of its own.
type fixture struct {
	*auth.Service
	db        *postgres.DB
	clock     *clock.Fake
	users     *user.Service
	passwords *auth.Passwords
	log       *lockedBuffer
}

// lockedBuffer takes log lines from several goroutines.
type lockedBuffer struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lines.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lines.String()
}

func setup(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{
		db: &postgres.DB{Pool: dbtest.New(t)}, clock: clock.NewFake(noon), passwords: auth.NewPasswords(cheap), log: &lockedBuffer{},
	}
	f.users = user.New(f.db, f.clock, f.passwords, auth.NewSessions(f.clock), nil)
	service, err := auth.New(auth.Config{Key: key}, auth.Deps{
		DB: f.db, Clock: f.clock, Users: f.users, Passwords: f.passwords, Log: slog.New(slog.NewTextHandler(f.log, nil)),
	})
	require.NoError(t, err)
	f.Service = service
	return f
}

func salma() user.RegisterInput {
	return user.RegisterInput{FirstName: "Salma", LastName: "Benali", Email: "Salma@rihla.test", Password: password, Language: i18n.Arabic}
}

// register signs salma up.
func (f *fixture) register(t *testing.T) auth.Session {
	t.Helper()
	session, err := f.Register(t.Context(), salma(), device)
	require.NoError(t, err)
	return session
}

func (f *fixture) count(t *testing.T, query string, args ...any) int {
	t.Helper()
	var n int
	require.NoError(t, f.db.QueryRow(t.Context(), query, args...).Scan(&n))
	return n
}

// requireAlive asserts that both tokens of s work; it uses the refresh token up and returns what came of it.
func (f *fixture) requireAlive(t *testing.T, s auth.Session) auth.Session {
	t.Helper()
	_, err := f.Authenticate(t.Context(), s.Tokens.Access)
	require.NoError(t, err)
	renewed, err := f.Refresh(t.Context(), s.Tokens.Refresh, device)
	require.NoError(t, err)
	return renewed
}

// requireDead asserts that neither token of s works.
func (f *fixture) requireDead(t *testing.T, s auth.Session) {
	t.Helper()
	_, err := f.Authenticate(t.Context(), s.Tokens.Access)
	require.ErrorIs(t, err, auth.ErrInvalidToken)
	_, err = f.Refresh(t.Context(), s.Tokens.Refresh, device)
	require.ErrorIs(t, err, auth.ErrRefreshRejected)
}

func TestRegisterSignsIn(t *testing.T) {
	t.Parallel()
	f := setup(t)
	s := f.register(t)
	require.Equal(t, authz.Customer, s.User.Role)
	require.Equal(t, i18n.Arabic, s.User.Language)

	subject, err := f.Authenticate(t.Context(), s.Tokens.Access)
	require.NoError(t, err)
	require.Equal(t, authz.Subject{UserID: s.User.ID, SessionID: subject.SessionID, Role: authz.Customer}, subject)
	require.NotEqual(t, uuid.Nil, subject.SessionID)

	me, err := f.Me(authz.Into(t.Context(), subject))
	require.NoError(t, err)
	require.Equal(t, s.User, me)
	_, err = f.Me(t.Context())
	require.ErrorIs(t, err, authz.ErrUnauthenticated)
}

// One address is one account, whoever is first and however it is capitalised.
func TestRegistrationsRace(t *testing.T) {
	t.Parallel()
	f := setup(t)
	const callers = 20
	results := make([]error, callers)
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() {
			in := salma()
			in.Email = strings.ToUpper(in.Email[:i%10]) + in.Email[i%10:]
			_, results[i] = f.Register(t.Context(), in, device)
		})
	}
	all.Wait()

	won := 0
	for _, err := range results {
		if err == nil {
			won++
			continue
		}
		require.ErrorIs(t, err, user.ErrEmailTaken)
	}
	require.Equal(t, 1, won)
	require.Equal(t, 1, f.count(t, "select count(*) from users"))
	require.Equal(t, 1, f.count(t, "select count(*) from sessions"), "no session of an account that was not made")
}

func TestLogin(t *testing.T) {
	t.Parallel()
	f := setup(t)
	first := f.register(t)

	second, err := f.Login(t.Context(), auth.LoginInput{Email: " sALMA@RIHLA.test ", Password: password}, device)
	require.NoError(t, err)
	require.Equal(t, first.User, second.User)
	require.Equal(t, 2, f.count(t, "select count(*) from sessions where user_id = $1 and ip = '203.0.113.7' and user_agent = 'Safari'", first.User.ID))
	f.requireAlive(t, first)
	f.requireAlive(t, second)
}

// A wrong password and an unknown address are told apart neither by the answer nor by the work behind it.
func TestLoginTellsNothing(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.register(t)
	var derived []auth.Cost
	f.passwords.OnDerive(func(c auth.Cost) { derived = append(derived, c) })

	_, wrong := f.Login(t.Context(), auth.LoginInput{Email: "salma@rihla.test", Password: "Atlas-2027"}, device)
	_, unknown := f.Login(t.Context(), auth.LoginInput{Email: "nobody@rihla.test", Password: "Atlas-2027"}, device)
	require.Equal(t, auth.ErrInvalidCredentials, wrong)
	require.Equal(t, wrong, unknown)
	require.Equal(t, []auth.Cost{cheap, cheap}, derived)
	require.Equal(t, 1, f.count(t, "select count(*) from sessions"))
	require.NotContains(t, f.log.String(), "Atlas", "no password in the log")
}

func TestLoginRules(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for want, in := range map[string]auth.LoginInput{
		"email:REQUIRED password:REQUIRED":       {},
		"email:INVALID_EMAIL password:TOO_SHORT": {Email: "salma", Password: "Atlas-1"},
		"password:TOO_LONG":                      {Email: "salma@rihla.test", Password: strings.Repeat("x", user.PasswordMax+1)},
	} {
		_, err := f.Login(t.Context(), in, device)
		require.Equal(t, "VALIDATION", errs.CodeOf(err))
		require.Contains(t, err.Error(), want)
	}
}

// A hash made at another cost is replaced at sign-in, and only then.
func TestLoginRehashes(t *testing.T) {
	t.Parallel()
	f := setup(t)
	s := f.register(t)
	hash := func() string {
		var h string
		require.NoError(t, f.db.QueryRow(t.Context(), "select password_hash from users where id = $1", s.User.ID).Scan(&h))
		return h
	}
	dearer := auth.Cost{MemoryKiB: 128, Passes: 1, Lanes: 1}
	service, err := auth.New(auth.Config{Key: key}, auth.Deps{
		DB: f.db, Clock: f.clock, Users: f.users, Passwords: auth.NewPasswords(dearer), Log: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)

	_, err = service.Login(t.Context(), auth.LoginInput{Email: s.User.Email, Password: "Atlas-2027"}, device)
	require.ErrorIs(t, err, auth.ErrInvalidCredentials)
	require.Contains(t, hash(), "m=64,")

	for range 2 {
		_, err = service.Login(t.Context(), auth.LoginInput{Email: s.User.Email, Password: password}, device)
		require.NoError(t, err)
		require.Contains(t, hash(), "m=128,")
	}
	kept := hash()
	_, err = service.Login(t.Context(), auth.LoginInput{Email: s.User.Email, Password: password}, device)
	require.NoError(t, err)
	require.Equal(t, kept, hash())
}

func TestRefreshRotates(t *testing.T) {
	t.Parallel()
	f := setup(t)
	s := f.register(t)
	before, err := f.Authenticate(t.Context(), s.Tokens.Access)
	require.NoError(t, err)

	for range 3 {
		f.clock.Advance(time.Hour)
		renewed, err := f.Refresh(t.Context(), s.Tokens.Refresh, device)
		require.NoError(t, err)
		require.Equal(t, s.User, renewed.User)
		require.NotEqual(t, s.Tokens.Refresh, renewed.Tokens.Refresh)
		require.NotEqual(t, s.Tokens.Access, renewed.Tokens.Access)
		after, err := f.Authenticate(t.Context(), renewed.Tokens.Access)
		require.NoError(t, err)
		require.Equal(t, before, after, "the session goes on")
		s = renewed
	}
	require.Zero(t, f.count(t, "select count(*) from refresh_tokens where token_hash = $1", []byte(s.Tokens.Refresh)))
	require.Equal(t, 1, f.count(t, "select count(*) from refresh_tokens where token_hash = sha256($1) and used_at is null", []byte(s.Tokens.Refresh)))
	require.Equal(t, 1, f.count(t, "select count(*) from sessions where last_used_at = $1", f.clock.Now()))
}

// A used token ends the family: the thief's tokens and the victim's, newest included, and other sessions are untouched.
func TestReuseEndsTheFamily(t *testing.T) {
	t.Parallel()
	f := setup(t)
	stolen := f.register(t)
	other, err := f.Login(t.Context(), auth.LoginInput{Email: stolen.User.Email, Password: password}, device)
	require.NoError(t, err)
	next, err := f.Refresh(t.Context(), stolen.Tokens.Refresh, device)
	require.NoError(t, err)
	newest := f.requireAlive(t, next)

	_, err = f.Refresh(t.Context(), stolen.Tokens.Refresh, device)
	require.Equal(t, auth.ErrRefreshRejected, err)

	f.requireDead(t, newest)
	f.requireDead(t, next)
	f.requireDead(t, stolen)
	require.Equal(t, 1, f.count(t, "select count(*) from sessions where revoked_reason = 'REUSE' and revoked_at = $1", f.clock.Now()))
	require.Equal(t, 1, strings.Count(f.log.String(), "refresh token presented twice"), "said once, when the session ended")
	require.NotContains(t, f.log.String(), stolen.Tokens.Refresh)
	f.requireAlive(t, other)
}

// Of many refreshes at once with one token exactly one succeeds; the others count as reuse and end the session.
func TestRefreshesRace(t *testing.T) {
	t.Parallel()
	f := setup(t)
	s := f.register(t)
	const callers = 10
	sessions, results := make([]auth.Session, callers), make([]error, callers)
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() { sessions[i], results[i] = f.Refresh(t.Context(), s.Tokens.Refresh, device) })
	}
	all.Wait()

	var won []auth.Session
	for i, err := range results {
		if err == nil {
			won = append(won, sessions[i])
			continue
		}
		require.Equal(t, auth.ErrRefreshRejected, err)
	}
	require.Len(t, won, 1)
	f.requireDead(t, won[0])
	require.Equal(t, 2, f.count(t, "select count(*) from refresh_tokens"), "one successor")
}

func TestRefreshRefusals(t *testing.T) {
	t.Parallel()
	f := setup(t)
	s := f.register(t)
	_, err := f.Refresh(t.Context(), "", device)
	require.Equal(t, auth.ErrNoRefreshToken, err)
	for _, token := range []string{"x", s.Tokens.Access, s.Tokens.Refresh + "=", strings.ToUpper(s.Tokens.Refresh), "\x00\xff"} {
		_, err := f.Refresh(t.Context(), token, device)
		require.Equal(t, auth.ErrRefreshRejected, err, token)
	}
	f.requireAlive(t, s)
}

// A session ends 30 days after its last refresh and 90 days after it began, to the microsecond.
func TestSessionLifetimes(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	f := setup(t)
	s := f.register(t)

	for _, at := range []time.Duration{30*day - time.Microsecond, 60*day - 2*time.Microsecond, 89 * day} {
		f.clock.Set(noon.Add(at))
		var err error
		s, err = f.Refresh(t.Context(), s.Tokens.Refresh, device)
		require.NoError(t, err, "%s", at)
	}
	require.Equal(t, 1, f.count(t, "select count(*) from refresh_tokens where used_at is null and expires_at = $1", noon.Add(90*day)), "the child ends with the family")
	f.clock.Set(noon.Add(90*day - time.Minute))
	s = f.requireRefresh(t, s)
	require.EqualValues(t, noon.Add(90*day).Unix(), take(t, s.Tokens.Access).claims["exp"], "and so does the access token")
	f.clock.Set(noon.Add(90*day - time.Second))
	_, err := f.Authenticate(t.Context(), s.Tokens.Access)
	require.NoError(t, err)
	f.clock.Set(noon.Add(90 * day))
	f.requireDead(t, s)

	f = setup(t)
	s = f.register(t)
	f.clock.Set(noon.Add(30 * day))
	_, err = f.Refresh(t.Context(), s.Tokens.Refresh, device)
	require.Equal(t, auth.ErrRefreshRejected, err)
	require.Zero(t, f.count(t, "select count(*) from sessions where revoked_at is not null"), "an expired token is no theft")
}

func (f *fixture) requireRefresh(t *testing.T, s auth.Session) auth.Session {
	t.Helper()
	renewed, err := f.Refresh(t.Context(), s.Tokens.Refresh, device)
	require.NoError(t, err)
	return renewed
}

// A change of role or franchise counts from the next request.
func TestRoleIsReadAtOnce(t *testing.T) {
	t.Parallel()
	f := setup(t)
	s := f.register(t)
	franchise := uuid.Must(uuid.NewV7())
	_, err := f.db.Exec(t.Context(), `insert into franchises (id, name, code, contact_email) values ($1, 'Casablanca', 'CASA', 'casa@rihla.test')`, franchise)
	require.NoError(t, err)
	_, err = f.db.Exec(t.Context(), "update users set role = 'FRANCHISE_ADMIN', franchise_id = $1 where id = $2", franchise, s.User.ID)
	require.NoError(t, err)

	subject, err := f.Authenticate(t.Context(), s.Tokens.Access)
	require.NoError(t, err)
	require.Equal(t, authz.FranchiseAdmin, subject.Role)
	require.Equal(t, &franchise, subject.FranchiseID)
}

func TestLogout(t *testing.T) {
	t.Parallel()
	f := setup(t)
	byToken := f.register(t)
	login := func() auth.Session {
		s, err := f.Login(t.Context(), auth.LoginInput{Email: byToken.User.Email, Password: password}, device)
		require.NoError(t, err)
		return s
	}
	bySession, byUsed, stays := login(), login(), login()
	subject, err := f.Authenticate(t.Context(), bySession.Tokens.Access)
	require.NoError(t, err)

	for range 2 { // ending twice is no error
		require.NoError(t, f.Logout(t.Context(), byToken.Tokens.Refresh))
		require.NoError(t, f.Logout(authz.Into(t.Context(), subject), ""))
	}
	f.requireDead(t, byToken)
	f.requireDead(t, bySession)

	renewed := f.requireAlive(t, byUsed)
	require.NoError(t, f.Logout(t.Context(), byUsed.Tokens.Refresh), "a client that missed the answer to its refresh")
	f.requireDead(t, renewed)

	require.NoError(t, f.Logout(t.Context(), ""))
	require.NoError(t, f.Logout(t.Context(), "unknown"))
	f.requireAlive(t, stays)
	require.Equal(t, 3, f.count(t, "select count(*) from sessions where revoked_reason = 'LOGOUT'"))
}

// Headers are whatever their sender likes.
func TestDeviceTextIsTamed(t *testing.T) {
	t.Parallel()
	f := setup(t)
	agent := strings.Repeat("é", 149) + "\x00\xff" + strings.Repeat("é", 500)
	_, err := f.Register(t.Context(), salma(), auth.Device{IP: strings.Repeat("1", 1000), UserAgent: agent})
	require.NoError(t, err)
	require.Equal(t, 1, f.count(t, "select count(*) from sessions where user_agent = $1 and octet_length(ip) = 300", strings.Repeat("é", 149)))
}

func TestPurgeForgetsOldSessions(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	f := setup(t)
	ended := f.register(t)
	f.requireAlive(t, ended)
	require.NoError(t, f.Logout(t.Context(), ended.Tokens.Refresh))
	login, err := f.Login(t.Context(), auth.LoginInput{Email: ended.User.Email, Password: password}, device)
	require.NoError(t, err)

	work := auth.NewPurgeWorker(f.Service)
	left := func(at time.Duration) int {
		f.clock.Set(noon.Add(at))
		require.NoError(t, work.Work(t.Context(), &river.Job[auth.PurgeArgs]{}))
		return f.count(t, "select count(*) from sessions")
	}
	require.Equal(t, 2, left(30*day))
	require.Equal(t, 1, left(30*day+time.Second))
	require.Equal(t, 1, f.count(t, "select count(*) from refresh_tokens"))
	require.Equal(t, 1, left(120*day))
	require.Equal(t, 0, left(120*day+time.Second))
	f.requireDead(t, login)
}

func TestKeyMustBeLong(t *testing.T) {
	t.Parallel()
	_, err := auth.New(auth.Config{Key: make([]byte, auth.MinKeyBytes-1)}, auth.Deps{Clock: clock.NewFake(noon)})
	require.ErrorContains(t, err, "at least 32")
}

// A database that cannot be asked is not a bad token: the client must keep its session.
func TestAuthenticateKeepsOtherErrors(t *testing.T) {
	t.Parallel()
	f := setup(t)
	s := f.register(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := f.Authenticate(gone, s.Tokens.Access)
	require.ErrorIs(t, err, context.Canceled)
	require.NotErrorIs(t, err, auth.ErrInvalidToken)
}
