package chart

import "gambito/drawing"

// Sizes of charts of series.
const (
	plotHeight   = 392
	belowPlot    = 62 // for the ticks and the label of the axis
	inset        = 7  // between an axis and the data, so that marks are seen
	tickLength   = 6
	legendLine   = 20
	legendSample = 30
	markRadius   = 3.4
	ringRadius   = 5.5
)

// area is where the data of a chart are.
type area struct{ left, right, bottom float64 }

// drawSeries draws a chart of lines and points.
func (c Chart) drawSeries() (*drawing.Canvas, error) {
	x, y, err := c.scales()
	if err != nil {
		return nil, err
	}
	names, legend := c.legend()
	bottom := max(top+plotHeight, top+legendLine*float64(len(names)))
	x.to, y.from, y.to = width-margin-legend-inset, bottom-inset, top+inset
	vertical := y.ticks(false)
	a := area{left: margin, right: width - margin - legend, bottom: bottom}
	if c.Y.Label != "" {
		a.left += textSize + gap
	}
	widest := 0.0
	for _, t := range vertical {
		widest = max(widest, drawing.Width(t.label, textSize))
	}
	a.left += widest + tickLength + gap
	x.from = a.left + inset
	canvas := drawing.New(width, bottom+belowPlot, c.Title)
	canvas.Text(margin, 26, c.Title, titled)
	c.drawAxes(canvas, a, x, y, vertical)
	looks := c.looks()
	for i, s := range c.Series {
		c.drawOne(canvas, s, looks[i], x, y)
	}
	for line, i := range names {
		c.Series[i].drawSample(canvas, looks[i], a.right+2*gap, top+legendLine*(float64(line)+0.5), legend)
	}
	return canvas, nil
}

// scales are the ranges of both axes, without places.
func (c Chart) scales() (x, y scale, err error) {
	xs, ys := c.X.span(), c.Y.span()
	for _, s := range c.Series {
		for i := range s.X {
			if !c.shown(s, i) {
				continue
			}
			xs.add(s.X[i])
			ys.add(s.Y[i])
			if low, high, ok := c.bounds(s, i); ok {
				ys.add(low)
				ys.add(high)
			}
		}
	}
	if xs, err = c.X.widened(xs); err != nil {
		return x, y, err
	}
	if ys, err = c.Y.widened(ys); err != nil {
		return x, y, err
	}
	return scale{span: xs, log: c.X.Log}, scale{span: ys, log: c.Y.Log}, nil
}

// shown says whether both axes have a place for a point.
func (c Chart) shown(s Series, i int) bool { return c.X.shows(s.X[i]) && c.Y.shows(s.Y[i]) }

// bounds are the ends of the band at a point, if there is one.
func (c Chart) bounds(s Series, i int) (low, high float64, ok bool) {
	if s.Low == nil || !c.shown(s, i) || !c.Y.shows(s.High[i]) {
		return 0, 0, false
	}
	low = s.Low[i]
	if !c.Y.shows(low) {
		low = s.Y[i] // a logarithmic axis has no room for the rest
	}
	return low, s.High[i], true
}

// runs are the stretches of neighbouring points that have a property.
func runs(n int, has func(i int) bool) (list [][]int) {
	open := false
	for i := range n {
		if !has(i) {
			open = false
			continue
		}
		if !open {
			list = append(list, nil)
		}
		open = true
		list[len(list)-1] = append(list[len(list)-1], i)
	}
	return list
}

func (c Chart) drawAxes(canvas *drawing.Canvas, a area, x, y scale, vertical []tick) {
	for _, t := range vertical {
		at, length := y.at(t.value), tickLength/2.0
		if t.label != "" {
			canvas.Line(a.left, at, a.right, at, grid)
			canvas.Text(a.left-tickLength-gap/2, at+textSize*0.36, t.label, anchored(drawing.End, 0))
			length = tickLength
		}
		canvas.Line(a.left-length, at, a.left, at, axial)
	}
	for _, t := range x.ticks(true) {
		at, length := x.at(t.value), tickLength/2.0
		if t.label != "" {
			canvas.Line(at, top, at, a.bottom, grid)
			canvas.Text(at, a.bottom+tickLength+gap/2+textSize, t.label, anchored(drawing.Middle, 0))
			length = tickLength
		}
		canvas.Line(at, a.bottom, at, a.bottom+length, axial)
	}
	canvas.Line(a.left, a.bottom, a.right, a.bottom, axial)
	canvas.Line(a.left, top, a.left, a.bottom, axial)
	if c.X.Label != "" {
		canvas.Text((a.left+a.right)/2, a.bottom+belowPlot-margin, c.X.Label, anchored(drawing.Middle, a.right-a.left))
	}
	if c.Y.Label != "" {
		upward := anchored(drawing.Middle, a.bottom-top)
		upward.Upward = true
		canvas.Text(margin+textSize*0.8, (top+a.bottom)/2, c.Y.Label, upward)
	}
}

// drawOne draws a series: its band, its line, its marks.
func (c Chart) drawOne(canvas *drawing.Canvas, s Series, l look, x, y scale) {
	for _, run := range runs(len(s.X), func(i int) bool { _, _, ok := c.bounds(s, i); return ok }) {
		band := make([]drawing.Point, 2*len(run)) // along the high ends and back along the low ones
		for k, i := range run {
			low, high, _ := c.bounds(s, i)
			band[k], band[len(band)-1-k] = drawing.Point{X: x.at(s.X[i]), Y: y.at(high)}, drawing.Point{X: x.at(s.X[i]), Y: y.at(low)}
		}
		if len(run) == 1 {
			canvas.Line(band[0].X, band[0].Y, band[1].X, band[1].Y, drawing.Paint{Stroke: l.colour})
			continue
		}
		canvas.Polygon(band, drawing.Paint{Fill: l.colour, Opacity: 0.19})
	}
	for _, run := range runs(len(s.X), func(i int) bool { return c.shown(s, i) }) {
		points := make([]drawing.Point, len(run))
		for k, i := range run {
			points[k] = drawing.Point{X: x.at(s.X[i]), Y: y.at(s.Y[i])}
		}
		if !s.NoLine && len(run) > 1 {
			canvas.Path(points, l.line())
		}
		if s.Marks || s.NoLine || len(run) == 1 {
			for _, p := range points {
				s.mark(canvas, l, p.X, p.Y)
			}
		}
	}
}

func (l look) line() drawing.Paint {
	return drawing.Paint{Stroke: l.colour, Width: 2, Dashes: l.dashes}
}

func (s Series) mark(canvas *drawing.Canvas, l look, x, y float64) {
	if s.Open {
		canvas.Circle(x, y, ringRadius, drawing.Paint{Stroke: l.colour})
		return
	}
	canvas.Circle(x, y, markRadius, drawing.Paint{Fill: l.colour})
}

// legend are the series in the legend, and how wide it is: at most a third of the
// chart.
func (c Chart) legend() (series []int, wide float64) {
	for i, s := range c.Series {
		if s.Name == "" || len(runs(len(s.X), func(i int) bool { return c.shown(s, i) })) == 0 {
			continue
		}
		series = append(series, i)
		wide = max(wide, 2*gap+legendSample+gap+drawing.Width(s.Name, textSize))
	}
	return series, min(wide, width/3)
}

// drawSample draws a line of the legend.
func (s Series) drawSample(canvas *drawing.Canvas, l look, x, y, wide float64) {
	if !s.NoLine {
		canvas.Line(x, y, x+legendSample, y, l.line())
	}
	if s.Marks || s.NoLine {
		s.mark(canvas, l, x+legendSample/2, y)
	}
	canvas.Text(x+legendSample+gap, y+textSize*0.36, s.Name, anchored(drawing.Start, wide-3*gap-legendSample+0.01)) // sums of widths are not exact
}
