package explain

import "gambito/drawing"

// Measures of all trees, in pixels.
const (
	margin    = 40
	titleSize = 76
	leastWide = 560
)

// picture is a canvas with a tree on it.
type picture[N comparable] struct {
	*drawing.Canvas
	layout[N]
	levelGap, shift, top float64
}

// size is what a tree takes with what stands above it.
func (l *layout[N]) size(levelGap, below float64) (width, height float64) {
	return max(2*margin+l.width, leastWide), titleSize + float64(l.depth)*levelGap + margin + below
}

// newDrawing gives a tree its places on a canvas of some width, from top on, and
// writes what stands above it.
func newDrawing[N comparable](c *drawing.Canvas, width, top float64, l layout[N], levelGap float64, title, subtitle string) picture[N] {
	c.Text(margin, top+30, title, drawing.Font{Size: 20, Bold: true, Colour: drawing.Ink, Room: width - margin})
	c.Text(margin, top+52, subtitle, drawing.Font{Size: 13, Colour: drawing.Faint})
	return picture[N]{c, l, levelGap, (width - l.width) / 2, top}
}

func (d *picture[N]) at(n N, level int) (x, y float64) {
	return d.x[n] + d.shift, d.top + titleSize + margin + float64(level)*d.levelGap
}

// over writes a text over the line it stands on.
func (d *picture[N]) over(x, y, size float64, bold bool, text string) {
	d.Text(x, y, text, drawing.Font{Size: size, Bold: bold, Colour: drawing.Ink, Anchor: drawing.Middle, Halo: true})
}
