// Package pushfold is no-limit hold'em for two reduced to its first decision, as it is
// played with short stacks: the small blind, who has put in half a big blind, pushes all of
// its chips or folds; the big blind, who has put in a whole one, calls or folds.
//
// Two cards are one of 169 classes. If a push is called no board is dealt: each player gets
// its share of both stacks on average over all boards and suits, counted exactly
// (command equities). So chance has no part in what follows the deal, and what equilibria
// are is the same.
package pushfold

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"

	"gambito/game"
	"gambito/game/history"
	"gambito/game/poker"
)

// Moves: classes as they are dealt, then what players do.
const (
	classes           = game.Move(poker.Classes)
	fold    game.Move = classes
	push    game.Move = classes + 1
	call    game.Move = classes + 2
)

// Stack is that of both players in big blinds if nobody says otherwise.
const Stack = 10

// boards is how many there are once two hands are dealt: five cards of 48.
const boards = 1_712_304

// points are what each class wins of the classes below it, summed over all suits and
// boards: 2 for a win and 1 for a tie.
//
//go:embed equities.bin
var points []byte

// Equity is the share of both stacks that class a wins of class b on average.
func Equity(a, b poker.Class) float64 {
	switch {
	case a == b:
		return 0.5
	case a < b:
		return 1 - Equity(b, a)
	}
	at := int(a) * (int(a) - 1) / 2
	won := binary.LittleEndian.Uint32(points[4*(at+int(b)):])
	return float64(won) / float64(2*boards*poker.WaysBeside(a, b))
}

// rules for a stack in big blinds.
type rules struct{ stack int }

// New returns the game with so many big blinds, 2 to 100, before each player, the blinds
// included.
func New(stack int) (game.Game, error) {
	if stack < 2 || stack > 100 {
		return nil, fmt.Errorf("a stack has 2 to 100 big blinds here, not %d", stack)
	}
	return history.New(rules{stack}), nil
}

// Info implements history.Rules.
func (r rules) Info() game.Info {
	id := "push-fold"
	if r.stack != Stack {
		id = fmt.Sprintf("push-fold:stack=%d", r.stack)
	}
	return game.Info{ID: id, Name: "Push or fold", Roles: []string{"first", "second"}, MaxScore: float64(r.stack), Stake: game.InBlinds, MaxMoves: poker.Classes, MaxPlies: 4}
}

// Turn implements history.Rules.
func (rules) Turn(h []game.Move) game.Player {
	switch {
	case len(h) < 2:
		return game.Chance
	case len(h) == 2:
		return 0
	case len(h) == 3 && h[2] == push:
		return 1
	}
	return game.Over
}

// Moves implements history.Rules.
func (r rules) Moves(h, buf []game.Move) []game.Move {
	switch r.Turn(h) {
	case game.Chance:
		for m := range classes {
			buf = append(buf, m)
		}
	case 0:
		buf = append(buf, fold, push)
	case 1:
		buf = append(buf, fold, call)
	}
	return buf
}

// Probability implements history.Rules.
func (rules) Probability(h []game.Move, m game.Move) float64 {
	class := poker.Class(m)
	if len(h) == 0 {
		return float64(class.Ways()) / 1326
	}
	first := poker.Class(h[0])
	return float64(poker.WaysBeside(first, class)) / float64(first.Ways()*1225)
}

// Score implements history.Rules, in big blinds.
func (r rules) Score(h []game.Move, p game.Player) float64 {
	won := 0.0
	switch {
	case h[2] == fold:
		won = -0.5
	case h[3] == fold:
		won = 1
	default:
		won = float64(r.stack) * (2*Equity(poker.Class(h[0]), poker.Class(h[1])) - 1)
	}
	if p == 1 {
		return -won
	}
	return won
}

// Hides implements history.Hider: the other's cards, until they are called.
func (rules) Hides(h []game.Move, i int, p game.Player) bool {
	return i == 1-int(p) && !(len(h) == 4 && h[3] == call)
}

// Sees implements history.Rules.
func (r rules) Sees(h []game.Move, p game.Player, buf []byte) []byte {
	for i, m := range h {
		if i > 0 {
			buf = append(buf, ' ')
		}
		if r.Hides(h, i, p) {
			buf = append(buf, game.Unseen...)
		} else {
			buf = append(buf, r.Name(m)...)
		}
	}
	return buf
}

// Redeal implements history.Rules: the other has any two of the cards left.
func (r rules) Redeal(h []game.Move, p game.Player, rng *rand.Rand) {
	other := 1 - int(p)
	if len(h) <= other || !r.Hides(h, other, p) {
		return
	}
	if len(h) <= int(p) { // only the other has been dealt anything
		h[other] = dealt(rng.IntN(1326), poker.Class.Ways)
		return
	}
	own := poker.Class(h[p])
	h[other] = dealt(rng.IntN(own.Ways()*1225), func(c poker.Class) int { return poker.WaysBeside(own, c) })
}

// dealt is the class to which way n of all belongs.
func dealt(n int, ways func(poker.Class) int) game.Move {
	for c := range poker.Class(poker.Classes) {
		if n -= ways(c); n < 0 {
			return game.Move(c)
		}
	}
	panic("more ways than there are")
}

// Name implements history.Rules.
func (rules) Name(m game.Move) string {
	switch m {
	case fold:
		return "fold"
	case push:
		return "push"
	case call:
		return "call"
	}
	return poker.Class(m).String()
}

// Rows implements history.Rules.
func (r rules) Rows(h []game.Move, seen func(i int) string) []game.TableRow {
	bets := game.TableRow{Label: "bets", Kind: game.Words, Words: history.Names(seen, min(2, len(h)), len(h))}
	stack := game.TableRow{Label: "chips", Kind: game.Chips, Words: []string{strconv.Itoa(r.stack), strconv.Itoa(r.stack)}}
	return append(history.Dealt(game.Cards, h, seen), bets, stack)
}
