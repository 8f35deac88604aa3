// Package simulator is the other end of the Payzone adapter for development and tests: a hosted pay page with test cards,
// signed callbacks over HTTP and the charges API, in Payzone's own wire format and as strict as the real one (D14). It
// takes no money, keeps its charges in files, and must never run in production. It knows nothing of bookings or
// payments, and shares no code with the adapter, so that each checks the other.
package simulator

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"rihla/internal/adapters/gateway/simulator/courier"
	"rihla/internal/adapters/gateway/simulator/paypage"
	"rihla/internal/platform/clock"
)

// Config sets the simulator up. The account must be the one that the adapter is given.
type Config struct {
	// BaseURL is the simulator's own address, path included: "http://127.0.0.1:8080/dev/payzone".
	BaseURL string
	// Dir is where charges are kept, one file each. It is made when absent.
	Dir              string
	MerchantAccount  string
	PaywallSecretKey string
	NotificationKey  string
	CallerName       string
	CallerPassword   string
	// PendingDelay is how long the slow card takes to be approved; 0 means 5 seconds.
	PendingDelay time.Duration
	// RetryDelays are the waits before a callback that was not answered with 200 is sent again; nil means 1, 5 and 15 s.
	RetryDelays []time.Duration
}

// Simulator is the test gateway. It is an http.Handler for everything below its base path.
type Simulator struct {
	config  Config
	base    *url.URL
	clock   clock.Clock
	log     *slog.Logger
	mux     http.Handler
	store   *store
	courier *courier.Courier
}

// New opens the charges under config.Dir and takes up slow cards that a restart interrupted.
func New(config Config, clock clock.Clock, log *slog.Logger) (*Simulator, error) {
	base, err := url.Parse(strings.TrimRight(config.BaseURL, "/"))
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("test gateway: %q is not its address", config.BaseURL)
	}
	if config.PendingDelay == 0 {
		config.PendingDelay = 5 * time.Second
	}
	if err := os.MkdirAll(config.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("test gateway: %w", err)
	}
	charges, err := openStore(config.Dir)
	if err != nil {
		return nil, fmt.Errorf("test gateway: %w", err)
	}
	s := &Simulator{config: config, base: base, clock: clock, log: log, store: charges, courier: courier.New(config.RetryDelays, log)}
	s.mux = s.routes()
	for _, id := range charges.pending() {
		s.approveLater(id)
	}
	return s, nil
}

func (s *Simulator) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /pwthree/launch", s.launch)
	mux.HandleFunc("GET /pwthree/pay/{token}", s.showPayPage)
	mux.Handle("POST /pwthree/pay/{token}", http.NewCrossOriginProtection().Handler(http.HandlerFunc(s.pay)))
	mux.HandleFunc("GET /pwthree/style.css", paypage.ServeStyle)
	mux.HandleFunc("GET /api/v3/healthcheck", s.signed(s.health))
	mux.HandleFunc("GET /api/v3/charges/{id}", s.signed(s.getCharge))
	mux.HandleFunc("POST /api/v3/charges/{id}", s.signed(s.commandCharge))
	return http.StripPrefix(s.base.Path, mux)
}

// ServeHTTP answers below the base path.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Stop ends the background work: callbacks that wait to be repeated are lost, as they are when a real sender gives up.
func (s *Simulator) Stop(ctx context.Context) error { return s.courier.Stop(ctx) }

// near tells whether an address is this program's own or this machine's: the only ones that are called or led to.
func (s *Simulator) near(address string) bool { return paypage.Near(s.base, address) }
