package atarigo

import (
	"errors"
	"math/bits"
	"math/rand/v2"

	"gambito/game"
	"gambito/game/bitboard"
)

// position is what there is on the board, and the groups of stones as a
// forest: every stone points at another of its group, the root at itself. The
// root knows the group's size and its liberties, counted once for every stone
// they touch: that number is zero just when the group has none. Groups only
// ever grow, since the first capture ends the game.
type position struct {
	g         *Game
	stones    [2]bitboard.Set128
	parent    [maxPoints]uint8
	size      [maxPoints]uint8 // of roots
	liberties [maxPoints]uint8 // of roots
	plies     uint8
	winner    game.Player
}

// state is a position and what is needed to take moves back.
type state struct {
	position
	history []merges
}

// merges are the roots that a move put under another one, in order.
type merges struct {
	roots [4]uint8
	n     uint8
}

// mover is the player who made the latest move.
func (s *position) mover() game.Player { return game.Player(s.plies&1) ^ 1 }

func (s *position) colour(p int) game.Player {
	switch {
	case s.stones[0].Has(p):
		return 0
	case s.stones[1].Has(p):
		return 1
	}
	return game.Nobody
}

func (s *position) root(p uint8) uint8 {
	for s.parent[p] != p {
		p = s.parent[p]
	}
	return p
}

// place puts a stone on the board and joins it to its neighbours. It reports
// whether an opposing group and whether the stone's own now has no liberties.
func (s *position) place(p int, player game.Player) (m merges, takes, dies bool) {
	root := uint8(p)
	s.parent[p], s.size[p] = root, 1
	s.stones[player].Add(p)
	// First every count is put right, while the groups are as they were: Undo
	// takes the merges apart before it puts the counts back.
	free := uint8(0)
	var friends [4]uint8
	f := 0
	for _, n := range s.g.next[p] {
		switch {
		case s.stones[player].Has(int(n)):
			other := s.root(n)
			s.liberties[other]--
			friends[f&3] = other
			f++
		case s.stones[player^1].Has(int(n)):
			other := s.root(n)
			s.liberties[other]--
			takes = takes || s.liberties[other] == 0
		default:
			free++
		}
	}
	s.liberties[p] = free
	for _, other := range friends[:f] {
		if s.parent[other] != other || other == root { // merged already
			continue
		}
		if s.size[other] > s.size[root] {
			other, root = root, other
		}
		s.parent[other] = root
		s.size[root] += s.size[other]
		s.liberties[root] += s.liberties[other]
		m.roots[m.n&3] = other
		m.n++
	}
	return m, takes, s.liberties[root] == 0
}

// decide finds the winner of a position given by its stones.
func (s *position) decide() error {
	mover := s.mover()
	switch {
	case s.hasDead(mover ^ 1):
		s.winner = mover
	case s.hasDead(mover):
		s.winner = mover ^ 1
	default:
		return nil
	}
	// One of the mover's stones was the last, before which nothing was dead.
	for p := range s.g.grid.Size() {
		if !s.stones[mover].Has(p) {
			continue
		}
		before := position{g: s.g}
		for q := range s.g.grid.Size() {
			if colour := s.colour(q); colour != game.Nobody && q != p {
				before.place(q, colour)
			}
		}
		if !before.hasDead(0) && !before.hasDead(1) {
			return nil
		}
	}
	return errors.New("there are groups without liberties that no last move explains")
}

// hasDead reports whether a player has a group without liberties.
func (s *position) hasDead(player game.Player) bool {
	for p := range s.g.grid.Size() {
		if s.stones[player].Has(p) && s.liberties[s.root(uint8(p))] == 0 {
			return true
		}
	}
	return false
}

// empty returns word w of the empty points, none if the game is over.
func (s *position) empty(w int) uint64 {
	if s.winner != game.Nobody {
		return 0
	}
	return s.g.board[w] &^ (s.stones[0][w] | s.stones[1][w])
}

// Turn implements game.State. A full board cannot be: its last stone takes.
func (s *state) Turn() game.Player {
	if s.winner != game.Nobody {
		return game.Over
	}
	return game.Player(s.plies & 1)
}

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	for w := range s.g.board {
		for empty := s.empty(w); empty != 0; empty &= empty - 1 {
			buf = append(buf, game.Move(w*64+bits.TrailingZeros64(empty)))
		}
	}
	return buf
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	s.history = append(s.history, s.move(int(m)))
}

// move makes a move that need not be taken back.
func (s *position) move(p int) merges {
	player := game.Player(s.plies & 1)
	m, takes, dies := s.place(p, player)
	s.plies++
	if takes {
		s.winner = player
	} else if dies {
		s.winner = player ^ 1
	}
	return m
}

// Undo implements game.Undoer.
func (s *state) Undo(m game.Move) {
	last := s.history[len(s.history)-1]
	s.history = s.history[:len(s.history)-1]
	for i := int(last.n) - 1; i >= 0; i-- {
		child := last.roots[i]
		root := s.parent[child]
		s.parent[child] = child
		s.size[root] -= s.size[child]
		s.liberties[root] -= s.liberties[child]
	}
	s.plies--
	s.winner = game.Nobody
	s.stones[s.plies&1].Remove(int(m))
	for _, n := range s.g.next[m] {
		if s.colour(int(n)) != game.Nobody {
			s.liberties[s.root(n)]++
		}
	}
}

// WinningMoves implements game.WinFinder: the points that are all the
// liberties of an opposing group.
func (s *state) WinningMoves(buf []game.Move) []game.Move {
	opponent := game.Player(s.plies&1) ^ 1
	for w := range s.g.board {
		for empty := s.empty(w); empty != 0; empty &= empty - 1 {
			p := w*64 + bits.TrailingZeros64(empty)
			if s.takes(p, opponent) {
				buf = append(buf, game.Move(p))
			}
		}
	}
	return buf
}

func (s *position) takes(p int, opponent game.Player) bool {
	next := s.g.next[p]
	for i, n := range next {
		if !s.stones[opponent].Has(int(n)) {
			continue
		}
		root, touches := s.root(n), uint8(0)
		for _, m := range next[i:] {
			if s.stones[opponent].Has(int(m)) && s.root(m) == root {
				touches++
			}
		}
		if touches == s.liberties[root] {
			return true
		}
	}
	return false
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	var free [maxPoints]uint8 // the empty points, in no order
	n := 0
	for w := range s.g.board {
		for empty := s.empty(w); empty != 0; empty &= empty - 1 {
			free[n] = uint8(w*64 + bits.TrailingZeros64(empty))
			n++
		}
	}
	for pick := game.NewPicker(r); s.winner == game.Nobody; {
		i := pick.Below(n)
		p := free[i]
		n--
		free[i] = free[n]
		s.move(int(p))
	}
	s.history = s.history[:0]
}

// Score implements game.State.
func (s *state) Score(p game.Player) float64 {
	if p == s.winner {
		return 1
	}
	return -1
}

// Hash implements game.State. Whose turn it is follows from the stones.
func (s *state) Hash() uint64 {
	h := bitboard.Hash(s.stones[0][0], s.stones[1][0])
	return bitboard.Hash(h, bitboard.Hash(s.stones[0][1], s.stones[1][1]))
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) {
	s.position = src.(*state).position
	s.history = s.history[:0]
}

// Clone implements game.State.
func (s *state) Clone() game.State { return &state{position: s.position} }

// Marks implements game.Marked.
func (*Game) Marks() []game.Mark {
	return game.NewMarks(game.Wood, "XO", "●●", game.Black, game.White)
}

// Draw implements game.Drawer.
func (s *state) Draw() game.Board {
	g := s.g
	b := g.grid.Board(game.Wood, game.Black, game.White)
	for p := range b.Cells {
		switch s.colour(p) {
		case 0:
			b.Cells[p] = game.Cell{Symbol: 'X', Glyph: '●', Owner: 0}
		case 1:
			b.Cells[p] = game.Cell{Symbol: 'O', Glyph: '●', Owner: 1}
		default:
			b.Cells[p] = game.Cell{Target: s.winner == game.Nobody}
		}
	}
	return b
}
