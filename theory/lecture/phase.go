package lecture

import (
	"fmt"
	"io"
	"math"

	"gambito/drawing"
	"gambito/theory"
)

// Measures of the phase picture, in pixels.
const (
	side   = 460.0
	left   = 90.0
	top    = 60.0
	margin = 70.0
)

// plane is where strategies are drawn: the unit square of two probabilities, or the
// triangle of three that sum to one.
type plane struct {
	*drawing.Canvas
	teller
	triangle bool
}

// strategies are those at a place of the plane.
func (p plane) strategies(x, y float64) [][]float64 {
	if !p.triangle {
		return [][]float64{{x, 1 - x}, {y, 1 - y}}
	}
	one := []float64{x, y, 1 - x - y}
	return [][]float64{one, {one[0], one[1], one[2]}}
}

// at is where strategies are drawn.
func (p plane) at(s [][]float64) drawing.Point {
	if !p.triangle {
		return drawing.Point{X: left + side*s[0][0], Y: top + side*(1-s[1][0])}
	}
	x := s[0] // the first at the lower left, the second at the lower right, the third on top
	return drawing.Point{X: left + side*(x[1]+x[2]/2), Y: top + side*(1-x[2])*math.Sqrt(3)/2}
}

// phase draws the dynamics of a game of two by two strategies, or of one population of
// three: arrows for where it goes, paths of some starts, and the equilibria as dots.
func (t teller) phase(out io.Writer, title string, d theory.Dynamics) error {
	p := plane{drawing.New(side+2*left, side+top+margin, title), t, t.Game.Size(0) == 3}
	font := drawing.Font{Size: 15, Bold: true, Colour: drawing.Ink}
	p.Text(left, 28, title, font)
	p.frame()
	f := t.Game.Floats()
	const grid = 13
	for i := range grid {
		for j := range grid {
			x, y := (float64(i)+0.5)/grid, (float64(j)+0.5)/grid
			if p.triangle && x+y > 0.97 {
				continue
			}
			p.arrow(f, d, p.strategies(x, y))
		}
	}
	for k, start := range p.starts() {
		var points []drawing.Point
		for _, s := range f.Follow(d, start, f.StepLength(), 600) {
			if at := p.at(s); len(points) == 0 || math.Hypot(at.X-points[len(points)-1].X, at.Y-points[len(points)-1].Y) > 1 {
				points = append(points, at)
			}
		}
		colour := drawing.Distinct[k%len(drawing.Distinct)]
		p.Path(points, drawing.Paint{Stroke: colour, Width: 1.8})
		p.Circle(points[0].X, points[0].Y, 3, drawing.Paint{Fill: colour})
	}
	for _, e := range t.Game.Equilibria().Extreme {
		s := [][]float64{e.X.Floats(), e.Y.Floats()}
		if p.triangle && fmt.Sprint(s[0]) != fmt.Sprint(s[1]) {
			continue // of one population both sides are the same
		}
		at := p.at(s)
		p.Circle(at.X, at.Y, 6, drawing.Paint{Fill: drawing.Ink, Stroke: drawing.Paper, Width: 1.5})
	}
	_, err := p.WriteTo(out)
	return err
}

// starts are where paths begin.
func (p plane) starts() (list [][][]float64) {
	if p.triangle {
		for _, s := range [][2]float64{{0.4, 0.3}, {0.6, 0.2}, {0.1, 0.8}, {0.1, 0.15}} {
			list = append(list, p.strategies(s[0], s[1]))
		}
		return list
	}
	for _, s := range [][2]float64{{0.1, 0.35}, {0.35, 0.9}, {0.65, 0.1}, {0.9, 0.65}, {0.45, 0.52}, {0.55, 0.48}} {
		list = append(list, p.strategies(s[0], s[1]))
	}
	return list
}

// frame draws the border and names what is there.
func (p plane) frame() {
	line := drawing.Paint{Stroke: drawing.Ink, Width: 1.2}
	small := drawing.Font{Size: 13, Colour: drawing.Ink, Anchor: drawing.Middle}
	if p.triangle {
		var corners []drawing.Point
		for i := range 3 {
			x := []float64{0, 0, 0}
			x[i] = 1
			at := p.at([][]float64{x, x})
			corners = append(corners, at)
			down := 22.0
			if i == 2 {
				down = -10
			}
			p.Text(at.X, at.Y+down, p.strategy(0, i), small)
		}
		p.Polygon(corners, line)
		return
	}
	p.Rect(left, top, side, side, line)
	p.Text(left+side/2, top+side+44, p.Say("probability with which %s plays %s", p.player(0), p.strategy(0, 0)), small)
	upward := small
	upward.Upward = true
	p.Text(left-44, top+side/2, p.Say("probability with which %s plays %s", p.player(1), p.strategy(1, 0)), upward)
	for _, x := range []float64{0, 0.5, 1} {
		p.Text(left+side*x, top+side+20, p.decimal(x), small)
		end := small
		end.Anchor = drawing.End
		p.Text(left-8, top+side*(1-x)+5, p.decimal(x), end)
	}
}

// arrow shows where the dynamics goes from a place, longer where it is faster.
func (p plane) arrow(f theory.Floats, d theory.Dynamics, s [][]float64) {
	speed := d(f, s)
	next := make([][]float64, len(s))
	const small = 1e-3
	for i := range s {
		next[i] = make([]float64, len(s[i]))
		for k := range s[i] {
			next[i][k] = s[i][k] + small*speed[i][k]
		}
	}
	from, to := p.at(s), p.at(next)
	dx, dy := (to.X-from.X)/small, (to.Y-from.Y)/small
	fast := math.Hypot(dx, dy)
	if fast < 1e-6 {
		return
	}
	length := 8 + 12*min(1, fast*f.StepLength()*10/side*3)
	dx, dy = dx/fast*length, dy/fast*length
	paint := drawing.Paint{Stroke: drawing.Faint, Width: 1}
	tip := drawing.Point{X: from.X + dx, Y: from.Y + dy}
	p.Line(from.X, from.Y, tip.X, tip.Y, paint)
	for _, side := range []float64{1, -1} {
		p.Line(tip.X, tip.Y, tip.X-0.35*dx+side*0.2*dy, tip.Y-0.35*dy-side*0.2*dx, paint)
	}
}
