package moneyrun

import (
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/testkit/agree"
)

// restRounds is how often, an hour apart, everything is asked about before it counts as settled.
const restRounds = 3

// rest brings half of the callbacks that are still under way, loses the others, and lets jobs, time and reconciliation do
// their work.
func (r *run) rest() {
	for _, gateway := range r.roads {
		gateway.block(unreachable, 0)
	}
	random := rand.New(rand.NewPCG(r.seed, 0))
	for _, number := range sorted(r.stories) {
		s := r.stories[number]
		for range len(s.letters) / 2 {
			s.deliver(random)
		}
	}
	for range restRounds {
		r.Clock.Advance(61 * time.Minute)
		require.NoError(r.t, r.wake())
		r.quiet()
		_, err := r.Services().Booking.ExpireHolds(r.t.Context())
		require.NoError(r.t, err)
		for r.number(`select count(*) from payments where status in ('PENDING', 'PROCESSING', 'FAILED', 'CANCELLED') and launched_at is not null
			and (checked_at is null or checked_at < $1)`, r.Clock.Now()) > 0 {
			require.NoError(r.t, r.Services().Payment.Reconcile(r.t.Context()))
		}
		// What was given back longer ago is asked about more seldom; here nobody waits for that.
		_, err = r.DB().Exec(r.t.Context(), "update payments set checked_at = null where status in ('REFUNDED', 'PARTIALLY_REFUNDED') and gateway in ('STRIPE', 'PAYPAL')")
		require.NoError(r.t, err)
		for r.number(`select count(*) from payments p where status in ('REFUNDED', 'PARTIALLY_REFUNDED') and gateway in ('STRIPE', 'PAYPAL') and checked_at is null
			and $1::timestamptz - interval '1 hour' >= (select max(updated_at) from payment_refunds r
				where r.payment_id = p.id and r.state = 'DONE' and r.gateway_amount_centimes is distinct from 0)`, r.Clock.Now()) > 0 {
			require.NoError(r.t, r.Services().Payment.Reconcile(r.t.Context()))
		}
		require.NoError(r.t, r.Services().Payment.Reconcile(r.t.Context()))
		r.quiet()
		for _, number := range sorted(r.stories) {
			for _, p := range r.stories[number].opened() {
				r.again(p.payment)
				if p.gateway == counter {
					r.handOut(p.payment, 1)
				}
			}
		}
		r.quiet()
	}
}

// patience is how long the queue may stand still.
const patience = time.Minute

// quiet waits until no job is due, for as long as the jobs become fewer.
func (r *run) quiet() {
	const due = `select count(*) from river_job where state in ('available', 'running')`
	for before := r.number(due); before > 0; {
		now := before
		require.Eventually(r.t, func() bool { now = r.number(due); return now < before }, patience, 20*time.Millisecond, "%d jobs do not get done", before)
		before = now
	}
}

func (r *run) number(sql string, args ...any) int {
	var n int
	require.NoError(r.t, r.DB().QueryRow(r.t.Context(), sql, args...).Scan(&n))
	return n
}

// disagreements are all that gateways, ledger, payments, bookings and calendar do not agree about.
func (r *run) disagreements() []string {
	report, err := agree.Check(r.t.Context(), r.DB(), r.Clock, r.books(), refundNote)
	require.NoError(r.t, err)
	r.t.Log(report.Summary)
	return report.Disagreements
}

func sorted[V any](stories map[int]V) []int { return slices.Sorted(maps.Keys(stories)) }
