// Package goofspiel is Goofspiel, the game of pure strategy: both players hold cards 1
// to n, and as many prizes lie in a shuffled pile. A prize is turned over, both bid a card
// face down, the higher takes as many points as the prize shows; of equal cards nobody
// takes it. The most points win. Bids are moves in turn here; the second player does not
// see the first one's.
package goofspiel

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/game/history"
)

// rules for a number of cards. Moves: 0 to n-1 a prize, n to 2n-1 a bid, the lowest first.
type rules struct{ cards int }

// New returns the game with so many cards, 2 to 5.
func New(cards int) (game.Game, error) {
	if cards < 2 || cards > 5 {
		return nil, fmt.Errorf("there are 2 to 5 cards here, not %d", cards)
	}
	return history.New(rules{cards}), nil
}

// Info implements history.Rules.
func (r rules) Info() game.Info {
	id := "goofspiel"
	if r.cards != 4 {
		id = fmt.Sprintf("goofspiel:cards=%d", r.cards)
	}
	return game.Info{ID: id, Name: "Goofspiel", Roles: []string{"first", "second"}, MaxMoves: r.cards, MaxPlies: 3 * r.cards}
}

// Turn implements history.Rules: a prize, a bid of each.
func (r rules) Turn(h []game.Move) game.Player {
	switch {
	case len(h) == 3*r.cards:
		return game.Over
	case len(h)%3 == 0:
		return game.Chance
	}
	return game.Player(len(h)%3 - 1)
}

// Moves implements history.Rules.
func (r rules) Moves(h, buf []game.Move) []game.Move {
	if len(h) == 3*r.cards {
		return buf
	}
	base := 0
	if len(h)%3 > 0 {
		base = r.cards
	}
	for card := range r.cards {
		m, free := game.Move(base+card), true
		for i := len(h) % 3; i < len(h) && free; i += 3 {
			free = h[i] != m
		}
		if free {
			buf = append(buf, m)
		}
	}
	return buf
}

// Probability implements history.Rules.
func (r rules) Probability(h []game.Move, _ game.Move) float64 {
	return 1 / float64(r.cards-len(h)/3)
}

// Score implements history.Rules.
func (r rules) Score(h []game.Move, p game.Player) float64 {
	points := 0
	for i := 0; i < len(h); i += 3 {
		prize, own, other := int(h[i])+1, h[i+1+int(p)], h[i+2-int(p)]
		switch {
		case own > other:
			points += prize
		case own < other:
			points -= prize
		}
	}
	return float64(min(max(points, -1), 1))
}

// Sees implements history.Rules: everything but a bid that waits for the other.
func (r rules) Sees(h []game.Move, p game.Player, buf []byte) []byte {
	for i, m := range h {
		if len(h)%3 == 2 && i == len(h)-1 && p == 1 {
			buf = append(buf, '?')
		} else {
			buf = append(buf, byte('A'+m))
		}
	}
	return buf
}

// Redeal implements history.Rules: the bid that waits may be any card left.
func (r rules) Redeal(h []game.Move, p game.Player, rng *rand.Rand) {
	if len(h)%3 != 2 || p != 1 {
		return
	}
	last := len(h) - 1
	var buf [8]game.Move
	free := r.Moves(h[:last], buf[:0])
	h[last] = free[rng.IntN(len(free))]
}

// Name implements history.Rules: a prize p3, a bid 3.
func (r rules) Name(m game.Move) string {
	if int(m) < r.cards {
		return "p" + strconv.Itoa(int(m)+1)
	}
	return strconv.Itoa(int(m) - r.cards + 1)
}

// Rows implements history.Rules: the rounds so far, and the cards that are left.
func (r rules) Rows(h []game.Move, seen func(i int) string) []game.TableRow {
	rows := []game.TableRow{{Label: "prizes", Kind: game.Cards}, {Label: "first", Kind: game.Cards}, {Label: "second", Kind: game.Cards}}
	for i := range h {
		row := &rows[i%3]
		row.Words = append(row.Words, strings.TrimPrefix(seen(i), "p"))
	}
	for p, label := range []string{"first holds", "second holds"} {
		row := game.TableRow{Label: label, Kind: game.Cards}
		for card := range r.cards {
			name, held := strconv.Itoa(card+1), true
			for i := 1 + p; i < len(h); i += 3 {
				held = held && seen(i) != name
			}
			if held {
				row.Words = append(row.Words, name)
			}
		}
		rows = append(rows, row)
	}
	return rows
}
