// Package apptest runs the whole program for a test: the real router on a real port over a private database, with the
// payment simulator, the jobs and the calendar as they are in production. Tests talk to it over HTTP.
package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/api"
	"rihla/internal/app"
	"rihla/internal/config"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
)

// App is a running program and who talks to it.
type App struct {
	*app.App
	t      testing.TB
	client *http.Client
	Clock  *clock.Fake
	// broken are the breaches of contract that were told of.
	broken sync.Map
}

// Option changes the settings of the program before it starts.
type Option func(*app.Options)

// Now is where a test's clock stands at first: a quiet spring morning, far from Ramadan.
var Now = time.Date(2027, 4, 12, 8, 0, 0, 0, time.UTC)

// New starts the program on a private, empty database and stops it when the test ends. Its clock stands at Now and
// moves when the test moves it.
func New(t testing.TB, options ...Option) *App {
	t.Helper()
	fake := clock.NewFake(Now)
	o := app.Options{
		Config: config.Config{
			Addr: "127.0.0.1:0", DataDir: t.TempDir(), DatabaseURL: dbtest.URL(t), Env: config.Development, Grace: 24 * time.Hour,
			HoldAutonom: 15 * time.Minute, HoldDelivery: 24 * time.Hour, ReconcileAfter: 2 * time.Minute,
		},
		Out: io.Discard, Log: slog.New(slog.DiscardHandler), Clock: fake, CheapPasswords: true, SlowCardDelay: 50 * time.Millisecond,
		Site: fstest.MapFS{"index.html": {Data: []byte(`<!doctype html><title>Rihla</title>`)}},
	}
	for _, option := range options {
		option(&o)
	}
	started, err := app.Start(t.Context(), o)
	require.NoError(t, err)
	client := newClient()
	t.Cleanup(func() {
		// The server waits for connections that were opened and never used.
		client.CloseIdleConnections()
		require.NoError(t, started.Stop(context.Background()))
	})
	return &App{App: started, t: t, client: client, Clock: fake}
}

// DB is the program's database, to look into or to set a stage.
func (a *App) DB() *postgres.DB { return a.App.DB() }

// Services are the use cases behind the program's API.
func (a *App) Services() api.Services { return a.App.Services() }

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	t      testing.TB
}

// Data reads the "data" member of a success into a T.
func Data[T any](answer Answer) T {
	answer.t.Helper()
	var envelope struct {
		Data T `json:"data"`
	}
	require.Less(answer.t, answer.Status, 300, "%s", answer.Body)
	require.NoError(answer.t, json.Unmarshal(answer.Body, &envelope), "%s", answer.Body)
	return envelope.Data
}

// Problem is the body of an error (RFC 9457).
type Problem struct {
	Status                           int
	Code, Message, Detail, RequestID string
	Errors                           []struct{ Field, Code, Message string }
	Quote, Alternatives              json.RawMessage
	ContentType                      string `json:"-"`
}

// Field returns the code of a broken field, "" when it is not among them.
func (p Problem) Field(name string) string {
	for _, f := range p.Errors {
		if f.Field == name {
			return f.Code
		}
	}
	return ""
}

// Problem reads an error; the answer must be one.
func (answer Answer) Problem() Problem {
	answer.t.Helper()
	require.GreaterOrEqual(answer.t, answer.Status, 400, "%s", answer.Body)
	var p Problem
	require.NoError(answer.t, json.Unmarshal(answer.Body, &p), "%s", answer.Body)
	p.ContentType = answer.Header.Get("Content-Type")
	require.Equal(answer.t, "application/problem+json", p.ContentType)
	require.Equal(answer.t, answer.Status, p.Status)
	return p
}

// Caller talks to the program, signed in or not.
type Caller struct {
	a *App
	// Token is the access token; empty: a visitor.
	Token string
	// UserID is the caller's own id, when signed in.
	UserID uuid.UUID
	// Refresh is the refresh token.
	Refresh string
	// Header is added to every request.
	Header http.Header
}

// Visitor returns a caller who is not signed in.
func (a *App) Visitor() *Caller { return &Caller{a: a, Header: http.Header{}} }

// In returns a copy of the caller that asks in a language.
func (c *Caller) In(language string) *Caller { return c.With("Accept-Language", language) }

// With returns a copy of the caller that sends one more header.
func (c *Caller) With(name, value string) *Caller {
	copied := *c
	copied.Header = c.Header.Clone()
	copied.Header.Set(name, value)
	return &copied
}

// Do sends a request; body is marshalled unless it is nil, a string or bytes. It may be called from any goroutine.
func (c *Caller) Do(method, path string, body any) Answer {
	c.a.t.Helper()
	answer, err := c.Try(method, path, body)
	require.NoError(c.a.t, err)
	return answer
}

// Try is Do for requests that may fail on the way.
func (c *Caller) Try(method, path string, body any) (Answer, error) {
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	case []byte:
		reader = bytes.NewReader(b)
	default:
		encoded, err := json.Marshal(b)
		if err != nil {
			return Answer{}, err
		}
		reader = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(context.Background(), method, c.a.BaseURL()+path, reader)
	if err != nil {
		return Answer{}, err
	}
	request.Header = c.Header.Clone()
	if reader != nil && request.Header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	response, err := c.a.client.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	answer := Answer{Status: response.StatusCode, Header: response.Header, Body: content, t: c.a.t}
	if err == nil {
		c.a.judge(method, path, answer)
	}
	return answer, err
}

// judge fails the test that got an answer which the document does not promise, once for each way of it.
func (a *App) judge(method, path string, answer Answer) {
	err := Published().Check(method, path, answer)
	if err == nil {
		return
	}
	if _, told := a.broken.LoadOrStore(err.Error(), true); !told {
		a.t.Errorf("%s %.200s: %v\n%.500s", method, path, err, answer.Body)
	}
}

// newClient keeps many connections, for tests that race, and follows no redirect.
func newClient() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: 100},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Get is Do for reading.
func (c *Caller) Get(path string) Answer { c.a.t.Helper(); return c.Do(http.MethodGet, path, nil) }

// Post is Do for sending.
func (c *Caller) Post(path string, body any) Answer {
	c.a.t.Helper()
	return c.Do(http.MethodPost, path, body)
}

// Password of everyone that the kit registers.
const Password = "Secret-123"

var people atomic.Int64

// Customer registers a new customer over HTTP.
func (a *App) Customer() *Caller {
	a.t.Helper()
	n := people.Add(1)
	answer := a.Visitor().Post("/auth/register", map[string]any{
		"firstName": "Amina", "lastName": fmt.Sprintf("Rider %d", n), "email": fmt.Sprintf("rider-%d@example.com", n), "password": Password,
	})
	require.Equal(a.t, http.StatusCreated, answer.Status, "%s", answer.Body)
	return a.SignedIn(answer)
}

// SignIn signs somebody in over HTTP.
func (a *App) SignIn(email, password string) *Caller {
	a.t.Helper()
	return a.SignedIn(a.Visitor().Post("/auth/login", map[string]any{"email": email, "password": password}))
}

// SignedIn is the caller that a successful registration, log-in or refresh answered.
func (a *App) SignedIn(answer Answer) *Caller {
	a.t.Helper()
	session := Data[struct {
		AccessToken, RefreshToken string
		User                      struct{ ID uuid.UUID }
	}](answer)
	return &Caller{a: a, Token: session.AccessToken, Refresh: session.RefreshToken, UserID: session.User.ID, Header: http.Header{}}
}
