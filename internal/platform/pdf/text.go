package pdf

import (
	"strings"
	"unicode"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// Clean is text of strangers as it may stand in a document: on one line, without controls and without marks that turn
// the direction of what stands around it. Spaces that keep a line together, as those of amounts and times, stay what they are.
func Clean(text string) string {
	text = strings.ToValidUTF8(text, "")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == noBreak || r == narrowNoBreak:
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Variation_Selector):
			return -1
		}
		return r
	}, text)
	breaks := func(r rune) bool { return r == ' ' }
	return strings.TrimFunc(strings.Join(strings.FieldsFunc(text, breaks), " "), unicode.IsSpace)
}

// Spaces at which no line is broken.
const (
	noBreak       = '\u00a0'
	narrowNoBreak = '\u202f'
)

// Isolate cleans a text, such as a name, that runs in its own direction within another (Unicode Standard Annex 9).
func Isolate(text string) string { return string(beginFirstStrong) + Clean(text) + string(endIsolate) }

// LeftToRight cleans a text that runs from left to right in every language: a telephone number, an amount, a time.
func LeftToRight(text string) string {
	return string(beginLeftToRight) + Clean(text) + string(endIsolate)
}

// longestText bounds the characters of one text; what is longer ends in an ellipsis. It fits a document that people
// read, and keeps the sums of widths far from where they overflow.
const longestText = 20_000

// weight of the typeface.
type weight int

const (
	regular weight = iota
	bold
)

// style is how a text is set.
type style struct {
	weight weight
	// size in points, and leading from one line to the next.
	size, leading float64
	colour        colour
	// atEnd sets lines against the side where they end; atMost lines are shown, 0: all of them.
	atEnd  bool
	atMost int
}

// setLine is one line of text, ready to be drawn.
type setLine struct {
	runs []shaping.Output
	text []rune
	// width in points.
	width float64
}

// typesetter breaks text into lines. It serves one document.
type typesetter struct {
	shaper    shaping.HarfbuzzShaper
	wrapper   shaping.LineWrapper
	segmenter shaping.Segmenter
	faces     [2]*font.Face
	language  language.Language
	direction di.Direction
}

// base is the level of the document's direction.
func (t *typesetter) base() bidi.Level {
	if t.direction == di.DirectionRTL {
		return 1
	}
	return 0
}

// oneFace answers every character with the same face: what it has not is shown as its empty box.
type oneFace struct{ *font.Face }

func (f oneFace) ResolveFace(rune) *font.Face { return f.Face }

// set breaks text into lines of at most width points.
func (t *typesetter) set(text string, s style, width float64) []setLine {
	runes := t.shown(text, s.weight)
	face := t.faces[s.weight]
	upem := float64(face.Upem())
	scale := s.size / upem / 64
	input := shaping.Input{
		Text: runes, Face: face, Size: fixed.I(int(face.Upem())), Language: t.language,
	}
	config := shaping.WrapConfig{Direction: t.direction, TruncateAfterLines: s.atMost}
	if s.atMost > 0 {
		ellipsis := input
		ellipsis.Text, ellipsis.RunEnd, ellipsis.Script, ellipsis.Direction = []rune("…"), 1, language.Latin, t.direction
		config = config.WithTruncator(&t.shaper, ellipsis)
	}
	deep := levels(runes, t.base())
	var runs []shaping.Output
	for from := 0; from < len(runes); from = input.RunEnd {
		input.RunStart, input.RunEnd, input.Direction = from, from+1, di.DirectionLTR
		for input.RunEnd < len(runes) && deep[input.RunEnd] == deep[from] {
			input.RunEnd++
		}
		if deep[from]%2 == 1 {
			input.Direction = di.DirectionRTL
		}
		for _, part := range t.segmenter.Split(input, oneFace{face}) {
			runs = append(runs, t.shaper.Shape(part))
		}
	}
	wrapped, _ := t.wrapper.WrapParagraphF(config, fixed.Int26_6(width/scale), runes, shaping.NewSliceIterator(runs))
	lines := make([]setLine, len(wrapped))
	for i, line := range wrapped {
		hang(line, runes)
		lines[i] = setLine{runs: visual(line, deep), text: runes}
		for _, run := range line {
			lines[i].width += float64(run.Advance) * scale
		}
	}
	return lines
}

// hang takes the place of spaces at which a line was broken, so that it lines up with those above it. The library does so
// only where text runs in the document's direction.
func hang(line shaping.Line, text []rune) {
	for i := len(line) - 1; i >= 0; i-- {
		run := &line[i]
		first := run.Runes.Offset
		last := first + run.Runes.Count
		for last > first && last <= len(text) && (unicode.IsSpace(text[last-1]) || unicode.Is(unicode.Cf, text[last-1])) {
			last--
		}
		for j := range run.Glyphs {
			if run.Glyphs[j].TextIndex() >= last {
				run.Glyphs[j].Advance = 0
			}
		}
		run.RecomputeAdvance()
		if last > first {
			return
		}
	}
}

// mostMarks bounds the accents on one letter, which would climb over the lines above it.
const mostMarks = 4

// shown is text without what cannot be shown in any way: symbols, such as emoji, that the typeface has not.
func (t *typesetter) shown(text string, w weight) []rune {
	var out []rune
	marks := 0
	for _, r := range strings.ToValidUTF8(text, "") {
		if len(out) == longestText {
			return append(out, '…')
		}
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		_, has := t.faces[w].NominalGlyph(r)
		if marks > mostMarks || !has && unicode.IsSymbol(r) || r == '\n' || r == '\r' {
			continue
		}
		out = append(out, r)
	}
	return out
}
