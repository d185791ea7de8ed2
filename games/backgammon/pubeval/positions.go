package pubeval

import (
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/ahead"
	"gambito/games/backgammon/bearoff"
)

// Positions judges positions by the scores. Their scale is fitted to the chances
// that the networks of agent td gave 76,000 positions.
func Positions(tables *bearoff.Tables) *ahead.Scores {
	score := func(b *backgammon.Board, p game.Player) float64 { return float64(contact.score(b, p)) / unit }
	return &ahead.Scores{Contact: score, Scale: 14, Roll: 0.7, Tables: tables}
}
