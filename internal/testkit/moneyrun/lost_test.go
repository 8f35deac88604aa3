package moneyrun

import (
	"math/rand/v2"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/gateway/simulator/paypage"
)

// firstLost is the number of a story that no draw comes to.
const firstLost = 1 << 20

// keysForgotten is when no gateway remembers any more what it did for an idempotency key.
const keysForgotten = 25 * time.Hour

// loseAnswers has every gateway give a part of a payment back, the answer get lost, and the program be able to ask again only
// when the key that it sent protects nobody any more: it must look first. What is drawn at random seldom comes to that.
func (r *run) loseAnswers() {
	random := rand.New(rand.NewPCG(r.seed, firstLost))
	stories := make([]*story, len(gateways))
	for i, gateway := range gateways {
		s := r.story(firstLost + i*rivalEvery)
		s.book(random)
		s.ask(1, gateway)
		s.pages = s.pages[len(s.pages)-1:] // an earlier one may be closed
		require.Equal(r.t, gateway, s.pages[0].gateway)
		require.True(r.t, s.card(random, paypage.Approves))
		stories[i] = s
	}
	r.Clock.Advance(5 * time.Minute)
	require.NoError(r.t, r.Services().Payment.Reconcile(r.t.Context()))
	r.quiet()
	for i, gateway := range gateways {
		r.roads[gateway].loseChanges()
		stories[i].giveBack(stories[i].pages[0].payment, 100, "") // a second time it would be there to give
	}
	r.quiet()
	require.Equal(r.t, len(gateways), r.number("select count(*) from payment_refunds where state = 'SENT'"), "nobody knows whether they are done")
	for _, gateway := range gateways {
		r.roads[gateway].block(unreachable, 0)
	}
	r.Clock.Advance(keysForgotten)
	require.NoError(r.t, r.wake())
	r.quiet()
	require.Equal(r.t, len(gateways), r.number("select count(*) from payment_refunds where state = 'DONE'"))
	// A run that draws no other has gateways take these back. Nobody is told of it yet.
	for i, gateway := range gateways {
		if gateway != "PAYZONE" {
			require.True(r.t, stories[i].takeBack(random))
		}
	}
}
