// Package leduc is Leduc hold'em (Southey and others, 2005): poker with two each of J, Q
// and K. Both players ante a chip and are dealt a card each; after a round of betting a
// card is turned over for both, and there is another round. Bets are of two chips in the
// first round and of four in the second, and there are two of them a round at most. A
// pair with the open card wins, else the higher card; equal cards share.
//
// Cards of a rank are alike, so what is dealt is a rank.
package leduc

import (
	"math/rand/v2"
	"strconv"

	"gambito/game"
	"gambito/game/history"
)

// Moves: ranks as they are dealt, then what players do.
const (
	ranks           = 3
	fold  game.Move = 3
	call  game.Move = 4 // or check
	raise game.Move = 5 // or bet
)

// most is how many raises a round has.
const most = 2

var names = []string{"J", "Q", "K", "fold", "call", "raise"}

type rules struct{}

// New returns the game.
func New() game.Game { return history.New(rules{}) }

// Info implements history.Rules.
func (rules) Info() game.Info {
	return game.Info{ID: "leduc", Name: "Leduc hold'em", Roles: []string{"first", "second"}, MaxScore: 13, Stake: game.InChips, MaxMoves: 3, MaxPlies: 3 + 2*4}
}

// hand is what the moves so far come to.
type hand struct {
	turn   game.Player
	chips  [2]int
	raises int // in this round
	open   int // the card on the table, -1 while there is none
	folded game.Player
}

// read goes through the moves.
func read(h []game.Move) hand {
	s := hand{turn: game.Chance, chips: [2]int{1, 1}, open: -1, folded: game.Nobody}
	acted, size := 0, 2
	for i, m := range h {
		switch {
		case i < 2:
			if i == 1 {
				s.turn = 0
			}
		case s.turn == game.Chance:
			s.open, s.turn, s.raises, acted, size = int(m), 0, 0, 0, 4
		case m == fold:
			s.folded, s.turn = s.turn, game.Over
		case m == raise:
			s.chips[s.turn] = s.chips[1-s.turn] + size
			s.raises++
			acted++
			s.turn = 1 - s.turn
		default:
			s.chips[s.turn] = s.chips[1-s.turn]
			if acted++; acted < 2 {
				s.turn = 1 - s.turn
			} else if s.open < 0 {
				s.turn = game.Chance
			} else {
				s.turn = game.Over
			}
		}
	}
	return s
}

// Turn implements history.Rules.
func (rules) Turn(h []game.Move) game.Player { return read(h).turn }

// left is how many cards of a rank are not dealt yet, of all that are not.
func left(h []game.Move, rank game.Move) (cards, all int) {
	cards, all = 2, 2*ranks
	for i, m := range h {
		if m < ranks {
			all--
			if h[i] == rank {
				cards--
			}
		}
	}
	return cards, all
}

// Moves implements history.Rules.
func (rules) Moves(h, buf []game.Move) []game.Move {
	s := read(h)
	switch s.turn {
	case game.Over:
		return buf
	case game.Chance:
		for rank := game.Move(0); rank < ranks; rank++ {
			if cards, _ := left(h, rank); cards > 0 {
				buf = append(buf, rank)
			}
		}
		return buf
	}
	if s.chips[s.turn] < s.chips[1-s.turn] {
		buf = append(buf, fold)
	}
	buf = append(buf, call)
	if s.raises < most {
		buf = append(buf, raise)
	}
	return buf
}

// Probability implements history.Rules.
func (rules) Probability(h []game.Move, m game.Move) float64 {
	cards, all := left(h, m)
	return float64(cards) / float64(all)
}

// Score implements history.Rules.
func (rules) Score(h []game.Move, p game.Player) float64 {
	s := read(h)
	own, other := strength(h[p], s.open), strength(h[1-p], s.open)
	switch {
	case s.folded == p, s.folded == game.Nobody && own < other:
		return -float64(s.chips[p])
	case s.folded == 1-p, own > other:
		return float64(s.chips[1-p])
	}
	return 0
}

// strength orders hands: a pair is above all single cards.
func strength(card game.Move, open int) int {
	if int(card) == open {
		return ranks
	}
	return int(card)
}

// Sees implements history.Rules: all but the other player's card.
func (rules) Sees(h []game.Move, p game.Player, buf []byte) []byte {
	for i, m := range h {
		if i > 1 || i == int(p) {
			buf = append(buf, names[m][0])
		} else {
			buf = append(buf, '?')
		}
	}
	return buf
}

// Redeal implements history.Rules: the other player has any of the cards left.
func (rules) Redeal(h []game.Move, p game.Player, r *rand.Rand) {
	other := 1 - int(p)
	if len(h) <= other {
		return
	}
	var deck [2 * ranks]game.Move
	n := 0
	for rank := game.Move(0); rank < ranks; rank++ {
		cards := 2
		for i, m := range h {
			if i != other && m == rank {
				cards--
			}
		}
		for range cards {
			deck[n] = rank
			n++
		}
	}
	h[other] = deck[r.IntN(n)]
}

// Name implements history.Rules.
func (rules) Name(m game.Move) string { return names[m] }

// Called implements history.Caller: where nothing was bet one checks or bets.
func (rules) Called(h []game.Move, m game.Move) string {
	hand := read(h)
	switch facing := hand.chips[0] != hand.chips[1]; {
	case m == call && !facing:
		return "check"
	case m == raise && !facing:
		return "bet"
	}
	return ""
}

// Rows implements history.Rules.
func (rules) Rows(h []game.Move, seen func(i int) string) []game.TableRow {
	table, bets := game.TableRow{Label: "table", Kind: game.Cards}, game.TableRow{Label: "bets", Kind: game.Words}
	for i := 2; i < len(h); i++ {
		if h[i] < ranks {
			table.Words = []string{seen(i)}
			bets.Words = append(bets.Words, "/")
		} else {
			bets.Words = append(bets.Words, seen(i))
		}
	}
	s := read(h)
	chips := game.TableRow{Label: "chips", Kind: game.Chips, Words: []string{strconv.Itoa(s.chips[0]), strconv.Itoa(s.chips[1])}}
	return append(history.Dealt(game.Cards, h, seen), table, bets, chips)
}
