package money_test

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/platform/money"
)

func TestRates(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]struct {
		rate money.Rate
		text string
	}{"10.8": {10_800_000, "10.80"}, "10": {10_000_000, "10.00"}, "10.123456": {10_123_456, "10.123456"}, "0.000001": {1, "0.000001"}, "10.8050": {10_805_000, "10.805"}} {
		rate, err := money.ParseRate(in)
		require.NoError(t, err, in)
		require.Equal(t, want.rate, rate)
		require.Equal(t, want.text, rate.String())
		b, err := json.Marshal(rate)
		require.NoError(t, err)
		require.Equal(t, want.text, string(b))
	}
	for _, in := range []string{"", "0", "-1", "+1", "1e3", "10,8", "1.1234567", ".5", "10001", "1.2.3", "99999999999999999999", "NaN"} {
		_, err := money.ParseRate(in)
		require.Error(t, err, in)
	}
}

func TestConvertRoundsHalfUp(t *testing.T) {
	t.Parallel()
	rate := func(s string) money.Rate {
		r, err := money.ParseRate(s)
		require.NoError(t, err)
		return r
	}
	require.Equal(t, money.Amount(18056), rate("10.8").Convert(195000))
	require.Equal(t, money.Amount(1), rate("10").Convert(5))
	require.Equal(t, money.Amount(0), rate("10").Convert(4))
	require.Equal(t, money.Amount(0), rate("10").Convert(0))
	rapid.Check(t, func(t *rapid.T) {
		r := money.Rate(rapid.Int64Range(1_000, int64(money.MaxRate)).Draw(t, "rate"))
		mad := money.Amount(rapid.Int64Range(0, int64(money.Max)/1000).Draw(t, "mad"))
		exact := big.NewRat(int64(mad)*1_000_000, int64(r))
		off := new(big.Rat).Sub(big.NewRat(int64(r.Convert(mad)), 1), exact)
		half := big.NewRat(1, 2)
		require.LessOrEqual(t, off.Cmp(half), 0)
		require.Positive(t, off.Cmp(new(big.Rat).Neg(half)))
	})
}
