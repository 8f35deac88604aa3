package booking

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// D8, pair by pair: what is not listed is refused.
func TestTransitions(t *testing.T) {
	t.Parallel()
	allowed := map[Status]map[Status]bool{
		PendingPayment: {Confirmed: true, CancelledByUser: true, CancelledByAdmin: true},
		Confirmed:      {Active: true, CancelledByUser: true, CancelledByAdmin: true},
		Active:         {Completed: true, CancelledByAdmin: true},
	}
	for _, from := range Statuses {
		for _, to := range Statuses {
			require.Equal(t, allowed[from][to], slices.Contains(from.Next(), to), "%s to %s", from, to)
		}
	}
}

func TestReferencesAreReadable(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 2000 {
		reference := newReference()
		require.Regexp(t, `^RH-[2-9A-HJ-NP-TV-Z]{7}$`, reference, "no 0 and O, no 1 and I, no U")
		seen[reference] = true
	}
	require.Greater(t, len(seen), 1990)
}
