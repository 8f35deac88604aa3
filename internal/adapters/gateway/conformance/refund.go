package conformance

import (
	"sync"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/payment"
	"rihla/internal/platform/money"
)

// given refunds and sees it done.
func (s *stage) given(c charge, key string, amount money.Amount) payment.RefundOutcome {
	s.t.Helper()
	o, err := s.refund(c, key, amount)
	require.NoError(s.t, err)
	require.True(s.t, o.Done)
	return o
}

// denied sees a refund refused for good.
func (s *stage) denied(c charge, amount money.Amount, why string) {
	s.t.Helper()
	before := s.entry(c)
	_, err := s.refund(c, uuid.NewString(), amount)
	require.Equal(s.t, payment.Permanent, s.failed(err).Class, "%s: %v", why, err)
	require.Equal(s.t, before, s.entry(c), why)
}

func partialRefunds(s *stage) {
	c, _ := s.paid()
	first := s.given(c, uuid.NewString(), 12550)
	o := s.status(c)
	require.Equal(s.t, payment.StatePaid, o.State, "part of the money is still there")
	require.Equal(s.t, money.Amount(12550), o.Refunded)
	require.Equal(s.t, price, o.Amount, "what was charged stays what it was")
	s.agrees(c, o)

	second := s.given(c, uuid.NewString(), 12550)
	require.NotEqual(s.t, first.ID, second.ID, "the same amount twice is two refunds")
	require.Equal(s.t, money.Amount(25100), s.status(c).Refunded)

	s.denied(c, price-25100+1, "a centime more than is left")
	s.given(c, uuid.NewString(), price-25100)
	o = s.status(c)
	require.Equal(s.t, payment.StateRefunded, o.State)
	require.Equal(s.t, price, o.Refunded)
	require.Zero(s.t, o.RefundPending)
	s.agrees(c, o)
	s.denied(c, 1, "nothing is left")
	require.Equal(s.t, Entry{c.in.ChargeID, price, price, s.subject.Currency}, s.entry(c))
}

func refusedRefunds(s *stage) {
	open := s.launched(s.wish())
	require.True(s.t, s.Open(s.t, open.launch))
	s.denied(open, 100, "nothing was captured yet")
	c, _ := s.paid()
	s.denied(c, price+1, "more than was captured")
	s.denied(c, 0, "nothing")
	s.denied(c, -100, "less than nothing")
	require.Zero(s.t, s.status(c).Refunded)
}

func refundsAtOnce(s *stage) {
	c, _ := s.paid()
	const each = price / 3
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() { _, _ = s.refund(c, uuid.NewString(), each) })
	}
	all.Wait()
	e := s.entry(c)
	require.Equal(s.t, each*3, e.Refunded)
	require.Equal(s.t, price, e.Captured)
	require.Equal(s.t, each*3, s.status(c).Refunded)
}

func refundKeys(s *stage) {
	c, _ := s.paid()
	if !s.subject.RefundsByKey {
		// Then the caller asks Status before it sends again, and must learn from it that nothing is missing.
		s.given(c, uuid.NewString(), 10000)
		require.Equal(s.t, money.Amount(10000), s.status(c).Refunded)
		return
	}
	key := uuid.NewString()
	first := s.given(c, key, 10000)
	require.Equal(s.t, first, s.given(c, key, 10000))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { _, _ = s.refund(c, key, 10000) })
	}
	all.Wait()
	require.Equal(s.t, money.Amount(10000), s.entry(c).Refunded)
	s.given(c, uuid.NewString(), 10000)
	require.Equal(s.t, money.Amount(20000), s.entry(c).Refunded)
}

func refundBehind(s *stage) {
	c, _ := s.paid()
	s.RefundBehind(s.t, c.in.ChargeID, 40000)
	o := s.status(c)
	require.Equal(s.t, money.Amount(40000), o.Refunded)
	require.Equal(s.t, payment.StatePaid, o.State)
	s.denied(c, 5051, "a centime more than somebody else left")
	s.given(c, uuid.NewString(), 5050)
	require.Equal(s.t, payment.StateRefunded, s.status(c).State)
}

func refundAnswerLost(s *stage) {
	c, o := s.paid()
	ref := c.ref()
	ref.TransactionID = o.TransactionID
	in := payment.RefundInput{Ref: ref, Key: uuid.NewString(), Amount: 10000, Currency: s.subject.Currency}
	s.road.have(dies)
	_, err := s.gateway.Refund(s.t.Context(), in)
	require.Equal(s.t, payment.Temporary, s.failed(err).Class, "nobody knows whether the money went back")
	s.road.have(none)

	if s.subject.RefundsByKey {
		again, err := s.gateway.Refund(s.t.Context(), in)
		require.NoError(s.t, err)
		require.True(s.t, again.Done)
	} else {
		require.Equal(s.t, in.Amount, s.status(c).Refunded, "asking tells that it did")
	}
	require.Equal(s.t, in.Amount, s.entry(c).Refunded)
	require.Equal(s.t, in.Amount, s.status(c).Refunded)
}

func refundTakenBack(s *stage) {
	teller, tells := s.gateway.(payment.RefundTeller)
	require.Equal(s.t, s.subject.TakesRefundsBack, tells)
	if !tells {
		return
	}
	c, o := s.paid()
	ref := c.ref()
	ref.TransactionID = o.TransactionID
	told := func() map[string]payment.RefundNews {
		all, answer, err := teller.Refunds(s.t.Context(), ref)
		require.NoError(s.t, err)
		require.NotEmpty(s.t, answer)
		byKey := map[string]payment.RefundNews{}
		for _, news := range all {
			require.NotEmpty(s.t, news.ID)
			byKey[news.Key] = news
		}
		require.Len(s.t, byKey, len(all))
		return byKey
	}
	require.Empty(s.t, told())
	first, second := uuid.NewString(), uuid.NewString()
	given := s.given(c, first, 10000)
	s.given(c, second, 10000)
	s.RefundBehind(s.t, c.in.ChargeID, 5050)
	before := told()
	require.Len(s.t, before, 3)
	require.Equal(s.t, payment.RefundNews{Key: first, ID: given.ID, State: payment.RefundDone}, before[first])
	require.Equal(s.t, payment.RefundDone, before[""].State, "what somebody else gave back has no key of ours")

	s.TakeBack(s.t, c.in.ChargeID)
	_, event, outcome := s.heard(payment.StateRefundFailed)
	if event.ChargeID != "" {
		require.Equal(s.t, c.in.ChargeID, event.ChargeID)
	}
	require.Equal(s.t, first, outcome.Refund.Key)
	require.Equal(s.t, given.ID, outcome.Refund.ID)
	require.Equal(s.t, payment.RefundFailed, outcome.Refund.State)
	require.NotEmpty(s.t, outcome.Refund.Reason)
	require.Empty(s.t, outcome.Mismatch)
	after := told()
	require.Equal(s.t, outcome.Refund, after[first])
	require.Equal(s.t, before[second], after[second])
	require.Equal(s.t, money.Amount(15050), s.entry(c).Refunded)
	require.Equal(s.t, money.Amount(15050), s.status(c).Refunded)

	s.given(c, uuid.NewString(), price-15050)
	require.Equal(s.t, price, s.entry(c).Refunded, "what came back can be given back again")
	require.Equal(s.t, payment.StateRefunded, s.status(c).State)
	_, _, err := teller.Refunds(s.t.Context(), payment.Ref{ChargeID: uuid.NewString(), TransactionID: "unheard_of"})
	require.ErrorIs(s.t, err, payment.ErrUnknownCharge)
	s.road.have(fails)
	_, _, err = teller.Refunds(s.t.Context(), ref)
	require.Equal(s.t, payment.Temporary, s.failed(err).Class)
}
