package payment_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/payzone"
	"rihla/internal/adapters/geocode/gazetteer"
	"rihla/internal/booking"
	"rihla/internal/calendar"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/event"
	"rihla/internal/platform/job"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
	"rihla/internal/supplement"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/user"
)

const notificationKey = "notification"

// world is payments on a real database, with the real booking service, the real Payzone adapter and, behind it, a bank
// that does what a test says. Jobs are queued for real and run when a test drains the queue.
type world struct {
	db       *postgres.DB
	clock    *clock.Fake
	bookings *booking.Service
	payments *payment.Service
	bank     *bank

	motorcycle uuid.UUID
	franchise  uuid.UUID
	customer   uuid.UUID
	stranger   uuid.UUID
}

// need is what world uses of *testing.T, so that a property's iterations can have worlds of their own.
type need interface {
	require.TestingT
	Helper()
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldWith(t, nil)
}

// newWorldWith is a world whose events are taken by a bus.
func newWorldWith(t *testing.T, events *event.Bus) *world {
	t.Helper()
	return newWorldAs(t, payment.Config{Events: events})
}

// newWorldAs is a world whose payments are set up in some other way.
func newWorldAs(t *testing.T, config payment.Config) *world {
	t.Helper()
	config.BaseURL = "https://rihla.example/"
	w := &world{
		db: &postgres.DB{Pool: dbtest.New(t)}, clock: clock.NewFake(time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)),
		bank: newBank(t),
	}
	places, err := gazetteer.New()
	require.NoError(t, err)
	log := slog.New(slog.DiscardHandler)
	cal := calendar.New(w.db, w.clock)
	franchises := franchise.New(w.db, w.clock, franchise.Seed, nil)
	w.bookings = booking.New(booking.Deps{
		DB: w.db, Clock: w.clock, Calendar: cal, Motorcycles: motorcycle.New(w.db, w.clock, franchises, cal, nil),
		Supplements: supplement.New(w.db, w.clock), Franchises: franchises, Parking: parking.New(w.db, w.clock, places),
		Users: user.New(w.db, w.clock, nil, nil, nil),
	})
	queue, err := job.New(w.db, log, 1)
	require.NoError(t, err)
	gateway, err := payzone.New(payzone.Config{
		BaseURL: w.bank.server.URL, MerchantAccount: "Rihla", PaywallSecretKey: "paywall", NotificationKey: notificationKey,
		CallerName: "$rihla", CallerPassword: "caller", RetryDelays: []time.Duration{},
	}, w.clock)
	require.NoError(t, err)
	w.payments = payment.New(w.db, w.bookings, queue, w.clock, log, config, gateway)
	payment.Register(queue, w.payments)
	w.furnish(t)
	return w
}

// furnish adds a franchise with one motorcycle and two customers.
func (w *world) furnish(t need) {
	t.Helper()
	w.franchise, w.motorcycle = uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	w.customer, w.stranger = uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	code := strings.ToUpper(hex.EncodeToString(w.franchise[10:]))
	w.exec(t, `insert into franchises (id, name, code, status, latitude, longitude, contact_email)
		values ($1, 'Casablanca', $2, 'ACTIVE', 33.58, -7.61, 'casablanca@rihla.test')`, w.franchise, code)
	for _, id := range []uuid.UUID{w.customer, w.stranger} {
		w.exec(t, `insert into users (id, email, password_hash, first_name, last_name) values ($1, $2, '-', 'Salma', 'Idrissi')`,
			id, id.String()+"@rihla.test")
	}
	w.exec(t, `insert into motorcycles (id, registration_number, make, model, year, base_price_centimes, franchise_id)
		values ($1, $2, 'Yamaha', 'MT-07', 2024, 45000, $3)`, w.motorcycle, code, w.franchise)
}

func (w *world) exec(t need, sql string, args ...any) {
	t.Helper()
	_, err := w.db.Exec(context.Background(), sql, args...)
	require.NoError(t, err)
}

func (w *world) number(t need, sql string, args ...any) int {
	t.Helper()
	var n int
	require.NoError(t, w.db.QueryRow(context.Background(), sql, args...).Scan(&n))
	return n
}

func as(id uuid.UUID) context.Context {
	return authz.Into(context.Background(), authz.Subject{UserID: id, Role: authz.Customer})
}

func (w *world) admin() context.Context {
	return authz.Into(context.Background(), authz.Subject{Role: authz.Admin})
}

// wish is a rental of two days that begins in days days.
func (w *world) wish(days int) payment.BookInput {
	start := w.clock.Now().Add(time.Duration(days) * 24 * time.Hour)
	return payment.BookInput{Language: "en", Booking: booking.CreateInput{
		QuoteInput: booking.QuoteInput{MotorcycleID: w.motorcycle, Start: start, End: start.Add(48 * time.Hour)},
		Place:      booking.Place{Location: "current:33.58,-7.61"},
	}}
}

func (w *world) deliveryWish(days int) payment.BookInput {
	in := w.wish(days)
	in.Booking.Place = booking.Place{Type: booking.Delivery, CustomerLocation: "12 rue Tahar Sebti, Casablanca"}
	return in
}

// book books for the customer, ten days ahead unless told otherwise.
func (w *world) book(t need) (booking.Booking, payment.Payment) {
	t.Helper()
	result, err := w.payments.Book(as(w.customer), w.wish(10))
	require.NoError(t, err)
	require.NotNil(t, result.Payment)
	w.bank.open(t, *result.Payment)
	return result.Booking, *result.Payment
}

func (w *world) booking(t need, id uuid.UUID) booking.Booking {
	t.Helper()
	b, err := w.bookings.Get(w.admin(), id)
	require.NoError(t, err)
	return b
}

func (w *world) payment(t need, id uuid.UUID) payment.Payment {
	t.Helper()
	p, err := w.payments.Get(w.admin(), id)
	require.NoError(t, err)
	return p
}

// say delivers a callback that the bank signed.
func (w *world) say(t need, body []byte) {
	t.Helper()
	require.NoError(t, w.payments.Callback(context.Background(), payment.Payzone, body, signed(body)))
}

// drain runs the queue's jobs until none is left that could run now, in the order of their insertion.
func (w *world) drain(t need) {
	t.Helper()
	for {
		if !w.runJob(t, 0) {
			return
		}
	}
}

// runJob runs the job at position of the queue; false when there is none. A job that failed or waits stays queued.
func (w *world) runJob(t need, position int) bool {
	t.Helper()
	ctx := context.Background()
	var id int64
	var kind string
	var args []byte
	rows, err := w.db.Query(ctx, `select id, kind, args from river_job where state = 'available' order by id offset $1 limit 1`, position)
	require.NoError(t, err)
	defer rows.Close()
	if !rows.Next() {
		require.NoError(t, rows.Err())
		return false
	}
	require.NoError(t, rows.Scan(&id, &kind, &args))
	rows.Close()
	done := false
	switch kind {
	case "payment.event":
		var a payment.EventArgs
		require.NoError(t, json.Unmarshal(args, &a))
		require.NoError(t, w.payments.ProcessEvent(ctx, a.EventID))
		done = true
	case "payment.refund":
		var a payment.RefundArgs
		require.NoError(t, json.Unmarshal(args, &a))
		wait, err := w.payments.ProcessRefund(ctx, a.RefundID)
		done = err == nil && wait == 0
	default:
		require.Fail(t, "unexpected job "+kind)
	}
	if done {
		w.exec(t, `delete from river_job where id = $1`, id)
	} else {
		w.exec(t, `update river_job set state = 'scheduled' where id = $1`, id)
	}
	return true
}

// later lets jobs that wait run again, once enough time has passed for what they wait for.
func (w *world) later(t need) {
	t.Helper()
	w.clock.Advance(6 * time.Minute)
	w.wake(t)
}

// wake lets jobs that wait run again.
func (w *world) wake(t need) {
	t.Helper()
	w.exec(t, `update river_job set state = 'available' where state = 'scheduled'`)
}

type header http.Header

func (h header) Get(name string) string { return http.Header(h).Get(name) }

func signed(body []byte) header {
	mac := hmac.New(sha256.New, []byte(notificationKey))
	mac.Write(body)
	h := http.Header{}
	h.Set("X-Callback-Signature", hex.EncodeToString(mac.Sum(nil)))
	return header(h)
}

// bank is Payzone as far as the charges API and callbacks go, with faults on demand.
type bank struct {
	server *httptest.Server
	mu     sync.Mutex
	counts int
	charge map[string]*charge
	// down answers everything with 503; silent carries refunds out and answers 500, that many times.
	down   bool
	silent int
	// broken are charges about which it answers 500.
	broken map[string]bool
	// refuse answers refunds with 400.
	refuse bool
	// slowRefunds leaves refunds pending until settleRefunds.
	slowRefunds bool
	refundCalls int
}

type charge struct {
	order, status string
	amount        money.Amount
	currency      string
	merchant      string
	internal      string
	transactions  []string
	captured      money.Amount
	refunded      money.Amount
	pending       money.Amount
}

func newBank(t *testing.T) *bank {
	t.Helper()
	b := &bank{charge: map[string]*charge{}, broken: map[string]bool{}}
	b.server = httptest.NewServer(b)
	t.Cleanup(b.server.Close)
	return b
}

// open takes a launch as the payer's browser would bring it.
func (b *bank) open(t need, p payment.Payment) {
	t.Helper()
	var form struct{ Payload string }
	require.NoError(t, json.Unmarshal(p.Response, &form))
	var launch struct{ ChargeID, OrderID, Price, Currency, MerchantAccount string }
	require.NoError(t, json.Unmarshal([]byte(form.Payload), &launch))
	amount, err := money.Parse(launch.Price)
	require.NoError(t, err)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counts++
	b.charge[launch.ChargeID] = &charge{
		order: launch.OrderID, status: "PENDING", amount: amount, currency: launch.Currency, merchant: launch.MerchantAccount,
		internal: fmt.Sprintf("pz-%d", b.counts),
	}
}

func (b *bank) step(id uuid.UUID, status, kind, state string, code int) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.charge[id.String()]
	b.counts++
	c.status = status
	if kind != "" {
		c.transactions = append(c.transactions, fmt.Sprintf(`{"type":%q,"state":%q,"resultCode":%d,"amount":%s,"gatewayProvidedId":"g%d"}`, kind, state, code, c.amount, b.counts))
	}
	if state == "APPROVED" && kind == "CHARGE" {
		c.captured = c.amount
	}
	return c.body(id.String())
}

// What the payer and the bank do; each returns the callback that tells of it.
func (b *bank) pay(p payment.Payment) []byte { return b.step(p.ID, "CHARGED", "CHARGE", "APPROVED", 0) }
func (b *bank) decline(p payment.Payment) []byte {
	return b.step(p.ID, "DECLINED", "CHARGE", "DECLINED", 51)
}
func (b *bank) cancel(p payment.Payment) []byte { return b.step(p.ID, "CANCELLED", "", "", 0) }
func (b *bank) chargeBack(p payment.Payment) []byte {
	b.pay(p)
	return b.step(p.ID, "CHARGED_BACK", "", "", 0)
}
func (b *bank) delay(p payment.Payment) []byte {
	return b.step(p.ID, "CHARGE_PENDING", "CHARGE", "PENDING", 0)
}

func (b *bank) refundedOf(p payment.Payment) money.Amount {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.charge[p.ID.String()].refunded
}

func (b *bank) settleRefunds() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.slowRefunds = false
	for _, c := range b.charge {
		if c.pending > 0 {
			c.refund(c.pending)
			c.pending = 0
		}
	}
}

func (c *charge) refund(amount money.Amount) {
	c.refunded += amount
	if c.refunded == c.captured {
		c.status = "REFUNDED"
	}
}

func (c *charge) body(id string) []byte {
	transactions := c.transactions
	if c.refunded > 0 {
		transactions = append(transactions, fmt.Sprintf(`{"type":"REFUND","state":"APPROVED","resultCode":0,"amount":%s,"gatewayProvidedId":"r%s"}`, c.refunded, c.refunded))
	}
	if c.pending > 0 {
		transactions = append(transactions, fmt.Sprintf(`{"type":"REFUND","state":"PENDING","amount":%s}`, c.pending))
	}
	return fmt.Appendf(nil, `{"id":%q,"internalId":%q,"orderId":%q,"status":%q,"merchantAccount":%q,"lineItem":{"amount":%s,"currency":%q},"transactions":[%s]}`,
		id, c.internal, c.order, c.status, c.merchant, c.amount, c.currency, strings.Join(transactions, ","))
}

// ServeHTTP is the charges API.
func (b *bank) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.down {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	id := strings.TrimPrefix(r.URL.Path, "/api/v3/charges/")
	if b.broken[id] {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	c, found := b.charge[id]
	if !found {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if r.Method == http.MethodPost {
		b.refundCalls++
		var command struct{ Amount money.Amount }
		body, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(body, &command)
		if b.refuse || command.Amount <= 0 || c.refunded+c.pending+command.Amount > c.captured {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"status":"KO"}`)
			return
		}
		if b.slowRefunds {
			c.pending += command.Amount
		} else {
			c.refund(command.Amount)
		}
		if b.silent > 0 {
			b.silent--
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
	}
	_, _ = w.Write(c.body(id))
}
