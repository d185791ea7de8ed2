package connect4

import "gambito/game"

// Unit implements game.Measured: games are won with so many stones left.
func (*shape) Unit() game.Unit { return game.Stones }

// stonesLeft is what game.Measured counts once a game is over that took so many plies.
func (g *shape) stonesLeft(plies int, winner, p game.Player) float64 {
	if winner == game.Nobody {
		return 0
	}
	last := g.stonesOf(winner) - (plies+1-int(winner))/2 + 1
	if p != winner {
		last = -last
	}
	return float64(last)
}

// Count implements game.Measured.
func (g *Game) Count(s game.State, p game.Player) float64 {
	st := s.(*state)
	return g.stonesLeft(int(st.plies), st.winner, p)
}

// stonesOf is how many stones a player has before the first move.
func (g *shape) stonesOf(p game.Player) int { return (g.columns*g.rows + 1 - int(p)) / 2 }

// PliesTo is in how many plies from s player p makes its last-th last stone, which
// wins, see game.Stones.
func (g *Game) PliesTo(s game.State, p game.Player, last int) int {
	made := g.stonesOf(p) - last + 1
	return 2*made - 1 + int(p) - int(s.(*state).plies)
}

// CountOf implements game.Measured: a chance to win tells no number of stones.
func (*shape) CountOf(float64) (float64, bool) { return 0, false }
