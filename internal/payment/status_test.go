package payment

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTransitionTable(t *testing.T) {
	t.Parallel()
	allowed := map[Status]string{
		Pending: "PROCESSING COMPLETED FAILED CANCELLED", Processing: "COMPLETED FAILED CANCELLED", Failed: "COMPLETED",
		Cancelled: "COMPLETED", Completed: "REFUNDED PARTIALLY_REFUNDED", PartiallyRefunded: "REFUNDED", Refunded: "",
	}
	require.Len(t, allowed, len(Statuses))
	for _, from := range Statuses {
		for _, to := range Statuses {
			require.Equal(t, slices.Contains(strings.Fields(allowed[from]), string(to)), from.CanBecome(to), "%s to %s", from, to)
		}
	}
}
