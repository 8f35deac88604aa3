package job

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Casablanca is an hour ahead of UTC in June.
func TestNightly(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		moment, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		return moment
	}
	n := nightly{3 * time.Hour}
	for now, want := range map[string]string{
		"2026-06-10T12:00:00Z": "2026-06-11T02:00:00Z",
		"2026-06-10T01:59:59Z": "2026-06-10T02:00:00Z",
		"2026-06-10T02:00:00Z": "2026-06-11T02:00:00Z",
		"2026-06-10T23:30:00Z": "2026-06-11T02:00:00Z",
	} {
		require.True(t, at(want).Equal(n.Next(at(now))), "%s: %s", now, n.Next(at(now)))
	}
}
