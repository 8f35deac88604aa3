package stripe_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/stripe"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
)

// startMock builds stripe-mock, Stripe's own check of requests against its published interface, and runs it on a free port of
// this machine until the test ends. It returns its address.
func startMock(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../../..")
	require.NoError(t, err)
	program := filepath.Join(t.TempDir(), "stripe-mock")
	build := exec.CommandContext(t.Context(), "go", "build", "-modfile=tools/tools.mod", "-o", program, "github.com/stripe/stripe-mock")
	build.Dir = root
	output, err := build.CombinedOutput()
	require.NoError(t, err, "%s", output)

	// On port 0 it would not say where it listens.
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := free.Addr().String()
	require.NoError(t, free.Close())
	mock := exec.CommandContext(t.Context(), program, "-http-addr", address, "-https-addr", "127.0.0.1:0")
	said, err := mock.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, mock.Start())
	t.Cleanup(func() { _ = mock.Wait() })
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "Listening for HTTP at address") {
			go func() {
				for lines.Scan() { // it must not wait for a reader
				}
			}()
			return "http://" + address
		}
	}
	require.FailNow(t, "stripe-mock did not start")
	return ""
}

// Stripe's published interface knows every call and field that is sent. What comes back is canned: states are not looked at.
func TestRequestsFollowStripesInterface(t *testing.T) {
	t.Parallel()
	mock := startMock(t)
	g, err := stripe.New(stripe.Config{BaseURL: mock, SecretKey: "sk_test_mock", WebhookSecret: "whsec_mock", Retries: -1}, clock.System{})
	require.NoError(t, err)
	for _, language := range []string{"en", "fr", "ar"} {
		in := wish()
		in.Language = language
		launch, err := g.Launch(t.Context(), in)
		require.NoError(t, err, language)
		require.NotEmpty(t, launch.TransactionID)
		ref := payment.Ref{ChargeID: in.ChargeID, TransactionID: launch.TransactionID}
		outcome, err := g.Status(t.Context(), ref)
		require.NoError(t, err)
		require.Equal(t, launch.TransactionID, outcome.TransactionID)
		require.NoError(t, g.Expire(t.Context(), ref))
	}
	dispute := []byte(`{"id":"evt_1","type":"charge.dispute.created","data":{"object":{"id":"dp_1","payment_intent":"pi_1"}}}`)
	_, err = g.Verify(t.Context(), dispute, signed("whsec_mock", clock.System{}.Now(), dispute))
	require.NoError(t, err)
}

// The mock knows no paid session, so that one comes from here; what is asked about its refunds goes to the mock.
func (p *paidSession) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && r.URL.Path == "/v1/checkout/sessions/cs_1" {
		_, _ = io.WriteString(w, `{"id":"cs_1","status":"complete","payment_status":"paid","amount_total":12550,"currency":"mad",
			"payment_intent":{"id":"pi_1","object":"payment_intent"}}`)
		return
	}
	p.ReverseProxy.ServeHTTP(w, r)
}

type paidSession struct{ *httputil.ReverseProxy }

func TestRefundRequestsFollowStripesInterface(t *testing.T) {
	t.Parallel()
	mock, err := url.Parse(startMock(t))
	require.NoError(t, err)
	server := httptest.NewServer(&paidSession{httputil.NewSingleHostReverseProxy(mock)})
	t.Cleanup(server.Close)
	g, err := stripe.New(stripe.Config{BaseURL: server.URL, SecretKey: "sk_test_mock", WebhookSecret: "whsec_mock", Retries: -1}, clock.System{})
	require.NoError(t, err)
	ref := payment.Ref{ChargeID: "chg_1", TransactionID: "cs_1"}
	_, err = g.Status(t.Context(), ref)
	require.NoError(t, err)
	outcome, err := g.Refund(t.Context(), payment.RefundInput{Ref: ref, Key: "rf_1", Amount: 5000, Currency: "MAD"})
	require.NoError(t, err)
	require.NotEmpty(t, outcome.ID)
}
