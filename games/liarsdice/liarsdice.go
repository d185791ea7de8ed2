// Package liarsdice is liar's dice, also called Dudo, with a die each: both roll in
// secret, and in turn bid how many dice of a face there are among all, each bid higher than
// the last, until somebody calls the last bid a lie. The highest face is wild: it counts
// as any. If the bid holds the bidder wins, else who called. With six faces the first player
// loses 7/258 of a game with best play (Neller and Lanctot, 2013).
package liarsdice

import (
	"fmt"
	"math/rand/v2"

	"gambito/game"
	"gambito/game/history"
)

// rules for a number of faces. Moves: the faces as they are rolled, 0 the lowest; then
// bids, by number of dice and then by face; then liar.
type rules struct {
	faces int
	names []string
}

// dice is how many there are.
const dice = 2

// New returns the game with dice of so many faces, 2 to 6.
func New(faces int) (game.Game, error) {
	if faces < 2 || faces > 6 {
		return nil, fmt.Errorf("dice have 2 to 6 faces here, not %d", faces)
	}
	r := rules{faces: faces}
	for face := range faces {
		r.names = append(r.names, fmt.Sprintf("%d", face+1))
	}
	for count := range dice {
		for face := range faces {
			r.names = append(r.names, fmt.Sprintf("%dx%d", count+1, face+1))
		}
	}
	r.names = append(r.names, "liar")
	return history.New(r), nil
}

func (r rules) liar() game.Move { return game.Move((1 + dice) * r.faces) }

// Info implements history.Rules.
func (r rules) Info() game.Info {
	id := "liars-dice"
	if r.faces != 6 {
		id = fmt.Sprintf("liars-dice:faces=%d", r.faces)
	}
	return game.Info{ID: id, Name: "Liar's dice", Roles: []string{"first", "second"}, MaxMoves: max(dice*r.faces, r.faces), MaxPlies: dice + dice*r.faces + 1}
}

// Turn implements history.Rules.
func (r rules) Turn(h []game.Move) game.Player {
	switch {
	case len(h) < dice:
		return game.Chance
	case h[len(h)-1] == r.liar():
		return game.Over
	}
	return game.Player((len(h) - dice) % 2)
}

// Moves implements history.Rules.
func (r rules) Moves(h, buf []game.Move) []game.Move {
	switch r.Turn(h) {
	case game.Over:
		return buf
	case game.Chance:
		for face := range r.faces {
			buf = append(buf, game.Move(face))
		}
		return buf
	}
	next := game.Move(r.faces)
	if len(h) > dice {
		next = h[len(h)-1] + 1
	}
	for ; next < r.liar(); next++ {
		buf = append(buf, next)
	}
	if len(h) > dice {
		buf = append(buf, r.liar())
	}
	return buf
}

// Probability implements history.Rules.
func (r rules) Probability([]game.Move, game.Move) float64 { return 1 / float64(r.faces) }

// Score implements history.Rules.
func (r rules) Score(h []game.Move, p game.Player) float64 {
	bid := int(h[len(h)-2]) - r.faces
	count, face := bid/r.faces+1, game.Move(bid%r.faces)
	for _, die := range h[:dice] {
		if die == face || die == game.Move(r.faces-1) {
			count--
		}
	}
	winner := game.Player((len(h) - 2 - dice) % 2) // who bid last
	if count > 0 {
		winner = 1 - winner
	}
	if p == winner {
		return 1
	}
	return -1
}

// Sees implements history.Rules: one's own die and all bids.
func (r rules) Sees(h []game.Move, p game.Player, buf []byte) []byte {
	for i, m := range h {
		if i >= dice || i == int(p) {
			buf = append(buf, byte('A'+m))
		} else {
			buf = append(buf, '?')
		}
	}
	return buf
}

// Redeal implements history.Rules.
func (r rules) Redeal(h []game.Move, p game.Player, rng *rand.Rand) {
	if other := 1 - int(p); len(h) > other {
		h[other] = game.Move(rng.IntN(r.faces))
	}
}

// Name implements history.Rules.
func (r rules) Name(m game.Move) string { return r.names[m] }

// Rows implements history.Rules.
func (r rules) Rows(h []game.Move, seen func(i int) string) []game.TableRow {
	return append(history.Dealt(game.Dice, h, seen), game.TableRow{Label: "bids", Kind: game.Words, Words: history.Names(seen, dice, len(h))})
}
