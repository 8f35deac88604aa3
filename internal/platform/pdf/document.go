// Package pdf lays out documents of text on A4 pages: headings, paragraphs, pairs of a name and a value, tables and boxes
// to sign in. Arabic is joined and runs from right to left, and a document in Arabic is the mirror image of others. The same
// input gives the same bytes. It knows nothing of what a document is about.
package pdf

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
)

// Lengths in points, 1/72 of an inch.
const (
	pageWidth, pageHeight = 595.28, 841.89 // A4
	margin                = 51.0
	contentWidth          = pageWidth - 2*margin
	headHeight            = 42.0
	footHeight            = 26.0
	gap                   = 14.0
)

// colour is red, green and blue from 0 to 1, as operators take them.
type colour string

const (
	ink   colour = "0.118 0.110 0.141"
	muted colour = "0.369 0.345 0.400"
	brand colour = "0.239 0.235 0.784"
	rule  colour = "0.902 0.855 0.776"
)

var (
	brandStyle   = style{weight: bold, size: 17, leading: 20, colour: brand, atMost: 1}
	topicStyle   = style{size: 9, leading: 12, colour: muted, atEnd: true, atMost: 2}
	titleStyle   = style{weight: bold, size: 18, leading: 25, colour: ink, atMost: 3}
	headingStyle = style{weight: bold, size: 11, leading: 16, colour: brand, atMost: 3}
	bodyStyle    = style{size: 9.5, leading: 14, colour: ink}
	nameStyle    = style{size: 8.5, leading: 14, colour: muted, atMost: 4}
	valueStyle   = style{size: 9.5, leading: 14, colour: ink, atMost: 8}
	strongStyle  = style{weight: bold, size: 9.5, leading: 14, colour: ink, atMost: 8}
	termsStyle   = style{size: 8.5, leading: 11.5, colour: ink}
	smallStyle   = style{size: 8, leading: 11, colour: muted, atMost: 2}
)

// Options are what a document is made with.
type Options struct {
	// Language as BCP 47 names it; ar is set from right to left.
	Language string
	// Brand stands at the head of every page, Topic opposite to it and in the file's properties.
	Brand, Topic string
	// Made is when the document was made, for the file's properties.
	Made time.Time
	// Foot stands at the foot of every page, Page returns its number as people read it.
	Foot string
	Page func(page, pages int) string
}

// Document is a document in the making; one goroutine may use it. Its methods add to the end, top to bottom.
type Document struct {
	options Options
	faces   [2]*typeface
	setter  typesetter
	used    [2]map[font.GID]string
	pages   []*strings.Builder
	// y is how far down the page the next thing begins.
	y float64
}

// New begins a document.
func New(o Options) (*Document, error) {
	faces, err := typefaces()
	if err != nil {
		return nil, err
	}
	d := &Document{options: o, faces: faces}
	for i, face := range faces {
		d.setter.faces[i], d.used[i] = font.NewFace(face.font), map[font.GID]string{}
	}
	d.setter.language = language.NewLanguage(o.Language)
	if o.Language == "ar" {
		d.setter.direction = di.DirectionRTL
	}
	d.turn()
	return d, nil
}

func (d *Document) rightToLeft() bool { return d.setter.direction == di.DirectionRTL }

// turn begins a page, with its head.
func (d *Document) turn() {
	d.pages = append(d.pages, &strings.Builder{})
	d.y = margin - 8
	d.drawAll(d.setter.set(d.options.Brand, brandStyle, contentWidth/2), brandStyle, 0, contentWidth/2, d.y)
	d.drawAll(d.setter.set(d.options.Topic, topicStyle, contentWidth/2), topicStyle, contentWidth/2, contentWidth/2, d.y+2)
	d.y += headHeight - gap
	d.line(0, contentWidth, d.y, 1.2, brand)
	d.y += gap
}

// bottom is where the foot begins.
const bottom = pageHeight - margin - footHeight + gap

// need turns the page when less than height is left of it.
func (d *Document) need(height float64) bool {
	if d.y+height <= bottom {
		return false
	}
	d.turn()
	return true
}

// Space leaves a gap.
func (d *Document) Space() { d.y += gap }

// Title adds the name of the document.
func (d *Document) Title(text string) { d.flow(text, titleStyle) }

// Heading adds the name of a part, not left alone at the foot of a page.
func (d *Document) Heading(text string) {
	d.y += gap - 2
	d.need(headingStyle.leading + 3*bodyStyle.leading)
	d.flow(text, headingStyle)
	d.y += 3
}

// Paragraph adds running text, over as many pages as it takes.
func (d *Document) Paragraph(text string) {
	d.flow(text, bodyStyle)
	d.y += 4
}

// Terms adds running text in small print.
func (d *Document) Terms(text string) {
	d.flow(text, termsStyle)
	d.y += 3
}

func (d *Document) flow(text string, s style) {
	for _, line := range d.setter.set(text, s, contentWidth) {
		d.need(s.leading)
		d.draw(line, s, 0, contentWidth, d.y)
		d.y += s.leading
	}
}

// Pair is a name and its value.
type Pair struct{ Name, Value string }

// Pairs adds names with their values, two beside each other. Values of strangers stand in Isolate or LeftToRight.
func (d *Document) Pairs(pairs ...Pair) {
	const (
		column    = (contentWidth - gap) / 2
		nameWidth = column * 0.31
	)
	for len(pairs) > 0 {
		row := pairs[:min(2, len(pairs))]
		pairs = pairs[len(row):]
		var names, values [2][]setLine
		lines := 0
		for i, pair := range row {
			names[i] = d.setter.set(pair.Name, nameStyle, nameWidth-4)
			values[i] = d.setter.set(pair.Value, valueStyle, column-nameWidth)
			lines = max(lines, len(names[i]), len(values[i]))
		}
		height := float64(lines)*valueStyle.leading + 2
		d.need(height)
		for i := range row {
			at := float64(i) * (column + gap)
			d.drawAll(names[i], nameStyle, at, nameWidth, d.y)
			d.drawAll(values[i], valueStyle, at+nameWidth, column-nameWidth, d.y)
		}
		d.y += height
	}
}

// Column of a table. Share is its part of the width; the shares of a table add up to 1.
type Column struct {
	Name  string
	Share float64
	// Amount sets its cells against the side where lines end.
	Amount bool
}

// Row of a table. A strong one stands out, such as a sum.
type Row struct {
	Cells  []string
	Strong bool
}

// tablePrint is how a table is set: its head, its rows and its strong rows.
type tablePrint struct{ name, value, strong style }

var (
	usual = tablePrint{nameStyle, valueStyle, strongStyle}
	// small is for tables of many columns.
	small = tablePrint{nameStyle.smaller(), valueStyle.smaller(), strongStyle.smaller()}
)

func (s style) smaller() style {
	s.size, s.leading = s.size*0.88, s.leading*0.9
	return s
}

func (p tablePrint) of(r Row) style {
	if r.Strong {
		return p.strong
	}
	return p.value
}

// Table adds a table. A row is never parted; the head is repeated on each page. A cell spreads over empty ones behind it.
func (d *Document) Table(columns []Column, rows []Row) {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	p := usual
	fitted, whole := d.fitted(columns, names, rows, p)
	if !whole {
		p = small
		fitted, _ = d.fitted(columns, names, rows, p)
	}
	columns = fitted
	head := d.setRow(columns, names, p.name)
	body := make([]setCells, len(rows))
	for i, row := range rows {
		body[i] = d.setRow(columns, row.Cells, p.of(row))
	}
	widths := amountWidths(columns, append([]setCells{head}, body...))
	for i, row := range body {
		if turned := d.need(row.height); turned || i == 0 {
			d.need(head.height + row.height)
			d.drawRow(columns, widths, head, 1)
		}
		d.drawRow(columns, widths, row, 0.5)
	}
	d.y += 4
}

// leastShare is what a column keeps of its width when others need more.
const leastShare = 0.75

// fitted are columns whose widths give way to each other, so that a date, a reference, an amount or a name of one word is
// not broken in one while there is room to spare in another; false when there is not enough of it.
func (d *Document) fitted(columns []Column, names []string, rows []Row, p tablePrint) ([]Column, bool) {
	needs := make([]float64, len(columns))
	measure := func(texts []string, s style) {
		for i, text := range texts[:min(len(texts), len(columns))] {
			if strings.Contains(text, " ") {
				continue
			}
			for _, line := range d.setter.set(text, s, contentWidth) {
				needs[i] = max(needs[i], (line.width+cellGap+1)/contentWidth)
			}
		}
	}
	measure(names, p.name)
	for _, row := range rows {
		measure(row.Cells, p.of(row))
	}
	missing, spare := 0.0, 0.0
	for i, c := range columns {
		missing += max(0, needs[i]-c.Share)
		spare += max(0, c.Share-max(needs[i], leastShare*c.Share))
	}
	moved := min(missing, spare)
	if moved == 0 {
		return columns, missing == 0
	}
	out := slices.Clone(columns)
	for i, c := range columns {
		out[i].Share += max(0, needs[i]-c.Share) * moved / missing
		out[i].Share -= max(0, c.Share-max(needs[i], leastShare*c.Share)) * moved / spare
	}
	return out, missing <= spare
}

// amountWidths are the widths of the widest cells of columns of amounts, which lie at the side where lines end. Within
// them cells stand against the right in every language, so that digits of the same worth stand beneath each other.
func amountWidths(columns []Column, rows []setCells) []float64 {
	widths := make([]float64, len(columns))
	for _, row := range rows {
		for i, c := range columns {
			for _, line := range row.cells[i] {
				if c.Amount {
					widths[i] = max(widths[i], line.width)
				}
			}
		}
	}
	return widths
}

// setCells are the cells of a row, broken into lines.
type setCells struct {
	style  style
	cells  [][]setLine
	height float64
}

const cellGap = 8.0

func (d *Document) setRow(columns []Column, texts []string, s style) setCells {
	out := setCells{style: s, cells: make([][]setLine, len(columns))}
	lines := 1
	for i := range columns {
		if i < len(texts) {
			out.cells[i] = d.setter.set(texts[i], s, spread(columns, texts, i)*contentWidth-cellGap)
		}
		lines = max(lines, len(out.cells[i]))
	}
	out.height = float64(lines)*s.leading + 5
	return out
}

// spread is the share of the width that a cell may take; an amount keeps to its column, to stand under the others.
func spread(columns []Column, texts []string, cell int) float64 {
	share := columns[cell].Share
	for next := cell + 1; !columns[cell].Amount && next < len(columns) && next < len(texts) && texts[next] == ""; next++ {
		share += columns[next].Share
	}
	return share
}

func (d *Document) drawRow(columns []Column, amounts []float64, row setCells, thickness float64) {
	at := 0.0
	for i, column := range columns {
		width := column.Share * contentWidth
		from, cell := at, width-cellGap
		s := row.style
		if column.Amount {
			cell = min(amounts[i], cell)
			from = at + width - cell
			s.atEnd = !d.rightToLeft()
		}
		d.drawAll(row.cells[i], s, from, cell, d.y)
		at += width
	}
	d.y += row.height
	d.line(0, contentWidth, d.y-2, thickness, rule)
}

// Agreement adds terms in small print under a heading, and a box to sign in for each name: on one page wherever a page is
// enough, so that nobody signs a sheet that says nothing.
func (d *Document) Agreement(heading string, terms []string, names ...string) {
	height := headingStyle.leading + gap + signatureHeight + gap/2
	for _, text := range terms {
		height += float64(len(d.setter.set(text, termsStyle, contentWidth)))*termsStyle.leading + 3
	}
	if margin+headHeight+height <= bottom {
		d.need(height)
	}
	d.Heading(heading)
	for _, text := range terms {
		d.Terms(text)
	}
	d.signatures(names)
}

const signatureHeight = 58.0

// signatures adds a box to sign in for each name, beside each other.
func (d *Document) signatures(names []string) {
	const height = signatureHeight
	d.y += gap / 2
	d.need(height)
	width := (contentWidth - gap*float64(len(names)-1)) / float64(len(names))
	for i, name := range names {
		at := float64(i) * (width + gap)
		d.drawAll(d.setter.set(name, nameStyle, width-2*cellGap), nameStyle, at+cellGap, width-2*cellGap, d.y+4)
		d.box(at, width, d.y, height)
	}
	d.y += height + gap
}

// Bytes is the document as a file.
func (d *Document) Bytes() ([]byte, error) {
	pages := d.pages
	defer func() { d.pages = pages }()
	contents := make([]string, len(pages))
	for i, page := range pages {
		d.pages = []*strings.Builder{{}} // the foot comes upon a sheet of its own, so that Bytes can be asked again
		d.foot(i+1, len(pages))
		contents[i] = page.String() + d.page().String()
	}
	f := &file{}
	root, tree := f.reserve(), f.reserve()
	var fonts [2]int
	for i, face := range d.faces {
		var err error
		if fonts[i], err = f.addFont(face, d.used[i]); err != nil {
			return nil, err
		}
	}
	var kids strings.Builder
	for _, content := range contents {
		stream, err := f.stream([]byte(content), "")
		if err != nil {
			return nil, err
		}
		page := f.add("<</Type/Page/Parent %d 0 R/MediaBox[0 0 %.2f %.2f]/Resources<</Font<</F0 %d 0 R/F1 %d 0 R>>>>/Contents %d 0 R>>",
			tree, pageWidth, pageHeight, fonts[0], fonts[1], stream)
		fmt.Fprintf(&kids, "%d 0 R ", page)
	}
	f.put(tree, "<</Type/Pages/Count %d/Kids[%s]>>", len(contents), kids.String())
	direction := "L2R"
	if d.rightToLeft() {
		direction = "R2L"
	}
	f.put(root, "<</Type/Catalog/Pages %d 0 R/Lang%s/ViewerPreferences<</DisplayDocTitle true/Direction/%s>>>>",
		tree, textString(d.options.Language), direction)
	info := f.add("<</Title%s/Producer(Rihla)/CreationDate%s>>", textString(Clean(d.options.Topic)), date(d.options.Made))
	return f.bytes(root, info), nil
}

// foot draws what stands at the foot of a page.
func (d *Document) foot(number, pages int) {
	const numberWidth = contentWidth / 4
	at := pageHeight - margin
	d.line(0, contentWidth, at-4, 0.5, rule)
	d.drawAll(d.setter.set(d.options.Foot, smallStyle, contentWidth-numberWidth), smallStyle, 0, contentWidth-numberWidth, at)
	s := smallStyle
	s.atEnd = true
	d.drawAll(d.setter.set(d.options.Page(number, pages), s, numberWidth), s, contentWidth-numberWidth, numberWidth, at)
}
