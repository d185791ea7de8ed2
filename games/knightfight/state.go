package knightfight

import (
	"math/rand/v2"

	"gambito/game"
	"gambito/game/bitboard"
)

// position is what there is on the board.
type position struct {
	arrows  bitboard.Set128
	knights [2]uint8 // their cells
	phase   uint8    // of phases: who acts next, and how
}

// state is a position and, for every ply, what it changed.
type state struct {
	position
	history []change
}

// change is what an action did: the arrows it added and the cell a knight left.
type change struct {
	added bitboard.Set128
	from  uint8
}

// attacks reports whether the next action is an attack.
func (s *position) attacks() bool { return s.phase&1 != 0 }

// actors are the players who act in each phase.
var actors = [4]game.Player{0, 1, 1, 0}

func (s *position) lastActor() game.Player { return actors[(s.phase+3)&3] }

// hit reports whether a knight stands on an arrow.
func (s *position) hit(p game.Player) bool { return s.arrows.Has(int(s.knights[p])) }

// Turn implements game.State.
func (s *state) Turn() game.Player {
	if s.hit(s.lastActor()) {
		return game.Over
	}
	return actors[s.phase]
}

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	if s.hit(s.lastActor()) {
		return buf
	}
	if s.attacks() {
		return append(buf, ortho, diag)
	}
	player := actors[s.phase]
	enemy := s.knights[player^1]
	for _, target := range neighbours[s.knights[player]].jumps {
		if target != enemy {
			buf = append(buf, game.Move(target))
		}
	}
	return buf
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	player := actors[s.phase]
	c := change{from: s.knights[player]}
	if m >= ortho {
		c.added = neighbours[s.knights[player^1]].attacks[m-ortho].Minus(s.arrows)
	} else {
		c.added.Add(int(c.from))
		s.knights[player] = uint8(m)
	}
	s.arrows = s.arrows.Union(c.added)
	s.phase = (s.phase + 1) & 3
	s.history = append(s.history, c)
}

// Undo implements game.Undoer.
func (s *state) Undo(game.Move) {
	last := len(s.history) - 1
	c := s.history[last]
	s.history = s.history[:last]
	s.phase = (s.phase + 3) & 3
	s.arrows = s.arrows.Minus(c.added)
	s.knights[actors[s.phase]] = c.from
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	p := s.position
	for pick := game.NewPicker(r); !p.hit(p.lastActor()); p.phase = (p.phase + 1) & 3 {
		player := actors[p.phase&3]
		own, enemy := p.knights[player&1], p.knights[player&1^1]
		if p.attacks() {
			p.arrows = p.arrows.Union(neighbours[enemy].attacks[pick.Below(2)&1])
			continue
		}
		jumps := neighbours[own].jumps
		target := jumps[pick.Below(len(jumps))]
		for target == enemy {
			target = jumps[pick.Below(len(jumps))]
		}
		p.arrows.Add(int(own))
		p.knights[player&1] = target
	}
	s.position = p
	s.history = s.history[:0]
}

// Score implements game.State: whoever acted last stands on an arrow.
func (s *state) Score(p game.Player) float64 {
	if p == s.lastActor() {
		return -1
	}
	return 1
}

// Hash implements game.State. The hundred cells leave bits for the rest.
func (s *state) Hash() uint64 {
	rest := uint64(s.knights[0])<<57 | uint64(s.knights[1])<<50 | uint64(s.phase)<<48
	return bitboard.Hash(s.arrows[0], s.arrows[1]|rest)
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
	return game.NewMarks(game.Wood, symbols[2:4], "♞♞", game.White, game.Black)
}

// Draw implements game.Drawer.
func (s *state) Draw() game.Board {
	b := board.Board(game.Wood, game.White, game.Black)
	b.Caption = [4]string{"white moves", "black attacks", "black moves", "white attacks"}[s.phase]
	over := s.Turn() == game.Over
	if !over && !s.attacks() {
		for _, m := range s.Moves(nil) {
			b.Cells[m].Target = true
		}
	}
	for cell := range b.Cells {
		if s.arrows.Has(cell) {
			b.Cells[cell].Symbol, b.Cells[cell].Glyph, b.Cells[cell].Owner = '*', '✶', game.Nobody
		}
	}
	for p, knight := range s.knights {
		c := &b.Cells[knight]
		c.Symbol, c.Glyph, c.Owner = rune(symbols[2+p]), '♞', game.Player(p)
		if s.hit(game.Player(p)) {
			c.Symbol = rune(symbols[4+p])
		}
	}
	return b
}
