package connect4

import (
	"math/rand/v2"

	"gambito/game"
	"gambito/game/bitboard"
)

// largeState is a position on a board of two words, laid out like those of one.
type largeState struct {
	g      *Large
	own    words // stones of the player to move
	mask   words // stones of both
	plies  uint8
	winner game.Player
}

// mover is the player who made the latest move.
func (s *largeState) mover() game.Player { return game.Player(s.plies&1) ^ 1 }

// stones returns the stones of the first and of the second player.
func (s *largeState) stones() (first, second words) {
	if s.plies&1 == 0 {
		return s.own, s.own.xor(s.mask)
	}
	return s.own.xor(s.mask), s.own
}

// owner is whose stone is on a cell, game.Nobody if none is.
func (s *largeState) owner(cell int) game.Player {
	bit := s.g.cellBit(cell)
	switch first, second := s.stones(); {
	case first.meets(bit):
		return 0
	case second.meets(bit):
		return 1
	}
	return game.Nobody
}

// targets returns the cells into which a stone can fall.
func (s *largeState) targets() words {
	if s.winner != game.Nobody {
		return words{}
	}
	return s.mask.plus(s.g.bottom).and(s.g.board)
}

// Turn implements game.State.
func (s *largeState) Turn() game.Player {
	if s.winner != game.Nobody || s.mask == s.g.board {
		return game.Over
	}
	return game.Player(s.plies & 1)
}

// Moves implements game.State.
func (s *largeState) Moves(buf []game.Move) []game.Move {
	s.targets().each(func(cell words) { buf = append(buf, game.Move(cell.lowest()/s.g.stride)) })
	return buf
}

// Play implements game.State.
func (s *largeState) Play(m game.Move) {
	stone := s.mask.plus(s.g.bottom).and(s.g.column(int(m)))
	stones := s.own.or(stone)
	s.own = s.own.xor(s.mask)
	s.mask = s.mask.or(stone)
	s.plies++
	if s.g.hasRun(stones) {
		s.winner = s.mover()
	}
}

// Undo implements game.Undoer.
func (s *largeState) Undo(m game.Move) {
	s.mask = s.mask.minus(s.mask.plus(s.g.bottom).down(1).and(s.g.column(int(m))))
	s.own = s.own.xor(s.mask)
	s.plies--
	s.winner = game.Nobody
}

// WinningMoves implements game.WinFinder.
func (s *largeState) WinningMoves(buf []game.Move) []game.Move {
	s.targets().each(func(cell words) {
		if s.g.hasRun(s.own.or(cell)) {
			buf = append(buf, game.Move(cell.lowest()/s.g.stride))
		}
	})
	return buf
}

// Playout implements game.Playouter.
func (s *largeState) Playout(r *rand.Rand) {
	if s.winner != game.Nobody {
		return
	}
	g := s.g
	var next [largeBits / 2]words // the target cell of every column that is not full
	open := 0
	s.targets().each(func(cell words) {
		next[open] = cell
		open++
	})
	own, other, plies := s.own, s.own.xor(s.mask), s.plies
	for pick := game.NewPicker(r); open > 0; {
		i := pick.Below(open)
		stone := next[i]
		own = own.or(stone)
		if stone = stone.up(1); stone.meets(g.board) {
			next[i] = stone
		} else {
			open--
			next[i] = next[open]
		}
		plies++
		own, other = other, own
		if g.hasRun(other) {
			s.winner = game.Player(plies&1) ^ 1
			break
		}
	}
	s.own, s.mask, s.plies = own, own.or(other), plies
}

// Score implements game.State.
func (s *largeState) Score(p game.Player) float64 {
	switch s.winner {
	case game.Nobody:
		return 0
	case p:
		return 1
	}
	return -1
}

// Hash implements game.State: of a sum that tells positions apart, as that of one
// word does.
func (s *largeState) Hash() uint64 {
	sum := s.own.plus(s.mask).plus(s.g.bottom)
	return bitboard.Hash(sum.low, sum.high)
}

// CopyFrom implements game.State.
func (s *largeState) CopyFrom(src game.State) { *s = *src.(*largeState) }

// Clone implements game.State.
func (s *largeState) Clone() game.State {
	c := *s
	return &c
}

// Draw implements game.Drawer.
func (s *largeState) Draw() game.Board {
	first, second := s.stones()
	won, targets := s.g.runs(first).or(s.g.runs(second)), s.targets()
	return s.g.draw(s.owner,
		func(cell int) bool { return won.meets(s.g.cellBit(cell)) },
		func(cell int) bool { return targets.meets(s.g.cellBit(cell)) })
}
