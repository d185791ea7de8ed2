package chart

import "gambito/drawing"

// Sizes of charts of rows.
const (
	rowHeight = 30
	barHalf   = 9
	capHalf   = 6 // of the ends of intervals
	belowRows = 54
)

var (
	barPaint    = drawing.Paint{Fill: drawing.Colour{Light: "#c8c8c8", Dark: "#50555c"}, Stroke: drawing.Ink}
	boxPaint    = drawing.Paint{Fill: drawing.Colour{Light: "#dcdcdc", Dark: "#454a51"}, Stroke: drawing.Ink, Width: 1.3}
	medianPaint = drawing.Paint{Stroke: drawing.Ink, Width: 3}
)

// drawRows draws a chart of rows, in shades of grey: it can be printed.
func (c Chart) drawRows() (*drawing.Canvas, error) {
	values, err := c.rowSpan()
	if err != nil {
		return nil, err
	}
	names := 0.0
	for _, r := range c.Rows {
		names = max(names, drawing.Width(r.Name, textSize))
	}
	names = min(max(names, 56), width*0.4)
	left, bottom := margin+names+gap, float64(top+rowHeight*len(c.Rows))
	x := scale{span: c.X.rounded(values), log: c.X.Log, from: left, to: width - margin - 2*gap}
	canvas := drawing.New(width, bottom+belowRows, c.Title)
	canvas.Text(margin, 26, c.Title, titled)
	for _, t := range x.ticks(true) {
		if t.label != "" {
			canvas.Line(x.at(t.value), top, x.at(t.value), bottom, grid)
			canvas.Text(x.at(t.value), bottom+gap/2+textSize, t.label, anchored(drawing.Middle, 0))
		}
	}
	canvas.Line(x.from, bottom, x.to, bottom, axial)
	if !x.log && x.low <= 0 && x.high >= 0 {
		canvas.Line(x.at(0), top, x.at(0), bottom, axial)
	}
	if label := bottom + belowRows - margin; drawing.Width(c.X.Label, textSize) <= x.to-x.from {
		canvas.Text((x.from+x.to)/2, label, c.X.Label, anchored(drawing.Middle, 0))
	} else {
		canvas.Text(width-margin, label, c.X.Label, anchored(drawing.End, width-2*margin))
	}
	for i, r := range c.Rows {
		y := top + rowHeight*(float64(i)+0.5)
		canvas.Text(left-gap, y+textSize*0.36, r.Name, anchored(drawing.End, names))
		r.draw(canvas, c.X, x, y)
	}
	return canvas, nil
}

// rowSpan is the range of all that rows show. Bars begin at 0, or where a
// logarithmic axis begins.
func (c Chart) rowSpan() (span, error) {
	s := c.X.span()
	for _, r := range c.Rows {
		for _, x := range r.values() {
			if c.X.shows(x) {
				s.add(x)
			}
		}
		if r.Bar != nil && !c.X.Log {
			s.add(0)
		}
	}
	return c.X.widened(s)
}

func (r Row) values() (list Values) {
	for _, x := range []*float64{r.Bar, r.Dot} {
		if x != nil {
			list = append(list, *x)
		}
	}
	if i := r.Interval; i != nil {
		list = append(list, i.Low, i.High)
	}
	if b := r.Box; b != nil {
		list = append(append(list, b.Low, b.Q1, b.Median, b.Q3, b.High), b.Outliers...)
	}
	return list
}

// draw draws those parts of a row whose values the axis shows.
func (r Row) draw(canvas *drawing.Canvas, axis Axis, x scale, y float64) {
	if r.Bar != nil && axis.shows(*r.Bar) {
		from, to := x.from, x.at(*r.Bar)
		if !x.log {
			from = x.at(0)
		}
		canvas.Rect(min(from, to), y-barHalf, max(from, to)-min(from, to), 2*barHalf, r.coloured(barPaint, 0.6))
	}
	if b := r.Box; b != nil && axis.shows(b.Low) && axis.shows(b.Q1) && axis.shows(b.Median) && axis.shows(b.Q3) && axis.shows(b.High) {
		whisker(canvas, x.at(b.Low), x.at(b.High), y)
		canvas.Rect(x.at(b.Q1), y-barHalf, x.at(b.Q3)-x.at(b.Q1), 2*barHalf, boxPaint)
		canvas.Line(x.at(b.Median), y-barHalf, x.at(b.Median), y+barHalf, medianPaint)
		for _, v := range b.Outliers {
			if axis.shows(v) {
				canvas.Circle(x.at(v), y, 3.5, drawing.Paint{Stroke: drawing.Ink})
			}
		}
	}
	if i := r.Interval; i != nil && axis.shows(i.Low) && axis.shows(i.High) {
		whisker(canvas, x.at(i.Low), x.at(i.High), y)
	}
	if r.Dot != nil && axis.shows(*r.Dot) {
		canvas.Circle(x.at(*r.Dot), y, 5, r.coloured(drawing.Paint{Fill: drawing.Ink}, 0))
	}
}

// coloured is a paint in the colour of the row, if it has one, as opaque as is said.
func (r Row) coloured(p drawing.Paint, opacity float64) drawing.Paint {
	if r.Colour > 0 {
		p.Opacity = opacity
		p.Fill = drawing.Distinct[(r.Colour-1)%len(drawing.Distinct)]
	}
	return p
}

func whisker(canvas *drawing.Canvas, from, to, y float64) {
	canvas.Line(from, y, to, y, axial)
	canvas.Line(from, y-capHalf, from, y+capHalf, axial)
	canvas.Line(to, y-capHalf, to, y+capHalf, axial)
}
