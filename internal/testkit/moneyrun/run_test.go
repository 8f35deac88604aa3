package moneyrun

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// The size of the run. `make soak` asks for a larger one.
var (
	most   = flag.Int("operations", 1500, "how many operations the run does")
	actors = flag.Int("actors", 8, "how many do them at once; 1 repeats a run most faithfully")
	seed   = flag.Uint64("seed", 0, "what the operations are drawn by; 0: another one each time")
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	// perStory is how many operations one story is drawn for, about.
	perStory = 14
	// under is how many stories are under way at once.
	under = 12
	// riderCount is how many people all stories are of.
	riderCount = 12
)

// TestManyAtOnceAndTheMoneyIsRight draws operations by a seed, has many do them at once and then lets things come to
// rest. The n-th operation is the same for the same seed, whoever does it and whatever the others do meanwhile.
func TestManyAtOnceAndTheMoneyIsRight(t *testing.T) {
	t.Parallel()
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("repeat this run with: go test ./internal/testkit/moneyrun -v -seed %d -operations %d -actors %d", *seed, *most, *actors)
	r := &run{world: newWorld(t, riderCount), seed: *seed, stories: map[int]*story{}, slots: map[int]*slot{}}

	r.loseAnswers()

	var next, done atomic.Int64
	var all sync.WaitGroup
	for range *actors {
		all.Go(func() {
			for done.Load() < int64(*most) && !t.Failed() {
				if r.act(int(next.Add(1))) {
					done.Add(1)
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d operations on %d bookings: %v", done.Load(), len(r.stories), r.tally)
	require.False(t, t.Failed(), "the run broke down")
	r.rest()
	disagreements := r.disagreements()
	require.Empty(t, disagreements)
	r.requireEverything(t)
}

// run is the plan of a run.
type run struct {
	*world
	seed    uint64
	plan    sync.Mutex
	stories map[int]*story
	slots   map[int]*slot
}

// act does the n-th operation; false when there was nothing to do it to.
func (r *run) act(n int) bool {
	random := rand.New(rand.NewPCG(r.seed, uint64(n)))
	drawn := random.IntN(totalWeight)
	back := random.IntN(under)
	if random.IntN(10) == 0 {
		back = random.IntN(8 * under)
	}
	s := r.story(max(0, n/perStory-back))
	if _, _, _, ok := s.booked(); !ok {
		return s.book(random)
	}
	for _, o := range operations {
		if drawn -= o.weight; drawn < 0 {
			if !o.do(s, random) {
				return false
			}
			r.count("op: " + o.name)
			return true
		}
	}
	return false
}

var totalWeight = func() int {
	sum := 0
	for _, o := range operations {
		sum += o.weight
	}
	return sum
}()

// story returns the story of a number, which begins when it is first asked for.
func (r *run) story(number int) *story {
	r.plan.Lock()
	defer r.plan.Unlock()
	s, found := r.stories[number]
	if !found {
		wanted := number
		if number%rivalEvery == rivalEvery-1 {
			wanted--
		}
		if r.slots[wanted] == nil {
			r.slots[wanted] = &slot{}
		}
		s = &story{w: r.world, number: number, rider: r.riders[number%len(r.riders)], slot: r.slots[wanted]}
		r.stories[number] = s
	}
	return s
}

// Runs of this size and more meet everything: what a thousand operations meet five times, one run in a hundred and fifty
// of that size does not meet.
const large = 10_000

// requireEverything sees that the run was one: a run of any size has met the frequent ones of these, and a large one each.
func (r *run) requireEverything(t *testing.T) {
	t.Helper()
	if *most < 1000 {
		return
	}
	met := []string{
		"book: ok", "book: BOOKING_CONFLICT", "open: ok", "open: PAYMENT_EXISTS", "deliver: 200", "forge: 401", "cancel: ok", "refund: ok",
		"move: ok", "cash: ok", "holds that ended",
	}
	if *most >= large {
		for _, o := range operations {
			met = append(met, "op: "+o.name)
		}
		met = append(met, "refund: REFUND_EXCEEDS_PAYMENT", "take back", "refund again: ok", "move: MOVE_COSTS_MORE", "give up: ok",
			"cash: PAYMENT_EXISTS", "cash: BOOKING_NOT_PENDING", "hand out: ok")
	}
	for _, what := range met {
		require.Positive(t, r.tally[what], "%s: %v", what, slices.Sorted(maps.Keys(r.tally)))
	}
}
