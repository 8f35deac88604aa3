// Package app puts the program together and runs it: settings to pool to adapters to services to jobs to router, started
// in that order and stopped in the other. It is the only package that sees all others, and holds no rule of the product.
package app

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"rihla/internal/api"
	"rihla/internal/config"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
	"rihla/internal/platform/postgres/embedded"
	"rihla/internal/platform/postgres/migrations"
	"rihla/internal/platform/telemetry"
)

// Options are what a test may replace.
type Options struct {
	Config config.Config
	// Out receives the lines that people read: where the program is ready, the demo accounts.
	Out io.Writer
	// Log receives what the program does.
	Log *slog.Logger
	// Clock is the machine's when nil.
	Clock clock.Clock
	// CheapPasswords makes password hashes quick to compute, for tests that register many people.
	CheapPasswords bool
	// Site is the built site; nil: the one in the program.
	Site fs.FS
	// SlowCardDelay is how long the simulator's slow card takes; 0 means its default.
	SlowCardDelay time.Duration
	// Gateway takes the place of the configured payment gateway, for tests of what a broken one leads to.
	Gateway payment.Gateway
	// PayPalRoots vouch for what a simulator of PayPal outside the program signs, whose certificate is where its API is; nil:
	// only PayPal is believed.
	PayPalRoots *x509.CertPool
	// Tracer watches every statement that the program runs, for measurements.
	Tracer pgx.QueryTracer
}

// App is the running program.
type App struct {
	Options
	listener net.Listener
	built    *embedded.Server
	db       *postgres.DB
	parts    *parts
	server   *http.Server
	draining atomic.Bool
	stops    []func(context.Context) error
}

// Start brings everything up and returns once the program answers. Errors are one sentence each, for the terminal.
// Whatever was started is stopped again when a later step fails.
func Start(ctx context.Context, o Options) (_ *App, err error) {
	if err := o.Config.Check(); err != nil {
		return nil, err
	}
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	a := &App{Options: o}
	defer func() {
		if err != nil {
			_ = a.Stop(context.WithoutCancel(ctx))
		}
	}()
	steps := []func(context.Context) error{a.listen, a.openDatabase, a.build, a.fillDemo, a.startJobs, a.serve}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// listen takes the address first: a busy port should not cost the start of a database.
func (a *App) listen(ctx context.Context) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.Config.Addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken by another program: stop that one, or set RIHLA_ADDR to another address", a.Config.Addr)
	}
	if err != nil {
		return fmt.Errorf("rihla cannot listen on %s: %w", a.Config.Addr, err)
	}
	a.listener = listener
	a.onStop(func(context.Context) error {
		if err := listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	if a.Config.BaseURL == "" {
		a.Config.BaseURL = "http://" + reachable(listener.Addr().String())
	}
	a.Config.BaseURL = strings.TrimRight(a.Config.BaseURL, "/")
	return nil
}

// reachable names an address that listens on every interface as this machine calls itself.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// maxConns of a pool on the built-in server, below its own limit.
const maxConns = 40

func (a *App) openDatabase(ctx context.Context) error {
	url, conns := a.Config.DatabaseURL, 0
	if url == "" {
		server, err := embedded.Start(ctx, embedded.Options{DataDir: a.Config.DataDir})
		if err != nil {
			return err
		}
		a.built = server
		a.onStop(server.Stop)
		url, conns = server.URL(), maxConns
	}
	if err := migrations.Up(ctx, url); err != nil {
		return err
	}
	db, err := postgres.Open(ctx, url, conns, a.Tracer)
	if err != nil {
		return err
	}
	a.db = db
	a.onStop(func(context.Context) error { db.Close(); return nil })
	return nil
}

func (a *App) startJobs(ctx context.Context) error {
	if err := a.parts.jobs.Start(ctx); err != nil {
		return fmt.Errorf("start the background jobs: %w", err)
	}
	a.onStop(a.parts.jobs.Stop)
	return nil
}

// Time limits of the server. There is none on writing: exports may stream.
const (
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 64 << 10
	drainTimeout      = 15 * time.Second
)

func (a *App) serve(context.Context) error {
	a.server = &http.Server{
		Handler: a.parts.handler, ReadHeaderTimeout: readHeaderTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(a.Log.Handler(), slog.LevelDebug),
	}
	go func() {
		if err := a.server.Serve(a.listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			a.Log.Error("the HTTP server ended", slog.Any("error", err))
		}
	}()
	a.onStop(func(ctx context.Context) error {
		a.draining.Store(true)
		drain, cancel := context.WithTimeout(ctx, drainTimeout)
		defer cancel()
		if err := a.server.Shutdown(drain); err != nil {
			return errors.Join(err, a.server.Close())
		}
		return nil
	})
	return nil
}

// BaseURL is where the program is reached.
func (a *App) BaseURL() string { return a.Config.BaseURL }

// Failed is closed when something that the program cannot do without has ended by itself.
func (a *App) Failed() <-chan struct{} {
	if a.built == nil {
		return nil
	}
	return a.built.Done()
}

func (a *App) onStop(stop func(context.Context) error) { a.stops = append(a.stops, stop) }

// Stop ends everything in the reverse order of its start: requests finish, jobs finish or are given back, the pool
// closes, the built-in database shuts down. Calling it again does nothing.
func (a *App) Stop(ctx context.Context) error {
	var problems []error
	for len(a.stops) > 0 {
		last := a.stops[len(a.stops)-1]
		a.stops = a.stops[:len(a.stops)-1]
		if err := last(ctx); err != nil {
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

// dataPath names something in the data directory, which is made when missing.
func (a *App) dataPath(name string) (string, error) {
	if err := os.MkdirAll(a.Config.DataDir, 0o700); err != nil {
		return "", fmt.Errorf("rihla cannot make its data directory: %w", err)
	}
	return filepath.Join(a.Config.DataDir, name), nil
}

// NewLog returns the log that settings ask for: text in development, JSON in production.
func NewLog(c config.Config, w io.Writer) *slog.Logger {
	return telemetry.NewLog(w, c.LogLevel, c.Env == config.Production)
}

// Handler answers what the program answers, to callers in the same process.
func (a *App) Handler() http.Handler { return a.parts.handler }

// DB is the program's database.
func (a *App) DB() *postgres.DB { return a.db }

// Services are the use cases behind the API.
func (a *App) Services() api.Services { return a.parts.services }
