package pricing_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
)

func wall(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04", s)
	require.NoError(t, err)
	return clock.FromWall(at)
}

// D2, and Morocco's clock changes of 2027: back on 7 February, forward on 14 March.
func TestDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, start, end string
		grace            time.Duration
		want             int
	}{
		{"a full day", "2027-05-01 10:00", "2027-05-02 10:00", 0, 1},
		{"never fewer than one", "2027-05-01 10:00", "2027-05-01 11:00", 24 * time.Hour, 1},
		{"grace 24 h rounds down", "2027-05-01 10:00", "2027-05-03 09:59", 24 * time.Hour, 1},
		{"grace 0 rounds up", "2027-05-01 10:00", "2027-05-03 10:01", 0, 3},
		{"within the grace", "2027-05-01 10:00", "2027-05-03 12:00", 2 * time.Hour, 2},
		{"past the grace", "2027-05-01 10:00", "2027-05-03 12:01", 2 * time.Hour, 3},
		{"into Ramadan", "2027-02-06 10:00", "2027-02-07 10:00", 0, 1},
		{"into Ramadan, longer", "2027-02-05 10:00", "2027-02-08 10:00", 0, 3},
		{"out of Ramadan", "2027-03-13 10:00", "2027-03-14 10:00", 24 * time.Hour, 1},
		{"out of Ramadan, longer", "2027-03-12 10:00", "2027-03-15 10:00", 24 * time.Hour, 3},
		{"over the whole of Ramadan", "2027-02-01 10:00", "2027-03-20 10:00", 0, 47},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, pricing.Days(wall(t, c.start), wall(t, c.end), c.grace))
		})
	}
}

func TestDaysProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		start := time.Unix(rapid.Int64Range(1_700_000_000, 1_900_000_000).Draw(t, "start"), 0)
		length := time.Duration(rapid.Int64Range(60, 60*60*24*90).Draw(t, "seconds")) * time.Second
		grace := time.Duration(rapid.IntRange(0, 1440).Draw(t, "grace")) * time.Minute
		days := pricing.Days(start, start.Add(length), grace)
		require.GreaterOrEqual(t, days, pricing.Days(start, start.Add(length), 24*time.Hour), "grace never makes it dearer than no grace")
		require.LessOrEqual(t, days, pricing.Days(start, start.Add(length), 0))
		require.LessOrEqual(t, days, pricing.Days(start, start.Add(length+time.Hour), grace), "longer is never cheaper")
	})
}

func TestBuild(t *testing.T) {
	t.Parallel()
	helmet, gps, delivery := uuid.New(), uuid.New(), uuid.New()
	q := pricing.Build("Honda CB500", 45000, 3, []pricing.Extra{
		{ID: helmet, Name: "Helmet", Price: 5000, PriceType: pricing.PerDay, Free: true, Quantity: 1},
		{ID: gps, Name: "GPS", Price: 3000, PriceType: pricing.PerDay, Quantity: 2},
		{ID: delivery, Name: "Top case", Price: 10000, PriceType: pricing.PerRental, Quantity: 2},
	})
	require.Equal(t, money.Amount(135000), q.BaseRental)
	require.Equal(t, money.Amount(3000*2*3+10000*2), q.Supplements)
	require.Equal(t, q.BaseRental+q.Supplements, q.Total)
	require.Len(t, q.Lines, 4)
	require.Equal(t, pricing.Free, q.Lines[1].Kind)
	require.Zero(t, q.Lines[1].Amount)
	require.Equal(t, 3, q.Lines[2].Units)
	require.Equal(t, 1, q.Lines[3].Units)
	require.Equal(t, gps, *q.Lines[2].SupplementID)
}

func TestQuoteAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		extra := rapid.Custom(func(t *rapid.T) pricing.Extra {
			return pricing.Extra{
				Price:     money.Amount(rapid.Int64Range(1, 1_000_000).Draw(t, "price")),
				PriceType: rapid.SampledFrom([]pricing.PriceType{pricing.PerDay, pricing.PerRental}).Draw(t, "type"),
				Free:      rapid.Bool().Draw(t, "free"), Quantity: rapid.IntRange(1, 50).Draw(t, "quantity"),
			}
		})
		q := pricing.Build("x", money.Amount(rapid.Int64Range(1, 10_000_000).Draw(t, "day")),
			rapid.IntRange(1, pricing.MaxDays).Draw(t, "days"), rapid.SliceOf(extra).Draw(t, "extras"))
		var sum money.Amount
		for _, l := range q.Lines {
			require.Equal(t, l.UnitPrice*money.Amount(l.Units*l.Quantity), l.Amount)
			sum += l.Amount
		}
		require.Equal(t, q.Total, sum)
	})
}

// D10 with the default ladder: all until 48 h, half until 24 h, nothing after; an hour exactly on a step is on its
// better side.
func TestRefund(t *testing.T) {
	t.Parallel()
	policy := pricing.Policy{FullHours: 48, PartialHours: 24, Percent: 50}
	start := time.Date(2027, 5, 1, 10, 0, 0, 0, time.UTC)
	for left, want := range map[time.Duration]money.Amount{
		72 * time.Hour: 1001, 48 * time.Hour: 1001, 48*time.Hour - 1: 501, 24 * time.Hour: 501, 24*time.Hour - 1: 0, -time.Hour: 0,
	} {
		require.Equal(t, want, policy.Refund(1001, start, start.Add(-left)), left.String())
	}
}

// What was lost when a rental was moved stays lost, and a second move gives nothing of it back.
func TestMovedPolicy(t *testing.T) {
	t.Parallel()
	policy := pricing.Policy{FullHours: 48, PartialHours: 24, Percent: 50}
	start := time.Date(2027, 5, 1, 10, 0, 0, 0, time.UTC)
	later := start.Add(30 * 24 * time.Hour)
	early, late, last := start.Add(-72*time.Hour), start.Add(-30*time.Hour), start.Add(-time.Hour)
	require.Equal(t, 100, policy.Moved(start, early).RefundPercent(later, early))
	require.Equal(t, 50, policy.Moved(start, late).RefundPercent(later, late))
	require.Equal(t, 0, policy.Moved(start, last).RefundPercent(later, last))
	twice := policy.Moved(start, late).Moved(later, late)
	require.Equal(t, 50, twice.RefundPercent(later.Add(time.Hour), late))
	require.Equal(t, 0, twice.RefundPercent(later, later.Add(-time.Hour)), "the ladder goes on")
}
