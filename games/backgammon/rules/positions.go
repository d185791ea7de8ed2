package rules

import (
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/ahead"
	"gambito/games/backgammon/bearoff"
)

// Positions judges positions by the scores, in units of the weights. Their scale
// is fitted, for the weights of Default, to the chances that the networks of agent
// td gave 55,000 positions of games of these rules.
func (v Vector) Positions(tables *bearoff.Tables) *ahead.Scores {
	e := v.Prepare()
	score := func(b *backgammon.Board, p game.Player) float64 {
		return float64(e.contactScore(&b[p], &b[p^1])) / unit
	}
	return &ahead.Scores{Contact: score, Scale: 400, Roll: 35, Tables: tables}
}
