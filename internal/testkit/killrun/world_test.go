package killrun

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	paypalsimulator "rihla/internal/adapters/gateway/paypal/simulator"
	"rihla/internal/adapters/gateway/simulator"
	stripesimulator "rihla/internal/adapters/gateway/stripe/simulator"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/agree"
	"rihla/internal/testkit/dbtest"
)

// Where the gateways stand on the town's address.
const (
	payzonePath = "/gateway/payzone"
	stripePath  = "/gateway/stripe"
	paypalPath  = "/gateway/paypal"
)

// Accounts at the gateways, in this test only.
const (
	merchant, paywallKey, notificationKey, callerName, callerPassword = "Rihla_Kill", "kill-paywall-key", "kill-notification-key", "$rihla", "kill-caller-password"
	stripeKey, webhookSecret                                          = "sk_test_kill", "whsec_kill"
	paypalClient, paypalSecret, paypalWebhook                         = "kill-client", "kill-secret", "KILL"
)

// laterClock is the machine's clock, ahead by the time that the test let pass.
type laterClock struct{ ahead atomic.Int64 }

func (c *laterClock) Now() time.Time {
	return time.Now().Add(time.Duration(c.ahead.Load())).UTC().Truncate(time.Microsecond)
}

// world is what outlives the program: its database and files, the gateways, people, and the address that all of them know.
type world struct {
	t       *testing.T
	db      *postgres.DB
	clock   *laterClock
	board   switchboard
	env     []string
	program atomic.Pointer[program]
	town    *httptest.Server
	payzone *simulator.Simulator
	stripe  *stripesimulator.Simulator
	paypal  *paypalsimulator.Simulator
	browser *http.Client

	motorcycle  uuid.UUID
	rider, boss *person
	// start is when the rental begins, booking its id, once the rider knows that.
	start   time.Time
	booking uuid.UUID
}

func newWorld(t *testing.T, s story) *world {
	t.Helper()
	address := dbtest.URL(t)
	pool, err := pgxpool.New(t.Context(), address)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	w := &world{t: t, db: &postgres.DB{Pool: pool}, clock: &laterClock{}, board: switchboard(t.TempDir()), start: time.Now().Add(240 * time.Hour).Truncate(time.Hour), browser: &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	w.town = httptest.NewServer(http.HandlerFunc(w.serve))
	t.Cleanup(func() { w.browser.CloseIdleConnections(); w.town.Close() })
	w.raise(s.again)
	require.NoError(t, w.board.set(failpoint.PayPalRootsFile, string(w.paypal.Authority())))
	w.env = append([]string{
		"RIHLA_DATA_DIR=" + t.TempDir(), "RIHLA_DATABASE_URL=" + address, "RIHLA_BASE_URL=" + w.town.URL,
		"RIHLA_LOG_LEVEL=warn", "RIHLA_SIGN_INS_PER_MINUTE=0", failpoint.Variable + "=" + string(w.board),
		"RIHLA_PAYZONE_BASE_URL=" + w.town.URL + payzonePath, "RIHLA_PAYZONE_MERCHANT_ACCOUNT=" + merchant,
		"RIHLA_PAYZONE_PAYWALL_SECRET_KEY=" + paywallKey, "RIHLA_PAYZONE_NOTIFICATION_KEY=" + notificationKey,
		"RIHLA_PAYZONE_CALLER_NAME=" + callerName, "RIHLA_PAYZONE_CALLER_PASSWORD=" + callerPassword,
		"RIHLA_STRIPE_BASE_URL=" + w.town.URL + stripePath, "RIHLA_STRIPE_SECRET_KEY=" + stripeKey, "RIHLA_STRIPE_WEBHOOK_SECRET=" + webhookSecret,
		"RIHLA_PAYPAL_BASE_URL=" + w.town.URL + paypalPath, "RIHLA_PAYPAL_CLIENT_ID=" + paypalClient, "RIHLA_PAYPAL_SECRET=" + paypalSecret,
		"RIHLA_PAYPAL_WEBHOOK_ID=" + paypalWebhook, "RIHLA_PAYPAL_RATE=10.80",
	}, s.env...)
	w.furnish()
	t.Cleanup(func() {
		if p := w.program.Load(); p != nil {
			p.kill()
			if t.Failed() {
				t.Logf("the program's last life: %s", p.output)
			}
		}
	})
	return w
}

// raise brings the gateways up; again has them repeat what is not answered.
func (w *world) raise(again bool) {
	delays := []time.Duration{}
	if again {
		for range 100 {
			delays = append(delays, 100*time.Millisecond)
		}
	}
	log := slog.New(slog.DiscardHandler)
	var err error
	w.payzone, err = simulator.New(simulator.Config{
		BaseURL: w.town.URL + payzonePath, Dir: w.t.TempDir(), MerchantAccount: merchant, PaywallSecretKey: paywallKey,
		NotificationKey: notificationKey, CallerName: callerName, CallerPassword: callerPassword, RetryDelays: delays,
	}, w.clock, log)
	require.NoError(w.t, err)
	w.stripe, err = stripesimulator.New(stripesimulator.Config{
		BaseURL: w.town.URL + stripePath, WebhookURL: w.town.URL + "/payments/callback/stripe", Dir: w.t.TempDir(), Merchant: "Rihla",
		SecretKey: stripeKey, WebhookSecret: webhookSecret, RetryDelays: delays,
	}, w.clock, log)
	require.NoError(w.t, err)
	w.paypal, err = paypalsimulator.New(paypalsimulator.Config{
		BaseURL: w.town.URL + paypalPath, WebhookURL: w.town.URL + "/payments/callback/paypal", Dir: w.t.TempDir(), Merchant: "Rihla",
		ClientID: paypalClient, ClientSecret: paypalSecret, WebhookID: paypalWebhook, Key: paypalSigns(), RetryDelays: delays,
	}, w.clock, log)
	require.NoError(w.t, err)
	w.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(w.t.Context()), 10*time.Second)
		defer cancel()
		require.NoError(w.t, w.paypal.Stop(ctx))
		require.NoError(w.t, w.payzone.Stop(ctx))
		require.NoError(w.t, w.stripe.Stop(ctx))
	})
}

// paypalSigns is the key of the other gateway's reports, made once: that takes time.
var paypalSigns = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err) // the machine gives no random numbers
	}
	return key
})

// serve is the one address: gateways, and the program behind them as long as it lives.
func (w *world) serve(out http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, payzonePath):
		w.payzone.ServeHTTP(out, r)
		return
	case strings.HasPrefix(r.URL.Path, stripePath):
		w.stripe.ServeHTTP(out, r)
		return
	case strings.HasPrefix(r.URL.Path, paypalPath):
		w.paypal.ServeHTTP(out, r)
		return
	}
	p := w.program.Load()
	if p == nil {
		out.WriteHeader(http.StatusBadGateway)
		return
	}
	to, err := url.Parse(p.url)
	if err != nil {
		out.WriteHeader(http.StatusBadGateway)
		return
	}
	proxy := &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(to) },
		ErrorHandler: func(out http.ResponseWriter, _ *http.Request, _ error) { out.WriteHeader(http.StatusBadGateway) },
	}
	proxy.ServeHTTP(out, r)
}

// furnish adds a franchise with one motorcycle.
func (w *world) furnish() {
	franchise := uuid.Must(uuid.NewV7())
	w.motorcycle = uuid.Must(uuid.NewV7())
	w.exec(`insert into franchises (id, name, code, status, latitude, longitude, contact_email)
		values ($1, 'Casablanca', 'CASA', 'ACTIVE', 33.58, -7.61, 'casablanca@example.com')`, franchise)
	w.exec(`insert into motorcycles (id, registration_number, make, model, year, base_price_centimes, franchise_id)
		values ($1, '1-A-6', 'Yamaha', 'MT-07', 2024, 45000, $2)`, w.motorcycle, franchise)
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	_, err := w.db.Exec(w.t.Context(), sql, args...)
	require.NoError(w.t, err)
}

// column reads a column of texts.
func (w *world) column(sql string, args ...any) []string {
	w.t.Helper()
	var all []string
	require.NoError(w.t, w.db.QueryRow(w.t.Context(), "select coalesce(array_agg(line), '{}') from ("+sql+") as lines (line)", args...).Scan(&all))
	return all
}

// live begins a life of the program.
func (w *world) live(env ...string) {
	w.t.Helper()
	p, err := startProgram(append(w.env, env...))
	require.NoError(w.t, err)
	w.program.Store(p)
}

// awaitKill waits until the program has ended at a point.
func (w *world) awaitKill(point failpoint.Point) {
	w.t.Helper()
	p := w.program.Load()
	select {
	case end := <-p.ended:
		p.ended <- end
		require.True(w.t, killed(end), "the program ended by itself: %v: %s", end, p.output)
	case <-time.After(patience):
		require.FailNow(w.t, "the program was never at "+string(point), "%s", p.output)
	}
	require.Equal(w.t, point, w.board.fired())
	w.bury()
}

// bury takes note that the program is gone, once the database has too: what was under way there goes on for a moment.
func (w *world) bury() {
	w.t.Helper()
	w.program.Store(nil)
	w.until("the database knows that the program is gone", func() bool {
		return len(w.column("select pid::text from pg_stat_activity where datname = current_database() and application_name = 'rihla'")) == 0
	})
}

// patience bounds what takes a second or two.
const patience = time.Minute

// until waits for a condition.
func (w *world) until(what string, met func() bool) {
	w.t.Helper()
	require.Eventually(w.t, met, patience, 20*time.Millisecond, what)
}

// pass lets time pass: on the program's clock, on the gateways', and for jobs. What the program was at when it was killed
// lies that much further back.
func (w *world) pass(d time.Duration) {
	w.t.Helper()
	w.clock.ahead.Add(int64(d))
	require.NoError(w.t, w.board.set(failpoint.AheadFile, time.Duration(w.clock.ahead.Load()).String()))
	born := time.Now()
	if p := w.program.Load(); p != nil {
		born = p.born
	} else {
		w.exec("update river_leader set expires_at = now(), elected_at = now() - interval '1 minute'")
	}
	w.exec("update river_job set attempted_at = attempted_at - $1::interval where state = 'running' and attempted_at < $2", d, born)
	w.exec("update river_job set scheduled_at = greatest(scheduled_at - $1::interval, created_at) where state in ('scheduled', 'retryable')", d)
	// What is due is what the queue itself would take up within seconds.
	w.exec("update river_job set state = 'available' where state in ('scheduled', 'retryable') and scheduled_at <= now()")
}

// books are those of the gateways.
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
	return all
}

// person talks to the program.
type person struct {
	w            *world
	email        string
	token, renew string
}

// newPerson registers somebody; a role other than the customer's is given by hand.
func (w *world) newPerson(name, role string) *person {
	w.t.Helper()
	p := &person{w: w, email: name + "@example.com"}
	body := map[string]any{"firstName": "Salma", "lastName": "Idrissi", "email": p.email, "password": "Secret-123"}
	status, said := p.do(http.MethodPost, "/auth/register", body, "")
	require.Equal(w.t, http.StatusCreated, status, "%s", said)
	if role != "CUSTOMER" {
		w.exec("update users set role = $2 where email = $1", p.email, role)
		status, said = p.do(http.MethodPost, "/auth/login", map[string]any{"email": p.email, "password": "Secret-123"}, "")
		require.Equal(w.t, http.StatusOK, status, "%s", said)
	}
	p.keep(said)
	return p
}

func (p *person) keep(said []byte) {
	session := read[struct{ AccessToken, RefreshToken string }](p.w.t, said)
	p.token, p.renew = session.AccessToken, session.RefreshToken
}

// read takes the "data" of an answer.
func read[T any](t *testing.T, said []byte) T {
	t.Helper()
	var envelope struct{ Data T }
	require.NoError(t, json.Unmarshal(said, &envelope), "%s", said)
	return envelope.Data
}

// do sends a request; 0 when the program is gone. Somebody whose token is too old trades it first.
func (p *person) do(method, path string, body any, key string) (int, []byte) {
	p.w.t.Helper()
	status, said := p.try(method, path, body, key)
	if status == http.StatusUnauthorized && p.renew != "" {
		renewed, session := p.try(http.MethodPost, "/auth/refresh-token", map[string]any{"refreshToken": p.renew}, "")
		require.Equal(p.w.t, http.StatusOK, renewed, "%s", session)
		p.keep(session)
		return p.try(method, path, body, key)
	}
	return status, said
}

func (p *person) try(method, path string, body any, key string) (int, []byte) {
	p.w.t.Helper()
	content, err := json.Marshal(body)
	require.NoError(p.w.t, err)
	request, err := http.NewRequestWithContext(p.w.t.Context(), method, p.w.town.URL+path, bytes.NewReader(content))
	require.NoError(p.w.t, err)
	request.Header.Set("Content-Type", "application/json")
	if p.token != "" {
		request.Header.Set("Authorization", "Bearer "+p.token)
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := p.w.browser.Do(request)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = response.Body.Close() }()
	said, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil
	}
	return response.StatusCode, said
}

// shown is a payment as people see it.
type shown struct {
	ID                uuid.UUID
	Status            string
	GatewayPaymentURL *string
	GatewayResponse   *struct{ Payload, Signature string }
}

// pay goes through a payment's page and uses a card there.
func (w *world) pay(p shown, card string) {
	w.t.Helper()
	require.NotNil(w.t, p.GatewayPaymentURL, "%+v", p)
	page := *p.GatewayPaymentURL
	if p.GatewayResponse != nil {
		page = w.form(page, url.Values{"payload": {p.GatewayResponse.Payload}, "signature": {p.GatewayResponse.Signature}})
	}
	w.form(page, url.Values{"cardNumber": {card}, "expiry": {"12/39"}, "cvv": {"000"}, "pay": {"1"}})
}

// form posts a form as the payer's browser does, and returns where it is led.
func (w *world) form(address string, fields url.Values) string {
	w.t.Helper()
	response, err := w.browser.PostForm(address, fields)
	require.NoError(w.t, err)
	defer func() { _ = response.Body.Close() }()
	said, err := io.ReadAll(response.Body)
	require.NoError(w.t, err)
	require.Equal(w.t, http.StatusSeeOther, response.StatusCode, "%s", said)
	to, err := response.Location()
	require.NoError(w.t, err)
	return to.String()
}

// statuses of the world's bookings, each with its payments in the order in which they were opened.
func (w *world) statuses() string {
	w.t.Helper()
	return strings.Join(w.column(`select b.status || ':' || coalesce((select string_agg(' ' || p.status, '' order by p.created_at, p.id)
		from payments p where p.booking_id = b.id), '') from bookings b order by b.created_at`), "; ")
}

// unsettled is everything that somebody still has to do.
func (w *world) unsettled() []string {
	w.t.Helper()
	return w.column(`select 'callback ' || id from gateway_events where processed_at is null
		union all select 'refund ' || state from payment_refunds where state in ('REQUESTED', 'SENT')
		union all select 'payment ' || status from payments where status in ('PENDING', 'PROCESSING')
		union all select kind || ' ' || state || ' ' || id || coalesce(' ' || errors[array_upper(errors, 1)]::text, '') from river_job
			where state not in ('completed', 'discarded', 'cancelled') and kind in ` + kinds)
}

// kinds are the jobs that money and letters wait for.
const kinds = `('payment.event', 'payment.refund', 'payment.close', 'event.deliver', 'notify.mail', 'document.make')`

// settle lets minutes pass, one at a time and only while nobody is at work, until nothing is left to do.
func (w *world) settle(within time.Duration, wanted []string) {
	w.t.Helper()
	born, passed, rested := w.program.Load().born, time.Duration(0), time.Now()
	for deadline := time.NewTimer(patience); ; {
		left, statuses := w.unsettled(), w.statuses()
		if len(left) == 0 && slices.Contains(wanted, statuses) {
			return
		}
		select {
		case <-deadline.C:
			require.FailNow(w.t, "it does not settle", "after %s: %s; left: %s", passed, statuses, left)
		case <-time.After(20 * time.Millisecond):
		}
		busy := w.column("select kind from river_job where (state = 'available' or state = 'running' and attempted_at >= $1) and kind in "+kinds, born)
		if len(busy) > 0 || time.Since(rested) < restFor || passed >= within {
			continue
		}
		w.pass(time.Minute)
		passed += time.Minute
		rested = time.Now()
	}
}

// restFor is for how long nobody must be at work before a minute passes: long enough for periodic jobs to come by.
const restFor = 300 * time.Millisecond

// check compares everybody's books.
func (w *world) check() {
	w.t.Helper()
	report, err := agree.Check(w.t.Context(), w.db, w.clock, w.books(), goodwill)
	require.NoError(w.t, err)
	require.Empty(w.t, report.Disagreements)
	for what, sql := range map[string]string{
		"letters that were queued and did not arrive, or arrived more than twice": `
			select queued.recipient || ' ' || queued.letters || ' ' || coalesce(arrived.letters, 0) from (
				select args->'to'->>'email' as recipient, count(*) as letters from river_job where kind = 'notify.mail' group by 1
			) queued left join (
				select recipient, count(*) as letters, count(distinct subject) as different from mailbox_messages group by 1
			) arrived using (recipient)
			where coalesce(arrived.letters, 0) not between queued.letters and queued.letters + 4 or arrived.different <> queued.letters`,
		"documents that are not in the store": `select distinct on (booking_id, kind) kind from documents where storage_key is null
			and id in (select distinct on (booking_id, kind) id from documents order by booking_id, kind, id desc)`,
		"confirmed bookings without a contract": `select reference from bookings b where status in ('CONFIRMED', 'ACTIVE')
			and not exists (select from documents d where d.booking_id = b.id and d.kind = 'CONTRACT')`,
		"bookings whose money went back without a receipt": `select reference from bookings b
			where exists (select from payments p join payment_refunds r on r.payment_id = p.id where p.booking_id = b.id)
			and not exists (select from documents d where d.booking_id = b.id and d.kind = 'RECEIPT')`,
		"events that nobody or somebody twice was told of": `select e.type from domain_events e
			where (select count(*) from event_deliveries d where d.event_id = e.id) <> (select count(*) from river_job j
				where j.kind = 'event.deliver' and j.args->>'eventId' = e.id::text)`,
	} {
		require.Empty(w.t, w.column(sql), what)
	}
}
