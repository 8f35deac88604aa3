// Package conformance is what every card gateway has to show before payments may run on it: one suite of tests, over real
// HTTP, against an adapter and a simulator that speaks the gateway's own wire format. It holds payment.Gateway's promises:
// one charge however often it is launched, callbacks that nobody can forge, refunds that never exceed the capture, and
// failures that say truly whether they took effect. It is for tests only and knows no gateway by name.
package conformance

import (
	"net/http"
	"testing"
	"time"

	"rihla/internal/payment"
	"rihla/internal/platform/money"
)

// Subject is one gateway as the suite needs to know it.
type Subject struct {
	// New brings up the gateway's other side, which will be reached at base, for one test. What it starts ends with t.
	New func(t *testing.T, base string) World
	// Currency is one that the gateway charges in.
	Currency string
	// RefundsByKey says that the gateway itself makes one refund of several tries with the same key.
	RefundsByKey bool
	// TakesRefundsBack says that a refund which was done may fail all the same, and that the gateway tells so.
	TakesRefundsBack bool
}

// World is one gateway's other side and an account there. Its handler is what the adapters that it returns call, with the
// suite in between to make trouble.
type World interface {
	http.Handler
	// Gateway returns an adapter for the account.
	Gateway(t *testing.T, a Account) payment.Gateway
	// Open leads a payer's browser to the pay page of a launch; false when the gateway does not let them.
	Open(t *testing.T, launch payment.Launch) bool
	// Choose does what a payer does on the pay page of a launch that was opened. One that is closed is left alone.
	Choose(t *testing.T, launch payment.Launch, choice Choice)
	// RefundBehind gives money back in the gateway's own back office, which the product hears of from the gateway only.
	RefundBehind(t *testing.T, chargeID string, amount money.Amount)
	// TakeBack has the first refund of a charge that was done fail; only for gateways that do so.
	TakeBack(t *testing.T, chargeID string)
	// Books lists what the gateway itself says it took and gave back.
	Books(t *testing.T) []Entry
	// Sign returns the headers that the gateway would send with a callback of this body.
	Sign(t *testing.T, body []byte) http.Header
	// Foreign turns a callback into what another merchant of the same gateway would have received.
	Foreign(t *testing.T, callback Callback) Callback
	// SignatureHeaders name the headers without which a callback proves nothing.
	SignatureHeaders() []string
	// Secrets are texts that no error may show.
	Secrets() []string
}

// Account is a variation of the account that an adapter is given.
type Account struct {
	// Guessed has none of the secrets right.
	Guessed bool
	// Timeout of one call; 0 leaves the adapter's own.
	Timeout time.Duration
}

// Choice is what a payer does on a pay page. The simulators have a test card for each.
type Choice string

// The choices.
const (
	Approve Choice = "approve"
	Decline Choice = "decline"
	Cancel  Choice = "cancel"
	// Slow stays pending for a moment and is approved then.
	Slow Choice = "slow"
	// Thrice is approved, and reported three times.
	Thrice Choice = "thrice"
	// Silent is approved, and the report is lost.
	Silent Choice = "silent"
)

// Entry is one charge in a gateway's own books.
type Entry struct {
	ChargeID           string
	Captured, Refunded money.Amount
	Currency           string
}

// Callback is what a gateway posted.
type Callback struct {
	Body   []byte
	Header http.Header
}

// Run holds a gateway to everything that payments rely on.
func Run(t *testing.T, subject Subject) {
	t.Helper()
	for name, test := range map[string]func(s *stage){
		"a charge nobody launched is unknown":      unknownCharge,
		"launching twice is one charge":            launchedTwice,
		"launching at once is one charge":          launchedAtOnce,
		"a launch survives a lost answer":          launchAnswerLost,
		"launches of every kind":                   launches,
		"a currency that it cannot charge":         strangeCurrency,
		"approved":                                 approved,
		"declined":                                 declined,
		"left":                                     left,
		"a page that is closed":                    closed,
		"approved, then taken":                     taken,
		"pending, then approved":                   slow,
		"reported three times":                     thrice,
		"the report is lost":                       silent,
		"a callback that was touched":              touchedCallback,
		"a callback for somebody else":             foreignCallback,
		"a genuine callback that makes no sense":   unreadableCallback,
		"refunds in parts":                         partialRefunds,
		"refunds that are refused":                 refusedRefunds,
		"refunds at the same moment":               refundsAtOnce,
		"one refund of several tries":              refundKeys,
		"a refund behind our back":                 refundBehind,
		"a refund whose answer is lost":            refundAnswerLost,
		"a refund that is taken back":              refundTakenBack,
		"a gateway in trouble":                     trouble,
		"a slow gateway":                           slowGateway,
		"wrong secrets":                            wrongSecrets,
		"a caller who left":                        impatientCaller,
		"a redirection is not followed":            redirected,
		"an answer without end":                    endlessAnswer,
		"nothing secret in what a payer is handed": launchSecrets,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(newStage(t, subject))
		})
	}
}
