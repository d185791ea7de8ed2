package whist

import (
	"math/bits"
	"math/rand/v2"
	"strconv"

	"gambito/game"
)

// Sees implements game.Veiled: one's own hand as it was dealt, and every card that was
// played. While cards are dealt, ? stands for each that goes to the other.
func (s *state) Sees(p game.Player, buf []byte) []byte {
	for i, m := range s.moves {
		switch {
		case i >= s.deals():
			buf = append(buf, '/')
			buf = append(buf, s.game.names[m]...)
		case i/s.game.rules.Hand == int(p):
			buf = append(buf, s.game.names[m]...)
		case s.turn == game.Chance:
			buf = append(buf, game.Unseen...)
		}
	}
	return buf
}

// Redeal implements game.Veiled: the cards that the other still holds are any of those that
// p has not seen, but none of a suit that the other could not follow. All such hands are
// equally likely; what the other's choice of cards tells is not thought of.
func (s *state) Redeal(p game.Player, r *rand.Rand) {
	other := 1 - p
	if s.turn == game.Chance {
		s.redealPart(p, r)
		return
	}
	unseen := s.game.pack &^ s.dealt[p] &^ s.played() &^ s.void(other)
	held := bits.OnesCount64(s.hands[other])
	played := s.dealt[other] &^ s.hands[other]
	s.hands[other] = drawn(unseen, held, r)
	s.rewrite(other, played|s.hands[other])
}

// redealPart is Redeal while cards are dealt: of hands that are completed in any way that
// is possible, what was dealt so far.
func (s *state) redealPart(p game.Player, r *rand.Rand) {
	other, hand := 1-p, s.game.rules.Hand
	own := s.dealt[p]
	if p == 1 && len(s.moves) > hand { // what p is still to get is not the other's
		above := s.game.pack &^ (1<<(s.moves[len(s.moves)-1]+1) - 1)
		own |= drawn(above, 2*hand-len(s.moves), r)
	}
	got := bits.OnesCount64(s.dealt[other])
	full := drawn(s.game.pack&^own, hand, r)
	var lowest uint64
	for range got {
		card := full & -full
		lowest |= card
		full &^= card
	}
	s.hands[other] = lowest
	s.rewrite(other, lowest)
}

// rewrite makes a hand as it was dealt another one.
func (s *state) rewrite(p game.Player, hand uint64) {
	s.dealt[p] = hand
	for i := int(p) * s.game.rules.Hand; hand != 0; i++ {
		s.moves[i] = game.Move(bits.TrailingZeros64(hand))
		hand &= hand - 1
	}
}

// played are the cards that everybody has seen.
func (s *state) played() uint64 {
	return s.dealt[0]&^s.hands[0] | s.dealt[1]&^s.hands[1]
}

// void are the cards of the suits that a player has shown not to hold.
func (s *state) void(p game.Player) (cards uint64) {
	for i := s.deals() + 1; i < len(s.moves); i += 2 {
		led, answer := s.game.suit(s.moves[i-1]), s.moves[i]
		if s.game.suit(answer) != led && s.owner(answer) == p {
			cards |= s.game.suits[led]
		}
	}
	return cards
}

// LookAs implements game.Viewed.
func (s *state) LookAs(p game.Player) { s.viewer = p }

// DrawText implements game.TextDrawer: who holds what, the cards in the order in which
// they were played, and the tricks.
func (s *state) DrawText() (lines []game.TextLine) {
	for p, role := range s.game.info.Roles {
		line := game.TextLine{{Plain: role}, {Plain: ":"}}
		for left := s.hands[p]; left != 0; left &= left - 1 {
			if s.viewer == game.Nobody || s.viewer == game.Player(p) {
				line = append(line, game.TextSpan{Plain: " "}, s.span(game.Move(bits.TrailingZeros64(left))))
			} else {
				line = append(line, game.TextSpan{Plain: " "}, game.TextSpan{Plain: game.Unseen})
			}
		}
		lines = append(lines, line)
	}
	played := game.TextLine{{Plain: "played"}, {Plain: ":"}}
	for i := s.deals(); i < len(s.moves); i++ {
		between := " "
		if (i-s.deals())%2 == 1 {
			between = "-"
		}
		played = append(played, game.TextSpan{Plain: between}, s.span(s.moves[i]))
	}
	tricks := game.TextLine{{Plain: "tricks"}, {Plain: ":"}}
	for _, n := range s.tricks {
		tricks = append(tricks, game.TextSpan{Plain: " "}, game.TextSpan{Plain: strconv.Itoa(int(n))})
	}
	return append(lines, s.trumps(), played, tricks)
}

// trumps is the line that tells the suit that beats the others.
func (s *state) trumps() game.TextLine {
	if s.game.trump < 0 {
		return game.TextLine{{Plain: "trumps"}, {Plain: ":"}, {Plain: " "}, {Plain: None}}
	}
	line := game.TextLine{{Plain: "trumps"}, {Plain: ":"}, {Plain: " "}, {Plain: s.game.rules.Trump}}
	if s.game.trump == 1 || s.game.trump == 2 {
		line[3].Ink = game.Red
	}
	return line
}

// span is a card, hearts and diamonds in red.
func (s *state) span(m game.Move) game.TextSpan {
	span := game.TextSpan{Plain: s.game.names[m], Fancy: s.game.fancy[m]}
	if suit := s.game.suit(m); suit == 1 || suit == 2 {
		span.Ink = game.Red
	}
	return span
}

// Chronicle implements game.Chronicled.
func (g *Game) Chronicle(position game.State, p game.Player) (events []game.Event) {
	s := position.(*state)
	for i, m := range s.moves {
		e := game.Event{Player: game.Chance, Text: g.names[m]}
		if i >= s.deals() {
			e.Player = s.owner(m)
		} else if p != game.Nobody && i/g.rules.Hand != int(p) {
			e.Text = game.Unseen
		}
		events = append(events, e)
	}
	return events
}
