package clock_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/clock"
)

// Morocco is an hour behind its standard time during Ramadan; in 2027 from 7 February to 14 March.
func TestWallAcrossRamadan(t *testing.T) {
	t.Parallel()
	for _, change := range []string{"2027-02-07", "2027-03-14"} {
		day, err := time.ParseInLocation("2006-01-02", change, clock.Casablanca)
		require.NoError(t, err)
		before, after := day.AddDate(0, 0, -1), day.AddDate(0, 0, 1)
		_, offsetBefore := before.Zone()
		_, offsetAfter := after.Zone()
		require.NotEqual(t, offsetBefore, offsetAfter, "the clock changes on %s", change)
		require.NotEqual(t, 48*time.Hour, after.Sub(before))
		require.Equal(t, 48*time.Hour, clock.Wall(after).Sub(clock.Wall(before)))
	}
}

func TestFromWallInvertsWall(t *testing.T) {
	t.Parallel()
	instant := time.Date(2027, 2, 20, 9, 30, 0, 0, time.UTC)
	require.Equal(t, instant, clock.FromWall(clock.Wall(instant)))
	require.Equal(t, "09:30", clock.Wall(instant).Format("15:04"), "Ramadan: UTC+0")
}
