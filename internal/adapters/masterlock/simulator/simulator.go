// Package simulator is the other end of the Master Lock adapter for development and tests: it signs a licence in, activates
// locks and hands out access profiles and temporary codes in Master Lock's wire format. It has no lock to open; a page shows
// what the locks would take now. It keeps its locks in a file, and must never run in production. It knows nothing of bookings or
// motorcycles, and shares no code with the adapter, so that each checks the other.
package simulator

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"rihla/internal/platform/clock"
)

// Config sets the simulator up. The credentials must be the ones that the adapter is given.
type Config struct {
	// Path is where it stands on its server, without a final slash: "/dev/masterlock".
	Path string
	// Dir is where its locks are kept. It is made when absent.
	Dir                    string
	License, Password      string
	ClientID, ClientSecret string
}

// Simulator is the test lock service. It is an http.Handler for everything below its path, and an http.RoundTripper, so
// that the program reaches it without a network and before it listens.
type Simulator struct {
	config Config
	clock  clock.Clock
	log    *slog.Logger
	mux    http.Handler
	mu     sync.Mutex
	state  state
}

// New opens the locks under config.Dir.
func New(config Config, clock clock.Clock, log *slog.Logger) (*Simulator, error) {
	if err := os.MkdirAll(config.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("test lock service: %w", err)
	}
	s := &Simulator{config: config, clock: clock, log: log}
	if err := s.open(); err != nil {
		return nil, fmt.Errorf("test lock service: %w", err)
	}
	s.mux = s.routes()
	return s, nil
}

func (s *Simulator) file() string { return filepath.Join(s.config.Dir, "locks.json") }

func (s *Simulator) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /authenticate", s.authenticate)
	mux.HandleFunc("POST /oauth/token", s.clientCredentials)
	mux.HandleFunc("POST /v2/device/activate", s.licensed(s.activate))
	mux.HandleFunc("POST /v2/device/deactivate", s.licensed(s.deactivate))
	mux.HandleFunc("POST /v2/device", s.licensed(s.describe))
	mux.HandleFunc("POST /v2/device/accessprofile/create", s.licensed(s.createProfile))
	mux.HandleFunc("POST /v2/device/temporarycode/create", s.licensed(s.createCode))
	mux.HandleFunc("GET /{$}", s.showLocks)
	return http.StripPrefix(s.config.Path, mux)
}

// ServeHTTP answers below the path.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// RoundTrip answers a call without a network.
func (s *Simulator) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if r.Body == nil {
		return nil, errors.New("test lock service: a call without a body")
	}
	defer func() { _ = r.Body.Close() }()
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	s.mux.ServeHTTP(w, r)
	return &http.Response{
		StatusCode: w.status, Status: http.StatusText(w.status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: w.header,
		Body: io.NopCloser(strings.NewReader(w.body.String())), ContentLength: int64(w.body.Len()), Request: r,
	}, nil
}

// recorder keeps an answer.
type recorder struct {
	header http.Header
	status int
	body   strings.Builder
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }
