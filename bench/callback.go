package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"rihla/internal/config"
)

// merchant is the account at the gateway that callbacks are signed for. Nobody answers there.
var merchant = config.Payzone{ //nolint:gosec // no secrets: nobody answers there
	BaseURL: "http://127.0.0.1:1", MerchantAccount: "Rihla_Bench", PaywallSecretKey: "bench-paywall-key", NotificationKey: "bench-notification-key",
	CallerName: "$rihla", CallerPassword: "bench-caller-password",
}

const (
	// wantedCallbacks is how many callbacks a second are wanted, on two cores with nothing else on them.
	wantedCallbacks = 500
	// mostConfirming is how long a booking may wait for its confirmation at the 99th percentile, in milliseconds.
	mostConfirming = 1000
	// warming is how many payments are reported before those that count: the statistics of a platform at work tell the
	// database of books and jobs, and a plan that was made for empty tables stays until they do.
	warming = 500
	// repeated is how many callbacks lie between two that come twice, as gateways do.
	repeated = 10
	// settling bounds the wait for what callbacks lead to.
	settling = 10 * time.Minute
)

// CallbackFigures are gateways reporting payments.
type CallbackFigures struct {
	Clients int `json:"clients"`
	// Burst is every client reporting as fast as it is answered, Steady Rate a second, whatever the answers.
	Burst  ReportedFigures `json:"burst"`
	Steady ReportedFigures `json:"steady"`
	Rate   int             `json:"rate"`
	// Bare writes such callbacks from pgbench and nothing else.
	Bare Timing `json:"bare"`
	// RateRatio is the rate of answers of Burst over the bare one.
	RateRatio float64 `json:"rateRatio"`
}

// ReportedFigures are payments whose callbacks were sent; the run ends with an error when one was lost.
type ReportedFigures struct {
	Payments int `json:"payments"`
	// Answered is from sending a callback to its answer.
	Answered Timing `json:"answered"`
	// Confirmed is from sending a payment's first callback to its booking's confirmation; its rate lasts until the last.
	Confirmed Timing `json:"confirmed"`
}

// unpaid is a booking that waits for the callback of its payment.
type unpaid struct {
	booking, payment uuid.UUID
	price            int64
	sent             time.Time
}

// measureCallbacks takes the figures of callbacks.
func (b *bench) measureCallbacks(ctx context.Context) (CallbackFigures, error) {
	figures := CallbackFigures{Clients: b.options.Bookers, Rate: b.options.Rate}
	waiting, err := b.loadUnpaid(ctx, warming+2*b.options.Callbacks)
	if err != nil {
		return figures, err
	}
	b.say("callbacks: warming up")
	if _, err := b.report(ctx, waiting[:warming], 0); err != nil {
		return figures, fmt.Errorf("callbacks to warm up: %w", err)
	}
	if err := b.followUps(ctx); err != nil {
		return figures, err
	}
	if err := settle(ctx, b.db); err != nil {
		return figures, err
	}
	waiting = waiting[warming:]
	if b.bare != nil {
		bare, err := b.bareCallbacks(ctx)
		if err != nil {
			return figures, err
		}
		figures.Bare = bare.timing()
	}
	half := len(waiting) / 2
	b.say("callbacks: as fast as they are answered")
	if figures.Burst, err = b.report(ctx, waiting[:half], 0); err != nil {
		return figures, fmt.Errorf("a burst of callbacks: %w", err)
	}
	if err := b.followUps(ctx); err != nil {
		return figures, err
	}
	b.say("callbacks: %d a second", figures.Rate)
	if figures.Steady, err = b.report(ctx, waiting[half:], figures.Rate); err != nil {
		return figures, fmt.Errorf("%d callbacks a second: %w", figures.Rate, err)
	}
	b.say("callbacks: measured")
	figures.RateRatio = ratio(figures.Burst.Answered.PerSecond, figures.Bare.PerSecond)
	return figures, check(ctx, b.db)
}

// loadUnpaid writes bookings whose customers are on the pay page, beyond everything else in the calendar.
func (b *bench) loadUnpaid(ctx context.Context, count int) ([]unpaid, error) {
	w := b.world
	bikes := w.rentableInBig()
	list := make([]unpaid, count)
	for i := range list {
		list[i] = unpaid{booking: newID(), payment: newID(), price: 2 * bikes[i%len(bikes)].price}
	}
	now, hold := b.clock.Now(), b.clock.Now().Add(24*time.Hour)
	start := func(i int) time.Time { return w.now.Add(700*day + time.Duration(i/len(bikes))*(rentalLength+day)) }
	for _, t := range []struct {
		name, columns string
		row           func(i int, u unpaid, bike *bike) []any
	}{
		{"bookings", "id reference user_id motorcycle_id franchise_id start_datetime end_datetime billable_days day_price_centimes" +
			" base_rental_centimes total_centimes status booking_type customer_location hold_expires_at full_refund_hours" +
			" partial_refund_hours partial_refund_percent", func(i int, u unpaid, bike *bike) []any {
			return []any{
				u.booking, "RC-" + strconv.Itoa(i), w.customers[i%len(w.customers)], bike.id, bike.franchise.id, start(i), start(i).Add(rentalLength),
				int32(2), bike.price, u.price, u.price, "PENDING_PAYMENT", "DELIVERY", "Hôtel de la Place", hold, int32(48), int32(24), int32(50),
			}
		}},
		{"calendar_entries", "id motorcycle_id starts_at ends_at booking_id hold_expires_at", func(i int, u unpaid, bike *bike) []any {
			return []any{newID(), bike.id, start(i), start(i).Add(rentalLength + bike.franchise.turnaround), u.booking, hold}
		}},
		{"booking_transitions", "booking_id to_status", func(_ int, u unpaid, _ *bike) []any { return []any{u.booking, "PENDING_PAYMENT"} }},
		{"payments", "id booking_id franchise_id amount_centimes currency gateway_amount_centimes gateway_currency status gateway launched_at",
			func(_ int, u unpaid, bike *bike) []any {
				return []any{u.payment, u.booking, bike.franchise.id, u.price, "MAD", u.price, "MAD", "PROCESSING", "PAYZONE", now}
			}},
		{"payment_transitions", "payment_id to_status", func(_ int, u unpaid, _ *bike) []any { return []any{u.payment, "PROCESSING"} }},
	} {
		err := copyRows(ctx, b.db, t.name, t.columns, count, func(i int) []any { return t.row(i, list[i], bikes[i%len(bikes)]) })
		if err != nil {
			return nil, err
		}
	}
	return list, settle(ctx, b.db)
}

// report sends the callbacks of payments, rate a second or, when that is 0, as fast as they are answered, and waits for
// their bookings.
func (b *bench) report(ctx context.Context, payments []unpaid, rate int) (ReportedFigures, error) {
	figures := ReportedFigures{Payments: len(payments)}
	var queue []*unpaid
	for i := range payments {
		queue = append(queue, &payments[i])
		if i%repeated == 0 {
			queue = append(queue, &payments[i])
		}
	}
	begin := b.clock.Now()
	var answered measured
	var err error
	send := func(ctx context.Context, _, number int) error { return b.callback(ctx, queue[number]) }
	if rate == 0 {
		answered, err = drive(ctx, b.options.Bookers, len(queue), 0, send)
	} else {
		answered, err = pour(ctx, rate, len(queue), send)
	}
	if err != nil {
		return figures, err
	}
	figures.Answered = answered.timing()
	confirmed, err := b.confirmations(ctx, payments, begin)
	figures.Confirmed = confirmed.timing()
	return figures, err
}

// callback posts what a gateway would about a payment that was made.
func (b *bench) callback(ctx context.Context, u *unpaid) error {
	amount := fmt.Sprintf("%d.%02d", u.price/100, u.price%100)
	body := fmt.Sprintf(`{"id":%q,"internalId":"pz-%s","orderId":%q,"status":"CHARGED","merchantAccount":%q,"lineItem":{"amount":%s,"currency":"MAD"},`+
		`"transactions":[{"type":"CHARGE","state":"APPROVED","resultCode":0,"amount":%s,"currency":"MAD","gatewayProvidedId":"g-%s"}]}`,
		u.payment, u.payment, u.booking, merchant.MerchantAccount, amount, amount, u.payment)
	mac := hmac.New(sha256.New, []byte(merchant.NotificationKey))
	mac.Write([]byte(body))
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.client.base+"/payments/callback", strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Callback-Signature", hex.EncodeToString(mac.Sum(nil)))
	if u.sent.IsZero() {
		u.sent = b.clock.Now()
	}
	response, err := b.client.http.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("a callback was answered %d %s", response.StatusCode, content)
	}
	return err
}

// pour begins work at a rate a second, whether or not earlier work is done.
func pour(ctx context.Context, rate, count int, work func(ctx context.Context, client, number int) error) (measured, error) {
	took := make([]time.Duration, count)
	group, ctx := errgroup.WithContext(ctx)
	begin := time.Now() //nolint:forbidigo // measures time instead of telling it
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for number := 0; number < count; {
		select {
		case <-ctx.Done():
			return measured{}, group.Wait()
		case <-tick.C:
		}
		due := min(int(time.Since(begin).Seconds()*float64(rate)), count)
		for n := number; n < due; n++ {
			group.Go(func() error {
				start := time.Now() //nolint:forbidigo // likewise
				err := work(ctx, 0, n)
				took[n] = time.Since(start)
				return err
			})
		}
		number = max(number, due)
	}
	err := group.Wait()
	return measured{took, time.Since(begin)}, err
}

// confirmations waits until every payment has confirmed its booking, and returns how long each took.
func (b *bench) confirmations(ctx context.Context, payments []unpaid, begin time.Time) (measured, error) {
	ids := make([]uuid.UUID, len(payments))
	for i, p := range payments {
		ids[i] = p.booking
	}
	ctx, cancel := context.WithTimeout(ctx, settling)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		var left int
		err := b.db.QueryRow(ctx, `select count(*) from unnest($1::uuid[]) w (id) join bookings b on b.id = w.id join payments p on p.booking_id = b.id
			where b.status <> 'CONFIRMED' or p.status <> 'COMPLETED'`, ids).Scan(&left)
		if err != nil {
			return measured{}, fmt.Errorf("%d payments were reported and %d have not confirmed their bookings: %w", len(payments), left, err)
		}
		if left == 0 {
			break
		}
		select {
		case <-ctx.Done():
			return measured{}, fmt.Errorf("%d of %d callbacks that were answered have confirmed nothing", left, len(payments))
		case <-tick.C:
		}
	}
	rows, err := b.db.Query(ctx, `select booking_id, happened_at from booking_transitions where to_status = 'CONFIRMED' and booking_id = any($1)`, ids)
	if err != nil {
		return measured{}, err
	}
	defer rows.Close()
	at := map[uuid.UUID]time.Time{}
	var last time.Time
	for rows.Next() {
		var id uuid.UUID
		var when time.Time
		if err := rows.Scan(&id, &when); err != nil {
			return measured{}, err
		}
		at[id] = when
		if when.After(last) {
			last = when
		}
	}
	m := measured{elapsed: last.Sub(begin)}
	for _, p := range payments {
		m.durations = append(m.durations, at[p.booking].Sub(p.sent))
	}
	return m, rows.Err()
}

// followUps waits until letters and documents of what was confirmed are done: each round has its own.
func (b *bench) followUps(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, settling)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		var left int
		if err := b.db.QueryRow(ctx, "select count(*) from river_job where state in ('available', 'running')").Scan(&left); err != nil {
			return fmt.Errorf("%d jobs follow the callbacks: %w", left, err)
		}
		if left == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d jobs that follow callbacks are not done", left)
		case <-tick.C:
		}
	}
}

// bareCallback writes what must at least be written of a callback before it is answered.
const bareCallback = `begin;
insert into gateway_events (id, gateway, event_key, verified, body, processed_at)
values (gen_random_uuid(), 'BARE', gen_random_uuid(), true, :body, now());
commit;
`

// bareCallbacks runs bareCallback with as many clients as the program has connections.
func (b *bench) bareCallbacks(ctx context.Context) (measured, error) {
	clients := min(b.options.Bookers, int(b.db.Config().MaxConns))
	m, err := b.bare.run(ctx, script{bareCallback, map[string]string{"body": strings.Repeat("x", 500)}}, clients, b.options.Duration)
	if err != nil {
		return m, err
	}
	_, err = b.db.Exec(ctx, "delete from gateway_events where gateway = 'BARE'")
	return m, err
}
