package match

import "gambito/game"

// Unit implements game.Measured: of games for money it is points. A match is won or
// lost.
func (g *Game) Unit() game.Unit {
	if g.rules.Length > 0 {
		return ""
	}
	return game.Equity
}

// Count implements game.Measured.
func (*Game) Count(s game.State, p game.Player) float64 { return s.Score(p) }

// CountOf implements game.Measured.
func (g *Game) CountOf(score float64) (float64, bool) { return score, g.rules.Length == 0 }
