package pdf

import (
	"strings"
	"testing"

	"github.com/go-text/typesetting/bidi"
	"github.com/stretchr/testify/require"
)

// Capitals stand for Arabic letters, { and } for the marks around a text of its own direction.
func TestLevels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		base   bidi.Level
		levels string
	}{
		{"abc DEF", 0, "0000111"},
		{"abc DEF", 1, "2221111"},
		{"ABC 12 DEF", 0, "1111221111"},
		{"ABC 12 x", 0, "11112200"}, // a number belongs to the words before it
		{"12 x", 0, "0000"},
		{"ABC 12 x", 1, "11112212"},
		{"a {BC 1} d", 0, "0001112000"},
		{"A {bc D} E", 1, "1112223111"},
		{"A {BC d} E", 1, "1113334111"},
		{"{} x", 0, "0000"},
		{"", 1, ""},
		{"} {ab", 0, "00000"},
	} {
		text := []rune(strings.Map(func(r rune) rune {
			switch {
			case r == '{':
				return beginFirstStrong
			case r == '}':
				return endIsolate
			case r >= 'A' && r <= 'Z':
				return r - 'A' + 'ب'
			}
			return r
		}, c.text))
		var got strings.Builder
		for _, level := range levels(text, c.base) {
			got.WriteByte('0' + byte(level))
		}
		require.Equal(t, c.levels, got.String(), "%s on %d", c.text, c.base)
	}
}
