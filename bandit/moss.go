package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// MOSS is the Minimax Optimal Strategy in the Stochastic case (Audibert and
// Bubeck, Minimax Policies for Adversarial and Stochastic Bandits, COLT 2009),
// in its form that knows no horizon:
//
//	x̄ᵢ + √(x max(ln(t / (K Tᵢ)), 0) / Tᵢ)
//
// An arm pulled more often than its share t/K counts by its mean alone. x, 1 in the
// paper, weighs exploration.
type MOSS struct{ Explore float64 }

var mossEntry = Entry{
	Name: "moss", Help: "UCB that explores only arms pulled less than their share",
	Index:      "x̄ᵢ + √(x max(ln(t / (K Tᵢ)), 0) / Tᵢ)",
	Parameters: []spec.Option{exploreOption},
	new:        func(v []float64) any { return MOSS{v[0]} },
}

// exploreOption is x of policies that are published without a constant.
var exploreOption = spec.Option{Name: "explore", Type: spec.Float, Default: "1", Min: 0.001, Max: 1000, Scale: spec.Logarithmic, Variables: Variables, Vary: []string{"0.1", "0.3", "1", "3"}, Help: "how much more it explores than as published"}

// Select implements Policy.
func (p MOSS) Select(arms []Arm, c Context, _ *rand.Rand) int {
	share := float64(c.Total) / float64(c.K)
	return argmax(arms, func(a *Arm) float64 { return p.index(a, share) })
}

// Terms implements Teller.
func (p MOSS) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	share := float64(c.Total) / float64(c.K)
	return sums(arms, func(a *Arm) float64 { return p.index(a, share) })
}

func (p MOSS) index(a *Arm, share float64) float64 {
	n := float64(a.N)
	if n >= share {
		return a.Mean()
	}
	return a.Mean() + math.Sqrt(p.Explore*math.Log(share/n)/n)
}
