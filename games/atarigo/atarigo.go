// Package atarigo is Atari Go, also called the capture game: players place
// stones in turn as in Go, and the first capture decides. After a move, if the
// opponent has a group without liberties the mover wins, even if a group of
// its own lacks them too; else if a group of its own has none, the mover
// loses.
package atarigo

import (
	"fmt"
	"math/bits"

	"gambito/game"
	"gambito/game/bitboard"
	"gambito/game/grid"
)

// The sizes of boards.
const (
	minSize   = 2
	maxSize   = 9
	maxPoints = maxSize * maxSize
)

// Game is the rules on one board.
type Game struct {
	size   int
	grid   grid.Grid
	info   game.Info
	board  bitboard.Set128    // every point
	next   [maxPoints][]uint8 // the neighbours of every point
	images [8][]uint8         // for every symmetry, the image of every point
}

// New returns the game on a board of size × size.
func New(size int) (*Game, error) {
	if size < minSize || size > maxSize {
		return nil, fmt.Errorf("a size of %d does not fit: it may be %d to %d", size, minSize, maxSize)
	}
	g := &Game{size: size, grid: grid.Grid{Columns: size, Rows: size, NoColumnI: true}}
	for p := range g.grid.Size() {
		g.board.Add(p)
		column, row := p%size, p/size
		for _, step := range [4][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
			c, r := column+step[0], row+step[1]
			if c >= 0 && c < size && r >= 0 && r < size {
				g.next[p] = append(g.next[p], uint8(r*size+c))
			}
		}
	}
	for k := range g.images {
		g.images[k] = g.grid.Image(k)
	}
	id := "atari-go"
	if size != 7 {
		id = fmt.Sprintf("atari-go:%dx%d", size, size)
	}
	g.info = game.Info{
		ID:       id,
		Name:     "Atari Go",
		Roles:    []string{"black", "white"},
		MaxMoves: size * size,
		MaxPlies: size * size,
	}
	return g, nil
}

// Info implements game.Game.
func (g *Game) Info() game.Info { return g.info }

// New implements game.Game.
func (g *Game) New() game.State { return &state{position: position{g: g, winner: game.Nobody}} }

// FormatMove implements game.Game: a move is its point, a1 at the bottom left,
// and no column is called i.
func (g *Game) FormatMove(_ game.State, m game.Move) string { return g.grid.FormatCell(int(m)) }

// ParseMove implements game.Game.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	p, err := g.grid.ParseCell(text)
	if err != nil {
		return 0, err
	}
	st := s.(*state)
	switch {
	case st.Turn() == game.Over:
		return 0, fmt.Errorf("%s: the game is over", text)
	case st.colour(p) != game.Nobody:
		return 0, fmt.Errorf("%s is taken", text)
	}
	return game.Move(p), nil
}

const symbols = ".XO"

// FormatPosition implements game.Game: rows from the top separated by "/", X
// black and O white. Whose turn it is follows from their number.
func (g *Game) FormatPosition(s game.State) string {
	st := s.(*state)
	return g.grid.FormatRows(func(p int) byte {
		if colour := st.colour(p); colour != game.Nobody {
			return symbols[1+colour]
		}
		return symbols[0]
	}, "/")
}

// ParsePosition implements game.Game. It refuses what no game leads to: wrong
// numbers, and groups without liberties that no single last move explains.
func (g *Game) ParsePosition(text string) (game.State, error) {
	cells, err := g.grid.ParseRows(text, symbols, "/")
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	var stones [2][]int
	for p, symbol := range cells {
		if symbol > 0 {
			stones[symbol-1] = append(stones[symbol-1], p)
		}
	}
	if ahead := len(stones[0]) - len(stones[1]); ahead != 0 && ahead != 1 {
		return nil, fmt.Errorf("position %q: %d X and %d O: X moves first, so there must be as many X as O or one more", text, len(stones[0]), len(stones[1]))
	}
	st := g.New().(*state)
	for player, points := range stones {
		for _, p := range points {
			st.place(p, game.Player(player))
			st.plies++
		}
	}
	if err := st.decide(); err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	return st, nil
}

// Symmetries implements game.Symmetric: the eight of the square.
func (g *Game) Symmetries() int { return len(g.images) }

// Transform implements game.Symmetric.
func (g *Game) Transform(dst, src game.State, k int) {
	d, s := dst.(*state), src.(*state)
	d.position = position{g: g, plies: s.plies, winner: s.winner}
	d.history = d.history[:0]
	for player := range s.stones {
		for w, word := range s.stones[player] {
			for ; word != 0; word &= word - 1 {
				d.place(int(g.images[k][w*64+bits.TrailingZeros64(word)]), game.Player(player))
			}
		}
	}
}

// TransformMove implements game.Symmetric.
func (g *Game) TransformMove(m game.Move, k int) game.Move { return game.Move(g.images[k][m]) }
