package api

import (
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/review"
)

// backgammonNotes are of backgammon. Equities are in points at the value of the
// cube.
var backgammonNotes = []notes{
	{of: cube.Decision{}, name: "CubeDecision", about: "What there is to know about the cube before a roll. Equities are in points at the value of the cube.", fields: map[string]string{
		"action":       "What is best to do.",
		"take":         "Whether the other player should take.",
		"cubeless":     "Equity if the cube stayed where it is.",
		"no_double":    "What it is worth to roll.",
		"double_take":  "What it is worth to double if the other takes.",
		"double_drop":  "What it is worth to double if the other drops.",
		"double_point": "Chance to win from which on the player doubles, in the given proportions of gammons.",
		"cash_point":   "Chance to win from which on the other drops.",
		"take_point":   "The other's chance to win from which on it takes.",
	}},
	{of: cube.Alternative{}, name: "CubeAlternative", about: "What one way of playing on is worth.", fields: map[string]string{
		"equity": "Equity, in points at the value of the cube.",
		"win":    "Chance to win the match, in matches.",
	}},
	{of: review.Totals{}, name: "ReviewTotals", about: "What a player did wrong.", fields: map[string]string{
		"decisions": "Real choices.",
		"errors":    "Errors that were no blunders.",
		"blunders":  "Blunders.",
		"loss":      "Equity lost, in points at the value of the cube.",
		"rate":      "Equity lost a decision.",
	}},
}
