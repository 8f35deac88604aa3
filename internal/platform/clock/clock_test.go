package clock

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ramadan is Casablanca as its tables stood in 2025: an hour back during Ramadan, in 2027 from 7 February to 14 March.
// The machine's own tables may know of a later decree.
func ramadan(t *testing.T) *time.Location {
	t.Helper()
	data, err := os.ReadFile("testdata/casablanca-2025b.tzif")
	require.NoError(t, err)
	zone, err := time.LoadLocationFromTZData("Africa/Casablanca", data)
	require.NoError(t, err)
	return zone
}

func TestWallAcrossRamadan(t *testing.T) {
	t.Parallel()
	zone := ramadan(t)
	for _, change := range []string{"2027-02-07", "2027-03-14"} {
		day, err := time.ParseInLocation("2006-01-02", change, zone)
		require.NoError(t, err)
		before, after := day.AddDate(0, 0, -1), day.AddDate(0, 0, 1)
		require.NotEqual(t, 48*time.Hour, after.Sub(before), "the clock changes on %s", change)
		require.Equal(t, 48*time.Hour, wallIn(zone, after).Sub(wallIn(zone, before)))
	}
	instant := time.Date(2027, 2, 20, 9, 30, 0, 0, time.UTC)
	require.Equal(t, "09:30", wallIn(zone, instant).Format("15:04"), "Ramadan: UTC+0")
	require.Equal(t, "10:30", wallIn(zone, instant.AddDate(0, 2, 0)).Format("15:04"))
}

func TestFromWallInvertsWall(t *testing.T) {
	t.Parallel()
	for _, zone := range []*time.Location{ramadan(t), Casablanca} {
		for day := range 400 {
			instant := time.Date(2027, 1, 1, 9, 30, 0, 0, time.UTC).AddDate(0, 0, day)
			require.Equal(t, instant, fromWallIn(zone, wallIn(zone, instant)))
		}
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	zone := ramadan(t)
	year := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	require.Equal(t, []Change{
		{At: year, Offset: time.Hour},
		{At: time.Date(2027, 2, 7, 2, 0, 0, 0, time.UTC), Offset: 0},
		{At: time.Date(2027, 3, 14, 2, 0, 0, 0, time.UTC), Offset: time.Hour},
	}, changesIn(zone, year, year.AddDate(1, 0, 0)))
	// A zone that never changes any more ends the list instead of looping.
	require.Len(t, changesIn(time.UTC, year, year.AddDate(10, 0, 0)), 1)
}
