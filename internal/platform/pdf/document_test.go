package pdf_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	reader "github.com/ledongthuc/pdf"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/pdf"
)

func begin(t *testing.T, language string) *pdf.Document {
	t.Helper()
	d, err := pdf.New(pdf.Options{
		Language: language, Brand: "Rihla", Topic: "Receipt RH-2345678", Made: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Foot: "Atlas Rides",
		Page: func(page, pages int) string { return fmt.Sprintf("Page %d of %d", page, pages) },
	})
	require.NoError(t, err)
	return d
}

// piece is a glyph as it stands on a page, with what it reads as.
type piece = reader.Text

// read opens a document with another program's reader.
func read(t *testing.T, d *pdf.Document) [][]piece {
	t.Helper()
	content, err := d.Bytes()
	require.NoError(t, err)
	again, err := d.Bytes()
	require.NoError(t, err)
	require.Equal(t, content, again, "asking twice changes the file")
	file, err := reader.NewReader(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	pages := make([][]piece, file.NumPage())
	for i := range pages {
		// The reader ends each piece of drawn text with a character of its own.
		pages[i] = slices.DeleteFunc(file.Page(i+1).Content().Text, func(p piece) bool { return p.S == "\uFFFD" })
		require.NotEmpty(t, pages[i])
		y := 0.0
		for _, p := range pages[i] {
			require.True(t, p.Y >= 40 && p.Y <= 800, "%q stands outside the page's margins at %.0f", p.S, p.Y)
			// Only where a line begins does the reader know how far to the right it is; an accent may hang over.
			if p.Y != y {
				require.True(t, p.X >= 41 && p.X <= 546, "%q stands outside the page's margins at %.0f", p.S, p.X)
			}
			y = p.Y
		}
	}
	return pages
}

// lines is the text of a page, one line for each height, from the top, as it stands from left to right.
func lines(page []piece) []string {
	var out []string
	at := 0.0
	for _, p := range page {
		if len(out) == 0 || p.Y < at-0.5 || p.Y > at+0.5 {
			out = append(out, "")
			at = p.Y
		}
		out[len(out)-1] += p.S
	}
	return out
}

func fill(d *pdf.Document) {
	d.Title("Receipt")
	d.Heading("Parties")
	d.Pairs(pdf.Pair{Name: "Name", Value: pdf.Isolate("Salma Benali")}, pdf.Pair{Name: "Phone", Value: pdf.LeftToRight("+212 6 12 34 56 78")})
	d.Table([]pdf.Column{{Name: "What", Share: 0.7}, {Name: "Amount", Share: 0.3, Amount: true}}, []pdf.Row{
		{Cells: []string{"Rental", pdf.LeftToRight("1,250.00 MAD")}},
		{Cells: []string{"Total", pdf.LeftToRight("99.00 MAD")}, Strong: true},
	})
	d.Paragraph("Keep the helmet on.")
	d.Agreement("Conditions", []string{"1. Ride it yourself."}, "Customer", "Franchise")
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	d := begin(t, "en")
	fill(d)
	pages := read(t, d)
	require.Len(t, pages, 1)
	text := strings.Join(lines(pages[0]), "\n")
	for _, want := range []string{
		"Rihla", "Receipt RH-2345678", "Parties", "Salma Benali", "+212 6 12 34 56 78", "Rental", "1,250.00 MAD", "99.00 MAD", "Keep the helmet on.",
		"Customer", "Franchise", "Atlas Rides", "Page 1 of 1",
	} {
		require.Contains(t, text, want)
	}
}

// What is signed stands on the sheet that is signed, wherever on a page it would begin.
func TestAgreementStaysTogether(t *testing.T) {
	t.Parallel()
	terms := []string{"1. " + strings.Repeat("Ride it yourself. ", 20), "2. Bring it back."}
	for before := 20; before < 44; before++ {
		d := begin(t, "en")
		for range before {
			d.Paragraph("Keep the helmet on.")
		}
		d.Agreement("Conditions", terms, "Customer", "Franchise")
		pages := read(t, d)
		last := strings.Join(lines(pages[len(pages)-1]), "\n")
		for _, want := range []string{"Conditions", "1. Ride", "2. Bring it back.", "Customer"} {
			require.Contains(t, last, want, "after %d lines", before)
		}
	}
}

// A column that is too narrow for a date takes room from one that has it, not from one that has none.
func TestColumnsGiveWay(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ar"} {
		d := begin(t, language)
		d.Table([]pdf.Column{
			{Name: "Date", Share: 0.08}, {Name: "Reference", Share: 0.1}, {Name: "What", Share: 0.7}, {Name: "Amount", Share: 0.12, Amount: true},
		}, []pdf.Row{
			{Cells: []string{pdf.LeftToRight("24/12/2026"), pdf.LeftToRight("RH-WMWMWMW"), "Rental of a motorcycle", pdf.LeftToRight("1,234.50")}},
			{Cells: []string{pdf.LeftToRight("25/12/2026"), pdf.LeftToRight("RH-2345678"), strings.Repeat("long ", 60), pdf.LeftToRight("9,234,567.50")}, Strong: true},
		})
		text := strings.Join(lines(read(t, d)[0]), "\n")
		for _, want := range []string{"24/12/2026", "RH-WMWMWMW", "25/12/2026", "9,234,567.50"} {
			require.Contains(t, text, want, "%s", language)
		}
	}
}

// The same input gives the same bytes, another one does not.
func TestSameInputSameBytes(t *testing.T) {
	t.Parallel()
	var files [][]byte
	for i := range 3 {
		d := begin(t, "ar")
		fill(d)
		if i == 2 {
			d.Paragraph("مرحبا")
		}
		content, err := d.Bytes()
		require.NoError(t, err)
		files = append(files, content)
	}
	require.Equal(t, files[0], files[1])
	require.NotEqual(t, files[0], files[2])
	require.Less(t, len(files[0]), 60_000, "the whole typeface is in the file")
}

// find returns where a text begins.
func find(t *testing.T, page []piece, text string) float64 {
	t.Helper()
	for i := range page {
		read := ""
		for _, p := range page[i:] {
			if p.Y != page[i].Y || len(read) >= len(text) {
				break
			}
			read += p.S
		}
		if read == text {
			return page[i].X
		}
	}
	require.Fail(t, "not on the page", "%q in %q", text, lines(page))
	return 0
}

// Amounts line up where they end, so that the longer one begins further left. In Arabic a document is its own mirror image:
// amounts stand on the left, the longest at the margin, and still end under each other.
func TestAmountsLineUpAndArabicIsMirrored(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "fr", "ar"} {
		d := begin(t, language)
		fill(d)
		page := read(t, d)[0]
		long, short, brand := find(t, page, "1,250.00 MAD"), find(t, page, "99.00 MAD"), find(t, page, "Rihla")
		if language == "ar" {
			require.InDelta(t, 51, long, 0.1)
			require.InDelta(t, 17, short-long, 7)
			require.Greater(t, brand, 400.0)
		} else {
			require.Greater(t, long, 400.0)
			require.InDelta(t, 17, short-long, 7)
			require.InDelta(t, 51, brand, 0.1)
		}
	}
}

// Arabic letters are drawn in the forms that they have beside each other, from right to left, and still read as letters.
func TestArabicIsJoined(t *testing.T) {
	t.Parallel()
	glyphs := func(text string) []string {
		d := begin(t, "ar")
		d.Paragraph(text)
		content, err := d.Bytes()
		require.NoError(t, err)
		file, err := reader.NewReader(bytes.NewReader(content), int64(len(content)))
		require.NoError(t, err)
		drawn, err := io.ReadAll(file.Page(1).V.Key("Contents").Reader())
		require.NoError(t, err)
		_, body, found := strings.Cut(string(drawn), "/F0 9.50 Tf")
		require.True(t, found)
		body, _, _ = strings.Cut(body, "ET")
		return regexp.MustCompile("<[0-9A-F]{4}>").FindAllString(body, -1)
	}
	joined, alone := glyphs("سسس"), glyphs("س س س")
	require.Len(t, joined, 3)
	require.Len(t, alone, 5)
	require.Equal(t, alone[0], alone[2], "letters alone look alike")
	slices.Sort(joined)
	require.Len(t, slices.Compact(joined), 3, "at the begin, in the middle and at the end a letter has forms of its own")
	require.NotContains(t, joined, alone[0])

	d := begin(t, "ar")
	d.Paragraph("عقد كراء RH-77 ثم")
	require.Contains(t, lines(read(t, d)[0]), "مث RH-77 ءارك دقع", "glyphs stand from left to right")
}

// What strangers call themselves neither breaks the layout nor turns what stands around it.
func TestHostileText(t *testing.T) {
	t.Parallel()
	hostile := []string{
		strings.Repeat("W", 10_000), strings.Repeat("محمد ", 2_000), strings.Repeat("\u202E", 500) + "evil", "<b>&amp;\"'(\\)</b>", "a\x00b\tc\nd",
		"👨\u200D👩\u200D👧 🏍️", "漢字 \uFFFC", strings.Repeat("\u0651", 3_000), "\u2066\u2067\u2068 open", "", strings.Repeat("é\u0301\u0302", 2_000), "\xff\xfe",
	}
	for _, language := range []string{"en", "ar"} {
		d := begin(t, language)
		for _, text := range hostile {
			d.Pairs(pdf.Pair{Name: "Name", Value: pdf.Isolate(text)}, pdf.Pair{Name: "Phone", Value: pdf.LeftToRight(text)})
			d.Table([]pdf.Column{{Name: "What", Share: 0.7}, {Name: "Amount", Share: 0.3, Amount: true}},
				[]pdf.Row{{Cells: []string{pdf.Isolate(text), "1.00"}}, {}, {Cells: []string{text, text}}})
			d.Paragraph(text) // as it came
			d.Heading(text)
		}
		d.Title(strings.Repeat("t ", 3_000))
		d.Agreement(hostile[0], hostile, hostile[0], hostile[1])
		pages := read(t, d)
		require.Greater(t, len(pages), 5)
		require.Contains(t, strings.Join(lines(pages[len(pages)-1]), " "), fmt.Sprintf("Page %d of %d", len(pages), len(pages)))
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	require.Equal(t, "a bc d", pdf.Clean(" a\u202E\u2069 b\x00c\n\td\u200F"))
	require.Equal(t, "1\u202f250,00\u00a0MAD for\u00a0all", pdf.Clean("\u00a0 1\u202f250,00\u00a0MAD \u2003 for\u00a0all \u202f"), "no line breaks there")
	require.Empty(t, pdf.Clean(" \u00a0 "))
	require.Equal(t, "\u2066+212\u00a0522\u2069", pdf.LeftToRight("+212\u00a0522"))
	require.Equal(t, "\u2068M.\u00a0Alami\u2069", pdf.Isolate("M.\u00a0Alami"))
	require.Equal(t, "محمد", pdf.Clean("\u2067محمد"))
}

// A table's head stands on each of its pages, no row is parted and none is lost.
func TestTableOverPages(t *testing.T) {
	t.Parallel()
	d := begin(t, "en")
	var rows []pdf.Row
	for i := range 100 {
		rows = append(rows, pdf.Row{Cells: []string{fmt.Sprintf("Row %03d\n%s", i, strings.Repeat("word ", 20)), "1.00"}})
	}
	d.Table([]pdf.Column{{Name: "Heading of it", Share: 0.7}, {Name: "Amount", Share: 0.3, Amount: true}}, rows)
	pages := read(t, d)
	require.Greater(t, len(pages), 3)
	found := 0
	for _, page := range pages {
		text := strings.Join(lines(page), "\n")
		require.Equal(t, 1, strings.Count(text, "Heading of it"))
		found += strings.Count(text, "Row ")
	}
	require.Equal(t, 100, found)
}

// Where a line was broken at a space, it lines up with the others, whichever way its text runs.
func TestBrokenLinesLineUp(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ar"} {
		for _, text := range []string{strings.Repeat("WWWWWWWWWWWW ", 4), strings.Repeat("محمدمحمدمحمدمحمدمحمدمحمد ", 4)} {
			d := begin(t, language)
			d.Pairs(pdf.Pair{Name: "Name", Value: pdf.Isolate(text)})
			content, err := d.Bytes()
			require.NoError(t, err)
			file, err := reader.NewReader(bytes.NewReader(content), int64(len(content)))
			require.NoError(t, err)
			drawn, err := io.ReadAll(file.Page(1).V.Key("Contents").Reader())
			require.NoError(t, err)
			begins := regexp.MustCompile(`BT /F0 9\.50 Tf \S+ \S+ \S+ rg 1 0 0 1 (\S+) `).FindAllStringSubmatch(string(drawn), -1)
			require.Len(t, begins, 4)
			for _, line := range begins[1:3] {
				require.Equal(t, begins[0][1], line[1], "%s", language)
			}
			require.Equal(t, begins[0][1], begins[3][1], "%s", language)
		}
	}
}

// A cell takes the place of empty ones behind it, and an amount stays in its column.
func TestCellsSpread(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ar"} {
		d := begin(t, language)
		amount := pdf.Column{Name: "C", Share: 0.1, Amount: true}
		d.Table([]pdf.Column{{Name: "A", Share: 0.1}, {Name: "B", Share: 0.7}, amount, amount}, []pdf.Row{
			{Cells: []string{"Balance brought forward", "", "", "12.00"}},
			{Cells: []string{"Balance brought forward", "-", "1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0", ""}},
		})
		found := lines(read(t, d)[0])
		require.Contains(t, strings.Join(found, "\n"), "Balance brought forward")
		narrow := slices.IndexFunc(found, func(line string) bool {
			return strings.Contains(line, "brought") && !strings.Contains(line, "Balance brought")
		})
		require.Positive(t, narrow, "a cell keeps out of one that is not empty: %q", found)
		require.NotContains(t, strings.Join(found, "\n"), "1 2 3 4 5 6 7 8 9 0 1 2 3 4 5", "an amount stays in its column")
	}
}
