// Package connect4 is Connect 4 on boards of up to 128 bits: players drop stones
// into columns, and the first with a run of its own in a row, column or diagonal
// wins. A full board is a draw.
//
// A board of one word, such as the usual one, is a Game; one of two words is a Large.
package connect4

import (
	"fmt"

	"gambito/game"
)

// Game is the rules on a board that fits one word.
type Game struct {
	shape
	bottom uint64 // the lowest cell of every column
	board  uint64 // every cell
}

// Bits of the boards, one more for every column than it has cells.
const (
	wordBits  = 64
	largeBits = 128
)

// Make returns the game on a board of columns × rows on which a line of run stones
// wins: a *Game if that fits one word, else a *Large.
func Make(columns, rows, run int) (game.Game, error) {
	if _, err := newShape(columns, rows, run, largeBits); err != nil {
		return nil, err
	}
	if columns*(rows+1) > wordBits {
		return NewLarge(columns, rows, run)
	}
	return New(columns, rows, run)
}

// New returns the game on a board of columns × rows that fits one word.
func New(columns, rows, run int) (*Game, error) {
	shape, err := newShape(columns, rows, run, wordBits)
	if err != nil {
		return nil, err
	}
	g := &Game{shape: shape}
	for c := range columns {
		g.bottom |= 1 << (uint(c) * g.stride)
	}
	g.board = g.bottom * (1<<rows - 1)
	return g, nil
}

// New implements game.Game.
func (g *Game) New() game.State { return &state{g: g, winner: game.Nobody} }

// column returns the cells of column c.
func (g *Game) column(c int) uint64 {
	return (1<<g.rows - 1) << (uint(c) * g.stride)
}

// cellBit returns the bit of a cell numbered as package grid does.
func (g *Game) cellBit(cell int) uint64 {
	column, height := cell%g.columns, g.rows-1-cell/g.columns
	return 1 << (uint(column)*g.stride + uint(height))
}

// hasRun reports whether stones contain a winning line. A line of n that
// starts at a cell is the meeting of two shorter ones, so each direction takes
// about log₂ run steps. The empty sentinel row keeps lines from running over
// the edge into the next column.
func (g *Game) hasRun(stones uint64) bool {
	h := g.stride
	if g.run == 4 {
		a := stones & (stones >> 1)
		b := stones & (stones >> h)
		c := stones & (stones >> (h + 1))
		d := stones & (stones >> (h - 1))
		return a&(a>>2)|b&(b>>(2*h))|c&(c>>(2*h+2))|d&(d>>(2*h-2)) != 0
	}
	for _, shift := range [4]uint{1, h, h + 1, h - 1} {
		lines, length := stones, 1
		for length < g.run {
			step := min(length, g.run-length)
			lines &= lines >> (uint(step) * shift)
			length += step
		}
		if lines != 0 {
			return true
		}
	}
	return false
}

// ParseMove implements game.Game.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	st := s.(*state)
	return g.parseMove(text, st.Turn(), func(c int) bool { return st.mask&g.column(c) == g.column(c) })
}

// FormatPosition implements game.Game, see shape.formatPosition.
func (g *Game) FormatPosition(s game.State) string { return g.formatPosition(s.(*state).owner) }

// ParsePosition implements game.Game. It refuses what no game can lead to, as
// far as the stones themselves show it: hanging stones, wrong numbers, both
// players or the wrong one with a run, play going on after a win.
func (g *Game) ParsePosition(text string) (game.State, error) {
	cells, err := g.parseRows(text)
	if err != nil {
		return nil, err
	}
	var stones [3]uint64
	count := [3]int{}
	for cell, symbol := range cells {
		stones[symbol] |= g.cellBit(cell)
		count[symbol]++
	}
	st, err := g.place(stones[1], stones[2], count[1], count[2])
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	return st, nil
}

func (g *Game) place(first, second uint64, firstCount, secondCount int) (*state, error) {
	mask := first | second
	if hanging := mask &^ g.bottom &^ (mask << 1); hanging != 0 {
		return nil, errHanging
	}
	if err := checkCounts(firstCount, secondCount); err != nil {
		return nil, err
	}
	st := &state{g: g, own: first, mask: mask, plies: uint8(firstCount + secondCount), winner: game.Nobody}
	last, lastName, other := second, "O", first
	if firstCount > secondCount {
		st.own = second
		last, lastName, other = first, "X", second
	}
	if g.hasRun(other) {
		return nil, g.errMovedOn(lastName)
	}
	if g.hasRun(last) {
		tops := mask & (^mask >> 1)
		if !g.someRemovalBreaks(last, last&tops) {
			return nil, g.errLines(lastName)
		}
		st.winner = st.mover()
	}
	return st, nil
}

// someRemovalBreaks reports whether taking away one of the candidates leaves
// stones without a run.
func (g *Game) someRemovalBreaks(stones, candidates uint64) bool {
	for ; candidates != 0; candidates &= candidates - 1 {
		if !g.hasRun(stones &^ (candidates & -candidates)) {
			return true
		}
	}
	return false
}

// Transform implements game.Symmetric.
func (g *Game) Transform(dst, src game.State, k int) {
	d := dst.(*state)
	d.CopyFrom(src)
	if k == 1 {
		d.own, d.mask = g.mirror(d.own), g.mirror(d.mask)
	}
}

func (g *Game) mirror(stones uint64) uint64 {
	var image uint64
	for range g.columns {
		image = image<<g.stride | stones&g.column(0)
		stones >>= g.stride
	}
	return image
}
