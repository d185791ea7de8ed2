package chart

import (
	"cmp"
	"errors"
	"io"
	"slices"

	"gambito/drawing"
)

// Parallel is a plot of parallel coordinates (A. Inselberg, The Visual Computer 1, 1985):
// an axis for every quantity, side by side, and a line across them for everything that
// has a value of each.
type Parallel struct {
	Title string
	Axes  []Coordinate
	Lines []Across
}

// Coordinate is an axis.
type Coordinate struct {
	Name  string
	Ticks []Tick
}

// Tick is a value that an axis names, at its place from 0 to 1.
type Tick struct {
	At    float64
	Label string
}

// Across is a line: its places from 0 to 1 on all axes. One that is not finite lies on
// no axis there, and the line is interrupted.
type Across struct {
	At    []float64
	Shade float64 // from 0 to 1: its colour on a scale, and what is drawn last
	Thick bool    // it is meant above all
}

const parallelHeight = 340

// Draw draws the plot.
func (p Parallel) Draw() (*drawing.Canvas, error) {
	if len(p.Axes) < 2 || len(p.Lines) == 0 {
		return nil, errors.New("there is nothing to draw")
	}
	for _, l := range p.Lines {
		if len(l.At) != len(p.Axes) {
			return nil, errors.New("a line has more places than there are axes, or fewer")
		}
	}
	bottom := float64(top + 24 + parallelHeight)
	canvas := drawing.New(width, bottom+30, p.Title)
	canvas.Text(margin, 26, p.Title, titled)
	step := (width - 2*margin - 120.0) / float64(len(p.Axes)-1)
	x := func(axis int) float64 { return margin + 60 + step*float64(axis) }
	y := func(at float64) float64 { return bottom - at*parallelHeight }
	lines := slices.Clone(p.Lines)
	slices.SortStableFunc(lines, func(a, b Across) int {
		if a.Thick != b.Thick {
			return cmp.Compare(boolean(a.Thick), boolean(b.Thick))
		}
		return cmp.Compare(a.Shade, b.Shade)
	})
	for _, l := range lines {
		paint := drawing.Paint{Stroke: graded(min(max(l.Shade, 0), 1)), Width: 1}
		if l.Thick {
			paint.Width = 4
		}
		for _, run := range runs(len(l.At), func(i int) bool { return finite(l.At[i]) }) {
			points := make([]drawing.Point, len(run))
			for k, i := range run {
				points[k] = drawing.Point{X: x(i), Y: y(l.At[i])}
			}
			if len(points) > 1 {
				canvas.Path(points, paint)
			} else {
				canvas.Circle(points[0].X, points[0].Y, markRadius, drawing.Paint{Fill: paint.Stroke})
			}
		}
	}
	for i, a := range p.Axes {
		canvas.Line(x(i), y(0), x(i), y(1), axial)
		canvas.Text(x(i), top+10, a.Name, anchored(drawing.Middle, step-4))
		for _, t := range a.Ticks {
			canvas.Line(x(i)-tickLength/2, y(t.At), x(i)+tickLength/2, y(t.At), axial)
			canvas.Text(x(i)+tickLength, y(t.At)+textSize*0.36, t.Label, anchored(drawing.Start, step-2*tickLength))
		}
	}
	return canvas, nil
}

// SVG draws the plot and writes it.
func (p Parallel) SVG(w io.Writer) error {
	canvas, err := p.Draw()
	if err != nil {
		return err
	}
	return written(canvas, w)
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
