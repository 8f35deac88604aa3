package i18n_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
)

func TestDecimal(t *testing.T) {
	t.Parallel()
	for plain, want := range map[string][3]string{
		"0.05":       {"0.05", "0,05", "0,05"},
		"250.50":     {"250.50", "250,50", "250,50"},
		"-1234.50":   {"-1,234.50", "-1\u202f234,50", "-1.234,50"},
		"1234567.00": {"1,234,567.00", "1\u202f234\u202f567,00", "1.234.567,00"},
		"1350":       {"1,350", "1\u202f350", "1.350"},
	} {
		for i, l := range []i18n.Language{i18n.English, i18n.French, i18n.Arabic} {
			require.Equal(t, want[i], i18n.Decimal(l, plain), "%s in %s", plain, l)
		}
	}
}

func TestAmountsInTexts(t *testing.T) {
	t.Parallel()
	params := map[string]any{"total": money.Amount(135050)}
	require.Contains(t, i18n.Text(i18n.French, "PRICE_CHANGED", params), "1\u202f350,50")
	require.Contains(t, i18n.Text(i18n.English, "PRICE_CHANGED", params), "1,350.50")
}
