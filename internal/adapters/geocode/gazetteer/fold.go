package gazetteer

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// arabicForms are letters that people write for one another.
var arabicForms = strings.NewReplacer(
	"أ", "ا", "إ", "ا", "آ", "ا", "ٱ", "ا", "ى", "ي", "ة", "ه", "ؤ", "و", "ئ", "ي", "گ", "ك", "ڭ", "ك", "ـ", "",
)

// fold reduces a text to what makes it the same name: no capitals, accents or vowel signs, one form of each Arabic
// letter, single spaces in place of everything that is neither letter nor digit.
func fold(s string) string {
	const longest = 500
	if len(s) > longest {
		s = s[:longest]
	}
	// Arabic first: taking a letter apart would leave a hamza's seat and lose the hamza with the accents.
	s = norm.NFD.String(arabicForms.Replace(strings.ToLower(s)))
	var b strings.Builder
	space := false
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r):
		case (unicode.IsLetter(r) || unicode.IsDigit(r)) && r != unicode.ReplacementChar:
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			b.WriteRune(r)
		default:
			space = true
		}
	}
	return b.String()
}

// withoutArticles takes the Arabic article off every word of a folded name, so that a name is found without it too.
func withoutArticles(folded string) string {
	fields := strings.Fields(folded)
	for i, field := range fields {
		if rest, has := strings.CutPrefix(field, "ال"); has && rest != "" {
			fields[i] = rest
		}
	}
	return strings.Join(fields, " ")
}
