package conformance

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

// price is what payers are asked for, in centimes.
const price money.Amount = 45050

// patience bounds every wait for something that will happen soon.
const patience = 30 * time.Second

// now is the time that gateways go by.
func now() time.Time { return clock.System{}.Now() }

// stage is a merchant, a payer and a gateway between them, for one test.
type stage struct {
	World
	t       *testing.T
	subject Subject
	road    *road
	url     string
	gateway payment.Gateway
	// callbacks receives what the gateway posted, in the order of arrival.
	callbacks chan Callback
}

func newStage(t *testing.T, subject Subject) *stage {
	t.Helper()
	s := &stage{t: t, subject: subject, road: &road{}, callbacks: make(chan Callback, 100)}
	mux := http.NewServeMux()
	mux.Handle("/gateway/", s.road)
	away := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { s.road.astray.Add(1) }))
	t.Cleanup(away.Close)
	s.road.away = away.URL
	mux.HandleFunc("POST /callback", func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil {
			s.callbacks <- Callback{Body: body, Header: r.Header}
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.url = server.URL
	s.World = subject.New(t, server.URL+"/gateway")
	s.road.next = s.World
	s.gateway = s.Gateway(t, Account{})
	return s
}

// wish is a fresh charge of the usual price.
func (s *stage) wish() payment.LaunchInput {
	return payment.LaunchInput{
		ChargeID: uuid.NewString(), OrderID: uuid.NewString(), CustomerID: uuid.NewString(), Amount: price, Currency: s.subject.Currency,
		Description: "Rihla RH-7K3M9QX", Language: "en", ExpiresAt: now().Add(time.Hour),
		CallbackURL: s.url + "/callback", SuccessURL: s.url + "/back?result=success", FailureURL: s.url + "/back?result=failure",
		CancelURL: s.url + "/back?result=cancel",
	}
}

// charge is one that was launched.
type charge struct {
	in     payment.LaunchInput
	launch payment.Launch
}

// ref is what the product knows of a charge right after its launch.
func (c charge) ref() payment.Ref {
	return payment.Ref{ChargeID: c.in.ChargeID, TransactionID: c.launch.TransactionID}
}

func (s *stage) launched(in payment.LaunchInput) charge {
	s.t.Helper()
	launch, err := s.gateway.Launch(s.t.Context(), in)
	require.NoError(s.t, err)
	require.NotEmpty(s.t, launch.URL)
	require.Equal(s.t, in.OrderID, launch.OrderID)
	require.Equal(s.t, in.CallbackURL, launch.CallbackURL)
	return charge{in, launch}
}

// chosen launches a charge and lets its payer choose.
func (s *stage) chosen(choice Choice) charge {
	s.t.Helper()
	c := s.launched(s.wish())
	require.True(s.t, s.Open(s.t, c.launch))
	s.Choose(s.t, c.launch, choice)
	return c
}

// paid launches a charge, has it paid, and returns it with what Status says of it.
func (s *stage) paid() (charge, payment.Outcome) {
	s.t.Helper()
	c := s.chosen(Approve)
	o := s.status(c)
	require.Equal(s.t, payment.StatePaid, o.State, o.Detail)
	return c, o
}

// status asks what became of a charge, as the product would: what was approved is taken.
func (s *stage) status(c charge) payment.Outcome {
	s.t.Helper()
	o, err := s.gateway.Status(s.t.Context(), c.ref())
	require.NoError(s.t, err)
	if capturer, can := s.gateway.(payment.Capturer); can && o.State == payment.StateApproved {
		o, err = capturer.Capture(s.t.Context(), c.ref())
		require.NoError(s.t, err)
	}
	return o
}

// refund asks for part of a charge, as the product would: by the name that Status gave it.
func (s *stage) refund(c charge, key string, amount money.Amount) (payment.RefundOutcome, error) {
	ref := c.ref()
	if o, err := s.gateway.Status(s.t.Context(), ref); err == nil && o.TransactionID != "" {
		ref.TransactionID = o.TransactionID
	}
	return s.gateway.Refund(s.t.Context(), payment.RefundInput{Ref: ref, Key: key, Amount: amount, Currency: s.subject.Currency})
}

// entry is a charge in the gateway's books; the zero one when it is not there.
func (s *stage) entry(c charge) Entry {
	s.t.Helper()
	var found []Entry
	for _, e := range s.Books(s.t) {
		if e.ChargeID == c.in.ChargeID {
			found = append(found, e)
		}
	}
	require.LessOrEqual(s.t, len(found), 1, "one charge has one entry")
	if len(found) == 0 {
		return Entry{}
	}
	return found[0]
}

// callback waits for the next one.
func (s *stage) callback() Callback {
	s.t.Helper()
	select {
	case c := <-s.callbacks:
		return c
	case <-time.After(patience):
		require.FailNow(s.t, "no callback came")
		return Callback{}
	}
}

// read verifies and translates a genuine callback.
func (s *stage) read(c Callback) (payment.Event, payment.Outcome) {
	s.t.Helper()
	event, err := s.gateway.Verify(s.t.Context(), c.Body, c.Header)
	require.NoError(s.t, err, "%s", c.Body)
	require.NotEmpty(s.t, event.Key)
	outcome, err := s.gateway.Translate(c.Body)
	require.NoError(s.t, err, "%s", c.Body)
	return event, outcome
}

// heard waits for the callback that says state, past others.
func (s *stage) heard(state payment.State) (Callback, payment.Event, payment.Outcome) {
	s.t.Helper()
	for {
		c := s.callback()
		if event, outcome := s.read(c); outcome.State == state {
			return c, event, outcome
		}
	}
}

// harmless fails when an error shows a secret.
func (s *stage) harmless(err error) {
	s.t.Helper()
	for _, secret := range s.Secrets() {
		require.NotContains(s.t, err.Error(), secret)
	}
}

// failed returns err as the gateway's failure, having seen that it shows no secret.
func (s *stage) failed(err error) *payment.GatewayError {
	s.t.Helper()
	require.Error(s.t, err)
	s.harmless(err)
	failure, ok := errors.AsType[*payment.GatewayError](err)
	require.True(s.t, ok, "%v", err)
	return failure
}
