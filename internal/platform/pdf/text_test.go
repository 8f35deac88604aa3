package pdf

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinesFit(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ar"} {
		d, err := New(Options{Language: language})
		require.NoError(t, err)
		for _, text := range []string{
			strings.Repeat("W", 10_000), strings.Repeat("محمد ", 2_000), strings.Repeat("Salma سلمى 12 ", 700), strings.Repeat("\u0651", 3_000),
			strings.Repeat("e\u0301\u0302\u0301\u0302\u0301\u0302", 2_000),
		} {
			for _, width := range []float64{20, 60, 140, 480} {
				for _, most := range []int{0, 1, 8} {
					s := valueStyle
					s.atMost = most
					lines := d.setter.set(text, s, width)
					require.NotEmpty(t, lines)
					require.True(t, most == 0 || len(lines) <= most)
					for _, line := range lines {
						require.LessOrEqual(t, line.width, width+0.01, "%.20q in %s", text, language)
					}
				}
			}
		}
	}
}

// Accents on one letter climb no further than over their own line.
func TestFewMarksOnALetter(t *testing.T) {
	t.Parallel()
	d, err := New(Options{Language: "en"})
	require.NoError(t, err)
	require.Len(t, d.setter.shown("e"+strings.Repeat("\u0301", 50)+"f", regular), 1+mostMarks+1)
	require.Equal(t, "ab", string(d.setter.shown("a👍b", regular)))
}
