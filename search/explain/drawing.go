package explain

import "gambito/svg"

// Measures of all trees, in pixels.
const (
	margin    = 40
	titleSize = 76
	leastWide = 560
)

// drawing is a canvas with a tree on it.
type drawing[N comparable] struct {
	*svg.Canvas
	layout[N]
	levelGap, shift, top float64
}

// size is what a tree takes with what stands above it.
func (l *layout[N]) size(levelGap, below float64) (width, height float64) {
	return max(2*margin+l.width, leastWide), titleSize + float64(l.depth)*levelGap + margin + below
}

// newDrawing gives a tree its places on a canvas of some width, from top on, and
// writes what stands above it.
func newDrawing[N comparable](c *svg.Canvas, width, top float64, l layout[N], levelGap float64, title, subtitle string) drawing[N] {
	c.Text(margin, top+30, title, svg.Font{Size: 20, Bold: true, Colour: svg.Ink, Room: width - margin})
	c.Text(margin, top+52, subtitle, svg.Font{Size: 13, Colour: svg.Faint})
	return drawing[N]{c, l, levelGap, (width - l.width) / 2, top}
}

func (d *drawing[N]) at(n N, level int) (x, y float64) {
	return d.x[n] + d.shift, d.top + titleSize + margin + float64(level)*d.levelGap
}

// over writes a text over the line it stands on.
func (d *drawing[N]) over(x, y, size float64, bold bool, text string) {
	d.Text(x, y, text, svg.Font{Size: size, Bold: bold, Colour: svg.Ink, Anchor: svg.Middle, Halo: true})
}
