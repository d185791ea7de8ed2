package api

import (
	"gambito/game"
	"gambito/learn/balance"
	"gambito/stats"
)

// Balanced is what simulation balancing came to.
type Balanced struct {
	Game    string         `json:"game" doc:"Game."`
	Plies   [2]int         `json:"plies" doc:"Plies of random games after which positions were taken, from and to."`
	Weights string         `json:"weights" doc:"What moves weigh, by their numbers."`
	Before  stats.Interval `json:"before" doc:"Mean squared difference between what positions are worth, from -1 to 1, and the mean of playouts whose moves are all alike, with its 95 % interval; of positions that nothing was learned from."`
	After   stats.Interval `json:"after" doc:"The same with the weights."`
	Gain    stats.Interval `json:"gain" doc:"How much less it is, position by position."`
	Spec    string         `json:"spec" doc:"Agent spec to use."`
	Against string         `json:"against" doc:"The search without weights, which it has met."`
	Pairs   stats.Pairs    `json:"pairs" doc:"Pairs of games by the half points that the search with weights made in both, from 0 to 4."`
	Score   stats.Interval `json:"score" doc:"Its share of the points with its 95 % interval."`
	P       float64        `json:"p" doc:"Probability of a result as far from even, or farther, if both are equally strong."`
}

// NewBalanced is what was learned, before a match.
func NewBalanced(g game.Game, s balance.Settings, r balance.Result, spec string) Balanced {
	return Balanced{Game: g.Info().ID, Plies: [2]int{s.Low, s.High}, Weights: r.Weights.String(), Before: r.Before, After: r.After, Gain: r.Gain, Spec: spec}
}
