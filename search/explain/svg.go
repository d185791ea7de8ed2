package explain

import (
	"fmt"
	"io"
	"strings"

	"gambito/drawing"
	"gambito/game"
)

// Measures of the drawing, in pixels.
const (
	leafGap  = 56
	levelGap = 104
	nodeSize = 17
)

// Colours of positions: the player to move at the root, the others, chance,
// leaves, and what was never visited.
var (
	ownFill, ownLine       = drawing.Colour{Light: "#eaf2fb", Dark: "#16304f"}, drawing.Colour{Light: "#1f4e8c", Dark: "#7fb0ea"}
	otherFill, otherLine   = drawing.Colour{Light: "#fdf0e3", Dark: "#46290a"}, drawing.Colour{Light: "#b35c00", Dark: "#eda55c"}
	chanceFill, chanceLine = drawing.Colour{Light: "#eef7ee", Dark: "#163a1a"}, drawing.Colour{Light: "#2e7d32", Dark: "#7cc681"}
	leafFill               = drawing.Colour{Light: "#f4f4f4", Dark: "#2b2f35"}
	unseen, unseenText     = drawing.Colour{Light: "#bbbbbb", Dark: "#5a5f66"}, drawing.Colour{Light: "#aaaaaa", Dark: "#6c7178"}
	cutMark                = drawing.Colour{Light: "#c0392b", Dark: "#ef6a5b"}
)

// SVG draws the walk: triangles for the players, upwards for the one to move
// at the root, ellipses where chance decides, with the probabilities below, and
// squares for leaves, each with its value; above it the window and, if there
// was more than one, the number of visits. What was never visited is dashed
// and grey.
func (w *Walk) SVG(out io.Writer) error { return SVG(out, []*Walk{w}) }

// SVG draws several walks, one below the other.
func SVG(out io.Writer, walks []*Walk) error {
	width, height := 0.0, 0.0
	var layouts []layout[*Node]
	var names []string
	for _, w := range walks {
		if !w.Drawn {
			return errDrawn
		}
		l := newLayout(w.Root, leafGap, func(n *Node) []*Node { return n.Children })
		wide, high := l.size(levelGap, margin)
		width, height = max(width, wide), height+high
		layouts, names = append(layouts, l), append(names, w.title())
	}
	c := drawing.New(width, height, strings.Join(names, "; "))
	top := 0.0
	for i, w := range walks {
		l := layouts[i]
		d := walkDrawing{newDrawing(c, width, top, l, levelGap, w.title(), w.sum()), w}
		d.edges(w.Root, 0)
		d.nodes(w.Root, 0)
		_, high := l.size(levelGap, margin)
		top += high
	}
	_, err := c.WriteTo(out)
	return err
}

func (w *Walk) title() string {
	return fmt.Sprintf("%s: value %s, %s", w.Algorithm, w.value(), w.choice())
}

type walkDrawing struct {
	picture[*Node]
	walk *Walk
}

func (d *walkDrawing) edges(n *Node, level int) {
	x, y := d.at(n, level)
	for _, child := range n.Children {
		cx, cy := d.at(child, level+1)
		paint := drawing.Paint{Stroke: drawing.Ink, Width: 1.6}
		if child.Visits == 0 {
			paint = drawing.Paint{Stroke: unseen, Width: 1.2, Dashes: "4 4"}
		}
		d.Line(x, y+nodeSize, cx, cy-nodeSize, paint)
		mx, my := x+(cx-x)*0.45, y+(cy-y)*0.45
		if child.Visits == 0 && n.Visits > 0 && d.walk.Monte == nil { // here it was cut off
			cross := drawing.Paint{Stroke: cutMark, Width: 1.8}
			d.Line(mx-6, my+3.5, mx+6, my-3.5, cross)
			d.Line(mx-6, my-3.5, mx+6, my+3.5, cross)
		}
		if child.Probability > 0 { // beside the line, on its outer side
			aside := 20.0
			if cx < x {
				aside = -aside
			}
			d.over(mx+aside, my, 11, false, number(child.Probability))
		}
		d.edges(child, level+1)
	}
}

func (d *walkDrawing) nodes(n *Node, level int) {
	x, y := d.at(n, level)
	d.shape(n, x, y)
	label := ""
	if n.Visits > 0 && !n.Leaf && !n.Bounded && d.walk.Monte == nil {
		label = fmt.Sprintf("[%s, %s]", number(n.Alpha), number(n.Beta))
	}
	if n.Visits > 1 || n.Visits > 0 && d.walk.Monte != nil {
		label = strings.TrimSpace(fmt.Sprintf("%s ×%d", label, n.Visits))
	}
	if label != "" {
		d.over(x, y-1.55*nodeSize, 11, false, label)
	}
	if n.Probed {
		d.over(x, y-2.2*nodeSize, 11, false, "probed")
	}
	for _, child := range n.Children {
		d.nodes(child, level+1)
	}
}

// paint is how a position looks, and its value.
func (d *walkDrawing) paint(n *Node) (drawing.Paint, drawing.Colour) {
	p := drawing.Paint{Fill: otherFill, Stroke: otherLine, Width: 1.6}
	switch {
	case n.Visits == 0:
		p.Fill, p.Stroke = drawing.Paper, unseen
		return p, unseenText
	case n.Leaf:
		p.Fill, p.Stroke = leafFill, drawing.Ink
	case n.Side == d.walk.View:
		p.Fill, p.Stroke = ownFill, ownLine
	case n.Side == game.Chance:
		p.Fill, p.Stroke = chanceFill, chanceLine
	}
	return p, drawing.Ink
}

// shape draws a position with its value.
func (d *walkDrawing) shape(n *Node, x, y float64) {
	const s = nodeSize
	paint, ink := d.paint(n)
	down := 5.0 // from the middle to the base line of the value
	switch {
	case n.Leaf:
		paint.Radius = 3
		d.Rect(x-s, y-s*0.85, 2*s, 1.7*s, paint)
	case n.Side == game.Chance:
		d.Ellipse(x, y, 1.65*s, 1.1*s, paint)
	case n.Side == d.walk.View:
		down = 11
		d.Polygon([]drawing.Point{{X: x, Y: y - 1.35*s}, {X: x - 1.35*s, Y: y + s}, {X: x + 1.35*s, Y: y + s}}, paint)
	default:
		down = -1
		d.Polygon([]drawing.Point{{X: x - 1.35*s, Y: y - s}, {X: x + 1.35*s, Y: y - s}, {X: x, Y: y + 1.35*s}}, paint)
	}
	if n.HasValue || n.Bounded {
		value := strings.ReplaceAll(d.walk.verdict(n), " ", "")
		d.Text(x, y+down, value, drawing.Font{Size: 12, Bold: true, Colour: ink, Anchor: drawing.Middle})
	}
}
