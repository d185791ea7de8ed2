package whist

import (
	"math/bits"
	"math/rand/v2"

	"gambito/game"
)

// nothing is led while the table is empty.
const nothing = game.Move(4 * most)

// state is a position and how it came about. Cards are bits of sets. Hands are dealt from
// the lowest card up, the first player's before the second's: every deal comes about in
// one way.
type state struct {
	game   *Game
	dealt  [2]uint64
	hands  [2]uint64
	tricks [2]int8
	led    game.Move
	turn   game.Player
	viewer game.Player
	moves  []game.Move
}

// Turn implements game.State.
func (s *state) Turn() game.Player { return s.turn }

// deals is how many moves deal cards.
func (s *state) deals() int { return 2 * s.game.rules.Hand }

// receiver is who is dealt the next card.
func (s *state) receiver() int { return len(s.moves) / s.game.rules.Hand }

// undealt are the cards above the last one that may still go to the hand that is dealt,
// and how many it needs.
func (s *state) undealt() (cards uint64, need int) {
	held := len(s.moves) % s.game.rules.Hand
	cards = s.game.pack &^ s.dealt[0] &^ s.dealt[1]
	if held > 0 {
		last := s.moves[len(s.moves)-1]
		cards &^= 1<<(last+1) - 1
	}
	return cards, s.game.rules.Hand - held
}

// legal are the moves as a set.
func (s *state) legal() uint64 {
	switch s.turn {
	case game.Over:
		return 0
	case game.Chance:
		cards, need := s.undealt()
		for range need - 1 { // the highest must be left for those that follow
			cards &^= 1 << (bits.Len64(cards) - 1)
		}
		return cards
	}
	hand := s.hands[s.turn]
	if s.led != nothing {
		if follow := hand & s.game.suits[s.game.suit(s.led)]; follow != 0 {
			return follow
		}
	}
	return hand
}

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move {
	for left := s.legal(); left != 0; left &= left - 1 {
		buf = append(buf, game.Move(bits.TrailingZeros64(left)))
	}
	return buf
}

// Probability implements game.Stochastic: all hands are equally likely.
func (s *state) Probability(m game.Move) float64 {
	cards, need := s.undealt()
	above := bits.OnesCount64(cards >> m >> 1)
	return s.game.choose[above][need-1] / s.game.choose[bits.OnesCount64(cards)][need]
}

// Play implements game.State.
func (s *state) Play(m game.Move) {
	card := uint64(1) << m
	switch {
	case s.turn == game.Chance:
		p := s.receiver()
		s.dealt[p] |= card
		s.hands[p] |= card
		if len(s.moves) == s.deals()-1 {
			s.turn = 0
		}
	case s.led == nothing:
		s.hands[s.turn] &^= card
		s.led, s.turn = m, 1-s.turn
	default:
		s.hands[s.turn] &^= card
		if !s.game.beats(m, s.led) {
			s.turn = 1 - s.turn
		}
		s.tricks[s.turn]++
		if s.led = nothing; s.hands[0] == 0 {
			s.turn = game.Over
		}
	}
	s.moves = append(s.moves, m)
}

// Undo implements game.Undoer.
func (s *state) Undo(m game.Move) {
	last := len(s.moves) - 1
	s.moves = s.moves[:last]
	card := uint64(1) << m
	if last < s.deals() {
		p := s.receiver()
		s.dealt[p] &^= card
		s.hands[p] &^= card
		s.turn = game.Chance
		return
	}
	p := s.owner(m)
	s.hands[p] |= card
	s.turn, s.led = p, nothing
	if (last-s.deals())%2 == 1 {
		s.led = s.moves[last-1]
		if s.game.beats(m, s.led) {
			s.tricks[p]--
		} else {
			s.tricks[1-p]--
		}
	}
}

// owner is who was dealt a card.
func (s *state) owner(m game.Move) game.Player {
	if s.dealt[0]>>m&1 == 1 {
		return 0
	}
	return 1
}

// Playout implements game.Playouter.
func (s *state) Playout(r *rand.Rand) {
	if s.turn == game.Chance {
		s.deal(r)
	}
	for s.turn != game.Over {
		s.Play(game.Move(bits.TrailingZeros64(drawn(s.legal(), 1, r))))
	}
}

// deal deals what is not dealt yet.
func (s *state) deal(r *rand.Rand) {
	for s.turn == game.Chance {
		cards, need := s.undealt()
		for hand := drawn(cards, need, r); hand != 0; hand &= hand - 1 {
			s.Play(game.Move(bits.TrailingZeros64(hand)))
		}
	}
}

// drawn is n cards of a set; all are equally likely.
func drawn(set uint64, n int, r *rand.Rand) (subset uint64) {
	for range n {
		left := set
		for range r.IntN(bits.OnesCount64(set)) {
			left &= left - 1
		}
		card := left & -left
		subset |= card
		set &^= card
	}
	return subset
}

// Score implements game.State.
func (s *state) Score(p game.Player) float64 {
	switch {
	case s.tricks[p] > s.tricks[1-p]:
		return 1
	case s.tricks[p] < s.tricks[1-p]:
		return -1
	}
	return 0
}

// Hash implements game.State.
func (s *state) Hash() uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, m := range s.moves {
		h ^= uint64(m) + 1
		h *= 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) {
	moves := s.moves
	*s = *src.(*state)
	s.moves = append(moves[:0], s.moves...)
}

// Clone implements game.State.
func (s *state) Clone() game.State {
	c := *s
	c.moves = append(make([]game.Move, 0, s.game.info.MaxPlies), s.moves...)
	return &c
}
