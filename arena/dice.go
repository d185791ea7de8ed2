package arena

import (
	"math/rand/v2"

	"gambito/game"
)

// Dice decide for chance. The n-th decision of a game takes the n-th number of
// a generator of its own, whatever was chosen before: both games of a pair have
// equal luck, and a game that goes on later has the luck it would have had.
type Dice struct {
	r     *rand.Rand
	moves []game.Move // buffer
}

// NewDice returns the dice of a pair of games, of which so many decisions were
// made already.
func NewDice(run uint64, gameID string, pairing, pair, made int) *Dice {
	d := &Dice{r: rand.New(rand.NewPCG(diceSeed(run, gameID, pairing, pair), 0))}
	for range made {
		d.r.Float64() // what RandomMove takes
	}
	return d
}

// Roll returns what chance decides in s. Precondition: its Turn is Chance.
func (d *Dice) Roll(s game.State) game.Move {
	d.moves = s.Moves(d.moves[:0])
	m, _ := game.RandomMove(s, d.r, d.moves)
	return m
}
