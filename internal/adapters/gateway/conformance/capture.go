package conformance

import (
	"sync"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/payment"
)

// taken is for gateways whose payers approve first; the others have shown nothing here.
func taken(s *stage) {
	capturer, can := s.gateway.(payment.Capturer)
	if !can {
		return
	}
	_, err := capturer.Capture(s.t.Context(), payment.Ref{ChargeID: uuid.NewString()})
	require.ErrorIs(s.t, err, payment.ErrUnknownCharge)

	open := s.launched(s.wish())
	require.True(s.t, s.Open(s.t, open.launch))
	o, err := capturer.Capture(s.t.Context(), open.ref())
	require.NoError(s.t, err)
	require.Equal(s.t, payment.StateOpen, o.State, "nobody approved it")

	s.Choose(s.t, open.launch, Approve)
	o, err = s.gateway.Status(s.t.Context(), open.ref())
	require.NoError(s.t, err)
	require.Equal(s.t, payment.StateApproved, o.State)
	s.agrees(open, o)
	_, event, said := s.heard(payment.StateApproved)
	require.Equal(s.t, open.in.ChargeID, event.ChargeID)
	s.agrees(open, said)
	require.Zero(s.t, s.entry(open).Captured, "nobody asked for the money")
	s.denied(open, 100, "nothing was captured yet")

	s.road.have(dies)
	_, err = capturer.Capture(s.t.Context(), open.ref())
	require.Equal(s.t, payment.Temporary, s.failed(err).Class, "nobody knows whether it was taken")
	s.road.have(none)
	var all sync.WaitGroup
	outcomes, failures := make([]payment.Outcome, 4), make([]error, 4)
	for i := range outcomes {
		all.Go(func() { outcomes[i], failures[i] = capturer.Capture(s.t.Context(), open.ref()) })
	}
	all.Wait()
	for i, o := range outcomes {
		require.NoError(s.t, failures[i])
		require.Equal(s.t, payment.StatePaid, o.State)
		s.agrees(open, o)
	}
	require.Equal(s.t, price, s.entry(open).Captured)
}
