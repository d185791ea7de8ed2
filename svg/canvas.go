// Package svg is the canvas of everything that gambito draws: charts and trees.
// It knows shapes, texts and colours, and nothing of what they show.
//
// A drawing is the same bytes every time. It is light, and dark where whoever
// looks at it prefers that; programs that do not know of preferences, and
// printers, show the light one. It may be a file or a part of an HTML page.
package svg

import (
	"io"
	"strconv"
	"strings"
)

// Canvas is a drawing on the way. Coordinates are in pixels from the upper left
// corner, and finite.
type Canvas struct {
	b     strings.Builder
	rules []string // the style of dark drawings, a rule a class
	known map[string]bool
}

// Point is a place on a canvas.
type Point struct{ X, Y float64 }

// Paint says how a shape looks. Without a colour nothing is filled, or no line
// drawn.
type Paint struct {
	Fill    Colour
	Opacity float64 // of the filling, between 0 and 1; 0 means 1
	Stroke  Colour
	Width   float64 // of the line; 0 means 1
	Dashes  string  // lengths of dashes and gaps
	Radius  float64 // of the corners of a rectangle
}

// New returns an empty canvas. The title is not drawn: it is what programs tell
// that read pages aloud.
func New(width, height float64, title string) *Canvas {
	c := &Canvas{known: map[string]bool{}}
	w, h := decimal(width), decimal(height)
	c.put(`<svg xmlns="http://www.w3.org/2000/svg" width="`, w, `" height="`, h, `" viewBox="0 0 `, w, " ", h,
		`" role="img" font-family="Helvetica, Arial, sans-serif">`, "\n<title>", escaped(title), "</title>\n")
	c.Rect(0, 0, width, height, Paint{Fill: Paper})
	return c
}

// WriteTo ends the drawing and writes it.
func (c *Canvas) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, c.String())
	return int64(n), err
}

// String is the drawing so far, complete.
func (c *Canvas) String() string {
	style := ""
	if len(c.rules) > 0 {
		style = "<style>@media (prefers-color-scheme: dark) { " + strings.Join(c.rules, " ") + " }</style>\n"
	}
	return c.b.String() + style + "</svg>\n"
}

// Line draws a straight line.
func (c *Canvas) Line(x1, y1, x2, y2 float64, p Paint) {
	c.put("<line", number("x1", x1), number("y1", y1), number("x2", x2), number("y2", y2), c.paint(p), "/>\n")
}

// Path draws lines from point to point.
func (c *Canvas) Path(points []Point, p Paint) { c.points("polyline", points, p) }

// Polygon draws lines from point to point and back to the first.
func (c *Canvas) Polygon(points []Point, p Paint) { c.points("polygon", points, p) }

func (c *Canvas) points(element string, points []Point, p Paint) {
	c.put("<", element, ` points="`)
	for i, at := range points {
		if i > 0 {
			c.put(" ")
		}
		c.put(decimal(at.X), ",", decimal(at.Y))
	}
	c.put(`"`, c.paint(p), "/>\n")
}

// Rect draws a rectangle by its upper left corner and its size.
func (c *Canvas) Rect(x, y, width, height float64, p Paint) {
	c.put("<rect", number("x", x), number("y", y), number("width", max(width, 0)), number("height", max(height, 0)))
	if p.Radius > 0 {
		c.put(number("rx", p.Radius))
	}
	c.put(c.paint(p), "/>\n")
}

// Circle draws a circle by its centre.
func (c *Canvas) Circle(x, y, radius float64, p Paint) {
	c.put("<circle", number("cx", x), number("cy", y), number("r", radius), c.paint(p), "/>\n")
}

// Ellipse draws an ellipse by its centre.
func (c *Canvas) Ellipse(x, y, rx, ry float64, p Paint) {
	c.put("<ellipse", number("cx", x), number("cy", y), number("rx", rx), number("ry", ry), c.paint(p), "/>\n")
}

func (c *Canvas) put(parts ...string) {
	for _, part := range parts {
		c.b.WriteString(part)
	}
}

// paint returns the attributes of a paint.
func (c *Canvas) paint(p Paint) string {
	text := ` fill="none"`
	if p.Fill != None {
		text = attribute("fill", p.Fill.Light)
		if p.Opacity > 0 {
			text += attribute("fill-opacity", strconv.FormatFloat(p.Opacity, 'g', 3, 64))
		}
	}
	if p.Stroke != None {
		text += attribute("stroke", p.Stroke.Light)
		if p.Width > 0 {
			text += number("stroke-width", p.Width)
		}
		if p.Dashes != "" {
			text += attribute("stroke-dasharray", p.Dashes)
		}
	}
	return text + c.class(p.Fill, p.Stroke)
}

func attribute(name, value string) string { return " " + name + `="` + escaped(value) + `"` }

func number(name string, x float64) string { return attribute(name, decimal(x)) }

// decimal writes a number with one decimal, if it needs that.
func decimal(x float64) string {
	text := strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
	if text == "-0" {
		return "0"
	}
	return text
}
