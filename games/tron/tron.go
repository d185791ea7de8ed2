// Package tron is Tron on a square board: two players move at once, one cell
// up, right, down or left, and leave walls behind. Whoever hits a wall or the
// border loses; if both do at once, or meet head-on, the game is a draw.
// Turning back into one's own wall is allowed, and loses.
package tron

import (
	"fmt"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/game/grid"
)

// The sizes of boards.
const (
	minSize     = 6
	maxSize     = 30
	defaultSize = 20
)

// Game is the rules on one board.
type Game struct {
	size   int
	grid   grid.Grid
	info   game.Info
	border set
}

// New returns the game on a board of size × size.
func New(size int) (*Game, error) {
	if size < minSize || size > maxSize {
		return nil, fmt.Errorf("a size of %d does not fit: it may be %d to %d", size, minSize, maxSize)
	}
	g := &Game{size: size, grid: grid.Grid{Columns: size, Rows: size}}
	for i := range size + 2 {
		for _, at := range []point{{i, 0}, {i, size + 1}, {0, i}, {size + 1, i}} {
			g.border.add(at.index())
		}
	}
	id := "tron"
	if size != defaultSize {
		id = fmt.Sprintf("tron:%dx%d", size, size)
	}
	g.info = game.Info{
		ID:       id,
		Name:     "Tron",
		Roles:    []string{"red", "blue"},
		MaxMoves: 16,
		MaxPlies: size * size / 2, // a move makes walls of two cells
	}
	return g, nil
}

// Info implements game.Game.
func (g *Game) Info() game.Info { return g.info }

// New implements game.Game: the players start three cells from opposite
// corners, red at the bottom left.
func (g *Game) New() game.State {
	far := g.size - 2
	return &state{g: g, walls: g.border, heads: [2]uint16{point{3, 3}.index(), point{far, far}.index()}}
}

// A player's moves are directions; a joint move is four times red's and blue's.

var directions = [4]string{"up", "right", "down", "left"}

// FormatMoveOf implements game.SimultaneousGame.
func (g *Game) FormatMoveOf(_ game.State, _ game.Player, m game.Move) string { return directions[m] }

// ParseMoveOf implements game.SimultaneousGame.
func (g *Game) ParseMoveOf(s game.State, _ game.Player, text string) (game.Move, error) {
	if s.Turn() == game.Over {
		return 0, fmt.Errorf("%q: the game is over", text)
	}
	for m, name := range directions {
		if strings.EqualFold(text, name) {
			return game.Move(m), nil
		}
	}
	return 0, fmt.Errorf("%q is not a move: moves are %s", text, strings.Join(directions[:], ", "))
}

// FormatMove implements game.Game: a joint move is both players' with a comma
// between them, red's first.
func (g *Game) FormatMove(_ game.State, m game.Move) string {
	return directions[m>>2] + "," + directions[m&3]
}

// ParseMove implements game.Game.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	red, blue, ok := strings.Cut(text, ",")
	if !ok {
		return 0, fmt.Errorf("%q is not a joint move: red's and blue's are separated by a comma, as in up,left", text)
	}
	r, err := g.ParseMoveOf(s, 0, red)
	if err != nil {
		return 0, err
	}
	b, err := g.ParseMoveOf(s, 1, blue)
	return r<<2 | b, err
}

const symbols = ".#"

// FormatPosition implements game.Game: rows from the top separated by "/", #
// the walls, then where red and blue are as x,y from the bottom left, which
// may be in the border when the game is over.
func (g *Game) FormatPosition(s game.State) string {
	st := s.(*state)
	rows := g.grid.FormatRows(func(cell int) byte {
		if st.walls.has(g.point(cell).index()) {
			return '#'
		}
		return '.'
	}, "/")
	return fmt.Sprintf("%s %s %s", rows, pointAt(st.heads[0]), pointAt(st.heads[1]))
}

// ParsePosition implements game.Game.
func (g *Game) ParsePosition(text string) (game.State, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 3 {
		return nil, fmt.Errorf("position %q: it must be the rows and where red and blue are, as in 3,3", text)
	}
	cells, err := g.grid.ParseRows(fields[0], symbols, "/")
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	st := &state{g: g, walls: g.border}
	walls := 0
	for cell, symbol := range cells {
		if symbol == 1 {
			st.walls.add(g.point(cell).index())
			walls++
		}
	}
	if walls%2 != 0 {
		return nil, fmt.Errorf("position %q: there are %d walls, but every move makes two", text, walls)
	}
	for p := range st.heads {
		at, err := g.parsePoint(fields[1+p])
		if err != nil {
			return nil, fmt.Errorf("position %q: %s: %w", text, g.info.Roles[p], err)
		}
		st.heads[p] = at.index()
	}
	return st, nil
}

// parsePoint reads a cell of the board or of its border without the corners.
func (g *Game) parsePoint(text string) (point, error) {
	left, right, _ := strings.Cut(text, ",")
	x, errX := strconv.ParseUint(left, 10, 8)
	y, errY := strconv.ParseUint(right, 10, 8)
	at := point{int(x), int(y)}
	last := g.size + 1
	corner := at.x%last == 0 && at.y%last == 0
	if errX != nil || errY != nil || at.String() != text || at.x > last || at.y > last || corner {
		return point{}, fmt.Errorf("%q must be x,y with both from 1 to %d, or one of them 0 or %d", text, g.size, last)
	}
	return at, nil
}

// point returns where a cell numbered as package grid does is.
func (g *Game) point(cell int) point { return point{cell%g.size + 1, g.size - cell/g.size} }

// Symmetries implements game.Symmetric: the eight of the square.
func (g *Game) Symmetries() int { return 8 }

// image returns the image of a point. Bit 0 of the symmetry's number mirrors
// left and right, bit 1 top and bottom, bit 2 then swaps columns and rows.
func (g *Game) image(at point, k int) point {
	if k&1 != 0 {
		at.x = g.size + 1 - at.x
	}
	if k&2 != 0 {
		at.y = g.size + 1 - at.y
	}
	if k&4 != 0 {
		at.x, at.y = at.y, at.x
	}
	return at
}

// Transform implements game.Symmetric.
func (g *Game) Transform(dst, src game.State, k int) {
	d, s := dst.(*state), src.(*state)
	d.walls = g.border
	for cell := range g.grid.Size() {
		if at := g.point(cell); s.walls.has(at.index()) {
			d.walls.add(g.image(at, k).index())
		}
	}
	for p, head := range s.heads {
		d.heads[p] = g.image(pointAt(head), k).index()
	}
}

// TransformMove implements game.Symmetric.
func (g *Game) TransformMove(m game.Move, k int) game.Move {
	return g.transformDirection(m>>2, k)<<2 | g.transformDirection(m&3, k)
}

func (g *Game) transformDirection(m game.Move, k int) game.Move {
	at := point{1, 1}
	from, to := g.image(at, k).index(), g.image(pointAt(at.index()+steps[m]), k).index()
	for image, step := range steps {
		if from+step == to {
			return game.Move(image)
		}
	}
	panic("tron: a symmetry maps a direction to none")
}
