package explain

import (
	"fmt"
	"html"
	"io"
	"strings"

	"gambito/game"
)

// Measures of the drawing, in pixels.
const (
	leafGap   = 56
	levelGap  = 104
	nodeSize  = 17
	margin    = 40
	titleSize = 76
)

// SVG draws the walk: triangles for the players, upwards for the one to move
// at the root, ellipses where chance decides, with the probabilities below, and
// squares for leaves, each with its value; above it the window and, if there
// was more than one, the number of visits. What was never visited is dashed
// and grey.
func (w *Walk) SVG(out io.Writer) error {
	if !w.Drawn {
		return fmt.Errorf("the tree has too many positions to be drawn: choose a smaller depth")
	}
	d := drawing{walk: w, layout: newLayout(w.Root, leafGap, func(n *Node) []*Node { return n.Children })}
	width := max(2*margin+d.width, 560)
	height := titleSize + float64(d.depth)*levelGap + 2*margin
	d.shift = (width - d.width) / 2
	fmt.Fprintf(&d.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="Helvetica, Arial, sans-serif">`+"\n", width, height, width, height)
	fmt.Fprintf(&d.b, `<rect width="100%%" height="100%%" fill="#ffffff"/>`+"\n")
	d.text(margin, 30, 20, "start", "bold", "#111111", fmt.Sprintf("%s: value %s, %s", w.Algorithm, w.value(), w.choice()))
	d.text(margin, 52, 13, "start", "normal", "#555555", w.Counts.String())
	d.edges(w.Root, 0)
	d.nodes(w.Root, 0)
	d.b.WriteString("</svg>\n")
	_, err := io.WriteString(out, d.b.String())
	return err
}

type drawing struct {
	canvas
	layout[*Node]
	walk  *Walk
	shift float64
}

// canvas is where drawings write.
type canvas struct{ b strings.Builder }

func (d *drawing) at(n *Node, level int) (x, y float64) {
	return d.x[n] + d.shift, titleSize + margin + float64(level)*levelGap
}

func (c *canvas) text(x, y, size float64, anchor, weight, colour, text string) {
	fmt.Fprintf(&c.b, `<text x="%.1f" y="%.1f" font-size="%.0f" text-anchor="%s" font-weight="%s" fill="%s">%s</text>`+"\n", x, y, size, anchor, weight, colour, html.EscapeString(text))
}

// halo writes a small text over the line it stands on.
func (d *drawing) halo(x, y float64, text string) {
	fmt.Fprintf(&d.b, `<text x="%.1f" y="%.1f" font-size="11" text-anchor="middle" fill="#444444" stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke">%s</text>`+"\n", x, y, html.EscapeString(text))
}

func (d *drawing) edges(n *Node, level int) {
	x, y := d.at(n, level)
	for _, child := range n.Children {
		cx, cy := d.at(child, level+1)
		style := `stroke="#333333" stroke-width="1.6"`
		if child.Visits == 0 {
			style = `stroke="#bbbbbb" stroke-width="1.2" stroke-dasharray="4 4"`
		}
		fmt.Fprintf(&d.b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`+"\n", x, y+nodeSize, cx, cy-nodeSize, style)
		if child.Visits == 0 && n.Visits > 0 { // here it was cut off
			mx, my := x+(cx-x)*0.45, y+(cy-y)*0.45
			fmt.Fprintf(&d.b, `<path d="M%.1f %.1f l12 -7 m-12 0 l12 7" transform="translate(-6 3.5)" stroke="#c0392b" stroke-width="1.8" fill="none"/>`+"\n", mx, my)
		}
		if child.Probability > 0 { // beside the line, on its outer side
			aside := 20.0
			if cx < x {
				aside = -aside
			}
			d.halo(x+(cx-x)*0.45+aside, y+(cy-y)*0.45, number(child.Probability))
		}
		d.edges(child, level+1)
	}
}

func (d *drawing) nodes(n *Node, level int) {
	x, y := d.at(n, level)
	fill, stroke, ink := "#eaf2fb", "#1f4e8c", "#111111"
	switch n.Side {
	case d.walk.View:
	case game.Chance:
		fill, stroke = "#eef7ee", "#2e7d32"
	default:
		fill, stroke = "#fdf0e3", "#b35c00"
	}
	if n.Leaf {
		fill, stroke = "#f4f4f4", "#333333"
	}
	if n.Visits == 0 {
		fill, stroke, ink = "#ffffff", "#bbbbbb", "#aaaaaa"
	}
	s := float64(nodeSize)
	switch {
	case n.Leaf:
		fmt.Fprintf(&d.b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="3" fill="%s" stroke="%s" stroke-width="1.6"/>`+"\n", x-s, y-s*0.85, 2*s, 1.7*s, fill, stroke)
	case n.Side == game.Chance:
		fmt.Fprintf(&d.b, `<ellipse cx="%.1f" cy="%.1f" rx="%.1f" ry="%.1f" fill="%s" stroke="%s" stroke-width="1.6"/>`+"\n", x, y, 1.65*s, 1.1*s, fill, stroke)
	case n.Side == d.walk.View:
		fmt.Fprintf(&d.b, `<polygon points="%.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="%s" stroke="%s" stroke-width="1.6"/>`+"\n", x, y-1.35*s, x-1.35*s, y+s, x+1.35*s, y+s, fill, stroke)
	default:
		fmt.Fprintf(&d.b, `<polygon points="%.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="%s" stroke="%s" stroke-width="1.6"/>`+"\n", x-1.35*s, y-s, x+1.35*s, y-s, x, y+1.35*s, fill, stroke)
	}
	if n.HasValue {
		down := 5.0
		switch {
		case n.Leaf || n.Side == game.Chance:
		case n.Side == d.walk.View:
			down = 11
		default:
			down = -1
		}
		d.text(x, y+down, 12, "middle", "bold", ink, strings.ReplaceAll(d.walk.verdict(n), " ", ""))
	}
	label := ""
	if n.Visits > 0 && !n.Leaf {
		label = fmt.Sprintf("[%s, %s]", number(n.Alpha), number(n.Beta))
	}
	if n.Visits > 1 {
		label = strings.TrimSpace(fmt.Sprintf("%s ×%d", label, n.Visits))
	}
	if label != "" {
		d.halo(x, y-1.55*s, label)
	}
	if n.Probed {
		d.halo(x, y-2.2*s, "probed")
	}
	for _, child := range n.Children {
		d.nodes(child, level+1)
	}
}
