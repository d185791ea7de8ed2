package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// UCBSqrt explores at the rate of a square root in place of the logarithm
// (Tolpin and Shimony, MCTS Based on Simple Regret, AAAI 2012):
//
//	x̄ᵢ + √(c √t / Tᵢ)
//
// It explores more than UCB for ever, which lowers the simple regret, that of
// the final decision, at the price of the cumulative one. c weighs exploration.
type UCBSqrt struct{ C float64 }

var ucbSqrtEntry = Entry{
	Name: "ucb-sqrt", Help: "UCB with a square root in place of the logarithm", Index: "x̄ᵢ + √(c √t / Tᵢ)",
	Parameters: []spec.Option{{Name: "c", Type: spec.Float, Default: "0.5", Min: 0, Max: most, Scale: spec.Logarithmic, Vary: []string{"0.03", "0.1", "0.3", "0.5"}, Help: "weight of exploration"}},
	new:        func(v []float64) any { return UCBSqrt{v[0]} },
}

// Exploration implements Explorer.
func (p UCBSqrt) Exploration(c Context) float64 { return p.C * math.Sqrt(float64(c.Total)) }

// Select implements Policy.
func (p UCBSqrt) Select(arms []Arm, c Context, _ *rand.Rand) int {
	return selectUCB(arms, p.Exploration(c))
}

// Terms implements Teller.
func (p UCBSqrt) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	return explorations(arms, p.Exploration(c))
}
