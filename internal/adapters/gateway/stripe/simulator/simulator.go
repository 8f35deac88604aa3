// Package simulator is the other end of the Stripe adapter for development and tests: Checkout Sessions with a hosted page
// and test cards, payments, refunds and signed webhooks, in Stripe's own wire format. It takes no money, keeps its books in
// a file, and must never run in production. It knows nothing of bookings or payments, and shares no code with the adapter,
// so that each checks the other.
package simulator

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"rihla/internal/adapters/gateway/simulator/courier"
	"rihla/internal/adapters/gateway/simulator/notebook"
	"rihla/internal/adapters/gateway/simulator/paypage"
	"rihla/internal/platform/clock"
)

// Config sets the simulator up. The account must be the one that the adapter is given.
type Config struct {
	// BaseURL is the simulator's own address, path included: "http://127.0.0.1:8080/dev/stripe".
	BaseURL string
	// WebhookURL is where events are posted.
	WebhookURL string
	// Dir is where the books are kept. It is made when absent.
	Dir string
	// Merchant is the name on the pay page.
	Merchant      string
	SecretKey     string
	WebhookSecret string
	// PendingDelay is how long the slow card takes; 0 means 5 seconds.
	PendingDelay time.Duration
	// RetryDelays are the waits before an event that was not answered with 200 is sent again; nil means 1, 5 and 15 s.
	RetryDelays []time.Duration
}

// Simulator is the test gateway. It is an http.Handler for everything below its base path.
type Simulator struct {
	config  Config
	base    *url.URL
	clock   clock.Clock
	log     *slog.Logger
	mux     http.Handler
	courier *courier.Courier

	mu    sync.Mutex // held for the whole of each change
	books *books
}

// New opens the books under config.Dir and takes up slow cards that a restart interrupted.
func New(config Config, clock clock.Clock, log *slog.Logger) (*Simulator, error) {
	base, err := url.Parse(strings.TrimRight(config.BaseURL, "/"))
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("stripe's simulator: %q is not its address", config.BaseURL)
	}
	if config.PendingDelay == 0 {
		config.PendingDelay = 5 * time.Second
	}
	if err := os.MkdirAll(config.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("stripe's simulator: %w", err)
	}
	kept, err := notebook.Open[session](config.Dir, "stripe", keyRetention)
	if err != nil {
		return nil, fmt.Errorf("stripe's simulator: %w", err)
	}
	s := &Simulator{config: config, base: base, clock: clock, log: log, books: &books{kept}, courier: courier.New(config.RetryDelays, log)}
	s.mux = s.routes()
	for _, session := range kept.Charges {
		if session.pending() {
			s.approveLater(session)
		}
	}
	return s, nil
}

func (s *Simulator) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/checkout/sessions", s.post(s.createSession))
	mux.HandleFunc("GET /v1/checkout/sessions", s.get(s.listSessions))
	mux.HandleFunc("GET /v1/checkout/sessions/{id}", s.get(s.getSession))
	mux.HandleFunc("POST /v1/checkout/sessions/{id}/expire", s.post(s.expireSession))
	mux.HandleFunc("POST /v1/refunds", s.post(s.createRefund))
	mux.HandleFunc("GET /v1/refunds", s.get(s.listRefunds))
	mux.HandleFunc("GET /v1/refunds/{id}", s.get(s.getRefund))
	mux.HandleFunc("GET /c/pay/{id}", s.showPayPage)
	mux.Handle("POST /c/pay/{id}", http.NewCrossOriginProtection().Handler(http.HandlerFunc(s.pay)))
	mux.HandleFunc("GET /c/style.css", paypage.ServeStyle)
	return http.StripPrefix(s.base.Path, mux)
}

// ServeHTTP answers below the base path.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Stop ends the background work: events that wait to be repeated are lost, as they are when a real sender gives up.
func (s *Simulator) Stop(ctx context.Context) error { return s.courier.Stop(ctx) }

// call is one call of the API.
type call struct {
	*http.Request
	form url.Values
}

// reply is its answer.
type reply struct {
	status int
	body   any
}

func ok(body any) reply { return reply{http.StatusOK, body} }

// refusal is an answer in Stripe's form of an error.
func refusal(status int, code, format string, args ...any) reply {
	kind := "invalid_request_error"
	if code == "idempotency_error" {
		kind, code = code, ""
	}
	return reply{status, map[string]any{"error": map[string]any{"type": kind, "code": code, "message": fmt.Sprintf(format, args...)}}}
}

// open reads a call that carries the account's key; false when it was answered already.
func (s *Simulator) open(w http.ResponseWriter, r *http.Request) (call, bool) {
	w.Header().Set("Request-Id", "req_"+random(7))
	given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if subtle.ConstantTimeCompare([]byte(given), []byte(s.config.SecretKey)) != 1 {
		answer(w, refusal(http.StatusUnauthorized, "", "Invalid API Key provided: %.3s***", given))
		return call{}, false
	}
	r.Body = http.MaxBytesReader(w, r.Body, paypage.MaxForm)
	if err := r.ParseForm(); err != nil {
		answer(w, refusal(http.StatusBadRequest, "", "The form could not be read."))
		return call{}, false
	}
	return call{r, r.Form}, true
}

func (s *Simulator) get(work func(c call) reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, opened := s.open(w, r)
		if !opened {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		answer(w, work(c))
	}
}

// post carries a change out, once for an idempotency key: the answer to a repetition is the first one, whatever became of
// the object since.
func (s *Simulator) post(work func(c call) reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, opened := s.open(w, r)
		if !opened {
			return
		}
		key, asked := r.Header.Get("Idempotency-Key"), r.URL.Path+"?"+c.form.Encode()
		s.mu.Lock()
		defer s.mu.Unlock()
		if earlier, found := s.books.Remembered(key, s.clock.Now()); found && key != "" {
			if earlier.Asked != asked {
				answer(w, refusal(http.StatusBadRequest, "idempotency_error", "Keys for idempotent requests can only be used with the same parameters they were first used with."))
				return
			}
			w.Header().Set("Idempotent-Replayed", "true")
			answer(w, ok(earlier.Body))
			return
		}
		made := work(c)
		if made.status == http.StatusOK {
			body, err := json.Marshal(made.body)
			if err == nil && key != "" {
				s.books.Remember(key, notebook.Reply{Asked: asked, Body: body, At: s.clock.Now()})
			}
			if err == nil {
				err = s.books.Save()
			}
			if err != nil {
				s.log.Error("stripe's simulator: keep the books", "error", err)
				made = reply{http.StatusInternalServerError, map[string]any{"error": map[string]string{"type": "api_error", "message": "not recorded"}}}
			}
		}
		answer(w, made)
	}
}

func answer(w http.ResponseWriter, r reply) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(r.status)
	_ = json.NewEncoder(w).Encode(r.body)
}

// random is n bytes in hex that nobody can guess.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b)
}
