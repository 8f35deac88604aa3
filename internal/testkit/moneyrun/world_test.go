package moneyrun

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	paypalsimulator "rihla/internal/adapters/gateway/paypal/simulator"
	"rihla/internal/adapters/gateway/simulator"
	stripesimulator "rihla/internal/adapters/gateway/stripe/simulator"
	"rihla/internal/app"
	"rihla/internal/config"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/testkit/agree"
	"rihla/internal/testkit/apptest"
)

// Where the gateways stand on the town's address.
const (
	payzonePath = "/gateway/payzone"
	stripePath  = "/gateway/stripe"
	paypalPath  = "/gateway/paypal"
)

// postmark tells callbacks that the run delivers from those that a gateway posts, which it keeps.
const postmark = "X-Run-Delivers"

// world is the running program, with accounts at gateways of its own: they stand outside it, their calls and callbacks
// pass through the run's hands.
type world struct {
	*apptest.App
	t       *testing.T
	payzone *simulator.Simulator
	stripe  *stripesimulator.Simulator
	paypal  *paypalsimulator.Simulator
	roads   map[string]*road
	browser *http.Client
	town    *httptest.Server
	stage   apptest.Stage
	riders  []*person
	staff   *person

	// staffAgain has staff look at one payment's failed refunds at a time: two who do would both give it back.
	staffAgain sync.Mutex

	mu      sync.Mutex
	program http.Handler
	owners  map[string]*story // by the charge that a callback is about
	tally   map[string]int
	till    map[uuid.UUID]*takings // by the payment
}

var (
	payzoneAccount = config.Payzone{
		MerchantAccount: "Rihla_Run", PaywallSecretKey: "run-paywall-key", NotificationKey: "run-notification-key", CallerName: "$rihla",
		CallerPassword: "run-caller-password", PaymentMethod: "CREDIT_CARD",
	}
	stripeAccount = config.Stripe{SecretKey: "sk_test_run", WebhookSecret: "whsec_run"}
	paypalAccount = config.PayPal{ClientID: "run-client", Secret: "run-secret", WebhookID: "RUN", Rate: "10.80"}
)

// slowCard is how long the slow card takes.
const slowCard = 20 * time.Millisecond

func newWorld(t *testing.T, riders int, options ...apptest.Option) *world {
	t.Helper()
	w := &world{
		t: t, roads: map[string]*road{}, owners: map[string]*story{}, tally: map[string]int{}, till: map[uuid.UUID]*takings{},
		browser: &http.Client{
			Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	w.town = httptest.NewServer(http.HandlerFunc(w.serve))
	t.Cleanup(func() { w.browser.CloseIdleConnections(); w.town.Close() })
	w.App = apptest.New(t, append(options, func(o *app.Options) {
		o.Config.BaseURL = w.town.URL
		o.Config.Payzone, o.Config.Stripe, o.Config.PayPal = payzoneAccount, stripeAccount, paypalAccount
		o.Config.Payzone.BaseURL, o.Config.Stripe.BaseURL = w.town.URL+payzonePath, w.town.URL+stripePath
		o.Config.PayPal.BaseURL = w.town.URL + paypalPath
		w.raise(o.Clock)
		o.PayPalRoots = w.paypal.Roots()
	})...)
	w.mu.Lock()
	w.program = w.Handler()
	w.mu.Unlock()
	w.stage = w.Stage()
	for range riders {
		w.riders = append(w.riders, &person{w: w, caller: w.Customer()})
	}
	w.staff = &person{w: w, caller: w.Staff(authz.Admin, nil)}
	return w
}

// raise brings the gateways up.
func (w *world) raise(clock clock.Clock) {
	log := slog.New(slog.DiscardHandler)
	var err error
	w.payzone, err = simulator.New(simulator.Config{
		BaseURL: w.town.URL + payzonePath, Dir: w.t.TempDir(), MerchantAccount: payzoneAccount.MerchantAccount,
		PaywallSecretKey: payzoneAccount.PaywallSecretKey, NotificationKey: payzoneAccount.NotificationKey,
		CallerName: payzoneAccount.CallerName, CallerPassword: payzoneAccount.CallerPassword, PendingDelay: slowCard,
	}, clock, log)
	require.NoError(w.t, err)
	w.stripe, err = stripesimulator.New(stripesimulator.Config{
		BaseURL: w.town.URL + stripePath, WebhookURL: w.town.URL + "/payments/callback/stripe", Dir: w.t.TempDir(), Merchant: "Rihla",
		SecretKey: stripeAccount.SecretKey, WebhookSecret: stripeAccount.WebhookSecret, PendingDelay: slowCard,
	}, clock, log)
	require.NoError(w.t, err)
	w.paypal, err = paypalsimulator.New(paypalsimulator.Config{
		BaseURL: w.town.URL + paypalPath, WebhookURL: w.town.URL + "/payments/callback/paypal", Dir: w.t.TempDir(), Merchant: "Rihla",
		ClientID: paypalAccount.ClientID, ClientSecret: paypalAccount.Secret, WebhookID: paypalAccount.WebhookID, PendingDelay: slowCard,
	}, clock, log)
	require.NoError(w.t, err)
	w.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(w.t.Context()), 10*time.Second)
		defer cancel()
		require.NoError(w.t, w.paypal.Stop(ctx))
		require.NoError(w.t, w.payzone.Stop(ctx))
		require.NoError(w.t, w.stripe.Stop(ctx))
	})
	w.roads["PAYZONE"] = &road{to: w.payzone, calls: []string{payzonePath + "/api/"}}
	w.roads["STRIPE"] = &road{to: w.stripe, calls: []string{stripePath + "/v1/"}}
	w.roads["PAYPAL"] = &road{to: w.paypal, calls: []string{paypalPath + "/v1/oauth2/", paypalPath + "/v2/"}}
}

// serve is the one address that everybody knows: gateways, the program behind them, and in front of it the post.
func (w *world) serve(out http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, payzonePath):
		w.roads["PAYZONE"].ServeHTTP(out, r)
	case strings.HasPrefix(r.URL.Path, stripePath):
		w.roads["STRIPE"].ServeHTTP(out, r)
	case strings.HasPrefix(r.URL.Path, paypalPath):
		w.roads["PAYPAL"].ServeHTTP(out, r)
	case strings.HasPrefix(r.URL.Path, "/payments/callback") && r.Header.Get(postmark) == "":
		w.keep(r)
	default:
		w.mu.Lock()
		program := w.program
		w.mu.Unlock()
		program.ServeHTTP(out, r)
	}
}

// letter is a callback that a gateway has posted and that may never arrive.
type letter struct {
	path string
	body []byte
	// header is as it was posted; Stripe and PayPal sign the time.
	header http.Header
}

// keep takes a callback from a gateway. It will be delivered when the run says so: never, once or often.
func (w *world) keep(r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var about struct {
		ID       string `json:"id"`
		Resource struct {
			Custom string `json:"custom_id"`
			Units  []struct {
				Custom string `json:"custom_id"`
			} `json:"purchase_units"`
		} `json:"resource"`
		Data struct {
			Object struct {
				Reference string            `json:"client_reference_id"`
				Metadata  map[string]string `json:"metadata"`
			} `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &about); err != nil {
		w.fault("a gateway posts %s: %v", body, err)
		return
	}
	l := letter{r.URL.Path, body, r.Header.Clone()}
	customs := []string{about.Resource.Custom}
	for _, unit := range about.Resource.Units {
		customs = append(customs, unit.Custom)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, charge := range append(customs, about.ID, about.Data.Object.Reference, about.Data.Object.Metadata["payment_id"]) {
		charge, _, _ = strings.Cut(charge, "/") // PayPal names the booking too
		if s := w.owners[charge]; s != nil {
			s.receive(l)
			return
		}
	}
}

// sign gives a letter the headers that its gateway would send with it now.
func (w *world) sign(l letter) http.Header {
	switch {
	case strings.HasSuffix(l.path, "/stripe"):
		return w.stripe.Sign(l.body)
	case strings.HasSuffix(l.path, "/paypal"):
		return w.paypal.Sign(paypalAccount.WebhookID, l.body)
	default:
		return l.header
	}
}

// fault fails the run, from whichever goroutine.
func (w *world) fault(format string, args ...any) { w.t.Errorf(format, args...) }

// count notes what came of an operation.
func (w *world) count(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tally[what]++
}

// trouble is what happens to calls on their way to a gateway.
type trouble int

const (
	unreachable trouble = iota // the connection drops before the gateway has heard anything
	dies                       // it drops after the gateway did what it was asked
	mislays                    // 502 after the gateway did what it was asked
	fails                      // 500
	nonsense                   // 200 with a page
	troubles                   // how many there are
)

// road is the way to a gateway. What browsers do there is never disturbed.
type road struct {
	to    http.Handler
	calls []string // where calls of the API begin

	mu   sync.Mutex
	what trouble
	left int // calls that will have trouble
	// changes spares calls that only ask.
	changes bool
}

// block gives the next calls of the API trouble; 0 clears the road.
func (r *road) block(what trouble, calls int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.what, r.left, r.changes = what, calls, false
}

// loseChanges has the gateway carry changes out and their answers get lost, until the road is cleared. Whoever sends an
// idempotency key repeats a request at once, some times.
func (r *road) loseChanges() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.what, r.left, r.changes = mislays, math.MaxInt, true
}

// next takes one trouble; false for none.
func (r *road) next(method, path string) (trouble, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left == 0 || !slices.ContainsFunc(r.calls, func(begin string) bool { return strings.HasPrefix(path, begin) }) {
		return 0, false
	}
	if r.changes && method != http.MethodPost {
		return 0, false
	}
	r.left--
	return r.what, true
}

func (r *road) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	what, disturbed := r.next(request.Method, request.URL.Path)
	if !disturbed {
		r.to.ServeHTTP(w, request)
		return
	}
	switch what {
	case dies:
		r.to.ServeHTTP(httptest.NewRecorder(), request)
		panic(http.ErrAbortHandler)
	case mislays:
		r.to.ServeHTTP(httptest.NewRecorder(), request)
		w.WriteHeader(http.StatusBadGateway)
	case fails:
		w.WriteHeader(http.StatusInternalServerError)
	case nonsense:
		_, _ = io.WriteString(w, "<html>welcome</html>")
	default:
		panic(http.ErrAbortHandler)
	}
}

// form posts a form as a payer's browser does, and returns the status and where that leads.
func (w *world) form(address string, fields url.Values) (int, string) {
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, address, strings.NewReader(fields.Encode()))
	if err != nil {
		w.fault("%v", err)
		return 0, ""
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := w.browser.Do(request)
	if err != nil {
		w.fault("a pay page does not answer: %v", err)
		return 0, ""
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, response.Body)
	to, err := response.Location()
	if err != nil {
		return response.StatusCode, ""
	}
	return response.StatusCode, to.String()
}

// books are those of all gateways, and of the staff behind the counter.
func (w *world) books() []agree.Entry {
	var all []agree.Entry
	for _, e := range w.payzone.Books() {
		all = append(all, agree.Entry{Gateway: "PAYZONE", Charge: e.ChargeID, Captured: e.Captured, Refunded: e.Refunded})
	}
	for _, e := range w.stripe.Books() {
		all = append(all, agree.Entry{Gateway: "STRIPE", Charge: e.ClientReferenceID, Captured: e.Captured, Refunded: e.Refunded, TakenBack: e.TakenBack})
	}
	for _, e := range w.paypal.Books() {
		charge, _, _ := strings.Cut(e.CustomID, "/")
		all = append(all, agree.Entry{Gateway: "PAYPAL", Charge: charge, Captured: e.Captured, Refunded: e.Refunded, TakenBack: e.TakenBack})
	}
	return append(all, w.takings()...)
}

// takeBack has a gateway take the first refund of a charge back; false when there is none, or when the gateway takes none back.
func (w *world) takeBack(gateway, charge string) bool {
	var taken bool
	var err error
	switch gateway {
	case "STRIPE":
		taken, err = w.stripe.TakeBack(charge)
	case "PAYPAL":
		taken, err = w.paypal.TakeBack(charge)
	}
	if err != nil {
		w.fault("take a refund back: %v", err)
	}
	return taken
}

// gateways are all that payments are opened at.
var gateways = []string{"PAYZONE", "STRIPE", "PAYPAL"}

// person talks to the program, and signs in again when a token is too old.
type person struct {
	w      *world
	mu     sync.Mutex
	caller *apptest.Caller
}

func (p *person) now() *apptest.Caller {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.caller
}

// do sends a request. What comes back has been judged: anything of 500 and above but a gateway's own failure is a fault.
func (p *person) do(method, path string, body any, key string) (apptest.Answer, string) {
	for {
		caller := p.now()
		with := caller
		if key != "" {
			with = caller.With("Idempotency-Key", key)
		}
		answer, err := with.Try(method, path, body)
		if err != nil {
			p.w.fault("%s %s: %v", method, path, err)
			return answer, ""
		}
		if answer.Status == http.StatusUnauthorized && p.renew(caller) {
			continue
		}
		return answer, p.w.outcome(method, path, answer)
	}
}

// renew signs in again unless somebody has.
func (p *person) renew(old *apptest.Caller) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.caller != old {
		return true
	}
	answer, err := p.w.Visitor().Try(http.MethodPost, "/auth/refresh-token", map[string]string{"refreshToken": old.Refresh})
	if err != nil || answer.Status != http.StatusOK {
		p.w.fault("nobody is signed in any more: %v %s", err, answer.Body)
		return false
	}
	p.caller = p.w.SignedIn(answer)
	return true
}

// outcome names what came back: "ok" or the code of a refusal.
func (w *world) outcome(method, path string, answer apptest.Answer) string {
	if answer.Status < 300 {
		return "ok"
	}
	var problem struct{ Code string }
	_ = json.Unmarshal(answer.Body, &problem) // no code is an outcome too
	if answer.Status >= http.StatusInternalServerError && answer.Status != http.StatusBadGateway {
		w.fault("%s %s: %d %s", method, path, answer.Status, answer.Body)
	}
	return problem.Code
}
