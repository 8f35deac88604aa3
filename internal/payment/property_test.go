package payment_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/booking"
	"rihla/internal/ledger"
	"rihla/internal/payment"
	"rihla/internal/platform/money"
)

// TestWhateverHappensTheMoneyIsRight lets payers, the bank, the network, jobs, the clock and people act in any order,
// loses and repeats callbacks and answers, and then lets things come to rest. Whatever happened: a payment that was
// captured and kept belongs to a confirmed booking, all other money went back, once, and every event had one effect.
func TestWhateverHappensTheMoneyIsRight(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rapid.Check(t, func(t *rapid.T) {
		s := newStory(t, w)
		t.Repeat(map[string]func(*rapid.T){
			"pay":        s.pay,
			"decline":    s.decline,
			"leave":      s.leave,
			"pend":       s.pend,
			"deliver":    s.deliver,
			"work":       s.work,
			"reconcile":  s.reconcile,
			"wait":       s.wait,
			"cancel":     s.cancel,
			"open again": s.openAgain,
			"move":       s.move,
			"expire":     s.expire,
			"outage":     s.outage,
			"lose":       s.lose,
			"":           s.always,
		})
		s.rest(t)
	})
}

// story is one booking and all that befalls it.
type story struct {
	w        *world
	booking  booking.Booking
	payments []payment.Payment
	mail     [][]byte // callbacks under way; each may come never, once or often
	rival    bool
}

func newStory(t *rapid.T, w *world) *story {
	// Every story has its own motorcycle, so that stories do not meet.
	w.furnish(t)
	w.bank.mu.Lock()
	w.bank.down, w.bank.silent, w.bank.charge = false, 0, map[string]*charge{}
	w.bank.mu.Unlock()
	w.exec(t, `delete from river_job`)
	s := &story{w: w}
	var p payment.Payment
	s.booking, p = w.book(t)
	s.payments = []payment.Payment{p}
	return s
}

func (s *story) one(t *rapid.T) payment.Payment {
	return rapid.SampledFrom(s.payments).Draw(t, "payment")
}

// unpaid skips payers who have paid on that page already, and pages that the bank has closed.
func (s *story) unpaid(t *rapid.T) payment.Payment {
	p := s.one(t)
	if s.w.bank.charge[p.ID.String()].captured > 0 || s.w.clock.Now().Sub(*p.LaunchedAt) > time.Hour {
		t.Skip("this page is finished")
	}
	return p
}

func (s *story) pay(t *rapid.T)     { s.mail = append(s.mail, s.w.bank.pay(s.unpaid(t))) }
func (s *story) decline(t *rapid.T) { s.mail = append(s.mail, s.w.bank.decline(s.unpaid(t))) }
func (s *story) leave(t *rapid.T)   { s.mail = append(s.mail, s.w.bank.cancel(s.unpaid(t))) }
func (s *story) pend(t *rapid.T)    { s.mail = append(s.mail, s.w.bank.delay(s.unpaid(t))) }

func (s *story) deliver(t *rapid.T) {
	if len(s.mail) == 0 {
		t.Skip("nothing is under way")
	}
	s.w.say(t, rapid.SampledFrom(s.mail).Draw(t, "callback"))
}

func (s *story) lose(t *rapid.T) {
	if len(s.mail) == 0 {
		t.Skip("nothing is under way")
	}
	s.mail = s.mail[1:]
}

func (s *story) work(t *rapid.T) {
	if !s.w.runJob(t, rapid.IntRange(0, 2).Draw(t, "position")) {
		s.w.wake(t)
	}
}

func (s *story) reconcile(t *rapid.T) {
	require.NoError(t, s.w.payments.Reconcile(context.Background()))
}

func (s *story) wait(t *rapid.T) {
	s.w.clock.Advance(time.Duration(rapid.IntRange(1, 16).Draw(t, "minutes")) * time.Minute)
}

func (s *story) outage(t *rapid.T) {
	s.w.bank.mu.Lock()
	defer s.w.bank.mu.Unlock()
	s.w.bank.down = rapid.Bool().Draw(t, "down")
	s.w.bank.silent = rapid.IntRange(0, 1).Draw(t, "silent")
}

func (s *story) cancel(t *rapid.T) {
	if rapid.IntRange(0, 3).Draw(t, "heart") > 0 {
		t.Skip("thinks better of it")
	}
	_, _ = s.w.payments.Cancel(as(s.w.customer), s.booking.ID)
}

func (s *story) openAgain(t *rapid.T) {
	p, err := s.w.payments.Open(as(s.w.customer), s.w.openInput(s.booking))
	if err != nil {
		return
	}
	s.w.bank.open(t, p)
	s.payments = append(s.payments, p)
}

// move takes the booking to another period, which may cost more or less.
func (s *story) move(t *rapid.T) {
	start := s.booking.Start.Truncate(time.Hour).Add(time.Duration(rapid.IntRange(0, 5).Draw(t, "later")) * 24 * time.Hour)
	result, err := s.w.payments.Move(as(s.w.customer), payment.MoveInput{
		BookingID: s.booking.ID, Start: start, End: start.Add(time.Duration(rapid.IntRange(1, 3).Draw(t, "days")) * 24 * time.Hour), Language: "en",
	})
	if err != nil {
		return
	}
	s.booking = result.Booking
	if p := result.Payment; p != nil {
		s.w.bank.open(t, *p)
		s.payments = append(s.payments, *p)
	}
}

// expire ends lapsed holds and may give the motorcycle to somebody else.
func (s *story) expire(t *rapid.T) {
	_, err := s.w.bookings.ExpireHolds(context.Background())
	require.NoError(t, err)
	if s.rival || !rapid.Bool().Draw(t, "rival") {
		return
	}
	in := s.w.deliveryWish(10)
	in.Booking.Start, in.Booking.End = s.booking.Start, s.booking.End
	_, err = s.w.payments.Book(as(s.w.stranger), in)
	s.rival = err == nil
}

// always holds after every step.
func (s *story) always(t *rapid.T) {
	live, confirmed := 0, s.w.booking(t, s.booking.ID).Status == booking.Confirmed
	kept := 0
	for _, p := range s.payments {
		p = s.w.payment(t, p.ID)
		bank := s.w.bank.charge[p.ID.String()]
		require.LessOrEqual(t, bank.refunded, bank.captured, "never more back than was taken")
		require.LessOrEqual(t, p.Refunded, bank.refunded, "what we say went back went back")
		if p.Status.Open() || p.Status == payment.Completed && !p.Surplus {
			live++
		}
		if p.Status.Captured() {
			require.Equal(t, bank.amount, bank.captured, "completed means captured")
			if s.promised(t, p.ID) < p.Amount {
				kept++
			}
		}
	}
	require.LessOrEqual(t, live, 1)
	if kept > 0 {
		require.Equal(t, 1, kept)
		require.True(t, confirmed, "money that is kept belongs to a confirmed booking")
	}
	if confirmed {
		require.Equal(t, 1, kept, "a booking is confirmed by money that is kept")
	}
	s.booked(t)
}

// booked compares every account of the books with what payments and refunds say.
func (s *story) booked(t *rapid.T) {
	var captured, given, underWay, kept money.Amount
	for _, p := range s.payments {
		p = s.w.payment(t, p.ID)
		if p.Status.Captured() {
			captured += p.Amount
			kept += p.Left()
		}
		given += p.Refunded
		underWay += p.Promised - p.Refunded
	}
	require.Equal(t, captured-given, s.account(t, "GATEWAY"), "what the gateway has of ours")
	require.Equal(t, -underWay, s.account(t, "REFUND"), "what is on its way back")
	commission := kept.Percent(15)
	require.Equal(t, -commission, s.account(t, "PLATFORM_COMMISSION"))
	require.Equal(t, commission-kept, s.account(t, "FRANCHISE"))
	require.Zero(t, s.account(t, "CUSTOMER"), "money that came paid the booking or goes back")
}

// account is what the books say of this story on an account.
func (s *story) account(t *rapid.T, name string) money.Amount {
	return money.Amount(s.w.number(t, `
		select coalesce(sum(l.amount_centimes), 0)::int from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
		where t.booking_id = $1 and l.account = $2`, s.booking.ID, name))
}

// promised is what was given back or will be.
func (s *story) promised(t *rapid.T, id uuid.UUID) money.Amount {
	return money.Amount(s.w.number(t, `select coalesce(sum(amount_centimes), 0)::int from payment_refunds where payment_id = $1 and state <> 'FAILED'`, id))
}

// rest lets every job finish and the gateway be asked until all is settled, whatever callbacks were lost.
func (s *story) rest(t *rapid.T) {
	s.w.bank.mu.Lock()
	s.w.bank.down, s.w.bank.silent = false, 0
	s.w.bank.mu.Unlock()
	for range 4 {
		s.w.clock.Advance(61 * time.Minute)
		s.reconcile(t)
		s.w.wake(t)
		s.w.drain(t)
	}
	s.always(t)
	confirmed := s.w.booking(t, s.booking.ID).Status == booking.Confirmed
	var kept money.Amount
	for _, p := range s.payments {
		after, bank := s.w.payment(t, p.ID), s.w.bank.charge[p.ID.String()]
		kept += bank.captured - bank.refunded
		require.Equal(t, bank.refunded, after.Refunded)
		require.Equal(t, bank.captured > 0, after.Status.Captured(), "money at the bank is money here: %s", after.Status)
		require.False(t, after.Status == payment.Pending)
	}
	want := money.Amount(0)
	if confirmed {
		want = s.w.booking(t, s.booking.ID).Total
	}
	require.Equal(t, want, kept)
	require.Zero(t, s.w.number(t, `select count(*) from gateway_events where processed_at is null`))
	require.Zero(t, s.w.number(t, `select count(*) from payment_refunds where state not in ('DONE', 'FAILED')`))
	findings, err := ledger.New(s.w.db, s.w.clock, slog.New(slog.DiscardHandler), ledger.Gauges{}).Check(context.Background())
	require.NoError(t, err)
	require.Empty(t, findings)
}
