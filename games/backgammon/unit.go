package backgammon

import "gambito/game"

// Unit implements game.Measured: what is won are points, on average the equity.
func (*Game) Unit() game.Unit { return game.Equity }

// Count implements game.Measured.
func (*Game) Count(s game.State, p game.Player) float64 { return s.Score(p) }

// CountOf implements game.Measured.
func (*Game) CountOf(score float64) (float64, bool) { return score, true }
