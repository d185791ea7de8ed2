// Package drawing is the canvas of everything that gambito draws: charts and trees.
// It knows shapes, texts and colours, and nothing of what they show. A canvas keeps
// what was drawn; SVG is for screens, PDF for papers.
//
// A drawing is the same bytes every time. As SVG it is light, and dark where whoever
// looks at it prefers that; programs that do not know of preferences, and
// printers, show the light one. It may be a file or a part of an HTML page.
package drawing

// Canvas is a drawing on the way. Coordinates are in pixels from the upper left
// corner, and finite.
type Canvas struct {
	width, height float64
	title         string
	notes         []string
	shapes        []shape
}

// shape is one thing that was drawn: it writes itself.
type shape interface {
	svg(*svgWriter)
	pdf(*pdfWriter)
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
	c := &Canvas{width: width, height: height, title: title}
	c.Rect(0, 0, width, height, Paint{Fill: Paper})
	return c
}

// Note adds lines that are in the file and not in the picture: where it comes from.
func (c *Canvas) Note(lines ...string) { c.notes = append(c.notes, lines...) }

// The shapes.
type (
	line struct {
		from, to Point
		paint    Paint
	}
	lines struct {
		points []Point
		closed bool
		paint  Paint
	}
	rectangle struct {
		corner        Point
		width, height float64
		paint         Paint
	}
	ellipse struct {
		centre Point
		rx, ry float64
		circle bool
		paint  Paint
	}
	label struct {
		at          Point
		text, shown string // shown is the text, cut where there is no room
		font        Font
	}
)

func (c *Canvas) draw(s shape) { c.shapes = append(c.shapes, s) }

// Line draws a straight line.
func (c *Canvas) Line(x1, y1, x2, y2 float64, p Paint) {
	c.draw(line{Point{x1, y1}, Point{x2, y2}, p})
}

// Path draws lines from point to point.
func (c *Canvas) Path(points []Point, p Paint) { c.draw(lines{points, false, p}) }

// Polygon draws lines from point to point and back to the first.
func (c *Canvas) Polygon(points []Point, p Paint) { c.draw(lines{points, true, p}) }

// Rect draws a rectangle by its upper left corner and its size.
func (c *Canvas) Rect(x, y, width, height float64, p Paint) {
	c.draw(rectangle{Point{x, y}, max(width, 0), max(height, 0), p})
}

// Circle draws a circle by its centre.
func (c *Canvas) Circle(x, y, radius float64, p Paint) {
	c.draw(ellipse{Point{x, y}, radius, radius, true, p})
}

// Ellipse draws an ellipse by its centre.
func (c *Canvas) Ellipse(x, y, rx, ry float64, p Paint) {
	c.draw(ellipse{Point{x, y}, rx, ry, false, p})
}

// Text writes a text on its base line. Whatever it holds, it stays a text.
func (c *Canvas) Text(x, y float64, text string, f Font) {
	shown := text
	if f.Room > 0 {
		shown = cut(text, f.Size, f.Room)
	}
	c.draw(label{Point{x, y}, text, shown, f})
}
