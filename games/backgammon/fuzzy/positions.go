package fuzzy

import (
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/ahead"
	"gambito/games/backgammon/bearoff"
)

// Positions judges positions by the rules. There are no other turns that scales
// could adapt to, so these are the fixed ones. What a difference is worth is
// fitted as that of package rules is, for the weights of Default.
func (v Vector) Positions(tables *bearoff.Tables) *ahead.Scores {
	c := v.Controller()
	score := func(b *backgammon.Board, p game.Player) float64 {
		turn := describe(&b[p], &b[p^1])
		var from, to [variables]float64
		for v := range variables {
			to[v] = max(scale[v], turn[v])
		}
		return c.judge(&turn, &from, &to)
	}
	return &ahead.Scores{Contact: score, Scale: 0.52, Roll: 0.03, Tables: tables}
}
