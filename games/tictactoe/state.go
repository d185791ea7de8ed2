package tictactoe

import (
	"math/bits"
	"math/rand/v2"

	"gambito/game"
	"gambito/game/bitboard"
)

// state is a position. Bits number the cells row by row from the top left.
type state struct {
	g      *Game
	own    uint64 // cells of the player to move
	other  uint64 // cells of the opponent
	plies  uint8
	winner game.Player
}

// mover is the player who made the latest move.
func (s *state) mover() game.Player { return game.Player(s.plies&1) ^ 1 }

// stones returns the cells of the first and of the second player.
func (s *state) stones() (first, second uint64) {
	if s.plies&1 == 0 {
		return s.own, s.other
	}
	return s.other, s.own
}

// free returns the cells that may be played.
func (s *state) free() uint64 {
	if s.winner != game.Nobody {
		return 0
	}
	return s.g.board &^ (s.own | s.other)
}

// Turn implements game.State.
func (s *state) Turn() game.Player {
	if s.free() == 0 {
		return game.Over
	}
	return game.Player(s.plies & 1)
}

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	for free := s.free(); free != 0; free &= free - 1 {
		buf = append(buf, game.Move(bits.TrailingZeros64(free)))
	}
	return buf
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	s.own, s.other = s.other, s.own|1<<m
	s.plies++
	if s.g.completes(s.other, int(m)) {
		s.winner = s.mover()
	}
}

// Undo implements game.Undoer.
func (s *state) Undo(m game.Move) {
	s.own, s.other = s.other&^(1<<m), s.own
	s.plies--
	s.winner = game.Nobody
}

// WinningMoves implements game.WinFinder.
func (s *state) WinningMoves(buf []game.Move) []game.Move {
	for free := s.free(); free != 0; free &= free - 1 {
		cell := bits.TrailingZeros64(free)
		if s.g.completes(s.own|1<<cell, cell) {
			buf = append(buf, game.Move(cell))
		}
	}
	return buf
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	var cells [64]uint8 // the free ones, in no order
	free := 0
	for f := s.free(); f != 0; f &= f - 1 {
		cells[free&63] = uint8(bits.TrailingZeros64(f))
		free++
	}
	own, other := s.own, s.other
	for pick := game.NewPicker(r); free > 0; {
		i := pick.Below(free) & 63
		cell := cells[i]
		free--
		cells[i] = cells[free&63]
		own, other = other, own|1<<(cell&63)
		s.plies++
		if s.g.completes(other, int(cell)) {
			s.winner = s.mover()
			break
		}
	}
	s.own, s.other = own, other
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

// Hash implements game.State. Whose turn it is follows from the cells.
func (s *state) Hash() uint64 { return bitboard.Hash(s.own, s.other) }

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) { *s = *src.(*state) }

// Clone implements game.State.
func (s *state) Clone() game.State {
	c := *s
	return &c
}

// Marks implements game.Marked.
func (*Game) Marks() []game.Mark {
	return game.NewMarks(game.Paper, "XO", "✕◯", game.Blue, game.Red)
}

// won are the cells of winning lines.
func (g *Game) won(stones uint64) (all uint64) {
	for _, lines := range g.lines {
		for _, line := range lines {
			if stones&line == line {
				all |= line
			}
		}
	}
	return all
}

// Draw implements game.Drawer.
func (s *state) Draw() game.Board {
	g := s.g
	b := g.grid.Board(game.Paper, game.Blue, game.Red)
	first, second := s.stones()
	won := g.won(first) | g.won(second)
	for cell := range b.Cells {
		switch {
		case first>>cell&1 != 0:
			b.Cells[cell] = game.Cell{Symbol: 'X', Glyph: '✕', Owner: 0, Won: won>>cell&1 != 0}
		case second>>cell&1 != 0:
			b.Cells[cell] = game.Cell{Symbol: 'O', Glyph: '◯', Owner: 1, Won: won>>cell&1 != 0}
		default:
			b.Cells[cell] = game.Cell{Target: s.free()>>cell&1 != 0}
		}
	}
	return b
}
