package dossier

import "gambito/drawing"

// grid is a part of a table on its way to paper: its columns from some on, as many as
// fit beside each other.
type grid struct {
	part
	from, to int
	size     float64
	title    float64   // width of the column of rows' titles
	widths   []float64 // of the columns from from on
}

const (
	tableSize, leastSize = 8.5, 6.0
	cellPad              = 3.0
	widestTitle          = 240.0
	boldWider            = 1.1 // than letters that are not
)

// part sets a part of a table. One that is too wide has smaller letters, and one that is
// still too wide is cut between columns, with the rows' titles again; one that fits a
// page stands on one.
func (p *press) part(title string, t part) {
	for from := 0; from < len(t.Columns); {
		g := fit(t, from)
		head := g.line()
		if g.Groups != nil {
			head *= 2
		}
		whole := 20 + head + float64(len(t.Rows))*2*g.line()
		p.need(min(whole, paperHeight-2*margin))
		p.text(title, 10, true, drawing.Ink)
		p.head(g)
		for _, r := range t.Rows {
			if p.y+2*g.line() > paperHeight-margin {
				p.turn()
				p.head(g)
			}
			p.row(g, r)
		}
		p.y += 8
		from = g.to
	}
}

// line is the height of a line in a cell.
func (g grid) line() float64 { return 1.3 * g.size }

// fit chooses columns and the size of letters.
func fit(t part, from int) grid {
	for size := tableSize; ; size -= 0.5 {
		g := grid{part: t, from: from, to: from, size: size, title: min(widestTitle, boldWider*widest(t.titles(), size)+2*cellPad)}
		used := g.title
		for k := from; k < len(t.Columns); k++ {
			w := max(30, widest(t.column(k), size)+2*cellPad+t.sign(k), t.underHeading(k, size))
			if used+w > inner && k > from {
				break
			}
			used, g.to, g.widths = used+w, k+1, append(g.widths, w)
		}
		if g.to == len(t.Columns) || size <= leastSize {
			return g
		}
	}
}

func (t part) titles() (texts []string) {
	texts = append(texts, t.Unit)
	for _, r := range t.Rows {
		texts = append(texts, r.Title)
	}
	return texts
}

func (t part) column(k int) (texts []string) {
	texts = append(texts, t.Columns[k])
	for _, r := range t.Rows {
		texts = append(texts, r.Cells[k].Measured, r.Cells[k].Published)
	}
	return texts
}

// underHeading is the width that a column needs for the heading over it and its neighbours
// to be read.
func (t part) underHeading(k int, size float64) float64 {
	at := 0
	for _, group := range t.Groups {
		if at += group.Span; k < at {
			return (boldWider*drawing.Width(group.Title, size) + 2*cellPad) / float64(group.Span)
		}
	}
	return 0
}

// sign is the room that the signs of a column need.
func (t part) sign(k int) float64 {
	for _, r := range t.Rows {
		if r.Cells[k].Deviation != nil {
			return 22
		}
	}
	return 8
}

func widest(texts []string, size float64) (width float64) {
	for _, t := range texts {
		width = max(width, drawing.Width(t, size))
	}
	return width
}

// box draws a cell's border and filling.
func (p *press) box(x, width, height float64, fill drawing.Colour) {
	p.page().Rect(x, p.y, width, height, drawing.Paint{Fill: fill, Stroke: rule, Width: 0.5})
}

func (p *press) head(g grid) {
	font := drawing.Font{Size: g.size, Bold: true, Colour: drawing.Ink, Anchor: drawing.Middle}
	if g.Groups != nil {
		at, x := 0, margin+g.title
		p.box(margin, g.title, g.line(), head)
		for _, group := range g.Groups {
			width := 0.0
			for k := max(at, g.from); k < min(at+group.Span, g.to); k++ {
				width += g.widths[k-g.from]
			}
			if at += group.Span; width == 0 {
				continue
			}
			p.box(x, width, g.line(), head)
			font.Room = width
			p.page().Text(x+width/2, p.y+g.size, group.Title, font)
			x += width
		}
		p.y += g.line()
	}
	p.box(margin, g.title, g.line(), head)
	p.page().Text(margin+cellPad, p.y+g.size, g.Unit, drawing.Font{Size: g.size, Colour: soft, Anchor: drawing.Start, Room: g.title})
	x := margin + g.title
	for i, width := range g.widths {
		p.box(x, width, g.line(), head)
		font.Room = width
		p.page().Text(x+width/2, p.y+g.size, g.Columns[g.from+i], font)
		x += width
	}
	p.y += g.line()
}

func (p *press) row(g grid, r row) {
	height := 2 * g.line()
	p.box(margin, g.title, height, head)
	p.page().Text(margin+cellPad, p.y+g.size, r.Title, drawing.Font{Size: g.size, Bold: true, Colour: drawing.Ink, Anchor: drawing.Start, Room: g.title - cellPad})
	x := margin + g.title
	for i, width := range g.widths {
		c := r.Cells[g.from+i]
		p.box(x, width, height, fills[c.Class])
		right := drawing.Font{Size: g.size, Colour: drawing.Ink, Anchor: drawing.End}
		sign := signs[c.Class]
		if c.Deviation != nil {
			sign += " ±" + signs[c.Deviation.Class]
		}
		p.page().Text(x+cellPad, p.y+g.size, sign, drawing.Font{Size: g.size, Bold: true, Colour: drawing.Ink, Anchor: drawing.Start})
		p.page().Text(x+width-cellPad, p.y+g.size, plain.Replace(c.Measured), right)
		right.Colour = soft
		p.page().Text(x+width-cellPad, p.y+g.size+g.line(), plain.Replace(c.Published), right)
		x += width
	}
	p.y += height
}
