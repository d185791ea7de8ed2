// Package chart draws charts: lines and points over two axes, or named rows
// with bars, dots, intervals and boxes. A chart is described by plain values,
// which can be sent as JSON, and knows nothing of what it shows. The page draws
// from the same description.
package chart

import (
	"errors"
	"fmt"
	"io"

	"gambito/drawing"
)

// Chart is what to draw: series, or rows, which stand in place of the vertical
// axis.
type Chart struct {
	Title   string   `json:"title"`
	X       Axis     `json:"x"`
	Y       Axis     `json:"y,omitzero"`
	Series  []Series `json:"series,omitempty"`
	Rows    []Row    `json:"rows,omitempty"`
	Palette Palette  `json:"palette,omitempty"`
}

// Axis is one of the two.
type Axis struct {
	Label string `json:"label"`
	Log   bool   `json:"log,omitempty"` // shows nothing that is not positive

	// Include are values that are on the axis whatever there is to show.
	Include Values `json:"include,omitempty"`
}

// Palette says how series are told apart.
type Palette string

// The palettes.
const (
	Distinct Palette = ""       // by colours
	Graded   Palette = "graded" // by colours that form a scale: the series are ordered
	Print    Palette = "print"  // by dashes, without colours
)

// Series is one line or cloud of points. Where a point has a value that its
// axis cannot show, the line is interrupted.
type Series struct {
	Name string `json:"name,omitempty"` // in the legend; without one the series is not in it
	X    Values `json:"x"`
	Y    Values `json:"y"`

	// Low and High, if given, bound a band around the line.
	Low  Values `json:"low,omitempty"`
	High Values `json:"high,omitempty"`

	Marks  bool `json:"marks,omitempty"`  // a mark at every point
	Open   bool `json:"open,omitempty"`   // marks are rings, which do not hide what is below them
	NoLine bool `json:"noLine,omitempty"` // marks alone
	Dashed bool `json:"dashed,omitempty"`

	// Like is the number, from 1, of the series whose colour this one takes;
	// 0 means a colour of its own.
	Like int `json:"like,omitempty"`
}

// Row is a name and what is drawn beside it. Numbers are finite; parts with
// others are left out.
type Row struct {
	Name     string    `json:"name"`
	Bar      *float64  `json:"bar,omitempty"` // from 0 to there
	Dot      *float64  `json:"dot,omitempty"`
	Interval *Interval `json:"interval,omitempty"`
	Box      *Box      `json:"box,omitempty"`

	// Colour is the number, from 1, of the colour of its bar or dot among those of
	// series; 0 means grey. Rows of one kind have one.
	Colour int `json:"colour,omitempty"`
}

// Interval is a range of values.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Box is a distribution: quartiles and median as a box, whiskers to Low and
// High, outliers beyond as circles.
type Box struct {
	Low      float64 `json:"low"`
	Q1       float64 `json:"q1"`
	Median   float64 `json:"median"`
	Q3       float64 `json:"q3"`
	High     float64 `json:"high"`
	Outliers Values  `json:"outliers,omitempty"`
}

// shows says whether the axis has a place for a value.
func (a Axis) shows(x float64) bool { return finite(x) && (!a.Log || x > 0) }

// Draw draws the chart. It fails if there is nothing to show on an axis.
func (c Chart) Draw() (*drawing.Canvas, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if len(c.Rows) > 0 {
		return c.drawRows()
	}
	return c.drawSeries()
}

// SVG draws the chart and writes it.
func (c Chart) SVG(w io.Writer) error {
	canvas, err := c.Draw()
	if err != nil {
		return err
	}
	return written(canvas, w)
}

func written(canvas *drawing.Canvas, w io.Writer) error {
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("the chart could not be written: %w", err)
	}
	return nil
}

func (c Chart) check() error {
	if len(c.Rows) > 0 && len(c.Series) > 0 {
		return errors.New("a chart has series or rows, not both")
	}
	for _, s := range c.Series {
		if len(s.X) != len(s.Y) {
			return fmt.Errorf("series %q has %d x and %d y values", s.Name, len(s.X), len(s.Y))
		}
		if len(s.Low) != len(s.High) || s.Low != nil && len(s.Low) != len(s.X) {
			return fmt.Errorf("series %q has %d points, %d low and %d high ends", s.Name, len(s.X), len(s.Low), len(s.High))
		}
	}
	return nil
}

// Sizes of all charts, in pixels.
const (
	width     = 860
	margin    = 14
	top       = 46 // where the axes end, below the title
	textSize  = 13
	titleSize = 15
	gap       = 8 // between a text and what it belongs to
)

var (
	titled = drawing.Font{Size: titleSize, Bold: true, Colour: drawing.Ink, Room: width - 2*margin}
	plain  = drawing.Font{Size: textSize, Colour: drawing.Ink}
	axial  = drawing.Paint{Stroke: drawing.Ink, Width: 1.2}
	grid   = drawing.Paint{Stroke: drawing.Grid}
)

// anchored is the plain font, standing otherwise.
func anchored(a drawing.Anchor, room float64) drawing.Font {
	f := plain
	f.Anchor, f.Room = a, room
	return f
}
