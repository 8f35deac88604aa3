package payment_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/booking"
	"rihla/internal/payment"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
)

// euros is a gateway that charges in euros, whose payers approve first, and that does what a test says.
type euros struct {
	rate money.Rate
	// more is charged than the rate says: a gateway may have a least amount.
	more money.Amount

	mu       sync.Mutex
	charge   payment.Outcome
	launches []payment.LaunchInput
	captures int
	// lost answers of refunds: the money goes back and nobody hears of it.
	lost bool
}

func (*euros) Name() payment.GatewayName { return payment.Payzone }

func (g *euros) Convert(price money.Amount) payment.Charge {
	return payment.Charge{Amount: g.rate.Convert(price) + g.more, Currency: "EUR", Rate: &g.rate}
}

func (g *euros) Launch(_ context.Context, in payment.LaunchInput) (payment.Launch, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.launches = append(g.launches, in)
	g.charge = payment.Outcome{
		State: payment.StateOpen, ChargeID: in.ChargeID, OrderID: in.OrderID, TransactionID: "order-" + in.ChargeID, Amount: in.Amount, Currency: in.Currency,
	}
	return payment.Launch{URL: "https://pay.example", CallbackURL: in.CallbackURL, OrderID: in.OrderID, TransactionID: g.charge.TransactionID}, nil
}

func (g *euros) approve() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.charge.State = payment.StateApproved
}

func (g *euros) Status(context.Context, payment.Ref) (payment.Outcome, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.charge, nil
}

func (g *euros) Capture(context.Context, payment.Ref) (payment.Outcome, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.captures++
	g.charge.State = payment.StatePaid
	return g.charge, nil
}

func (g *euros) Refund(_ context.Context, in payment.RefundInput) (payment.RefundOutcome, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if in.Amount <= 0 || in.Currency != "EUR" || g.charge.Refunded+in.Amount > g.charge.Amount {
		return payment.RefundOutcome{}, payment.Fail(payment.Permanent, "refused")
	}
	g.charge.Refunded += in.Amount
	if g.lost {
		g.lost = false
		return payment.RefundOutcome{}, payment.Fail(payment.Temporary, "lost")
	}
	return payment.RefundOutcome{ID: "r-" + in.Key, Done: true}, nil
}

// Verify takes any body as a report that names no charge of ours but by its header.
func (*euros) Verify(_ context.Context, body []byte, header payment.Header) (payment.Event, error) {
	return payment.Event{Key: string(body), ChargeID: header.Get("Charge")}, nil
}

// Translate says that what a body names happened.
func (g *euros) Translate(body []byte) (payment.Outcome, error) {
	return payment.Outcome{State: payment.State(body), Detail: string(body)}, nil
}

func newEuros() *euros { return &euros{rate: 10_800_000} }

func TestChargedInAnotherCurrency(t *testing.T) {
	t.Parallel()
	w, g := newWorld(t), newEuros()
	s := w.through(t, g)
	result, err := s.Book(as(w.customer), w.wish(10))
	require.NoError(t, err)
	p := *result.Payment
	require.Equal(t, result.Booking.Total, p.Amount, "prices and books stay in dirham")
	require.Equal(t, g.rate.Convert(p.Amount), p.GatewayAmount)
	require.Equal(t, "EUR", p.GatewayCurrency)
	require.Equal(t, g.rate, *p.Rate)
	require.Equal(t, w.clock.Now(), p.RateAt.UTC())
	require.Equal(t, p.GatewayAmount, g.launches[0].Amount)
	require.Equal(t, "EUR", g.launches[0].Currency)

	// Another rate by now changes nothing of what was agreed.
	g.rate = 11_000_000
	g.approve()
	checked, err := s.Check(as(w.customer), p.ID)
	require.NoError(t, err)
	require.Equal(t, payment.Completed, checked.Status)
	require.Equal(t, booking.Confirmed, w.booking(t, result.Booking.ID).Status)
	require.Equal(t, int(p.Amount), w.number(t, `select sum(amount_centimes)::int from ledger_lines where account = 'GATEWAY'`))

	_, err = s.Cancel(as(w.customer), result.Booking.ID)
	require.NoError(t, err)
	w.drainThrough(t, s)
	require.Equal(t, payment.Refunded, w.payment(t, p.ID).Status)
	require.Equal(t, p.GatewayAmount, g.charge.Refunded)
	require.Zero(t, w.number(t, `select sum(amount_centimes)::int from ledger_lines where account = 'GATEWAY'`))
}

// drainThrough runs the queue's jobs with another service.
func (w *world) drainThrough(t *testing.T, s *payment.Service) {
	t.Helper()
	own := w.payments
	w.payments = s
	defer func() { w.payments = own }()
	w.drain(t)
}

// Whatever is given back in dirham, in however many parts, what went back of the charge is that sum by the rate, and all of
// it in the end.
func TestPartsGiveBackTheWholeCharge(t *testing.T) {
	t.Parallel()
	w, g := newWorld(t), newEuros()
	s := w.through(t, g)
	rapid.Check(t, func(t *rapid.T) {
		w.furnish(t)
		g.rate = money.Rate(rapid.Int64Range(500_000, 30_000_000).Draw(t, "rate"))
		g.more = money.Amount(rapid.Int64Range(0, 2).Draw(t, "more"))
		result, err := s.Book(as(w.customer), w.wish(10))
		require.NoError(t, err)
		p := *result.Payment
		g.approve()
		_, err = s.Check(as(w.customer), p.ID)
		require.NoError(t, err)
		staff := w.admin()
		for left := p.Amount; left > 0; {
			amount := left
			switch rapid.IntRange(0, 3).Draw(t, "how") {
			case 0:
				amount = min(left, money.Amount(rapid.IntRange(1, 12).Draw(t, "little")))
			case 1:
				amount = money.Amount(rapid.Int64Range(1, int64(left)).Draw(t, "part"))
			case 2:
				amount = money.Amount(rapid.Int64Range(1, int64(left)).Draw(t, "unheard part"))
				g.lost = true
			}
			_, err := s.Refund(staff, payment.RefundRequest{PaymentID: p.ID, Amount: &amount})
			require.NoError(t, err)
			left -= amount
			g.lost = false
			w.clock.Advance(6 * time.Minute)
			require.NoError(t, settleRefunds(w, s, p))
			if left > 0 {
				require.Equal(t, min(g.rate.Convert(p.Amount-left), p.GatewayAmount), g.charge.Refunded)
			}
		}
		require.Equal(t, p.GatewayAmount, g.charge.Refunded)
		require.Equal(t, payment.Refunded, w.payment(t, p.ID).Status)
	})
}

// settleRefunds carries out whatever is left of a payment's refunds.
func settleRefunds(w *world, s *payment.Service, p payment.Payment) error {
	refunds, err := s.Refunds(w.admin(), p.ID)
	if err != nil {
		return err
	}
	for _, r := range refunds {
		if _, err := s.ProcessRefund(context.Background(), r.ID); err != nil {
			return err
		}
	}
	return nil
}

func TestMoneyIsTakenWhenThePayerDoesNotComeBack(t *testing.T) {
	t.Parallel()
	w, g := newWorld(t), newEuros()
	s := w.through(t, g)
	result, err := s.Book(as(w.customer), w.wish(10))
	require.NoError(t, err)
	g.approve()
	charge := http.Header{"Charge": {result.Payment.ID.String()}}
	for range 2 {
		require.NoError(t, s.Callback(context.Background(), payment.Payzone, []byte("APPROVED"), header(charge)))
		w.drainThrough(t, s)
	}
	require.Equal(t, booking.Confirmed, w.booking(t, result.Booking.ID).Status)
	require.Equal(t, 1, g.captures)
	require.NoError(t, s.Callback(context.Background(), payment.Payzone, []byte("DISPUTED"), header(charge)))
	w.drainThrough(t, s)
	require.Equal(t, payment.Completed, w.payment(t, result.Payment.ID).Status, "a dispute is for people")
	require.Equal(t, 1, w.number(t, `select count(*) from gateway_events where payment_id = $1 and outcome = 'recorded: DISPUTED'`, result.Payment.ID))
}

func TestNothingIsTakenForAPaymentThatWasGivenUp(t *testing.T) {
	t.Parallel()
	w, g := newWorld(t), newEuros()
	s := w.through(t, g)
	result, err := s.Book(as(w.customer), w.wish(10))
	require.NoError(t, err)
	_, err = s.Cancel(as(w.customer), result.Booking.ID)
	require.NoError(t, err)
	g.approve()
	w.clock.Advance(15 * time.Minute)
	require.NoError(t, s.Reconcile(context.Background()))
	require.NoError(t, s.Callback(context.Background(), payment.Payzone, []byte("APPROVED"), header(http.Header{"Charge": {result.Payment.ID.String()}})))
	w.drainThrough(t, s)
	require.Zero(t, g.captures)
	require.Equal(t, payment.Cancelled, w.payment(t, result.Payment.ID).Status)
}

func TestApprovalAfterTheHoldIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	w, g := newWorld(t), newEuros()
	s := w.through(t, g)
	result, err := s.Book(as(w.customer), w.wish(10))
	require.NoError(t, err)
	w.clock.Advance(16 * time.Minute)
	require.NoError(t, s.Reconcile(context.Background()))
	require.Equal(t, payment.Cancelled, w.payment(t, result.Payment.ID).Status)
}

func TestAnotherAmountThanWasConvertedIsRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(o *payment.Outcome, p payment.Payment){
		"the price in euros": func(o *payment.Outcome, p payment.Payment) { o.Amount = p.Amount },
		"in dirham":          func(o *payment.Outcome, p payment.Payment) { o.Amount, o.Currency = p.Amount, payment.MAD },
		"a cent less":        func(o *payment.Outcome, _ payment.Payment) { o.Amount-- },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, g := newWorld(t), newEuros()
			s := w.through(t, g)
			result, err := s.Book(as(w.customer), w.wish(10))
			require.NoError(t, err)
			change(&g.charge, *result.Payment)
			g.charge.State = payment.StatePaid
			checked, err := s.Check(as(w.customer), result.Payment.ID)
			require.NoError(t, err)
			require.Equal(t, payment.Failed, checked.Status)
			require.Equal(t, "PAYMENT_MISMATCH", *checked.FailureCode)
		})
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	w, g := newWorld(t), newEuros()
	s := w.through(t, g)
	result, err := s.Book(as(w.customer), w.wish(10))
	require.NoError(t, err)
	_, err = s.Check(as(w.stranger), result.Payment.ID)
	require.Equal(t, "PAYMENT_NOT_FOUND", errs.CodeOf(err))
	open, err := s.Check(as(w.customer), result.Payment.ID)
	require.NoError(t, err)
	require.Equal(t, payment.Processing, open.Status)
	g.approve()
	soon, err := s.Check(as(w.customer), result.Payment.ID)
	require.NoError(t, err)
	require.Equal(t, payment.Processing, soon.Status, "the gateway is not asked all the time")
	w.clock.Advance(3 * time.Second)
	now, err := s.Check(as(w.customer), result.Payment.ID)
	require.NoError(t, err)
	require.Equal(t, payment.Completed, now.Status)
}

// A launch that is repeated, because its answer was lost, asks for the same whatever language the second request is in.
func TestRepeatedLaunchIsTheSame(t *testing.T) {
	t.Parallel()
	w, g := newWorld(t), newEuros()
	s := w.through(t, g)
	in := w.wish(10)
	in.IdempotencyKey, in.Language = "k", "fr"
	result, err := s.Book(as(w.customer), in)
	require.NoError(t, err)
	// The server was lost before it recorded what the gateway answered.
	w.exec(t, `alter table payments disable trigger payments_steps`)
	w.exec(t, `update payments set status = 'PENDING', launched_at = null where id = $1`, result.Payment.ID)
	w.clock.Advance(time.Second)
	in.Language = "ar"
	_, err = s.Book(as(w.customer), in)
	require.NoError(t, err)
	require.Len(t, g.launches, 2)
	require.Equal(t, "fr", g.launches[0].Language)
	require.Equal(t, g.launches[0], g.launches[1])
}
