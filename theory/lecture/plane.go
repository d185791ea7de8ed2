package lecture

import (
	"io"

	"gambito/drawing"
)

// Measures of the phase picture, in pixels.
const (
	side    = 460.0
	left    = 90.0
	top     = 60.0
	margin  = 70.0
	longest = 20.0 // arrow
)

// plane is where a phase picture is drawn.
type plane struct {
	*drawing.Canvas
	teller
	Phase
}

// at is where a place is drawn; triangles stand where squares do, somewhat higher.
func (p plane) at(place [2]float64) drawing.Point {
	x, y := p.Flat(place)
	bottom := top + side
	if p.Corners != nil {
		_, height := p.Flat([2]float64{0, 0})
		bottom = top + side*height
	}
	return drawing.Point{X: left + side*x, Y: bottom - side*y}
}

// draw draws a phase picture as SVG.
func (t teller) draw(out io.Writer, phase Phase) error {
	p := plane{drawing.New(side+2*left, side+top+margin, phase.Title), t, phase}
	p.Text(left, 28, phase.Title, drawing.Font{Size: 15, Bold: true, Colour: drawing.Ink})
	p.frame()
	for _, a := range phase.Arrows {
		p.arrow(p.at(a[0]), longest*a[1][0], -longest*a[1][1])
	}
	for k, path := range phase.Paths {
		var points []drawing.Point
		for _, place := range path {
			points = append(points, p.at(place))
		}
		colour := drawing.Distinct[k%len(drawing.Distinct)]
		p.Path(points, drawing.Paint{Stroke: colour, Width: 1.8})
		p.Circle(points[0].X, points[0].Y, 3, drawing.Paint{Fill: colour})
	}
	for _, dot := range phase.Dots {
		at := p.at(dot)
		p.Circle(at.X, at.Y, 6, drawing.Paint{Fill: drawing.Ink, Stroke: drawing.Paper, Width: 1.5})
	}
	_, err := p.WriteTo(out)
	return err
}

// frame draws the border and names what is there.
func (p plane) frame() {
	line := drawing.Paint{Stroke: drawing.Ink, Width: 1.2}
	small := drawing.Font{Size: 13, Colour: drawing.Ink, Anchor: drawing.Middle}
	if p.Corners != nil {
		corners := []drawing.Point{p.at([2]float64{1, 0}), p.at([2]float64{0, 1}), p.at([2]float64{0, 0})}
		for i, at := range corners {
			down := 22.0
			if i == 2 {
				down = -10
			}
			p.Text(at.X, at.Y+down, p.Corners[i], small)
		}
		p.Polygon(corners, line)
		return
	}
	p.Rect(left, top, side, side, line)
	p.Text(left+side/2, top+side+44, p.X, small)
	upward := small
	upward.Upward = true
	p.Text(left-44, top+side/2, p.Y, upward)
	for _, x := range []float64{0, 0.5, 1} {
		p.Text(left+side*x, top+side+20, p.decimal(x), small)
		end := small
		end.Anchor = drawing.End
		p.Text(left-8, top+side*(1-x)+5, p.decimal(x), end)
	}
}

// arrow draws one from a point.
func (p plane) arrow(from drawing.Point, dx, dy float64) {
	paint := drawing.Paint{Stroke: drawing.Faint, Width: 1}
	tip := drawing.Point{X: from.X + dx, Y: from.Y + dy}
	p.Line(from.X, from.Y, tip.X, tip.Y, paint)
	for _, side := range []float64{1, -1} {
		p.Line(tip.X, tip.Y, tip.X-0.35*dx+side*0.2*dy, tip.Y-0.35*dy-side*0.2*dx, paint)
	}
}
