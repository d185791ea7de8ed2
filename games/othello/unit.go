package othello

import (
	"math/bits"

	"gambito/game"
)

// Unit implements game.Measured: games are won by so many discs.
func (Game) Unit() game.Unit { return game.Discs }

// Count implements game.Measured: the difference in discs, empty cells to the
// winner.
func (Game) Count(s game.State, p game.Player) float64 {
	own, opp := Discs(s)
	count := difference(own, opp)
	switch empty := 64 - bits.OnesCount64(own|opp); {
	case count > 0:
		count += empty
	case count < 0:
		count -= empty
	}
	if p != s.(*state).side {
		count = -count
	}
	return float64(count)
}

// CountOf implements game.Measured: a chance to win tells no number of discs.
func (Game) CountOf(float64) (float64, bool) { return 0, false }
