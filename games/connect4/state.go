package connect4

import (
	"math/bits"
	"math/rand/v2"

	"gambito/game"
	"gambito/game/bitboard"
)

// state is a position. A column is stride = rows + 1 bits from the bottom up,
// the topmost an empty sentinel; on the standard board:
//
//	6 13 20 27 34 41 48   sentinels
//	5 12 19 26 33 40 47
//	4 11 18 25 32 39 46
//	3 10 17 24 31 38 45
//	2  9 16 23 30 37 44
//	1  8 15 22 29 36 43
//	0  7 14 21 28 35 42
//
// Adding the bottom row to the mask of all stones carries, in every column, to
// its lowest free cell.
type state struct {
	g      *Game
	own    uint64 // stones of the player to move
	mask   uint64 // stones of both
	plies  uint8
	winner game.Player
}

// mover is the player who made the latest move.
func (s *state) mover() game.Player { return game.Player(s.plies&1) ^ 1 }

// stones returns the stones of the first and of the second player.
func (s *state) stones() (first, second uint64) {
	if s.plies&1 == 0 {
		return s.own, s.own ^ s.mask
	}
	return s.own ^ s.mask, s.own
}

// Stones returns the stones of the player to move and of both players, for
// solvers and evaluations, in the layout drawn above.
func Stones(s game.State) (own, mask uint64) {
	st := s.(*state)
	return st.own, st.mask
}

// Placed is how many stones there are, on a board of any size.
func Placed(s game.State) int {
	if large, ok := s.(*largeState); ok {
		return int(large.plies)
	}
	return int(s.(*state).plies)
}

// targets returns the cells into which a stone can fall.
func (s *state) targets() uint64 {
	if s.winner != game.Nobody {
		return 0
	}
	return (s.mask + s.g.bottom) & s.g.board
}

// Turn implements game.State.
func (s *state) Turn() game.Player {
	if s.winner != game.Nobody || s.mask == s.g.board {
		return game.Over
	}
	return game.Player(s.plies & 1)
}

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	targets, column := s.targets(), s.g.column(0)
	for c := range s.g.columns {
		if targets&column != 0 {
			buf = append(buf, game.Move(c))
		}
		column <<= s.g.stride
	}
	return buf
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	stone := (s.mask + s.g.bottom) & s.g.column(int(m))
	stones := s.own | stone
	s.own ^= s.mask
	s.mask |= stone
	s.plies++
	if s.g.hasRun(stones) {
		s.winner = s.mover()
	}
}

// Undo implements game.Undoer.
func (s *state) Undo(m game.Move) {
	s.mask &^= (s.mask + s.g.bottom) >> 1 & s.g.column(int(m))
	s.own ^= s.mask
	s.plies--
	s.winner = game.Nobody
}

// WinningMoves implements game.WinFinder.
func (s *state) WinningMoves(buf []game.Move) []game.Move {
	for t := s.targets(); t != 0; t &= t - 1 {
		if cell := t & -t; s.g.hasRun(s.own | cell) {
			buf = append(buf, game.Move(uint(bits.TrailingZeros64(cell))/s.g.stride))
		}
	}
	return buf
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	if s.winner != game.Nobody {
		return
	}
	g := s.g
	var next [32]uint64 // the target cell of every column that is not full
	open := 0
	for t := s.targets(); t != 0; t &= t - 1 {
		next[open] = t & -t
		open++
	}
	own, other, plies := s.own, s.own^s.mask, s.plies
	for pick := game.NewPicker(r); open > 0; {
		i := pick.Below(open) & 31
		stone := next[i]
		own |= stone
		if stone <<= 1; stone&g.board != 0 {
			next[i] = stone
		} else {
			open--
			next[i] = next[open&31]
		}
		plies++
		own, other = other, own
		if g.hasRun(other) {
			s.winner = game.Player(plies&1) ^ 1
			break
		}
	}
	s.own, s.mask, s.plies = own, own|other, plies
}

// Score implements game.State.
func (s *state) Score(p game.Player) float64 {
	switch s.winner {
	case game.Nobody:
		return 0
	case p:
		return 1
	}
	return -1
}

// Hash implements game.State. The sum is a different number for every
// position: in each column it marks the lowest free cell and, below it, the
// stones of the player to move.
func (s *state) Hash() uint64 { return bitboard.Hash(s.own+s.mask+s.g.bottom, 0) }

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) { *s = *src.(*state) }

// Clone implements game.State.
func (s *state) Clone() game.State {
	c := *s
	return &c
}

// runs are the stones of lines that win.
func (g *Game) runs(stones uint64) (all uint64) {
	for _, shift := range g.shifts() {
		first := stones // where lines begin
		for i := 1; i < g.run; i++ {
			first &= stones >> (uint(i) * shift)
		}
		for i := range g.run {
			all |= first << (uint(i) * shift)
		}
	}
	return all
}

// owner is whose stone is on a cell, game.Nobody if none is.
func (s *state) owner(cell int) game.Player {
	first, second := s.stones()
	switch bit := s.g.cellBit(cell); {
	case first&bit != 0:
		return 0
	case second&bit != 0:
		return 1
	}
	return game.Nobody
}

// Draw implements game.Drawer.
func (s *state) Draw() game.Board {
	first, second := s.stones()
	won, targets := s.g.runs(first)|s.g.runs(second), s.targets()
	return s.g.draw(s.owner,
		func(cell int) bool { return won&s.g.cellBit(cell) != 0 },
		func(cell int) bool { return targets&s.g.cellBit(cell) != 0 })
}
