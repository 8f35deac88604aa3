package conformance

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/payment"
)

// calls tries everything that may call the gateway, and gives every failure to check. A launch that calls nobody succeeds.
func (s *stage) calls(ctx context.Context, gateway payment.Gateway, c charge, check func(call string, err error)) {
	s.t.Helper()
	_, err := gateway.Status(ctx, c.ref())
	check("status", err)
	_, err = gateway.Refund(ctx, payment.RefundInput{Ref: c.ref(), Key: uuid.NewString(), Amount: 100, Currency: s.subject.Currency})
	check("refund", err)
	if capturer, can := gateway.(payment.Capturer); can {
		_, err = capturer.Capture(ctx, c.ref())
		check("capture", err)
	}
	if _, err := gateway.Launch(ctx, s.wish()); err != nil {
		check("launch", err)
	}
}

func trouble(s *stage) {
	c, _ := s.paid()
	for _, broken := range []struct {
		name  string
		fault fault
		class payment.Class
	}{
		{"down", down, payment.Temporary},
		{"500", fails, payment.Temporary},
		{"nonsense", nonsense, payment.Temporary},
		{"busy", busy, payment.RetryAfter},
	} {
		s.road.have(broken.fault)
		s.calls(s.t.Context(), s.gateway, c, func(call string, err error) {
			failure := s.failed(err)
			require.Equal(s.t, broken.class, failure.Class, "%s, %s: %v", call, broken.name, err)
			if broken.class == payment.RetryAfter {
				require.Equal(s.t, 7*time.Second, failure.Wait, call)
			}
		})
	}
	s.road.have(none)
	require.Zero(s.t, s.entry(c).Refunded)
	require.Equal(s.t, payment.StatePaid, s.status(c).State, "it recovers")
}

func slowGateway(s *stage) {
	c, _ := s.paid()
	hasty := s.Gateway(s.t, Account{Timeout: 50 * time.Millisecond})
	s.road.have(hangs)
	started := now()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	s.calls(ctx, hasty, c, func(call string, err error) {
		require.Equal(s.t, payment.Temporary, s.failed(err).Class, call)
	})
	require.Less(s.t, now().Sub(started), patience, "its time-out holds")
	s.road.have(none)
}

func impatientCaller(s *stage) {
	c, _ := s.paid()
	s.road.have(hangs)
	ctx, cancel := context.WithTimeout(s.t.Context(), 50*time.Millisecond)
	defer cancel()
	started := now()
	s.calls(ctx, s.gateway, c, func(call string, err error) {
		require.Equal(s.t, payment.Temporary, s.failed(err).Class, call)
	})
	require.Less(s.t, now().Sub(started), 9*time.Second, "it waits no longer than its caller")
	s.road.have(none)
}

func wrongSecrets(s *stage) {
	c, _ := s.paid()
	s.calls(s.t.Context(), s.Gateway(s.t, Account{Guessed: true}), c, func(call string, err error) {
		require.Equal(s.t, payment.Temporary, s.failed(err).Class, "%s: the settings are wrong until somebody corrects them, the charge is not", call)
	})
	require.Zero(s.t, s.entry(c).Refunded)
}

func redirected(s *stage) {
	c, _ := s.paid()
	s.road.have(elsewhere)
	s.calls(s.t.Context(), s.gateway, c, func(call string, err error) {
		require.Equal(s.t, payment.Temporary, s.failed(err).Class, call)
	})
	require.Zero(s.t, s.road.astray.Load(), "a signed request is for one address")
	s.road.have(none)
}

func endlessAnswer(s *stage) {
	c, _ := s.paid()
	s.road.have(endless)
	started := now()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	s.calls(ctx, s.gateway, c, func(call string, err error) {
		require.Equal(s.t, payment.Temporary, s.failed(err).Class, call)
	})
	require.Less(s.t, now().Sub(started), patience)
	s.road.have(none)
}
