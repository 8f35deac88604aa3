package payment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/booking"
	"rihla/internal/ledger"
	"rihla/internal/payment"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/event"
	"rihla/internal/platform/money"
)

// teller is a gateway that takes every charge at once, tells of each refund, and takes them back when a test says so.
type teller struct {
	mu      sync.Mutex
	charge  payment.Outcome
	refunds map[string]payment.RefundNews
	amounts map[string]money.Amount
	// asked counts the questions about refunds, sent the refunds that were asked for, whatever came of them.
	asked, sent int
	// lose has the next refund carried out and its answer get lost, drop has it not arrive, and during runs before it is answered.
	lose, drop bool
	during     func(key string)
}

func (*teller) Name() payment.GatewayName { return payment.Payzone }

func (g *teller) Launch(_ context.Context, in payment.LaunchInput) (payment.Launch, error) {
	g.charge = payment.Outcome{
		State: payment.StatePaid, ChargeID: in.ChargeID, OrderID: in.OrderID, TransactionID: "t-" + in.ChargeID, Amount: in.Amount, Currency: in.Currency,
	}
	return payment.Launch{URL: "https://pay.example", CallbackURL: in.CallbackURL, OrderID: in.OrderID, TransactionID: g.charge.TransactionID}, nil
}

func (g *teller) Status(context.Context, payment.Ref) (payment.Outcome, error) { return g.charge, nil }

func (g *teller) Refund(_ context.Context, in payment.RefundInput) (payment.RefundOutcome, error) {
	g.mu.Lock()
	g.sent++
	lose, drop, during := g.lose, g.drop, g.during
	g.lose, g.drop, g.during = false, false, nil
	if !drop {
		g.refunds[in.Key], g.amounts[in.Key] = payment.RefundNews{Key: in.Key, ID: "r-" + in.Key, State: payment.RefundDone}, in.Amount
	}
	g.mu.Unlock()
	if during != nil {
		during(in.Key)
	}
	if lose || drop {
		return payment.RefundOutcome{}, payment.Fail(payment.Temporary, "lost")
	}
	return payment.RefundOutcome{ID: "r-" + in.Key, Done: true}, nil
}

func (g *teller) Refunds(context.Context, payment.Ref) ([]payment.RefundNews, []byte, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked++
	return slices.Collect(maps.Values(g.refunds)), []byte("all of them"), nil
}

// takeBack fails a refund and returns the callback that says so.
func (g *teller) takeBack(key string) []byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	news := g.refunds[key]
	news.State, news.Reason = payment.RefundFailed, "the card is closed"
	g.refunds[key] = news
	body, _ := json.Marshal(news)
	return body
}

// gave is what it has given back and not taken back.
func (g *teller) gave() money.Amount {
	var sum money.Amount
	for key, amount := range g.amounts {
		if g.refunds[key].State == payment.RefundDone {
			sum += amount
		}
	}
	return sum
}

func (g *teller) Verify(_ context.Context, body []byte, header payment.Header) (payment.Event, error) {
	return payment.Event{Key: header.Get("Delivery") + string(body), ChargeID: g.charge.ChargeID}, nil
}

func (g *teller) Translate(body []byte) (payment.Outcome, error) {
	var news payment.RefundNews
	if err := json.Unmarshal(body, &news); err != nil {
		return payment.Outcome{}, payment.Fail(payment.Permanent, "%w", err)
	}
	return payment.Outcome{State: payment.StateRefundFailed, ChargeID: g.charge.ChargeID, Detail: "refund failed", Refund: news}, nil
}

// givenBack is a paid booking of which parts were given back, and the ids of those refunds.
type givenBack struct {
	*world
	g       *teller
	s       *payment.Service
	booking booking.Booking
	p       payment.Payment
	ids     []string
	alarms  *watch
}

func newGivenBack(t *testing.T, parts ...money.Amount) *givenBack {
	t.Helper()
	w := &givenBack{world: newWorld(t), g: &teller{refunds: map[string]payment.RefundNews{}, amounts: map[string]money.Amount{}}}
	w.alarms = &watch{counts: map[string]int{}}
	w.s = w.throughAs(t, payment.Config{Events: event.NewBus(nil), Metrics: payment.Metrics{Alarmed: w.alarms.count}}, w.g)
	w.payments = w.s
	result, err := w.s.Book(as(w.customer), w.wish(10))
	require.NoError(t, err)
	w.booking, w.p = result.Booking, *result.Payment
	w.p, err = w.s.Check(as(w.customer), w.p.ID)
	require.NoError(t, err)
	require.Equal(t, payment.Completed, w.p.Status)
	for _, part := range parts {
		w.give(t, part)
	}
	return w
}

// give has staff give a part back.
func (w *givenBack) give(t *testing.T, part money.Amount) {
	t.Helper()
	_, err := w.s.Refund(w.admin(), payment.RefundRequest{PaymentID: w.p.ID, Amount: &part})
	require.NoError(t, err)
	refunds, err := w.s.Refunds(w.admin(), w.p.ID)
	require.NoError(t, err)
	w.ids = append(w.ids, refunds[len(refunds)-1].ID.String())
}

// hear delivers a callback and works on it.
func (w *givenBack) hear(t *testing.T, body []byte) {
	t.Helper()
	require.NoError(t, w.s.Callback(t.Context(), payment.Payzone, body, header{}))
	w.drain(t)
}

// requireBooks sees that gateway, refunds, payment and ledger say the same.
func (w *givenBack) requireBooks(t *testing.T, status payment.Status, states ...payment.RefundState) {
	t.Helper()
	p := w.payment(t, w.p.ID)
	require.Equal(t, status, p.Status)
	require.Equal(t, w.g.gave(), p.Refunded)
	require.Equal(t, w.p.ProcessedAt, p.ProcessedAt, "when it came")
	refunds, err := w.s.Refunds(w.admin(), p.ID)
	require.NoError(t, err)
	var got []payment.RefundState
	for _, refund := range refunds {
		got = append(got, refund.State)
	}
	require.Equal(t, states, got)
	owed := money.Amount(0)
	if status != payment.Refunded && refunds[len(refunds)-1].State == failed {
		for _, refund := range refunds {
			if refund.State == failed {
				owed += refund.Amount
			}
		}
		require.Equal(t, owed, p.Owed)
	}
	require.Equal(t, int(p.Amount-p.Refunded), w.number(t, `select sum(amount_centimes)::int from ledger_lines where account = 'GATEWAY'`))
	findings, err := ledger.New(w.db, w.clock, slog.New(slog.DiscardHandler), ledger.Gauges{}).Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, findings)
	require.Equal(t, booking.Confirmed, w.world.booking(t, w.booking.ID).Status, "the booking is not touched")
}

const (
	done   = payment.RefundDone
	failed = payment.RefundFailed
)

func TestRefundThatIsTakenBack(t *testing.T) {
	t.Parallel()
	w := newGivenBack(t, 200_00, total-200_00)
	w.requireBooks(t, payment.Refunded, done, done)
	earned := w.number(t, `select sum(earned_centimes)::int from ledger_transactions`)

	body := w.g.takeBack(w.ids[0])
	w.hear(t, body)
	w.requireBooks(t, payment.PartiallyRefunded, failed, done)
	w.hear(t, body)
	w.hear(t, append(body, ' ')) // another event of the same news
	w.requireBooks(t, payment.PartiallyRefunded, failed, done)
	w.hear(t, w.g.takeBack(w.ids[1]))
	w.requireBooks(t, payment.Completed, failed, failed)
	require.Equal(t, -int(total), w.number(t, `select sum(amount_centimes)::int from ledger_lines where account = 'CUSTOMER'`), "it is still the customer's")
	require.Equal(t, earned, w.number(t, `select sum(earned_centimes)::int from ledger_transactions`), "and nobody earned it again")
	require.Equal(t, 1, w.number(t, `select count(*) from ledger_transactions where kind = 'PAYMENT_CAPTURED'`))

	refunds, err := w.s.Refunds(w.admin(), w.p.ID)
	require.NoError(t, err)
	require.Equal(t, "the card is closed", *refunds[0].FailureReason)
	require.Equal(t, []string{
		`payment.processed {"kept": true, "amount": 900.00}`, `payment.refunded {"amount": 200.00}`, `payment.refunded {"amount": 700.00}`,
		`payment.refund_failed {"amount": 200.00, "reversed": true}`, `payment.refund_failed {"amount": 700.00, "reversed": true}`,
	}, w.toldOf(t, w.p), "once each")
	history, err := w.s.History(w.admin(), w.p.ID)
	require.NoError(t, err)
	last := history[len(history)-1]
	require.Equal(t, payment.PartiallyRefunded, last.From)
	require.Equal(t, payment.Completed, last.To)
	require.Equal(t, "a refund was taken back; 0.00 given back", last.Note)
	require.Contains(t, last.Said, w.ids[1], "the callback stands beside it")

	w.give(t, 100_00)
	require.Equal(t, total-100_00, w.payment(t, w.p.ID).Owed)
	w.give(t, total-100_00)
	require.Zero(t, w.payment(t, w.p.ID).Owed)
	w.requireBooks(t, payment.Refunded, failed, failed, done, done)
	require.Equal(t, earned, w.number(t, `select sum(earned_centimes)::int from ledger_transactions`), "the credit went first")
	_, err = w.s.Refund(w.admin(), payment.RefundRequest{PaymentID: w.p.ID})
	require.Equal(t, "ONLY_COMPLETED_REFUNDABLE", errs.CodeOf(err))
}

// Many callbacks of several refunds at the same moment, while staff give back again.
func TestRefundsTakenBackAtOnce(t *testing.T) {
	t.Parallel()
	w := newGivenBack(t, 100_00, 200_00, 300_00)
	var all sync.WaitGroup
	start := make(chan struct{})
	events := []uuid.UUID{}
	for i := range 12 {
		body := w.g.takeBack(w.ids[i%3])
		require.NoError(t, w.s.Callback(t.Context(), payment.Payzone, append(body, fmt.Sprintf("%*s", i, "")...), header{}))
	}
	rows, err := w.db.Query(t.Context(), `select id from gateway_events where processed_at is null`)
	require.NoError(t, err)
	for rows.Next() {
		var id uuid.UUID
		require.NoError(t, rows.Scan(&id))
		events = append(events, id)
	}
	require.NoError(t, rows.Err())
	require.Len(t, events, 12)
	outcomes := make([]error, len(events)+1)
	for i, id := range events {
		all.Go(func() { <-start; outcomes[i] = w.s.ProcessEvent(context.Background(), id) })
	}
	all.Go(func() {
		<-start
		_, outcomes[len(events)] = w.s.Refund(w.admin(), payment.RefundRequest{PaymentID: w.p.ID, Amount: new(money.Amount(50_00))})
	})
	close(start)
	all.Wait()
	for _, err := range outcomes {
		require.NoError(t, err)
	}
	w.requireBooks(t, payment.PartiallyRefunded, failed, failed, failed, done)
	require.Equal(t, 3, w.number(t, `select count(*) from ledger_transactions where kind = 'REFUND_REVERSED'`))
	require.Equal(t, 3, w.number(t, `select count(*) from domain_events where type = 'payment.refund_failed'`))
	require.Equal(t, map[string]int{"PAYZONE refund_reversed": 3}, w.alarms.counts)
}

// The news are faster than the answer, or the answer never came.
func TestRefundFailsBeforeItIsDone(t *testing.T) {
	t.Parallel()
	for name, arrange := range map[string]func(w *givenBack){
		"before the answer is recorded": func(w *givenBack) {
			w.g.during = func(key string) { w.hear(t, w.g.takeBack(key)) }
		},
		"the answer is lost": func(w *givenBack) {
			w.g.lose = true
			w.g.during = func(key string) { w.hear(t, w.g.takeBack(key)) }
		},
		"the answer and the callback are lost": func(w *givenBack) {
			w.g.lose = true
			w.g.during = func(key string) { w.g.takeBack(key) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newGivenBack(t)
			arrange(w)
			_, _ = w.s.Refund(w.admin(), payment.RefundRequest{PaymentID: w.p.ID, Amount: new(money.Amount(100_00))})
			w.later(t)
			w.drain(t)
			w.requireBooks(t, payment.Completed, failed)
			require.Equal(t, 1, w.g.sent, "one that failed is not sent again by itself")
			require.Equal(t, 1, w.number(t, `select count(*) from ledger_transactions where kind = 'REFUND_FAILED'`))
			require.Zero(t, w.number(t, `select count(*) from ledger_transactions where kind = 'REFUND_REVERSED'`))
			require.Equal(t, `payment.refund_failed {"amount": 100.00, "reversed": false}`, w.toldOf(t, w.p)[1], "nobody was told that it is done")
			require.Equal(t, map[string]int{"PAYZONE refund_failed": 1}, w.alarms.counts)
			w.g.lose = false
			w.give(t, total)
			w.requireBooks(t, payment.Refunded, failed, done)
		})
	}
}

// What got lost is found by its key, whatever else was given back meanwhile.
func TestLostRefundIsFoundByItsKey(t *testing.T) {
	t.Parallel()
	w := newGivenBack(t)
	w.g.drop = true
	w.g.refunds["back office"] = payment.RefundNews{ID: "re_1", State: payment.RefundDone}
	p, err := w.s.Refund(w.admin(), payment.RefundRequest{PaymentID: w.p.ID, Amount: new(money.Amount(100_00))})
	require.NoError(t, err)
	require.Zero(t, p.Refunded)
	w.later(t)
	w.drain(t)
	require.Equal(t, 2, w.g.sent, "what the gateway gave back by itself is not what it was asked for")
	w.requireBooks(t, payment.PartiallyRefunded, done)

	w.hear(t, []byte(`{"ID":"re_1","State":"FAILED"}`))
	w.hear(t, []byte(`{"Key":"`+uuid.NewString()+`","State":"FAILED"}`))
	w.requireBooks(t, payment.PartiallyRefunded, done)
}

// The callback is lost: the gateway is asked every hour at first, and for five weeks.
func TestLostReversalIsFound(t *testing.T) {
	t.Parallel()
	w := newGivenBack(t, 100_00)
	w.g.takeBack(w.ids[0])
	w.clock.Advance(59 * time.Minute)
	require.NoError(t, w.s.Reconcile(t.Context()))
	w.requireNothingAsked(t, 0)
	w.clock.Advance(time.Minute)
	require.NoError(t, w.s.Reconcile(t.Context()))
	w.requireNothingAsked(t, 1)
	w.requireBooks(t, payment.Completed, failed)
	history, err := w.s.History(w.admin(), w.p.ID)
	require.NoError(t, err)
	require.Equal(t, "all of them", history[len(history)-1].Said)

	w.give(t, 100_00)
	days := 0
	for before := 0; before < w.g.asked; days++ {
		before = w.g.asked
		w.clock.Advance(24 * time.Hour)
		require.NoError(t, w.s.Reconcile(t.Context()))
		require.NoError(t, w.s.Reconcile(t.Context()))
		require.LessOrEqual(t, w.g.asked, before+1)
	}
	require.Equal(t, 35, days, "by then it went back")
	w.requireBooks(t, payment.PartiallyRefunded, failed, done)
}

func (w *givenBack) requireNothingAsked(t *testing.T, asked int) {
	t.Helper()
	require.Equal(t, asked, w.g.asked)
}
