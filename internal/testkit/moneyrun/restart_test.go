package moneyrun

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/simulator/paypage"
	"rihla/internal/app"
	"rihla/internal/platform/postgres/embedded"
)

// PostgreSQL is restarted while payments come in. Every callback is taken in the end, since gateways repeat what was not
// answered, the program finds its database again by itself, and everybody agrees.
func TestDatabaseRestartsDuringABurstOfPayments(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	start := func() *embedded.Server {
		server, err := embedded.Start(context.Background(), embedded.Options{DataDir: folder})
		require.NoError(t, err)
		return server
	}
	server := start()
	t.Cleanup(func() { require.NoError(t, server.Stop(context.Background())) })
	const burst = 40
	w := newWorld(t, 4, func(o *app.Options) { o.Config.DatabaseURL = server.URL() })
	r := &run{world: w, seed: 1, stories: map[int]*story{}, slots: map[int]*slot{}}
	random := rand.New(rand.NewPCG(1, 1))
	for n := range burst {
		s := r.story(n * rivalEvery)
		s.book(random)
		s.ask(1, gateways[n%len(gateways)])
		s.pages = s.pages[len(s.pages)-1:] // an earlier one may be closed
		require.True(t, s.card(random, paypage.Approves))
	}
	// A gateway may report on one payment twice before it reports on another once.
	var posted []letter
	everyPaymentReported := func() bool {
		posted = nil
		for _, s := range r.stories {
			s.mu.Lock()
			all := slices.Clone(s.letters)
			s.mu.Unlock()
			if len(all) == 0 {
				return false
			}
			posted = append(posted, all...)
		}
		return true
	}
	require.Eventually(t, everyPaymentReported, patience, 20*time.Millisecond, "every payment is reported")

	letters := make(chan letter, len(posted))
	for _, l := range posted {
		letters <- l
	}
	close(letters)
	var taken, refused atomic.Int64
	early := make(chan struct{})
	var postmen sync.WaitGroup
	for range 8 {
		postmen.Go(func() {
			for l := range letters {
				for !w.bring(l) {
					refused.Add(1)
				}
				if taken.Add(1) == burst/4 {
					close(early)
				}
			}
		})
	}
	<-early
	require.NoError(t, server.Stop(context.Background()))
	require.Eventually(t, func() bool { return refused.Load() > 0 }, patience, time.Millisecond, "somebody is turned away meanwhile")
	server = start()
	postmen.Wait()

	confirmed := func() bool {
		if w.resume() != nil || w.wake() != nil {
			return false
		}
		var n int
		err := w.DB().QueryRow(t.Context(), `select count(*) from bookings where status = 'CONFIRMED'`).Scan(&n)
		return err == nil && n == burst
	}
	// The queue looks twice a minute for jobs that were cut off.
	require.Eventually(t, confirmed, 2*patience, 500*time.Millisecond, "every payment confirms its booking")
	r.rest()
	require.Empty(t, r.disagreements())
}

// resume lets minutes pass for jobs that the restart cut off: the queue leaves them alone for as long.
func (w *world) resume() error {
	_, err := w.DB().Exec(w.t.Context(), `update river_job set attempted_at = attempted_at - interval '10 minutes'
		where state = 'running' and attempted_at > pg_postmaster_start_time() - interval '9 minutes' and attempted_at < pg_postmaster_start_time()`)
	return err
}

// bring delivers a callback once; false when the program does not take it, so that its gateway would send it again.
func (w *world) bring(l letter) bool {
	caller := w.Visitor().With(postmark, "yes")
	for name, values := range w.sign(l) {
		caller = caller.With(name, values[0])
	}
	answer, err := caller.Try(http.MethodPost, l.path, l.body)
	return err == nil && answer.Status == http.StatusOK
}
