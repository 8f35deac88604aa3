// Package simulator is the other end of the PayPal adapter for development and tests: Orders of version 2 with a hosted page
// and test cards, captures, refunds and webhooks signed with a certificate of its own, in PayPal's wire format. It takes no
// money, keeps its books in a file, and must never run in production. It knows nothing of bookings or payments, and shares no
// code with the adapter, so that each checks the other.
package simulator

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
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
	// BaseURL is the simulator's own address, path included: "http://127.0.0.1:8080/dev/paypal".
	BaseURL string
	// WebhookURL is where events are posted.
	WebhookURL string
	// Dir is where the books are kept. It is made when absent.
	Dir string
	// Merchant is the name on the pay page.
	Merchant               string
	ClientID, ClientSecret string
	// WebhookID is the webhook's, which signatures cover.
	WebhookID string
	// Key signs events; nil makes one.
	Key *rsa.PrivateKey
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
	notary  *notary
	token   string

	mu    sync.Mutex // held for the whole of each change
	books *books
}

// New opens the books under config.Dir and takes up slow cards that a restart interrupted.
func New(config Config, clock clock.Clock, log *slog.Logger) (*Simulator, error) {
	base, err := url.Parse(strings.TrimRight(config.BaseURL, "/"))
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("paypal's simulator: %q is not its address", config.BaseURL)
	}
	if config.PendingDelay == 0 {
		config.PendingDelay = 5 * time.Second
	}
	if err := os.MkdirAll(config.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("paypal's simulator: %w", err)
	}
	kept, err := notebook.Open[order](config.Dir, "paypal", keyRetention)
	if err != nil {
		return nil, fmt.Errorf("paypal's simulator: %w", err)
	}
	notary, err := newNotary(config.Key, clock.Now())
	if err != nil {
		return nil, fmt.Errorf("paypal's simulator: %w", err)
	}
	s := &Simulator{
		config: config, base: base, clock: clock, log: log, books: &books{kept}, notary: notary, token: "A21AA" + random(24),
		courier: courier.New(config.RetryDelays, log),
	}
	s.mux = s.routes()
	for _, of := range kept.Charges {
		if of.Capture == capturePending {
			s.completeLater(of)
		}
	}
	return s, nil
}

func (s *Simulator) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/oauth2/token", s.signIn)
	mux.HandleFunc("POST /v2/checkout/orders", s.post(s.createOrder))
	mux.HandleFunc("GET /v2/checkout/orders/{id}", s.get(s.getOrder))
	mux.HandleFunc("POST /v2/checkout/orders/{id}/capture", s.post(s.captureOrder))
	mux.HandleFunc("POST /v2/payments/captures/{id}/refund", s.post(s.refundCapture))
	mux.HandleFunc("GET /v2/payments/refunds/{id}", s.get(s.getRefund))
	mux.HandleFunc("GET "+certificatePath, s.showCertificate)
	mux.HandleFunc("GET /checkoutnow", s.showPayPage)
	mux.Handle("POST /checkoutnow", http.NewCrossOriginProtection().Handler(http.HandlerFunc(s.pay)))
	mux.HandleFunc("GET /checkoutnow/style.css", paypage.ServeStyle)
	return http.StripPrefix(s.base.Path, mux)
}

// ServeHTTP answers below the base path.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Stop ends the background work: events that wait to be repeated are lost, as they are when a real sender gives up.
func (s *Simulator) Stop(ctx context.Context) error { return s.courier.Stop(ctx) }

// reply is an answer of the API.
type reply struct {
	status int
	body   any
}

// refusal is an answer in PayPal's form of an error.
func refusal(status int, name, issue, description string) reply {
	return reply{status, map[string]any{
		"name": name, "message": description, "debug_id": random(7), "details": []any{map[string]string{"issue": issue, "description": description}},
	}}
}

func unprocessable(issue, description string) reply {
	return refusal(http.StatusUnprocessableEntity, "UNPROCESSABLE_ENTITY", issue, description)
}

func invalid(issue, description string) reply {
	return refusal(http.StatusBadRequest, "INVALID_REQUEST", issue, description)
}

func missing() reply {
	return refusal(http.StatusNotFound, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID", "Specified resource ID does not exist.")
}

func (s *Simulator) signIn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, paypage.MaxForm)
	id, secret, _ := r.BasicAuth()
	switch {
	case subtle.ConstantTimeCompare([]byte(id+":"+secret), []byte(s.config.ClientID+":"+s.config.ClientSecret)) != 1:
		answer(w, reply{http.StatusUnauthorized, map[string]string{"error": "invalid_client", "error_description": "Client Authentication failed"}})
	case r.PostFormValue("grant_type") != "client_credentials":
		answer(w, reply{http.StatusBadRequest, map[string]string{"error": "unsupported_grant_type", "error_description": "Unsupported grant_type"}})
	default:
		answer(w, reply{http.StatusOK, map[string]any{
			"scope": "https://uri.paypal.com/services/payments/payment", "access_token": s.token, "token_type": "Bearer", "app_id": "APP-SIMULATED",
			"expires_in": 32400, "nonce": s.clock.Now().UTC().Format(time.RFC3339) + random(4),
		}})
	}
}

// permitted tells whether a call carries the access token; it is answered when not.
func (s *Simulator) permitted(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Set("Paypal-Debug-Id", random(7))
	given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if subtle.ConstantTimeCompare([]byte(given), []byte(s.token)) == 1 {
		return true
	}
	answer(w, reply{http.StatusUnauthorized, map[string]string{"error": "invalid_token", "error_description": "Token signature verification failed"}})
	return false
}

func (s *Simulator) get(work func(r *http.Request) reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.permitted(w, r) {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		answer(w, work(r))
	}
}

// post carries a change out, once for a request id: the answer to a repetition is the first one, whatever became of the
// object since. Refusals are not remembered.
func (s *Simulator) post(work func(r *http.Request, body []byte) reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.permitted(w, r) {
			return
		}
		body, err := readAll(w, r)
		if err != nil || r.Header.Get("Content-Type") != "application/json" || !json.Valid(body) {
			answer(w, invalid("MALFORMED_REQUEST_JSON", "The request is not a JSON document."))
			return
		}
		key := r.URL.Path + " " + r.Header.Get("Paypal-Request-Id")
		s.mu.Lock()
		defer s.mu.Unlock()
		if strings.HasSuffix(key, " ") || len(r.Header.Get("Paypal-Request-Id")) > 108 {
			answer(w, invalid("PAYPAL_REQUEST_ID_REQUIRED", "A PayPal-Request-Id of 1 to 108 characters is required."))
			return
		}
		if earlier, found := s.books.Remembered(key, s.clock.Now()); found {
			if earlier.Asked != string(body) {
				answer(w, unprocessable("DUPLICATE_REQUEST_ID", "The value of PayPal-Request-Id header has already been used with another request."))
				return
			}
			answer(w, reply{http.StatusOK, earlier.Body})
			return
		}
		made := work(r, body)
		if made.status < http.StatusBadRequest {
			if err := s.keep(key, string(body), made); err != nil {
				s.log.Error("paypal's simulator: keep the books", "error", err)
				made = refusal(http.StatusInternalServerError, "INTERNAL_SERVER_ERROR", "INTERNAL_SERVER_ERROR", "not recorded")
			}
		}
		answer(w, made)
	}
}

func (s *Simulator) keep(key, asked string, made reply) error {
	body, err := json.Marshal(made.body)
	if err != nil {
		return err
	}
	s.books.Remember(key, notebook.Reply{Asked: asked, Body: body, At: s.clock.Now()})
	return s.books.Save()
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
	return strings.ToUpper(hex.EncodeToString(b))
}
