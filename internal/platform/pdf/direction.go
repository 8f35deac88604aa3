package pdf

import (
	"slices"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/shaping"
	unicodebidi "golang.org/x/text/unicode/bidi"
)

// Marks around a text of its own direction (Unicode Standard Annex 9). Only Isolate and LeftToRight write them, and never
// one within another.
const (
	beginLeftToRight = '\u2066'
	beginFirstStrong = '\u2068'
	endIsolate       = '\u2069'
	placeholder      = '\uFFFC'
)

// levels tells how deep each character lies in changes of direction: odd ones run from right to left (Unicode Standard
// Annex 9). base is 1 for a text that runs from right to left as a whole.
func levels(text []rune, base bidi.Level) []bidi.Level {
	// What is isolated counts as one neutral character where it stands.
	var outer []rune
	var isolates [][]rune
	for rest := text; len(rest) > 0; {
		length := isolated(rest)
		if length == 0 {
			outer, rest = append(outer, rest[0]), rest[1:]
			continue
		}
		isolates = append(isolates, rest[:length])
		outer, rest = append(outer, placeholder), rest[length:]
	}
	out := make([]bidi.Level, 0, len(text))
	for i, level := range flatLevels(outer, base) {
		if outer[i] != placeholder || len(isolates) == 0 {
			out = append(out, level)
			continue
		}
		isolate := isolates[0]
		isolates = isolates[1:]
		inner := isolate[1 : len(isolate)-1]
		innerBase := bidi.Level(0)
		if isolate[0] == beginFirstStrong {
			innerBase = firstStrong(inner)
		}
		deeper := (level + 2 - innerBase) / 2 * 2 // the next level of that direction
		out = append(out, level)
		for _, relative := range flatLevels(inner, innerBase) {
			out = append(out, relative+deeper)
		}
		out = append(out, level)
	}
	return out
}

// isolated is how long the isolated text is, marks included, with which a text begins; 0: with none.
func isolated(text []rune) int {
	if text[0] != beginFirstStrong && text[0] != beginLeftToRight {
		return 0
	}
	return slices.Index(text, endIsolate) + 1
}

// firstStrong is 1 when the first character that has a direction runs from right to left.
func firstStrong(text []rune) bidi.Level {
	for _, r := range text {
		class := classOf(r)
		if class == unicodebidi.L {
			return 0
		}
		if class == unicodebidi.R || class == unicodebidi.AL {
			return 1
		}
	}
	return 0
}

func classOf(r rune) unicodebidi.Class {
	properties, _ := unicodebidi.LookupRune(r)
	return properties.Class()
}

// flatLevels is levels of a text without isolates. The library tells directions; in a text from left to right, a number
// that belongs to words from right to left lies one deeper than these and not with what follows it.
func flatLevels(text []rune, base bidi.Level) []bidi.Level {
	out := make([]bidi.Level, 0, len(text))
	if len(text) == 0 {
		return out
	}
	var paragraph bidi.Paragraph
	runs := paragraph.Segment(text, bidi.LeftToRight+bidi.Direction(base))
	for i := range runs.NumRuns() {
		run := runs.Run(i)
		level := bidi.Level(1)
		if run.IsLeftToRight() {
			level = 2 * base
		}
		number := run.Start
		if level == 0 && i > 0 {
			number += numberAt(text[run.Start:run.End])
		}
		for at := run.Start; at < run.End; at++ {
			if at < number {
				out = append(out, 2)
			} else {
				out = append(out, level)
			}
		}
	}
	return out
}

// numberAt is how long the number is with which a text begins.
func numberAt(text []rune) int {
	length := 0
	for i, r := range text {
		switch classOf(r) {
		case unicodebidi.EN, unicodebidi.AN, unicodebidi.ET:
			length = i + 1
		case unicodebidi.ES, unicodebidi.CS, unicodebidi.NSM, unicodebidi.BN:
		default:
			return length
		}
	}
	return length
}

// visual returns the runs of a line from left to right: what lies deepest is turned round first (rule L2).
func visual(line shaping.Line, levels []bidi.Level) []shaping.Output {
	out, deep := slices.Clone(line), make([]bidi.Level, len(line))
	deepest := bidi.Level(0)
	for i, run := range out {
		if run.Runes.Offset < len(levels) {
			deep[i] = levels[run.Runes.Offset]
			deepest = max(deepest, deep[i])
		}
	}
	for level := deepest; level > 0; level-- {
		for from := 0; from < len(out); from++ {
			to := from
			for to < len(out) && deep[to] >= level {
				to++
			}
			slices.Reverse(out[from:to])
			slices.Reverse(deep[from:to])
			from = max(from, to)
		}
	}
	return out
}
