package breakthrough

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"gambito/game"
	"gambito/game/bitboard"
)

// position is what there is on the board. A row is eight bits from a1 = bit 0
// upwards; on 6×6:
//
//	40 41 42 43 44 45 . .
//	32 33 34 35 36 37 . .
//	24 25 26 27 28 29 . .
//	16 17 18 19 20 21 . .
//	 8  9 10 11 12 13 . .
//	 0  1  2  3  4  5 . .
type position struct {
	g        *Game
	own, opp uint64      // pieces of the side to move and of the other
	side     game.Player // the side to move
	over     bool
}

// maxJumps is the most ways to move that any game of the family has.
const maxJumps = 4

// state is a position and, for every move played, whether it was a capture.
type state struct {
	position
	captures []bool
}

// pieces returns those of white and of black.
func (s *position) pieces() [2]uint64 {
	if s.side == 0 {
		return [2]uint64{s.own, s.opp}
	}
	return [2]uint64{s.opp, s.own}
}

// targets returns the cells to which the side to move can go by a jump.
func (s *position) targets(j *jump) uint64 {
	free := s.g.board &^ s.own
	if j.straight {
		free &^= s.opp
	}
	return j.shift(s.own) & free
}

// stuck reports whether the side to move has no move. Without holes a side's
// foremost piece always has one.
func (s *position) stuck() bool {
	for i := range s.g.jumps[s.side] {
		if s.targets(&s.g.jumps[s.side][i]) != 0 {
			return false
		}
	}
	return true
}

// lost reports whether the latest move, by the other side, ended the game: it
// reached the far rank, took the last piece or, where there are holes, left no
// move.
func (s *position) lost() bool {
	if s.opp&s.g.far[s.side^1] != 0 || s.own == 0 {
		return true
	}
	return s.g.holes != 0 && s.stuck()
}

// possible tells what is wrong with a position given by text.
func (s *position) possible() error {
	most := 2 * s.g.grid.Columns
	for p, pieces := range s.pieces() {
		if n := bits.OnesCount64(pieces); n > most {
			return fmt.Errorf("%s has %d pieces, more than %d", s.g.info.Roles[p], n, most)
		}
	}
	switch reached := s.opp & s.g.far[s.side^1]; {
	case s.own&s.g.far[s.side] != 0:
		return fmt.Errorf("%s has reached the far rank and cannot be to move", s.g.info.Roles[s.side])
	case bits.OnesCount64(reached) > 1:
		return fmt.Errorf("%s has reached the far rank more than once", s.g.info.Roles[s.side^1])
	case s.opp == 0:
		return errors.New("the side that moved last has no piece")
	}
	return nil
}

// Turn implements game.State.
func (s *state) Turn() game.Player {
	if s.over {
		return game.Over
	}
	return s.side
}

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	if s.over {
		return buf
	}
	return s.movesTo(buf, s.g.board)
}

// movesTo appends, ascending, the moves to some of the cells.
func (s *position) movesTo(buf []game.Move, cells uint64) []game.Move {
	var from [maxJumps]uint64 // for every jump, the pieces that can make it
	var movers uint64
	jumps := s.g.jumps[s.side]
	for i := range jumps {
		from[i] = jumps[i].back(s.targets(&jumps[i]) & cells)
		movers |= from[i]
	}
	for ; movers != 0; movers &= movers - 1 {
		piece := bits.TrailingZeros64(movers)
		for i := range jumps {
			if from[i]>>piece&1 != 0 {
				buf = append(buf, makeMove(piece, piece+jumps[i].distance()))
			}
		}
	}
	return buf
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	_, to := parts(m)
	s.captures = append(s.captures, s.opp&to != 0)
	s.position = s.after(m)
	s.over = s.lost()
}

// Undo implements game.Undoer.
func (s *state) Undo(m game.Move) {
	from, to := parts(m)
	last := len(s.captures) - 1
	s.own, s.opp, s.side, s.over = s.opp&^to|from, s.own, s.side^1, false
	if s.captures[last] {
		s.opp |= to
	}
	s.captures = s.captures[:last]
}

// WinningMoves implements game.WinFinder. In the suicide game there is none:
// only the one who moves can lose.
func (s *state) WinningMoves(buf []game.Move) []game.Move {
	if s.over || s.g.suicide {
		return buf
	}
	if s.g.holes == 0 {
		wins := s.g.far[s.side]
		if s.opp&(s.opp-1) == 0 {
			wins |= s.opp // to take the last piece
		}
		return s.movesTo(buf, wins)
	}
	// Among holes any move may leave the enemy without one.
	all := s.movesTo(buf, s.g.board)
	wins := all[:len(buf)]
	for _, m := range all[len(buf):] {
		next := s.after(m)
		if next.lost() {
			wins = append(wins, m)
		}
	}
	return wins
}

// after returns the position that m leads to.
func (s *position) after(m game.Move) position {
	from, to := parts(m)
	return position{g: s.g, own: s.opp &^ to, opp: s.own&^from | to, side: s.side ^ 1}
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	if s.over {
		return
	}
	g, own, opp, side := s.g, s.own, s.opp, s.side
	pick := game.NewPicker(r)
	var targets [maxJumps]uint64
	var counts [maxJumps]int
	for {
		jumps := g.jumps[side]
		free := g.board &^ own
		total := 0
		for i := range jumps {
			j := &jumps[i]
			t := j.shift(own) & free
			if j.straight {
				t &^= opp
			}
			n := bits.OnesCount64(t)
			targets[i&3], counts[i&3] = t, n
			total += n
		}
		if total == 0 { // only among holes
			break
		}
		i, k := which(&counts, pick.Below(total))
		bit := bitboard.SelectEarly(targets[i&3], k)
		own, opp, side = opp&^bit, own&^jumps[i].back(bit)|bit, side^1
		if bit&g.far[side^1] != 0 || own == 0 {
			break
		}
	}
	s.own, s.opp, s.side, s.over = own, opp, side, true
	s.captures = s.captures[:0]
}

// which returns in which of the parts that have so many members member k is, and which
// of that part. It takes no branch, which the processor would guess wrong.
func which(counts *[maxJumps]int, k int) (part, rest int) {
	end, before := 0, 0
	for _, n := range counts[:maxJumps-1] {
		end += n
		beyond := (end - 1 - k) >> (bits.UintSize - 1) // −1 if it is not yet in this part, else 0
		part -= beyond
		before += beyond & n
	}
	return part, k - before
}

// Score implements game.State. The side to move has lost, but in the suicide
// game it has won.
func (s *state) Score(p game.Player) float64 {
	if (p == s.side) == s.g.suicide {
		return 1
	}
	return -1
}

// Hash implements game.State.
func (s *state) Hash() uint64 {
	// Pieces of both sides never share a cell, so the complement of one's
	// own, which covers the other's, tells the sides apart.
	pieces := s.pieces()
	if s.side != 0 {
		pieces[0] = ^pieces[0]
	}
	return bitboard.Hash(pieces[0], pieces[1])
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) {
	s.position = src.(*state).position
	s.captures = s.captures[:0]
}

// Clone implements game.State.
func (s *state) Clone() game.State { return &state{position: s.position} }

// Marks implements game.Marked.
func (g *Game) Marks() []game.Mark {
	return game.NewMarks(game.Wood, string([]rune{g.piece[0][0], g.piece[1][0]}), string([]rune{g.piece[0][1], g.piece[1][1]}), game.White, game.Black)
}

// Draw implements game.Drawer.
func (s *state) Draw() game.Board {
	g := s.g
	b := g.grid.Board(game.Wood, game.White, game.Black)
	var targets uint64
	for i := range g.jumps[s.side] {
		targets |= s.targets(&g.jumps[s.side][i])
	}
	pieces := s.pieces()
	for cell := range b.Cells {
		bit := g.bit(cell)
		b.Cells[cell].Target = !s.over && targets>>bit&1 != 0
		for p := range game.Player(2) {
			if pieces[p]>>bit&1 != 0 {
				b.Cells[cell].Symbol, b.Cells[cell].Glyph, b.Cells[cell].Owner = g.piece[p][0], g.piece[p][1], p
			}
		}
		if g.holes>>bit&1 != 0 {
			b.Cells[cell] = game.Cell{Symbol: '#', Glyph: '▓', Owner: game.Nobody}
		}
	}
	return b
}
