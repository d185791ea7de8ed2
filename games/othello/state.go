package othello

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"gambito/game"
	"gambito/game/bitboard"
)

// position is what there is on the board. Bit 0 is a1 at the top left, bit 7
// h1, bit 63 h8.
type position struct {
	own, opp uint64      // discs of the side to move and of the other
	moves    uint64      // cells where the side to move may place a disc
	side     game.Player // the side to move; black when the game is over
	turn     game.Player // side, or game.Over
}

// newPosition derives the moves and whether the game is over.
func newPosition(own, opp uint64, side game.Player) position {
	p := position{own: own, opp: opp, moves: Legal(own, opp), side: side, turn: side}
	if p.moves == 0 && Legal(opp, own) == 0 {
		p.turn = game.Over
		if side != 0 {
			p.own, p.opp, p.side = opp, own, 0
		}
	}
	return p
}

// state is a position and the positions before it, for Undo.
type state struct {
	position
	history []position
}

// Of is the position of some discs in which their owner is to move, as the first player.
func Of(own, opp uint64) game.State { return &state{position: newPosition(own, opp, 0)} }

// OtherSide implements game.OtherSided.
func (Game) OtherSide(dst, src game.State) {
	d, s := dst.(*state), src.(*state)
	d.position, d.history = newPosition(s.opp, s.own, s.side^1), d.history[:0]
}

// discs returns those of black and of white.
func (s *state) discs() (black, white uint64) {
	if s.side == 0 {
		return s.own, s.opp
	}
	return s.opp, s.own
}

// Discs returns the discs of the side to move and of the other, for solvers
// and evaluations; bit 0 is a1 at the top left, bit 63 h8.
func Discs(s game.State) (own, opp uint64) {
	st := s.(*state)
	return st.own, st.opp
}

// Turn implements game.State.
func (s *state) Turn() game.Player { return s.turn }

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	if s.moves == 0 && s.turn != game.Over {
		return append(buf, Pass)
	}
	for moves := s.moves; moves != 0; moves &= moves - 1 {
		buf = append(buf, game.Move(bits.TrailingZeros64(moves)))
	}
	return buf
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	s.history = append(s.history, s.position)
	own, opp := s.own, s.opp
	if m != Pass {
		flipped := Flips(own, opp, int(m))
		own |= flipped | 1<<m
		opp ^= flipped
	}
	s.position = newPosition(opp, own, s.side^1)
}

// Undo implements game.Undoer.
func (s *state) Undo(game.Move) {
	last := len(s.history) - 1
	s.position, s.history = s.history[last], s.history[:last]
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	if s.turn == game.Over {
		return
	}
	own, opp, moves, side := s.own, s.opp, s.moves, s.side
	pick := game.NewPicker(r)
	for {
		if moves == 0 {
			own, opp, side = opp, own, side^1
			if moves = Legal(own, opp); moves == 0 {
				break
			}
		}
		cell := bitboard.Select(moves, pick.Below(bits.OnesCount64(moves)))
		flipped := Flips(own, opp, cell)
		own, opp, side = opp^flipped, own|flipped|1<<cell, side^1
		moves = Legal(own, opp)
	}
	if side != 0 {
		own, opp = opp, own
	}
	s.position = position{own: own, opp: opp, turn: game.Over}
	s.history = s.history[:0]
}

// Score implements game.State.
func (s *state) Score(p game.Player) float64 {
	difference := bits.OnesCount64(s.own) - bits.OnesCount64(s.opp)
	if p != s.side {
		difference = -difference
	}
	return float64(min(max(difference, -1), 1))
}

// Hash implements game.State.
func (s *state) Hash() uint64 {
	black, white := s.discs()
	// The complement of black's discs covers white's, which no discs of
	// black's do, so it tells the sides apart.
	if s.side != 0 {
		black = ^black
	}
	return bitboard.Hash(black, white)
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) {
	s.position = src.(*state).position
	s.history = s.history[:0]
}

// Clone implements game.State.
func (s *state) Clone() game.State { return &state{position: s.position} }

// Marks implements game.Marked.
func (Game) Marks() []game.Mark {
	return game.NewMarks(game.Green, "XO", "●●", game.Black, game.White)
}

// Draw implements game.Drawer.
func (s *state) Draw() game.Board {
	black, white := s.discs()
	b := board.Board(game.Green, game.Black, game.White)
	b.Caption = fmt.Sprintf("black %d, white %d", bits.OnesCount64(black), bits.OnesCount64(white))
	for cell := range b.Cells {
		switch {
		case black>>cell&1 != 0:
			b.Cells[cell] = game.Cell{Symbol: 'X', Glyph: '●', Owner: 0}
		case white>>cell&1 != 0:
			b.Cells[cell] = game.Cell{Symbol: 'O', Glyph: '●', Owner: 1}
		default:
			b.Cells[cell] = game.Cell{Target: s.moves>>cell&1 != 0}
		}
	}
	return b
}
