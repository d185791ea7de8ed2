package explain

import (
	"fmt"
	"html"
	"io"
	"math"

	"gambito/game"
	"gambito/search/mcts"
)

// TopSVG draws the top of a Monte Carlo search tree: a disc a position, its area
// the share of the visits, its colour who has moved there, and below it the
// move, the visits and the value to whoever made it.
func TopSVG(out io.Writer, g game.Game, root game.State, top *mcts.TopNode) error {
	d := topDrawing{
		layout: newLayout(top, topLeafGap, func(n *mcts.TopNode) []*mcts.TopNode { return n.Children }),
		game:   g, total: max(top.Visits, 1),
	}
	width, height := max(2*margin+d.width, 560), titleSize+float64(d.depth+1)*topLevelGap+margin
	d.shift = (width - d.width) / 2
	fmt.Fprintf(&d.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="Helvetica, Arial, sans-serif">`+"\n", width, height, width, height)
	fmt.Fprintf(&d.b, `<rect width="100%%" height="100%%" fill="#ffffff"/>`+"\n")
	d.text(margin, 30, 20, "start", "bold", "#111111", fmt.Sprintf("%s: the top of a tree of %d simulations", g.Info().Name, top.Visits))
	d.text(margin, 52, 13, "start", "normal", "#555555", "a disc's area is its share of the visits; the value is the expected score of whoever made the move")
	d.lines(top, 0)
	d.discs(top, root.Clone(), 0)
	d.b.WriteString("</svg>\n")
	_, err := io.WriteString(out, d.b.String())
	return err
}

// Measures of the drawing, in pixels.
const (
	topLeafGap  = 74
	topLevelGap = 124
	topDisc     = 26.0
)

// topColours are those of players 0, 1, …, told apart in grey too.
var topColours = []string{"#0072b2", "#e69f00", "#009e73", "#cc79a7"}

type topDrawing struct {
	canvas
	layout[*mcts.TopNode]
	game  game.Game
	total int
	shift float64
}

func (d *topDrawing) where(n *mcts.TopNode, level int) (x, y float64) {
	return d.x[n] + d.shift, titleSize + margin + float64(level)*topLevelGap
}

func (d *topDrawing) lines(n *mcts.TopNode, level int) {
	x, y := d.where(n, level)
	for _, child := range n.Children {
		cx, cy := d.where(child, level+1)
		width := 1 + 9*float64(child.Visits)/float64(d.total)
		fmt.Fprintf(&d.b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#b0b0b0" stroke-width="%.1f"/>`+"\n", x, y, cx, cy, width)
		d.lines(child, level+1)
	}
}

func (d *topDrawing) discs(n *mcts.TopNode, at game.State, level int) {
	x, y := d.where(n, level)
	colour := "#666666"
	if level > 0 && n.Player >= 0 {
		colour = topColours[int(n.Player)%len(topColours)]
	}
	radius := max(3, topDisc*math.Sqrt(float64(n.Visits)/float64(d.total)))
	fmt.Fprintf(&d.b, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="#333333"/>`+"\n", x, y, radius, colour)
	for _, child := range n.Children {
		cx, cy := d.where(child, level+1)
		next := at.Clone()
		next.Play(child.Move)
		d.discs(child, next, level+1)
		below := cy + max(3, topDisc*math.Sqrt(float64(child.Visits)/float64(d.total)))
		d.label(cx, below+15, 13, "bold", d.game.FormatMove(at, child.Move))
		value := fmt.Sprintf("%+.2f", child.Value)
		if child.Proven {
			value = fmt.Sprintf("%+.0f proven", child.Value)
		}
		d.label(cx, below+29, 11, "normal", fmt.Sprint(child.Visits))
		if child.Player >= 0 {
			d.label(cx, below+42, 11, "normal", value)
		}
	}
}

// label writes a text over whatever line it stands on.
func (d *topDrawing) label(x, y, size float64, weight, text string) {
	fmt.Fprintf(&d.b, `<text x="%.1f" y="%.1f" font-size="%.0f" text-anchor="middle" font-weight="%s" fill="#222222" stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke">%s</text>`+"\n", x, y, size, weight, html.EscapeString(text))
}
