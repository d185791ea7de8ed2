package connect4

import (
	"math/bits"

	"gambito/game"
)

// Unit implements game.Measured: games are won with so many stones left.
func (g *Game) Unit() game.Unit { return game.Stones }

// Count implements game.Measured.
func (g *Game) Count(s game.State, p game.Player) float64 {
	_, mask := Stones(s)
	winner := s.(*state).winner
	if winner == game.Nobody {
		return 0
	}
	last := g.stonesOf(winner) - (bits.OnesCount64(mask)+1-int(winner))/2 + 1
	if p != winner {
		last = -last
	}
	return float64(last)
}

// stonesOf is how many stones a player has before the first move.
func (g *Game) stonesOf(p game.Player) int { return (g.columns*g.rows + 1 - int(p)) / 2 }

// PliesTo is in how many plies from s player p makes its last-th last stone, which
// wins, see game.Stones.
func (g *Game) PliesTo(s game.State, p game.Player, last int) int {
	_, mask := Stones(s)
	made := g.stonesOf(p) - last + 1
	return 2*made - 1 + int(p) - bits.OnesCount64(mask)
}

// CountOf implements game.Measured: a chance to win tells no number of stones.
func (g *Game) CountOf(float64) (float64, bool) { return 0, false }
