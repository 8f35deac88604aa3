package money_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/platform/money"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]money.Amount{
		"125.50": 12550, "125.5": 12550, "0.30000000000000004": 30, "0": 0, "1e3": 100000, "-4.005": -401,
		"4.005": 401, "0.004": 0,
	} {
		got, err := money.Parse(in)
		require.NoError(t, err, in)
		require.Equal(t, want, got, in)
	}
	for _, in := range []string{"", "abc", "1/3", "0x10", "1e999999999", "1e-999999999", "99999999999999999999", "NaN", "1_000"} {
		_, err := money.Parse(in)
		require.Error(t, err, in)
	}
}

func TestJSONRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := money.Amount(rapid.Int64Range(-int64(money.Max), int64(money.Max)).Draw(t, "centimes"))
		b, err := json.Marshal(a)
		require.NoError(t, err)
		require.Regexp(t, `^-?\d+\.\d\d$`, string(b))
		var back money.Amount
		require.NoError(t, json.Unmarshal(b, &back))
		require.Equal(t, a, back)
	})
}

func TestPercentNeverLosesACentimeOfTheWhole(t *testing.T) {
	t.Parallel()
	require.Equal(t, money.Amount(501), money.Amount(1001).Percent(50))
	require.Equal(t, money.Amount(1001), money.Amount(1001).Percent(100))
	require.Equal(t, money.Amount(0), money.Amount(1001).Percent(0))
}
