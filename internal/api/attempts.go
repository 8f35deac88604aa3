package api

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/httprate"

	"rihla/internal/auth"
	"rihla/internal/platform/errs"
)

// attemptWindow is what an account's failed sign-ins are counted over.
const attemptWindow = time.Minute

// attempts bounds what fails over a sliding window: the sign-ins of one account, from wherever they come, and the callbacks
// from one address. What succeeds does not count, so that nobody is locked out by coming often. It is kept in this
// process: each replica grants its own number.
type attempts struct {
	mu      sync.Mutex
	most    int
	counter httprate.LimitCounter
	now     func() time.Time
}

// newAttempts allows most failures a window; 0 allows any number.
func newAttempts(most int, now func() time.Time) *attempts {
	return &attempts{most: most, counter: httprate.NewLocalLimitCounter(attemptWindow), now: now}
}

// try runs signIn for an account unless too many before it failed. A sign-in counts as failed while it runs, or a
// hundred at once would pass before the first has failed. Returns RATE_LIMITED, or what signIn returns.
func (a *attempts) try(account string, signIn func() error) error {
	if a.most == 0 {
		return signIn()
	}
	account = strings.ToLower(strings.TrimSpace(account))
	if !a.begin(account) {
		return errs.New(errs.TooMany, "RATE_LIMITED")
	}
	err := signIn()
	if !errors.Is(err, auth.ErrInvalidCredentials) {
		a.forgive(account)
	}
	return err
}

func (a *attempts) begin(account string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	window := now.Truncate(attemptWindow)
	current, previous, _ := a.counter.Get(account, window, window.Add(-attemptWindow)) // in memory: never fails
	left := 1 - float64(now.Sub(window))/float64(attemptWindow)
	if float64(current)+float64(previous)*left+1 > float64(a.most) {
		return false
	}
	_ = a.counter.IncrementBy(account, window, 1)
	return true
}

// forgive takes an attempt back that did not guess wrong; one that began in an earlier window fades by itself.
func (a *attempts) forgive(account string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	window := a.now().Truncate(attemptWindow)
	if current, _, _ := a.counter.Get(account, window, window.Add(-attemptWindow)); current > 0 {
		_ = a.counter.IncrementBy(account, window, -1)
	}
}

// GetHeaders tells whoever asked too often when to ask again (RFC 6585 section 4). Every limit counts a minute.
func (p *Problem) GetHeaders() http.Header {
	if p.Status != http.StatusTooManyRequests {
		return nil
	}
	return http.Header{"Retry-After": {strconv.Itoa(int(attemptWindow.Seconds()))}}
}
