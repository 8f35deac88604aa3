package pdf

import (
	"bytes"
	_ "embed" // the typeface
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

//go:embed fonts/readex-pro-regular.ttf
var regularFile []byte

//go:embed fonts/readex-pro-semibold.ttf
var boldFile []byte

// typeface is one weight of the typeface, read once and shared by all documents.
type typeface struct {
	name   string
	font   *font.Font
	tables map[string][]byte
	// offsets says where the outline of each glyph begins, and one more where the last ends.
	offsets []uint32
}

var typefaces = sync.OnceValues(func() ([2]*typeface, error) {
	var out [2]*typeface
	for i, from := range []struct {
		name string
		file []byte
	}{{"ReadexPro-Regular", regularFile}, {"ReadexPro-SemiBold", boldFile}} {
		read, err := readTypeface(from.name, from.file)
		if err != nil {
			return out, fmt.Errorf("read the typeface %s: %w", from.name, err)
		}
		out[i] = read
	}
	return out, nil
})

// embeddedTables are what a reader of PDF needs of a TrueType font (ISO 32000-1 section 9.9), sorted by name.
var embeddedTables = []string{"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}

func readTypeface(name string, file []byte) (*typeface, error) {
	loader, err := opentype.NewLoader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	t := &typeface{name: name, tables: map[string][]byte{}}
	if t.font, err = font.NewFont(loader); err != nil {
		return nil, err
	}
	for _, table := range embeddedTables {
		if tag := opentype.MustNewTag(table); loader.HasTable(tag) {
			if t.tables[table], err = loader.RawTable(tag); err != nil {
				return nil, err
			}
		}
	}
	const longOffsets = 51 // of the table head: the low byte of indexToLocFormat
	loca := t.tables["loca"]
	if t.tables["head"][longOffsets] == 0 {
		for ; len(loca) >= 2; loca = loca[2:] {
			t.offsets = append(t.offsets, 2*uint32(binary.BigEndian.Uint16(loca)))
		}
		return t, nil
	}
	for ; len(loca) >= 4; loca = loca[4:] {
		t.offsets = append(t.offsets, binary.BigEndian.Uint32(loca))
	}
	return t, nil
}

func (t *typeface) outline(glyph int) []byte {
	if glyph+1 >= len(t.offsets) {
		return nil
	}
	return t.tables["glyf"][t.offsets[glyph]:t.offsets[glyph+1]]
}

// subset is the font with only the outlines of used, and of what these are composed of; each glyph keeps its number.
func (t *typeface) subset(used map[font.GID]string) []byte {
	keep := make([]bool, len(t.offsets)-1)
	t.mark(keep, 0) // what is shown for a character that the font has not
	for glyph := range used {
		t.mark(keep, int(glyph))
	}
	var outlines, offsets []byte
	for glyph, kept := range keep {
		offsets = binary.BigEndian.AppendUint32(offsets, uint32(len(outlines)))
		if kept {
			outlines = padded(append(outlines, t.outline(glyph)...))
		}
	}
	offsets = binary.BigEndian.AppendUint32(offsets, uint32(len(outlines)))

	head := bytes.Clone(t.tables["head"])
	head[50], head[51] = 0, 1 // long offsets
	replaced := map[string][]byte{"glyf": outlines, "loca": offsets, "head": head}
	var tables []opentype.Table
	for _, name := range embeddedTables {
		content, changed := replaced[name]
		if !changed {
			content = bytes.Clone(t.tables[name])
		}
		if len(content) > 0 {
			tables = append(tables, opentype.Table{Tag: opentype.MustNewTag(name), Content: padded(content)})
		}
	}
	return opentype.WriteTTF(tables)
}

// mark keeps a glyph and the parts that it is composed of (OpenType, table glyf).
func (t *typeface) mark(keep []bool, glyph int) {
	if glyph >= len(keep) || keep[glyph] {
		return
	}
	keep[glyph] = true
	outline := t.outline(glyph)
	if len(outline) < 10 || int16(binary.BigEndian.Uint16(outline)) >= 0 { // a negative number of contours: composed
		return
	}
	const (
		argumentsAreWords = 1 << 0
		hasScale          = 1 << 3
		moreParts         = 1 << 5
		hasTwoScales      = 1 << 6
		hasMatrix         = 1 << 7
	)
	for part := outline[10:]; len(part) >= 4; {
		flags := binary.BigEndian.Uint16(part)
		t.mark(keep, int(binary.BigEndian.Uint16(part[2:])))
		length := 6
		if flags&argumentsAreWords != 0 {
			length += 2
		}
		switch {
		case flags&hasScale != 0:
			length += 2
		case flags&hasTwoScales != 0:
			length += 4
		case flags&hasMatrix != 0:
			length += 8
		}
		if flags&moreParts == 0 {
			return
		}
		part = part[min(length, len(part)):]
	}
}

// padded fills content up to a multiple of four bytes, as tables and outlines must lie.
func padded(content []byte) []byte {
	for len(content)%4 != 0 {
		content = append(content, 0)
	}
	return content
}
