package document

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	reader "github.com/ledongthuc/pdf"
	"github.com/stretchr/testify/require"

	"rihla/internal/ledger"
	"rihla/internal/platform/i18n"
)

// month is a statement of April 2027 with n bookings of 1,234.50 MAD, every tenth of which was given back whole.
func month(n int) ledger.Statement {
	out := ledger.Statement{Month: ledger.Month{Start: time.Date(2027, 3, 31, 23, 0, 0, 0, time.UTC)}, Opening: 9_876_543_21}
	for i := range n {
		line := ledger.StatementLine{
			At: out.Start.Add(time.Duration(i) * time.Minute), Reference: fmt.Sprintf("RH-%07d", i), Kind: ledger.BookingEarned, Gross: 1_234_50, Commission: 185_18,
		}
		if i%10 == 9 {
			line.Kind, line.Gross, line.Commission = ledger.RefundPromised, -line.Gross, -line.Commission
		}
		out.Gross, out.Commission = out.Gross+line.Gross, out.Commission+line.Commission
		line.Balance = out.Closing()
		out.Lines = append(out.Lines, line)
	}
	return out
}

func renderedStatement(t *testing.T, books ledger.Statement, of party, language i18n.Language, made time.Time) []byte {
	t.Helper()
	content, err := renderStatement(books, of, "ATLAS_2", language, made)
	require.NoError(t, err)
	again, err := renderStatement(books, of, "ATLAS_2", language, made)
	require.NoError(t, err)
	require.Equal(t, content, again)
	return content
}

// A long month takes many pages: each has a head and its number, no row is lost, and the sums stand once, at the end.
func TestLongStatement(t *testing.T) {
	t.Parallel()
	const rows = 200
	for language, want := range map[i18n.Language]struct{ head, number, total string }{
		i18n.English: {"DateBookingWhatGross", "Page %d of %d", "9,876,543.21"},
		i18n.French:  {"DateRéservationDésignationBrut", "Page %d sur %d", "9 876 543,21"},
		i18n.Arabic:  {"ديصرلا", "%d نم %d ةحفصلا", "9.876.543,21"},
	} {
		content := renderedStatement(t, month(rows), example().Franchise, language, made)
		file, err := reader.NewReader(bytes.NewReader(content), int64(len(content)))
		require.NoError(t, err)
		pages := file.NumPage()
		require.Greater(t, pages, 5)
		text := textOf(t, content)
		flat := strings.ReplaceAll(text, "\n", "")
		require.GreaterOrEqual(t, strings.Count(flat, want.head), pages-1, "%s", language)
		for page := 1; page <= pages; page++ {
			if language == i18n.Arabic {
				require.Contains(t, text, fmt.Sprintf(want.number, pages, page))
			} else {
				require.Contains(t, text, fmt.Sprintf(want.number, page, pages))
			}
		}
		for i := range rows {
			require.Equal(t, 1, strings.Count(text, fmt.Sprintf("RH-%07d", i)), "%s", language)
		}
		require.Equal(t, rows, strings.Count(text, "01/04"), "%s: days are whole", language)
		require.Contains(t, text, want.total)
		require.NotContains(t, text, "{", "%s", language)
		w, books := languages[language], month(rows)
		sums := strings.NewReplacer("\u2066", "", "\u2069", "", "\u00a0", " ").Replace(w.number(books.Gross) + w.number(books.Commission) + w.number(books.Net()) + w.number(books.Closing()))
		if language != i18n.Arabic {
			require.Equal(t, 1, strings.Count(flat, sums), "%s", language)
		}
	}
}

// Each fact stands as the books have it, in every language: no reference and no sum is broken in its middle, and Arabic reads from
// right to left with its figures from left to right. Only what went over the counter may take two lines to be named.
func TestStatementTellsEveryFact(t *testing.T) {
	t.Parallel()
	books := ledger.Statement{
		Month: ledger.Month{Start: time.Date(2027, 3, 31, 23, 0, 0, 0, time.UTC), Gross: 84_500_00, Commission: 12_675_00, AtCounter: -1_650_00}, Opening: 9_800_000_00,
		Lines: []ledger.StatementLine{
			{At: made, Reference: "RH-W9XT4BD", Kind: ledger.BookingEarned, Gross: 98_765_00, Commission: 14_814_75, Balance: 9_883_950_25},
			{At: made, Reference: "RH-7K3M9QX", Kind: ledger.RefundPromised, Gross: -14_265_00, Commission: -2_139_75, Balance: 9_871_825_00},
			{At: made, Reference: "RH-MWM7GMW", Kind: ledger.Correction, Balance: 9_871_825_00},
			{At: made, Reference: "RH-2222222", Kind: ledger.PaymentCaptured, AtCounter: 450_00, Balance: 9_871_825_00},
			{At: made, Reference: "RH-8888888", Kind: ledger.RefundDone, AtCounter: -2_100_00, Balance: 9_871_825_00},
		},
	}
	for language, want := range map[i18n.Language]struct {
		head  string
		lines []string
	}{
		i18n.English: {"Date Booking What Gross Commission Net Balance Counter", []string{
			"12/04 RH-W9XT4BD Payment 98,765.00 14,814.75 83,950.25 9,883,950.25 0.00",
			"12/04 RH-7K3M9QX Refund -14,265.00 -2,139.75 -12,125.25 9,871,825.00 0.00",
			"12/04 RH-MWM7GMW Correction 0.00 0.00 0.00 9,871,825.00 0.00",
			"0.00 0.00 0.00 9,871,825.00 450.00",
			"0.00 0.00 0.00 9,871,825.00 -2,100.00",
			"Total 84,500.00 12,675.00 71,825.00 9,871,825.00 -1,650.00",
		}},
		i18n.French: {"Date Réservation Désignation Brut Commission Net Solde Comptoir", []string{
			"12/04 RH-W9XT4BD Paiement 98 765,00 14 814,75 83 950,25 9 883 950,25 0,00",
			"12/04 RH-7K3M9QX Remboursé -14 265,00 -2 139,75 -12 125,25 9 871 825,00 0,00",
			"12/04 RH-MWM7GMW Correction 0,00 0,00 0,00 9 871 825,00 0,00",
			"0,00 0,00 0,00 9 871 825,00 450,00",
			"0,00 0,00 0,00 9 871 825,00 -2 100,00",
			"Total 84 500,00 12 675,00 71 825,00 9 871 825,00 -1 650,00",
		}},
		// Words stand as the eye finds them, their last letter first.
		i18n.Arabic: {"خيراتلا زجحلا نايبلا يلامجلإا ةلومعلا يفاصلا ديصرلا بتكملا يف", []string{
			"12/04 RH-W9XT4BD ءادأ 98.765,00 14.814,75 83.950,25 9.883.950,25 0,00",
			"12/04 RH-7K3M9QX عاجرإ -14.265,00 -2.139,75 -12.125,25 9.871.825,00 0,00",
			"12/04 RH-MWM7GMW حيحصت 0,00 0,00 0,00 9.871.825,00 0,00",
			"0,00 0,00 0,00 9.871.825,00 450,00",
			"0,00 0,00 0,00 9.871.825,00 -2.100,00",
			"عومجملا 84.500,00 12.675,00 71.825,00 9.871.825,00 -1.650,00",
		}},
	} {
		// The cells of a line follow each other without a space, and words end a line with one.
		plain := strings.NewReplacer(" \n", "", " ", "")
		text := plain.Replace(textOf(t, renderedStatement(t, books, example().Franchise, language, made)))
		for _, line := range append(want.lines, want.head) {
			require.Contains(t, text, plain.Replace(line), "%s", language)
		}
	}
}

// What hostile names do to a statement: nothing.
func TestHostileStatement(t *testing.T) {
	t.Parallel()
	for _, text := range []string{strings.Repeat("W", 10_000), strings.Repeat("محمد ", 2_000), "\u202E\u2066evil\u2069\u2069", "<b>", "🏍️", "", "{time}\x00"} {
		for _, language := range i18n.Languages {
			content := renderedStatement(t, month(2), party{Name: text, Address: text, Email: text, Phone: text}, language, made)
			require.Contains(t, textOf(t, content), "RH-0000001")
		}
	}
}

// A franchise that owes, and one that never earned.
func TestStatementBelowZero(t *testing.T) {
	t.Parallel()
	books := ledger.Statement{
		Month: ledger.Month{Start: time.Date(2027, 3, 31, 23, 0, 0, 0, time.UTC), Gross: -450_00, Commission: -67_50}, Opening: -1_00,
		Lines: []ledger.StatementLine{{At: made, Reference: "RH-W9XT4BD", Kind: ledger.RefundPromised, Gross: -450_00, Commission: -67_50, Balance: -383_50}},
	}
	text := textOf(t, renderedStatement(t, books, example().Franchise, i18n.English, made.AddDate(0, 1, 0)))
	require.Contains(t, text, "-450.00-67.50-382.50-383.50")
	require.Contains(t, text, "-1.00 MAD")
	require.Contains(t, text, "67.50 MAD", "the commission comes back")
	require.NotContains(t, text, "The month is not over")
	nothing := textOf(t, renderedStatement(t, ledger.Statement{Month: ledger.Month{Start: books.Start}}, example().Franchise, i18n.English, made))
	require.Contains(t, nothing, "Nothing was earned or given back")
	require.NotContains(t, nothing, "-0.00")
}
