// Package kuhn is Kuhn's poker (1950), the smallest that has bluffs: three cards, J, Q
// and K; both players ante one chip and are dealt a card each. In turn they pass or bet
// one chip; who passes after a bet folds, and otherwise the higher card wins when both
// have passed or both have bet. With best play the first player loses 1/18 of a chip a game.
package kuhn

import (
	"math/rand/v2"

	"gambito/game"
	"gambito/game/history"
)

// Moves: the cards as they are dealt, then pass and bet.
const (
	jack game.Move = iota
	queen
	king
	pass
	bet
)

var names = []string{"J", "Q", "K", "pass", "bet"}

type rules struct{}

// New returns the game.
func New() game.Game { return history.New(rules{}) }

// Info implements history.Rules.
func (rules) Info() game.Info {
	return game.Info{ID: "kuhn", Name: "Kuhn poker", Roles: []string{"first", "second"}, MaxScore: 2, Stake: game.InChips, MaxMoves: 3, MaxPlies: 5}
}

// Turn implements history.Rules.
func (rules) Turn(h []game.Move) game.Player {
	switch n := len(h); {
	case n < 2:
		return game.Chance
	case n >= 4 && !(n == 4 && h[2] == pass && h[3] == bet):
		return game.Over
	default:
		return game.Player(n % 2)
	}
}

// Moves implements history.Rules.
func (r rules) Moves(h, buf []game.Move) []game.Move {
	switch r.Turn(h) {
	case game.Over:
		return buf
	case game.Chance:
		for card := jack; card <= king; card++ {
			if len(h) == 0 || h[0] != card {
				buf = append(buf, card)
			}
		}
		return buf
	}
	return append(buf, pass, bet)
}

// Probability implements history.Rules.
func (rules) Probability(h []game.Move, _ game.Move) float64 { return 1 / float64(3-len(h)) }

// Score implements history.Rules.
func (rules) Score(h []game.Move, p game.Player) float64 {
	won := 1.0 // by the first player
	last := len(h) - 1
	switch {
	case h[last] == pass && h[last-1] == bet: // folded: by whom?
		if last%2 == 0 {
			won = -1
		}
	case h[0] < h[1]:
		won = -1
	}
	if h[last] == bet {
		won *= 2
	}
	if p == 1 {
		return -won
	}
	return won
}

// Sees implements history.Rules: one's own card and all bets.
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

// Redeal implements history.Rules: the opponent has one of the two other cards.
func (rules) Redeal(h []game.Move, p game.Player, r *rand.Rand) {
	other := 1 - int(p)
	switch {
	case len(h) == 1 && p == 1:
		h[0] = game.Move(r.IntN(3))
	case len(h) > 1:
		h[other] = (h[p] + 1 + game.Move(r.IntN(2))) % 3
	}
}

// Name implements history.Rules.
func (rules) Name(m game.Move) string { return names[m] }

// Called implements history.Caller: after a bet one calls or folds.
func (rules) Called(h []game.Move, m game.Move) string {
	facing := h[len(h)-1] == bet
	switch {
	case m == bet && facing:
		return "call"
	case m == bet:
		return ""
	case facing:
		return "fold"
	}
	return "check"
}

// Rows implements history.Rules.
func (rules) Rows(h []game.Move, seen func(i int) string) []game.TableRow {
	return append(history.Dealt(game.Cards, h, seen), game.TableRow{Label: "bets", Kind: game.Words, Words: history.Names(seen, 2, len(h))})
}
