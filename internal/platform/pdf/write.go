package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/go-text/typesetting/font"
)

// file is a PDF in the making (ISO 32000-1): objects, numbered from 1.
type file struct{ objects [][]byte }

// reserve takes a number for an object that is written later.
func (f *file) reserve() int {
	f.objects = append(f.objects, nil)
	return len(f.objects)
}

func (f *file) put(number int, format string, values ...any) {
	f.objects[number-1] = fmt.Appendf(nil, format, values...)
}

func (f *file) add(format string, values ...any) int {
	number := f.reserve()
	f.put(number, format, values...)
	return number
}

// stream adds bytes, compressed; entries are further ones of its dictionary.
func (f *file) stream(content []byte, entries string) (int, error) {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := w.Write(content); err != nil {
		return 0, fmt.Errorf("compress: %w", err)
	}
	if err := w.Close(); err != nil {
		return 0, fmt.Errorf("compress: %w", err)
	}
	return f.add("<</Length %d/Filter/FlateDecode%s>>\nstream\n%s\nendstream", packed.Len(), entries, packed.Bytes()), nil
}

// bytes is the whole file. Its identifier is made of its content: the same objects give the same bytes.
func (f *file) bytes(root, info int) []byte {
	out := bytes.NewBufferString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	offsets := make([]int, len(f.objects))
	for i, object := range f.objects {
		offsets[i] = out.Len()
		fmt.Fprintf(out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	sum := sha256.Sum256(out.Bytes())
	id := hex.EncodeToString(sum[:16])
	start := out.Len()
	fmt.Fprintf(out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		fmt.Fprintf(out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(out, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, root, info, id, id, start)
	return out.Bytes()
}

// textString is a text as dictionaries and marks hold it: UTF-16 with its mark, in hexadecimal.
func textString(text string) string { return "<FEFF" + utf16Hex(text) + ">" }

func utf16Hex(text string) string {
	var out strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&out, "%04X", unit)
	}
	return out.String()
}

func date(t time.Time) string { return t.UTC().Format("(D:20060102150405Z)") }

// addFont adds the part of a typeface that is used: used says of which text a glyph is the picture.
func (f *file) addFont(t *typeface, used map[font.GID]string) (int, error) {
	glyphs := slices.Sorted(maps.Keys(used))
	face := font.NewFace(t.font)
	thousandth := 1000 / float64(t.font.Upem())
	var widths, unicodes strings.Builder
	for _, glyph := range glyphs {
		fmt.Fprintf(&widths, "%d[%.0f]", glyph, float64(face.HorizontalAdvance(glyph))*thousandth)
		if text := used[glyph]; text != "" {
			fmt.Fprintf(&unicodes, "1 beginbfchar\n<%04X><%s>\nendbfchar\n", glyph, utf16Hex(text))
		}
	}
	content := t.subset(used)
	program, err := f.stream(content, fmt.Sprintf("/Length1 %d", len(content)))
	if err != nil {
		return 0, err
	}
	toUnicode, err := f.stream([]byte("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"+
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n"+
		"1 begincodespacerange\n<0000><FFFF>\nendcodespacerange\n"+unicodes.String()+
		"endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n"), "")
	if err != nil {
		return 0, err
	}
	sum := sha256.Sum256(content)
	tag := strings.Map(func(r rune) rune { // six capitals name a subset (section 9.6.4)
		if r <= '9' {
			return r - '0' + 'A'
		}
		return r - 'a' + 'K'
	}, hex.EncodeToString(sum[:3]))
	extents, _ := face.FontHExtents()
	ascent, descent := float64(extents.Ascender)*thousandth, float64(extents.Descender)*thousandth
	descriptor := f.add("<</Type/FontDescriptor/FontName/%s+%s/Flags 4/FontBBox[-500 %.0f 2000 %.0f]/ItalicAngle 0/Ascent %.0f/Descent %.0f"+
		"/CapHeight 700/StemV 80/FontFile2 %d 0 R>>", tag, t.name, descent, ascent, ascent, descent, program)
	descendant := f.add("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s+%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
		"/FontDescriptor %d 0 R/DW 0/W[%s]/CIDToGIDMap/Identity>>", tag, t.name, descriptor, widths.String())
	return f.add("<</Type/Font/Subtype/Type0/BaseFont/%s+%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>",
		tag, t.name, descendant, toUnicode), nil
}
