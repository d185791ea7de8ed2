package gdl

import "gambito/game"

// Unit implements game.Measured: puzzles, and games in which nobody need lose what
// others win, are counted in the points of their goals.
func (g *Game) Unit() game.Unit {
	if !g.info.GeneralSum {
		return ""
	}
	return game.Points
}

// Count implements game.Measured.
func (g *Game) Count(s game.State, p game.Player) float64 {
	count, _ := g.CountOf(s.Score(p))
	return count
}

// CountOf implements game.Measured.
func (g *Game) CountOf(score float64) (float64, bool) { return 50 + 50*score, g.info.GeneralSum }
