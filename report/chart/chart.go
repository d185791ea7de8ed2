// Package chart draws line charts as SVG: a thin layer on gonum/plot that
// settles how charts look. It knows nothing of what they show.
package chart

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is what to draw.
type Chart struct {
	Title          string
	XLabel, YLabel string
	LogX, LogY     bool // a logarithmic axis shows nothing that is not positive
	Series         []Series

	// Graded says that the series are ordered: their colours form a scale.
	Graded bool
}

// Series is one line or cloud of points.
type Series struct {
	Name string // in the legend; without one the series is not in it
	X, Y []float64

	// Low and High, if given, bound a band around the line.
	Low, High []float64

	Marks  bool // a mark at every point
	Open   bool // marks are rings, which do not hide what is below them
	NoLine bool // marks alone
	Dashed bool

	// Like is the number, from 1, of the series whose colour this one takes;
	// 0 means a colour of its own.
	Like int
}

// Sizes of the picture.
const (
	width, height = 720, 440
	padding       = 10
)

// SVG writes the chart.
func (c Chart) SVG(w io.Writer) error {
	p, legend, err := c.plot()
	if err != nil {
		return err
	}
	canvas := vgsvg.New(width, height)
	area := draw.New(canvas)
	area.SetColor(color.White)
	area.Fill(area.Rectangle.Path())
	right := legend.width()
	p.Draw(draw.Crop(area, padding, -right-padding, padding, -padding))
	legend.draw(draw.Crop(area, width-right, 0, padding, -3*padding))
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("the chart could not be written: %w", err)
	}
	return nil
}

// plot makes a plot of what can be shown.
func (c Chart) plot() (p *plot.Plot, l legend, err error) {
	p = plot.New()
	c.frame(p)
	colours := c.colours()
	shown := 0
	for i, s := range c.Series {
		if len(s.X) != len(s.Y) || s.Low != nil && (len(s.Low) != len(s.X) || len(s.High) != len(s.X)) {
			return nil, l, fmt.Errorf("series %q has %d x and %d y values", s.Name, len(s.X), len(s.Y))
		}
		points, band := c.visible(s)
		if len(points) == 0 {
			continue
		}
		shown++
		thumbs, err := s.add(p, points, band, colours[i])
		if err != nil {
			return nil, l, fmt.Errorf("series %q: %w", s.Name, err)
		}
		if s.Name != "" {
			l.names, l.thumbs = append(l.names, s.Name), append(l.thumbs, thumbs)
		}
	}
	if shown == 0 {
		return nil, l, errors.New("there is nothing to draw")
	}
	widen(&p.X, c.LogX)
	widen(&p.Y, c.LogY)
	l.style = p.Legend.TextStyle
	return p, l, nil
}

// visible leaves out points that the axes cannot show. The band goes up along
// the high ends and back along the low ones.
func (c Chart) visible(s Series) (points, band plotter.XYs) {
	fits := func(v float64, log bool) bool {
		return !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0)
	}
	var low plotter.XYs
	for i, x := range s.X {
		if !fits(x, c.LogX) || !fits(s.Y[i], c.LogY) {
			continue
		}
		points = append(points, plotter.XY{X: x, Y: s.Y[i]})
		if s.Low == nil || !fits(s.High[i], c.LogY) {
			continue
		}
		bottom := s.Low[i]
		if !fits(bottom, c.LogY) {
			bottom = s.Y[i] // a logarithmic axis has no room for the rest
		}
		band = append(band, plotter.XY{X: x, Y: s.High[i]})
		low = append(low, plotter.XY{X: x, Y: bottom})
	}
	for i := len(low) - 1; i >= 0; i-- {
		band = append(band, low[i])
	}
	return points, band
}

// add draws a series and returns what stands for it in the legend.
func (s Series) add(p *plot.Plot, points, band plotter.XYs, colour color.RGBA) ([]plot.Thumbnailer, error) {
	var thumbs []plot.Thumbnailer
	if len(band) > 2 {
		polygon, err := plotter.NewPolygon(band)
		if err != nil {
			return nil, err
		}
		polygon.Color = faded(colour)
		polygon.LineStyle.Width = 0
		p.Add(polygon)
	}
	if !s.NoLine {
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = colour, 1.6
		if s.Dashed {
			line.Dashes = []vg.Length{5, 3}
		}
		p.Add(line)
		thumbs = append(thumbs, line)
	}
	if s.Marks || s.NoLine {
		marks, err := plotter.NewScatter(points)
		if err != nil {
			return nil, err
		}
		marks.GlyphStyle = draw.GlyphStyle{Color: colour, Radius: 2.8, Shape: draw.CircleGlyph{}}
		if s.Open {
			marks.GlyphStyle.Radius, marks.GlyphStyle.Shape = 4.5, draw.RingGlyph{}
		}
		p.Add(marks)
		thumbs = append(thumbs, marks)
	}
	return thumbs, nil
}
