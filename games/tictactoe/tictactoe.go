// Package tictactoe is tic-tac-toe on a square board of up to 8×8: the first
// player with a run of its own in a row, column or diagonal wins. A full board
// is a draw.
package tictactoe

import (
	"fmt"

	"gambito/game"
	"gambito/game/grid"
)

// maxSize is the side of the largest board that fits 64 bits.
const maxSize = 8

// Game is the rules on one board.
type Game struct {
	size, run int
	board     uint64 // every cell
	grid      grid.Grid
	info      game.Info

	lines  [][]uint64 // for every cell, the winning lines through it
	images [8][]uint8 // for every symmetry, the image of every cell
}

// New returns the game on a board of size × size on which a line of run
// cells wins.
func New(size, run int) (*Game, error) {
	switch {
	case size < 2 || size > maxSize:
		return nil, fmt.Errorf("a size of %d does not fit: it may be 2 to %d", size, maxSize)
	case run < 2 || run > size:
		return nil, fmt.Errorf("a run of %d cannot be made: on a board of size %d it may be 2 to %d", run, size, size)
	}
	g := &Game{
		size: size, run: run,
		board: 1<<(size*size) - 1,
		grid:  grid.Grid{Columns: size, Rows: size},
	}
	if size == maxSize {
		g.board = ^uint64(0)
	}
	g.info = game.Info{
		ID:       id(size, run),
		Name:     "Tic-tac-toe",
		Roles:    []string{"X", "O"},
		MaxMoves: size * size,
		MaxPlies: size * size,
	}
	g.layLines()
	for k := range g.images {
		g.images[k] = g.grid.Image(k)
	}
	return g, nil
}

func id(size, run int) string {
	switch {
	case size == 3 && run == 3:
		return "tictactoe"
	case run == size:
		return fmt.Sprintf("tictactoe:%dx%d", size, size)
	}
	return fmt.Sprintf("tictactoe:%dx%d,run=%d", size, size, run)
}

// layLines fills lines.
func (g *Game) layLines() {
	g.lines = make([][]uint64, g.grid.Size())
	for cell := range g.grid.Size() {
		column, row := cell%g.size, cell/g.size
		for _, step := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			endColumn, endRow := column+step[0]*(g.run-1), row+step[1]*(g.run-1)
			if endColumn < 0 || endColumn >= g.size || endRow >= g.size {
				continue
			}
			var line uint64
			for i := range g.run {
				line |= 1 << (cell + i*(step[1]*g.size+step[0]))
			}
			for i := range g.run {
				member := cell + i*(step[1]*g.size+step[0])
				g.lines[member] = append(g.lines[member], line)
			}
		}
	}
}

// Info implements game.Game.
func (g *Game) Info() game.Info { return g.info }

// New implements game.Game.
func (g *Game) New() game.State { return &state{g: g, winner: game.Nobody} }

// completes reports whether stones contain a winning line through cell.
func (g *Game) completes(stones uint64, cell int) bool {
	for _, line := range g.lines[cell] {
		if stones&line == line {
			return true
		}
	}
	return false
}

// FormatMove implements game.Game: a move is its cell, a1 at the bottom left.
func (g *Game) FormatMove(_ game.State, m game.Move) string { return g.grid.FormatCell(int(m)) }

// ParseMove implements game.Game.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	cell, err := g.grid.ParseCell(text)
	if err != nil {
		return 0, err
	}
	st := s.(*state)
	switch {
	case st.Turn() == game.Over:
		return 0, fmt.Errorf("%s: the game is over", text)
	case (st.own|st.other)>>cell&1 != 0:
		return 0, fmt.Errorf("%s is taken", text)
	}
	return game.Move(cell), nil
}

const symbols = ".XO"

// FormatPosition implements game.Game: rows from the top separated by "/".
// Whose turn it is follows from the number of X and O.
func (g *Game) FormatPosition(s game.State) string {
	first, second := s.(*state).stones()
	return g.grid.FormatRows(func(cell int) byte {
		return symbols[first>>cell&1+2*(second>>cell&1)]
	}, "/")
}

// ParsePosition implements game.Game. It refuses positions that no game leads
// to: wrong numbers, play going on after a win, more than one win.
func (g *Game) ParsePosition(text string) (game.State, error) {
	cells, err := g.grid.ParseRows(text, symbols, "/")
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	var stones [3]uint64
	var count [3]int
	for cell, symbol := range cells {
		stones[symbol] |= 1 << cell
		count[symbol]++
	}
	if ahead := count[1] - count[2]; ahead != 0 && ahead != 1 {
		return nil, fmt.Errorf("position %q: %d X and %d O: X moves first, so there must be as many X as O or one more", text, count[1], count[2])
	}
	st := &state{g: g, own: stones[1], other: stones[2], plies: uint8(count[1] + count[2]), winner: game.Nobody}
	if count[1] > count[2] {
		st.own, st.other = st.other, st.own
	}
	switch {
	case g.commonCells(st.own) != g.board:
		return nil, fmt.Errorf("position %q: there is a line of %d, but %s moved after it", text, g.run, g.info.Roles[st.mover()])
	case g.commonCells(st.other) == 0:
		return nil, fmt.Errorf("position %q: %s has lines of %d that no single last move makes", text, g.info.Roles[st.mover()], g.run)
	case g.commonCells(st.other) != g.board:
		st.winner = st.mover()
	}
	return st, nil
}

// commonCells returns the cells that all winning lines in stones share: every
// cell of the board if there is no such line.
func (g *Game) commonCells(stones uint64) uint64 {
	common := g.board
	for _, lines := range g.lines {
		for _, line := range lines {
			if stones&line == line {
				common &= line
			}
		}
	}
	return common
}

// Symmetries implements game.Symmetric: the eight of the square.
func (g *Game) Symmetries() int { return len(g.images) }

// Transform implements game.Symmetric.
func (g *Game) Transform(dst, src game.State, k int) {
	d := dst.(*state)
	d.CopyFrom(src)
	d.own, d.other = g.image(d.own, k), g.image(d.other, k)
}

func (g *Game) image(stones uint64, k int) uint64 {
	var image uint64
	for cell, target := range g.images[k] {
		image |= stones >> cell & 1 << target
	}
	return image
}

// TransformMove implements game.Symmetric.
func (g *Game) TransformMove(m game.Move, k int) game.Move { return game.Move(g.images[k][m]) }
