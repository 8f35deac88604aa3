package masterlock_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/masterlock"
	"rihla/internal/adapters/masterlock/simulator"
	"rihla/internal/lock"
	"rihla/internal/platform/clock"
)

var now = time.Date(2027, 5, 1, 10, 0, 0, 0, time.UTC)

// service is the simulator on a port, with a look at what is called.
type service struct {
	*httptest.Server
	clock   *clock.Fake
	signIns atomic.Int64
	calls   atomic.Int64
}

func serve(t *testing.T) *service {
	t.Helper()
	s := &service{clock: clock.NewFake(now)}
	locks, err := simulator.New(simulator.Config{
		Dir: t.TempDir(), License: "license", Password: "pass word", ClientID: "client:1", ClientSecret: "se/cret",
	}, s.clock, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/authenticate" || r.URL.Path == "/oauth/token" {
			s.signIns.Add(1)
		} else {
			s.calls.Add(1)
		}
		locks.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) byLicense() masterlock.Config {
	return masterlock.Config{BaseURL: s.URL, License: "license", Password: "pass word"}
}

func (s *service) byClient() masterlock.Config {
	return masterlock.Config{BaseURL: s.URL, TokenURL: s.URL + "/oauth/token", ClientID: "client:1", ClientSecret: "se/cret"}
}

func open(t *testing.T, config masterlock.Config, at clock.Clock) *masterlock.Client {
	t.Helper()
	client, err := masterlock.New(config, at)
	require.NoError(t, err)
	return client
}

func TestBothWaysToSignIn(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for name, config := range map[string]masterlock.Config{"license": s.byLicense(), "client": s.byClient()} {
		client := open(t, config, s.clock)
		device, err := client.Activate(t.Context(), "A12345", "1234567890")
		require.NoError(t, err, name)
		require.Equal(t, lock.Device{ID: "A12345", Model: "4401", Firmware: "1505"}, device)

		profile, err := client.CreateAccess(t.Context(), lock.AccessRequest{
			DeviceID: "A12345", UserNumber: 7, From: now, Until: now.Add(time.Hour), Permissions: []lock.Permission{lock.Unlock},
		})
		require.NoError(t, err)
		require.NotEmpty(t, profile)
		code, err := client.TemporaryCode(t.Context(), device, now)
		require.NoError(t, err)
		require.Regexp(t, `^\d{5}$`, code.Value)
		require.Equal(t, time.Date(2027, 5, 1, 8, 0, 0, 0, time.UTC), code.From)
		require.Equal(t, time.Date(2027, 5, 1, 16, 0, 0, 0, time.UTC), code.Until)
		same, err := client.TemporaryCode(t.Context(), device, now.Add(time.Hour))
		require.NoError(t, err)
		require.Equal(t, code, same)
		require.NoError(t, client.Deactivate(t.Context(), "A12345"))
		require.ErrorIs(t, client.Deactivate(t.Context(), "A12345"), lock.ErrUnknownDevice)
	}
}

func TestSignsInOnceHoweverManyCall(t *testing.T) {
	t.Parallel()
	s := serve(t)
	client := open(t, s.byLicense(), s.clock)
	var wait sync.WaitGroup
	problems := make([]error, 20)
	for i := range problems {
		wait.Go(func() { _, problems[i] = client.Activate(t.Context(), "A12345", "1") })
	}
	wait.Wait()
	for _, err := range problems {
		require.NoError(t, err)
	}
	require.EqualValues(t, 1, s.signIns.Load())

	s.clock.Advance(18*time.Minute + time.Second) // less than two minutes are left
	require.NoError(t, client.Deactivate(t.Context(), "A12345"))
	require.EqualValues(t, 2, s.signIns.Load(), "renewed before it ends")
}

// A token may end before its time: it is replaced once, and the call repeated.
func TestRefusedTokenIsReplacedOnce(t *testing.T) {
	t.Parallel()
	s := serve(t)
	behind := clock.NewFake(now.Add(-time.Hour)) // thinks that its token lasts
	client := open(t, s.byLicense(), behind)
	_, err := client.Activate(t.Context(), "A12345", "1")
	require.NoError(t, err)
	s.clock.Advance(time.Hour)
	_, err = client.Activate(t.Context(), "A12345", "1")
	require.NoError(t, err)
	require.EqualValues(t, 2, s.signIns.Load())

	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.calls.Add(1)
		if r.URL.Path == "/authenticate" {
			_, _ = io.WriteString(w, `{"apiToken":"t","tokenExpires":"2027-05-01T12:00:00"}`)
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer refusing.Close()
	s.calls.Store(0)
	config := s.byLicense()
	config.BaseURL = refusing.URL
	require.ErrorIs(t, open(t, config, s.clock).Deactivate(t.Context(), "A12345"), lock.ErrAuthentication)
	require.EqualValues(t, 4, s.calls.Load(), "two sign-ins, two calls")
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	s := serve(t)
	client := open(t, s.byLicense(), s.clock)
	_, err := client.Activate(t.Context(), simulator.UnknownDevice, "1")
	require.ErrorIs(t, err, lock.ErrUnknownDevice)
	_, err = client.Activate(t.Context(), "A12345", "77"+simulator.WrongCode)
	require.ErrorIs(t, err, lock.ErrRefused)
	require.NotContains(t, err.Error(), "77"+simulator.WrongCode)
	_, err = client.Activate(t.Context(), simulator.BrokenDevice, "1")
	status := &lock.StatusError{}
	require.ErrorAs(t, err, &status)
	require.Equal(t, 500, status.Status)
	_, err = client.CreateAccess(t.Context(), lock.AccessRequest{DeviceID: "NOTYET", UserNumber: 1, From: now, Until: now.Add(1)})
	require.ErrorIs(t, err, lock.ErrUnknownDevice)

	for name, change := range map[string]func(*masterlock.Config){
		"password": func(c *masterlock.Config) { c.Password = "wrong" },
		"secret":   func(c *masterlock.Config) { *c = s.byClient(); c.ClientSecret = "wrong" },
		"grant":    func(c *masterlock.Config) { *c = s.byClient(); c.TokenURL = s.URL + "/authenticate" },
	} {
		config := s.byLicense()
		change(&config)
		_, err := open(t, config, s.clock).Activate(t.Context(), "A12345", "1")
		require.ErrorIs(t, err, lock.ErrAuthentication, name)
		require.NotContains(t, err.Error(), "wrong", name)
	}
	s.Close()
	_, err = open(t, s.byLicense(), s.clock).Activate(t.Context(), "A12345", "1")
	require.Error(t, err)
	for _, known := range []error{lock.ErrAuthentication, lock.ErrRefused, lock.ErrUnknownDevice} {
		require.NotErrorIs(t, err, known)
	}
}

// answering is a lock service that answers each path in its own way, and keeps what was sent.
func answering(t *testing.T, answers map[string]string) (*masterlock.Client, map[string]map[string]any) {
	t.Helper()
	sent := map[string]map[string]any{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		_ = json.NewDecoder(r.Body).Decode(&body)
		sent[r.URL.Path] = body
		if text, known := answers[r.URL.Path]; known {
			_, _ = io.WriteString(w, text)
			return
		}
		_, _ = io.WriteString(w, `{"ApiToken":"token","TokenExpires":"2027-05-01T12:00:00Z"}`)
	}))
	t.Cleanup(server.Close)
	client := open(t, masterlock.Config{BaseURL: server.URL + "/", License: "l", Password: "p", TemporaryCodePath: "/codes"}, clock.NewFake(now))
	return client, sent
}

// The wire format as Master Lock publishes it.
func TestWireFormat(t *testing.T) {
	t.Parallel()
	client, sent := answering(t, map[string]string{
		"/v2/device/activate":             `{"Result":"Success","Messages":[]}`,
		"/v2/device":                      `{"Device":{"deviceIdentifier":"A12345","firmwareVersion":"1.2.3","deviceTraitList":[{"name":"modelNumber","value":"D1000"}]}}`,
		"/codes":                          `{"temporaryCode":"12345"}`,
		"/v2/device/accessprofile/create": `{"AccessProfile":"opaque"}`,
	})
	device, err := client.Activate(t.Context(), "A12345", "99")
	require.NoError(t, err)
	require.Equal(t, lock.Device{ID: "A12345", Model: "D1000", Firmware: "1.2.3"}, device)
	require.Equal(t, map[string]any{"license": "l", "password": "p"}, sent["/authenticate"])
	require.Equal(t, map[string]any{"DeviceIdentifier": "A12345", "ActivationCode": "99"}, sent["/v2/device/activate"])

	_, err = client.CreateAccess(t.Context(), lock.AccessRequest{
		DeviceID: "A12345", UserNumber: 1234, From: now, Until: now.Add(48 * time.Hour), Permissions: []lock.Permission{lock.Unlock},
	})
	require.NoError(t, err)
	require.Equal(t, map[string]any{
		"DeviceIdentifier": "A12345", "UserId": 1234.0, "AccessScheduleDays": "Everyday", "ProfileActivation": "2027-05-01T10:00:00Z",
		"ProfileExpiration": "2027-05-03T10:00:00Z", "AccessStartTime": "00:00", "AccessEndTime": "00:00", "Permissions": []any{"Unlock"},
	}, sent["/v2/device/accessprofile/create"])

	code, err := client.TemporaryCode(t.Context(), device, now)
	require.NoError(t, err)
	require.Equal(t, map[string]any{
		"DeviceIdentifier": "A12345", "FirmwareVersion": "1.2.3", "KeyNumber": 2.0, "WhenValid": "2027-05-01T10:00:00Z",
	}, sent["/codes"])
	require.Equal(t, now.Add(-2*time.Hour), code.From, "the usual windows, when the answer does not say")
	require.Equal(t, now.Add(6*time.Hour), code.Until)
}

func TestUnreadableAnswers(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"no JSON": `<html>`, "empty": `{}`, "other types": `{"AccessProfile":[1],"TemporaryCode":{}}`, "endless": `{"x":"` + strings.Repeat("a", 2<<20) + `"}`,
	} {
		client, _ := answering(t, map[string]string{"/v2/device/accessprofile/create": text, "/codes": text})
		_, err := client.CreateAccess(t.Context(), lock.AccessRequest{DeviceID: "A12345", UserNumber: 1, From: now, Until: now.Add(1)})
		require.Error(t, err, name)
		_, err = client.TemporaryCode(t.Context(), lock.Device{ID: "A12345"}, now)
		require.Error(t, err, name)
	}
	for name, text := range map[string]string{"no token": `{}`, "no JSON": `x`} {
		client, _ := answering(t, map[string]string{"/authenticate": text})
		require.ErrorIs(t, client.Deactivate(t.Context(), "A12345"), lock.ErrAuthentication, name)
	}
}

// Credentials are for one address: a redirect is not followed.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	var reached atomic.Bool
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Store(true) }))
	defer elsewhere.Close()
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	err := open(t, masterlock.Config{BaseURL: server.URL, License: "l", Password: "p"}, clock.NewFake(now)).Deactivate(t.Context(), "A12345")
	require.Error(t, err)
	require.False(t, reached.Load())
}

// A restart of the simulator keeps its locks and their codes.
func TestSimulatorKeepsItsLocks(t *testing.T) {
	t.Parallel()
	dir, at := t.TempDir(), clock.NewFake(now)
	start := func() *masterlock.Client {
		locks, err := simulator.New(simulator.Config{Path: "/dev/masterlock", Dir: dir, License: "l", Password: "p"}, at, slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		return open(t, masterlock.Config{BaseURL: "http://127.0.0.1/dev/masterlock", License: "l", Password: "p", Transport: locks}, at)
	}
	client := start()
	device, err := client.Activate(t.Context(), "A12345", "1")
	require.NoError(t, err)
	before, err := client.TemporaryCode(t.Context(), device, now)
	require.NoError(t, err)
	after, err := start().TemporaryCode(t.Context(), device, now)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func TestConfig(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]masterlock.Config{
		"nothing":        {},
		"no credentials": {BaseURL: "https://locks.example"},
		"half":           {BaseURL: "https://locks.example", License: "l"},
		"both":           {BaseURL: "https://locks.example", License: "l", Password: "p", TokenURL: "https://locks.example/t", ClientID: "c", ClientSecret: "s"},
		"no address":     {BaseURL: "locks.example", License: "l", Password: "p"},
		"token address":  {BaseURL: "https://locks.example", TokenURL: "t", ClientID: "c", ClientSecret: "s"},
	} {
		_, err := masterlock.New(config, clock.System{})
		require.Error(t, err, name)
	}
}
