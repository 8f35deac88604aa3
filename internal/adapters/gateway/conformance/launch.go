package conformance

import (
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/payment"
)

func unknownCharge(s *stage) {
	ref := payment.Ref{ChargeID: uuid.NewString()}
	_, err := s.gateway.Status(s.t.Context(), ref)
	require.ErrorIs(s.t, err, payment.ErrUnknownCharge)
	_, err = s.gateway.Refund(s.t.Context(), payment.RefundInput{Ref: ref, Key: uuid.NewString(), Amount: 100, Currency: s.subject.Currency})
	require.ErrorIs(s.t, err, payment.ErrUnknownCharge)
	require.Empty(s.t, s.Books(s.t))
}

// oneCharge has every one of the launches of in tried by the payer, and sees that one charge came of them.
func (s *stage) oneCharge(in payment.LaunchInput, launches ...payment.Launch) {
	s.t.Helper()
	chosen := false
	for _, launch := range launches {
		if s.Open(s.t, launch) && !chosen {
			s.Choose(s.t, launch, Approve)
			chosen = true
		}
	}
	require.True(s.t, chosen, "no launch led to a pay page")
	c := charge{in, launches[0]}
	require.Equal(s.t, payment.StatePaid, s.status(c).State)
	require.Equal(s.t, []Entry{{ChargeID: in.ChargeID, Captured: price, Currency: s.subject.Currency}}, s.Books(s.t))
}

func launchedTwice(s *stage) {
	in := s.wish()
	first, again := s.launched(in), s.launched(in)
	require.Equal(s.t, first.launch.TransactionID, again.launch.TransactionID)
	s.oneCharge(in, first.launch, again.launch)
}

func launchedAtOnce(s *stage) {
	in := s.wish()
	launches, failures := make([]payment.Launch, 4), make([]error, 4)
	var all sync.WaitGroup
	for i := range launches {
		all.Go(func() { launches[i], failures[i] = s.gateway.Launch(s.t.Context(), in) })
	}
	all.Wait()
	for _, err := range failures {
		require.NoError(s.t, err)
	}
	s.oneCharge(in, launches...)
}

func launchAnswerLost(s *stage) {
	in := s.wish()
	s.road.have(dies)
	if _, err := s.gateway.Launch(s.t.Context(), in); err != nil {
		require.Equal(s.t, payment.Temporary, s.failed(err).Class)
	}
	s.road.have(none)
	s.oneCharge(in, s.launched(in).launch)
}

func launches(s *stage) {
	for name, change := range map[string]func(in *payment.LaunchInput){
		"English":     func(in *payment.LaunchInput) { in.Language = "en" },
		"French":      func(in *payment.LaunchInput) { in.Language = "fr" },
		"Arabic":      func(in *payment.LaunchInput) { in.Language = "ar" },
		"no language": func(in *payment.LaunchInput) { in.Language = "" },
		"little":      func(in *payment.LaunchInput) { in.Amount = 1001 },
		"much":        func(in *payment.LaunchInput) { in.Amount = 99_999_999 },
		"a long text": func(in *payment.LaunchInput) { in.Description = strings.Repeat("🏍️é", 5000) },
		"a hostile text": func(in *payment.LaunchInput) {
			in.Description = "\u202e\"><script>alert(1)</script>&amp;=دراجة'; drop table"
		},
		"a query in a way": func(in *payment.LaunchInput) { in.SuccessURL += "&more=a%20b&x={y}" },
	} {
		in := s.wish()
		change(&in)
		c := s.launched(in)
		require.True(s.t, s.Open(s.t, c.launch), name)
		s.Choose(s.t, c.launch, Approve)
		o := s.status(c)
		require.Equal(s.t, payment.StatePaid, o.State, name)
		require.Equal(s.t, in.Amount, o.Amount, name)
	}
}

func strangeCurrency(s *stage) {
	in := s.wish()
	in.Currency = "XTS"
	_, err := s.gateway.Launch(s.t.Context(), in)
	require.Equal(s.t, payment.Permanent, s.failed(err).Class)
	require.Empty(s.t, s.Books(s.t))
}

func launchSecrets(s *stage) {
	c := s.launched(s.wish())
	for _, secret := range s.Secrets() {
		require.NotContains(s.t, c.launch.URL, secret)
		require.NotContains(s.t, string(c.launch.Response), secret)
	}
}

// agrees sees that an outcome speaks of the charge that was launched.
func (s *stage) agrees(c charge, o payment.Outcome) {
	s.t.Helper()
	require.Empty(s.t, o.Mismatch)
	require.Equal(s.t, c.in.ChargeID, o.ChargeID)
	require.Equal(s.t, c.in.OrderID, o.OrderID)
	require.Equal(s.t, c.in.Amount, o.Amount)
	require.Equal(s.t, c.in.Currency, o.Currency)
	require.NotEmpty(s.t, o.Detail)
	if c.launch.TransactionID != "" {
		require.Equal(s.t, c.launch.TransactionID, o.TransactionID, "a charge keeps its name")
	}
}

func approved(s *stage) {
	c := s.launched(s.wish())
	require.True(s.t, s.Open(s.t, c.launch))
	require.Equal(s.t, payment.StateOpen, s.status(c).State, "nobody has tried a card yet")
	s.Choose(s.t, c.launch, Approve)

	asked := s.status(c)
	require.Equal(s.t, payment.StatePaid, asked.State)
	s.agrees(c, asked)
	require.NotEmpty(s.t, asked.TransactionID)
	require.Zero(s.t, asked.Refunded)

	_, event, said := s.heard(payment.StatePaid)
	require.Equal(s.t, c.in.ChargeID, event.ChargeID)
	s.agrees(c, said)
	require.Equal(s.t, asked.TransactionID, said.TransactionID, "the callback and the API tell the same")
	require.Equal(s.t, Entry{c.in.ChargeID, price, 0, s.subject.Currency}, s.entry(c))
}

func declined(s *stage) {
	c := s.chosen(Decline)
	o := s.status(c)
	// Some gateways end a charge with the first refusal, others let the payer try another card.
	require.Contains(s.t, []payment.State{payment.StateDeclined, payment.StateOpen}, o.State)
	s.agrees(c, o)
	require.Zero(s.t, s.entry(c).Captured)
	if o.State == payment.StateOpen {
		s.Choose(s.t, c.launch, Approve)
		require.Equal(s.t, payment.StatePaid, s.status(c).State)
		return
	}
	_, event, said := s.heard(payment.StateDeclined)
	require.Equal(s.t, c.in.ChargeID, event.ChargeID)
	s.agrees(c, said)
}

func left(s *stage) {
	c := s.chosen(Cancel)
	o := s.status(c)
	// A gateway whose page can be used again has nothing to report.
	require.Contains(s.t, []payment.State{payment.StateCancelled, payment.StateOpen}, o.State)
	s.agrees(c, o)
	require.Zero(s.t, s.entry(c).Captured)
}

// closed is for gateways that can close a pay page; the others have shown nothing here.
func closed(s *stage) {
	expirer, can := s.gateway.(payment.Expirer)
	if !can {
		return
	}
	c := s.launched(s.wish())
	require.True(s.t, s.Open(s.t, c.launch))
	require.NoError(s.t, expirer.Expire(s.t.Context(), c.ref()))
	require.Equal(s.t, payment.StateCancelled, s.status(c).State)
	s.Choose(s.t, c.launch, Approve)
	require.Zero(s.t, s.entry(c).Captured, "nobody can pay there any more")
	require.NoError(s.t, expirer.Expire(s.t.Context(), c.ref()), "again")
	_, _, said := s.heard(payment.StateCancelled)
	s.agrees(c, said)

	paid, _ := s.paid()
	require.NoError(s.t, expirer.Expire(s.t.Context(), paid.ref()), "what was paid is over too")
	require.Equal(s.t, payment.StatePaid, s.status(paid).State)
	require.NoError(s.t, expirer.Expire(s.t.Context(), payment.Ref{ChargeID: uuid.NewString()}))

	s.road.have(down)
	require.Equal(s.t, payment.Temporary, s.failed(expirer.Expire(s.t.Context(), paid.ref())).Class)
	s.road.have(none)
}

func slow(s *stage) {
	c := s.chosen(Slow)
	require.Contains(s.t, []payment.State{payment.StatePending, payment.StatePaid}, s.status(c).State)
	callbacks := map[payment.State]payment.Event{}
	for callbacks[payment.StatePaid].Key == "" || callbacks[payment.StatePending].Key == "" {
		event, o := s.read(s.callback())
		s.agrees(c, o)
		callbacks[o.State] = event
	}
	require.NotEqual(s.t, callbacks[payment.StatePending].Key, callbacks[payment.StatePaid].Key, "they are different news")
	require.Equal(s.t, payment.StatePaid, s.status(c).State)
	require.Equal(s.t, price, s.entry(c).Captured)
}

func thrice(s *stage) {
	c := s.chosen(Thrice)
	require.Equal(s.t, payment.StatePaid, s.status(c).State)
	_, first, _ := s.heard(payment.StatePaid)
	for range 2 {
		_, event, _ := s.heard(payment.StatePaid)
		require.Equal(s.t, first, event, "the same news has the same key")
	}
	require.Equal(s.t, price, s.entry(c).Captured)
}

func silent(s *stage) {
	c := s.chosen(Silent)
	o := s.status(c)
	require.Equal(s.t, payment.StatePaid, o.State, "only asking finds it")
	s.agrees(c, o)
	select {
	case <-s.callbacks:
		require.FailNow(s.t, "a lost callback came")
	default:
	}
}
