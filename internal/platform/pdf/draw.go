package pdf

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"
)

// left is the abscissa of a box that begins at from the side where lines begin.
func (d *Document) left(at, width float64) float64 {
	if d.rightToLeft() {
		return pageWidth - margin - at - width
	}
	return margin + at
}

func (d *Document) page() *strings.Builder { return d.pages[len(d.pages)-1] }

func (d *Document) line(at, width, y, thickness float64, c colour) {
	x := d.left(at, width)
	fmt.Fprintf(d.page(), "%s RG %.2f w %.2f %.2f m %.2f %.2f l S\n", c, thickness, x, pageHeight-y, x+width, pageHeight-y)
}

func (d *Document) box(at, width, y, height float64) {
	fmt.Fprintf(d.page(), "%s RG 0.75 w %.2f %.2f %.2f %.2f re S\n", rule, d.left(at, width), pageHeight-y-height, width, height)
}

// drawAll draws lines below each other, the first at y.
func (d *Document) drawAll(lines []setLine, s style, at, width, y float64) {
	for _, line := range lines {
		d.draw(line, s, at, width, y)
		y += s.leading
	}
}

// draw draws one line in a box.
func (d *Document) draw(line setLine, s style, at, width, y float64) {
	x := d.left(at, width)
	if s.atEnd != d.rightToLeft() {
		x += width - line.width
	}
	base := pageHeight - y - s.leading*0.75
	out := d.page()
	fmt.Fprintf(out, "BT /F%d %.2f Tf %s rg 1 0 0 1 %.2f %.2f Tm\n", s.weight, s.size, s.colour, x, base)
	for _, run := range line.runs {
		d.drawRun(out, run, line.text, s)
	}
	out.WriteString("ET\n")
}

// drawRun draws one run of a line behind the last.
func (d *Document) drawRun(out *strings.Builder, run shaping.Output, text []rune, s style) {
	unit := 1000 / float64(run.Face.Upem()) / 64
	out.WriteString("[")
	widest, rise := widestGlyphs(run), 0.0
	for _, glyph := range run.Glyphs {
		// Positions are thousandths of the size, and a number in the array moves to the left.
		natural := float64(run.Face.HorizontalAdvance(glyph.GlyphID)) * 1000 / float64(run.Face.Upem())
		offset, advance := float64(glyph.XOffset)*unit, float64(glyph.Advance)*unit
		if reads := d.note(s.weight, widest, glyph, text); reads == "" && advance == 0 && natural != 0 {
			continue // a mark of direction
		}
		if up := float64(glyph.YOffset) * unit / 1000 * s.size; up != rise {
			fmt.Fprintf(out, "]TJ %.3f Ts [", up)
			rise = up
		}
		if offset != 0 {
			fmt.Fprintf(out, "%.1f", -offset)
		}
		fmt.Fprintf(out, "<%04X>", glyph.GlyphID)
		if after := natural + offset - advance; after > 0.05 || after < -0.05 {
			fmt.Fprintf(out, "%.1f", after)
		}
	}
	out.WriteString("]TJ\n")
	if rise != 0 {
		out.WriteString("0 Ts\n")
	}
}

// note remembers that a glyph is used and as what it reads: what the first that is drawn stands for.
func (d *Document) note(w weight, widest map[int]font.GID, glyph shaping.Glyph, text []rune) string {
	reads := ""
	if ellipsis, _ := d.setter.faces[w].NominalGlyph('…'); ellipsis == glyph.GlyphID {
		reads = "…" // where a text was cut off it is no part of it
	} else if begin := glyph.TextIndex(); begin >= 0 && begin+glyph.RunesCount() <= len(text) {
		reads = readable(text[begin : begin+glyph.RunesCount()])
	}
	if _, known := d.used[w][glyph.GlyphID]; reads != "" && !known {
		d.used[w][glyph.GlyphID] = part(reads, glyph.GlyphsCount() == 1, widest[glyph.TextIndex()] == glyph.GlyphID)
	}
	return reads
}

// part is what one of the glyphs reads as that are drawn for a piece of text: all of it when it is alone, otherwise the
// letters when it is the widest, and the accents when it is not.
func part(reads string, alone, widest bool) string {
	if alone {
		return reads
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.M, r) == widest {
			return -1
		}
		return r
	}, reads)
}

// widestGlyphs finds the widest glyph of each piece of text in a run.
func widestGlyphs(run shaping.Output) map[int]font.GID {
	out, most := map[int]font.GID{}, map[int]float32{}
	for _, glyph := range run.Glyphs {
		width := run.Face.HorizontalAdvance(glyph.GlyphID)
		if widest, known := most[glyph.TextIndex()]; !known || width > widest {
			out[glyph.TextIndex()], most[glyph.TextIndex()] = glyph.GlyphID, width
		}
	}
	return out
}

// readable is text without marks that are not seen.
func readable(text []rune) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, string(text))
}
