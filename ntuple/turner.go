package ntuple

import (
	"fmt"
	"math/bits"

	"gambito/game"
)

// Turner follows games in which a move places a piece and may turn over others, and
// cells show whose they are and nothing more, the same way round to both players: Othello
// and tic-tac-toe. There the opponent's indices are what is left of one's own to the
// highest, so that one vector does for both: it is always that of the player to move.
// Sets of cells are bits, bit c is cell c.
type Turner struct {
	words  int
	cells  uint64   // all there are
	whole  []uint64 // the indices of a board full of one's own
	placed []uint64 // by cell, so many words: whole less the cell's units
	turned []uint64 // by cell, so many words: twice its units
}

// NewTurner returns the Turner of a system.
func NewTurner(s *System) (*Turner, error) {
	if cells := s.shape.Cells; cells.Count() > 64 || cells.Values != 3 {
		return nil, fmt.Errorf("%d cells that show %d numbers: pieces can be turned over where there are at most 64 cells, which show 3", cells.Count(), cells.Values)
	}
	t := &Turner{words: s.words, whole: make([]uint64, s.words), placed: make([]uint64, len(s.units)), turned: make([]uint64, len(s.units))}
	t.cells = 1<<s.shape.Cells.Count() - 1
	for i, u := range s.units {
		t.whole[i%s.words] += uint64(game.Own) * u
		t.turned[i] = 2 * u
	}
	for i, u := range s.units {
		t.placed[i] = t.whole[i%s.words] - u
	}
	return t, nil
}

// Read makes x the indices of a player who has some cells and whose opponent has others.
func (t *Turner) Read(x Indices, own, opp uint64) {
	for i, whole := range t.whole {
		x[i] = whole / 2 // all vacant; highest indices are even
	}
	n := t.words
	for ; own != 0; own &= own - 1 {
		c := bits.TrailingZeros64(own)
		for i, u := range t.turned[c*n : c*n+n] {
			x[i] += u / 2
		}
	}
	for ; opp != 0; opp &= opp - 1 {
		c := bits.TrailingZeros64(opp)
		for i, u := range t.turned[c*n : c*n+n] {
			x[i] -= u / 2
		}
	}
}

// Play makes next the indices of the player to move after the one whose indices are x
// has placed a piece on a cell and turned others over.
func (t *Turner) Play(next, x Indices, cell int, turned uint64) {
	n := t.words
	turn(next[:n], x[:n], t.placed[cell*n:cell*n+n], t.turned, turned&t.cells)
}

// Pass makes next the indices of the opponent of the player whose indices are x.
func (t *Turner) Pass(next, x Indices) {
	for i, whole := range t.whole {
		next[i] = whole - x[i]
	}
}
