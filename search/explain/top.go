package explain

import (
	"fmt"
	"io"
	"math"

	"gambito/drawing"
	"gambito/game"
	"gambito/search/treetop"
)

// TopSVG draws the top of a Monte Carlo search tree: a disc a position, its area
// the share of the visits, its colour who has moved there, and below it the
// move, the visits and the value to whoever made it.
func TopSVG(out io.Writer, g game.Game, root game.State, top *treetop.Node) error {
	l := newLayout(top, topLeafGap, func(n *treetop.Node) []*treetop.Node { return n.Children })
	title := fmt.Sprintf("%s: the top of a tree of %d simulations", g.Info().Name, top.Visits)
	subtitle := "a disc's area is its share of the visits; the value is the expected score of whoever made the move"
	width, height := l.size(topLevelGap, topBelow)
	d := topDrawing{newDrawing(drawing.New(width, height, title), width, 0, l, topLevelGap, title, subtitle), g, max(top.Visits, 1)}
	d.lines(top, 0)
	d.discs(top, root.Clone(), 0)
	_, err := d.WriteTo(out)
	return err
}

// Measures of the drawing, in pixels.
const (
	topLeafGap  = 74
	topLevelGap = 124
	topBelow    = 88 // the lowest disc: itself and its texts
	topDisc     = 26.0
)

// topColours are those of players 0, 1, …, told apart in grey too.
var topColours = []drawing.Colour{drawing.Distinct[0], drawing.Distinct[4], drawing.Distinct[2], drawing.Distinct[3]}

var (
	topLine = drawing.Colour{Light: "#b0b0b0", Dark: "#5a5f66"}
	topRoot = drawing.Colour{Light: "#666666", Dark: "#8a8f96"}
)

type topDrawing struct {
	picture[*treetop.Node]
	game  game.Game
	total int
}

func (d *topDrawing) lines(n *treetop.Node, level int) {
	x, y := d.at(n, level)
	for _, child := range n.Children {
		cx, cy := d.at(child, level+1)
		d.Line(x, y, cx, cy, drawing.Paint{Stroke: topLine, Width: 1 + 9*d.share(child)})
		d.lines(child, level+1)
	}
}

func (d *topDrawing) share(n *treetop.Node) float64 { return float64(n.Visits) / float64(d.total) }

func (d *topDrawing) radius(n *treetop.Node) float64 { return max(3, topDisc*math.Sqrt(d.share(n))) }

func (d *topDrawing) discs(n *treetop.Node, at game.State, level int) {
	x, y := d.at(n, level)
	colour := topRoot
	if level > 0 && n.Player >= 0 {
		colour = topColours[int(n.Player)%len(topColours)]
	}
	d.Circle(x, y, d.radius(n), drawing.Paint{Fill: colour, Stroke: drawing.Ink})
	for _, child := range n.Children {
		cx, cy := d.at(child, level+1)
		next := at.Clone()
		next.Play(child.Move)
		d.discs(child, next, level+1)
		below := cy + d.radius(child)
		d.over(cx, below+15, 13, true, d.game.FormatMove(at, child.Move))
		value := fmt.Sprintf("%+.2f", child.Value)
		if child.Proven {
			value = fmt.Sprintf("%+.0f proven", child.Value)
		}
		d.over(cx, below+29, 11, false, fmt.Sprint(child.Visits))
		if child.Player >= 0 {
			d.over(cx, below+42, 11, false, value)
		}
	}
}
