package conformance

import (
	"bytes"
	"net/http"

	"github.com/stretchr/testify/require"

	"rihla/internal/payment"
)

func touchedCallback(s *stage) {
	c := s.chosen(Approve)
	s.status(c)
	genuine, event, outcome := s.heard(payment.StatePaid)

	refused := func(body []byte, header http.Header, why string, args ...any) {
		_, err := s.gateway.Verify(s.t.Context(), body, header)
		require.ErrorIs(s.t, err, payment.ErrSignature, append([]any{why}, args...)...)
		s.harmless(err)
	}
	for i := 0; i < len(genuine.Body); i += 1 + len(genuine.Body)/97 {
		touched := bytes.Clone(genuine.Body)
		touched[i] ^= 1
		refused(touched, genuine.Header, "byte %d flipped", i)
	}
	for _, n := range []int{0, 1, len(genuine.Body) / 2, len(genuine.Body) - 1} {
		refused(genuine.Body[:n], genuine.Header, "cut to %d bytes", n)
	}
	refused(append(bytes.Clone(genuine.Body), ' '), genuine.Header, "a blank more")
	for _, name := range s.SignatureHeaders() {
		value := genuine.Header.Get(name)
		require.NotEmpty(s.t, value, name)
		for _, spoilt := range []string{"", value[:len(value)-1], value[:len(value)-1] + other(value[len(value)-1]), "nonsense", "t=1,v1="} {
			header := genuine.Header.Clone()
			header.Set(name, spoilt)
			refused(genuine.Body, header, "%s: %s", name, spoilt)
		}
	}
	_, err := s.Gateway(s.t, Account{Guessed: true}).Verify(s.t.Context(), genuine.Body, genuine.Header)
	require.ErrorIs(s.t, err, payment.ErrSignature, "another secret")

	// All the same the genuine one is taken, as often as it comes.
	for range 2 {
		again, same := s.read(genuine)
		require.Equal(s.t, event, again)
		require.Equal(s.t, outcome, same)
	}
}

// other is another hex digit, or letter, than b.
func other(b byte) string {
	if b == '0' {
		return "1"
	}
	return "0"
}

func foreignCallback(s *stage) {
	c := s.chosen(Approve)
	s.status(c)
	genuine, _, _ := s.heard(payment.StatePaid)
	foreign := s.Foreign(s.t, genuine)
	if _, err := s.gateway.Verify(s.t.Context(), foreign.Body, foreign.Header); err != nil {
		require.ErrorIs(s.t, err, payment.ErrSignature)
		return
	}
	outcome, err := s.gateway.Translate(foreign.Body)
	require.NoError(s.t, err)
	require.NotEmpty(s.t, outcome.Mismatch, "it is not about one of our charges")
}

func unreadableCallback(s *stage) {
	keys := map[string]bool{}
	bodies := []string{"not json", "not json either", "{", `[1]`, `"text"`}
	for _, body := range bodies {
		event, err := s.gateway.Verify(s.t.Context(), []byte(body), s.Sign(s.t, []byte(body)))
		require.NoError(s.t, err, "%s: what the gateway signed is kept", body)
		require.NotEmpty(s.t, event.Key)
		keys[event.Key] = true
		_, err = s.gateway.Translate([]byte(body))
		require.Equal(s.t, payment.Permanent, s.failed(err).Class, body)
	}
	require.Len(s.t, keys, len(bodies), "different bodies are different events")

	for _, body := range []string{`{}`, `null`, `{"id":{},"status":["CHARGED"],"type":{},"data":[],"object":7,"resource":null}`} {
		if outcome, err := s.gateway.Translate([]byte(body)); err == nil {
			require.NotEqual(s.t, payment.StatePaid, outcome.State, body)
		}
	}
	c := s.chosen(Approve)
	s.status(c)
	genuine, _, _ := s.heard(payment.StatePaid)
	for n := range len(genuine.Body) {
		if outcome, err := s.gateway.Translate(genuine.Body[:n]); err == nil {
			require.NotEqual(s.t, payment.StatePaid, outcome.State, "half a message proves nothing")
		}
	}
}
