package killrun

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/failpoint"
)

var (
	everywhere = flag.Bool("everywhere", false, "kill at every point that a story comes by, not at each point once or twice")
	rounds     = flag.Int("rounds", 1, "how often each kill is done")
	only       = flag.String("point", "", "kill at this point only")
)

// atOnce is how many programs live at once: most of the time they wait.
const atOnce = 4

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// kill is one end of the program in a story.
type kill struct {
	story story
	point failpoint.Point
}

func plan() []kill {
	var all []kill
	for range *rounds {
		for _, s := range stories {
			points := slices.Clone(s.points)
			for _, p := range s.also {
				if *everywhere && !slices.Contains(points, p) {
					points = append(points, p)
				}
			}
			for _, p := range points {
				if *only == "" || *only == string(p) {
					all = append(all, kill{s, p})
				}
			}
		}
	}
	return all
}

// TestKilledAtEveryStep kills the program at every point there is, in a story each, and has it put things right.
func TestKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	path, err := binary()
	require.NoError(t, err)
	requireNames(t, path)
	kills := make(chan kill)
	fired := map[failpoint.Point]bool{}
	var guard sync.Mutex
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for k := range kills {
				t.Run(k.story.name+"/"+string(k.point), func(t *testing.T) {
					k.run(t)
					guard.Lock()
					fired[k.point] = true
					guard.Unlock()
				})
			}
		})
	}
	for _, k := range plan() {
		kills <- k
	}
	close(kills)
	workers.Wait()
	if *only != "" {
		return
	}
	for _, p := range failpoint.All {
		require.True(t, fired[p], "the program was never killed at %s", p)
	}
	require.Len(t, fired, len(failpoint.All))
}

// requireNames sees that a program with fail points has the names that TestNoFailPoints does not find in any other.
func requireNames(t *testing.T, path string) {
	t.Helper()
	program, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, name := range []string{failpoint.Variable, failpoint.PayPalRootsFile} {
		require.True(t, bytes.Contains(program, []byte(name)), name)
	}
}

func (k kill) run(t *testing.T) {
	t.Helper()
	s := k.story
	w := newWorld(t, s)
	if s.pace > 0 {
		require.NoError(t, w.board.set(failpoint.PaceFile, s.pace.String()))
	}
	w.live()
	w.rider, w.boss = w.newPerson("rider", "CUSTOMER"), w.newPerson("boss", "ADMIN")
	if s.before != nil {
		s.before(w)
	}
	require.NoError(t, w.board.arm(k.point))
	if s.act != nil {
		s.act(w)
	}
	w.awaitKill(k.point)

	require.NoError(t, w.board.set(failpoint.PaceFile, "300ms"))
	if s.away > 0 {
		w.pass(s.away)
	}
	w.live()
	if s.after != nil {
		s.after(w)
	}
	if s.away == 0 {
		// It takes the queue some minutes to know that jobs were cut off; another start lets it look at once.
		w.program.Load().kill()
		w.bury()
		w.pass(minutes / 2)
		w.live()
	}
	w.settle(max(s.within, minutes), s.want)
	w.check()
}
