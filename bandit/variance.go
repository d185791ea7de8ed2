package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// UCBVariance is UCB whose exploration of an arm is scaled by the arm's variance:
// the steadier an arm, the less it is explored. Kozelek proposes it (Methods of
// MCTS and the Game Arimaa, master's thesis, Prague 2009) without a formula:
//
//	x̄ᵢ + √(4 ṽᵢ α ln t / Tᵢ), ṽᵢ = (Tᵢ σᵢ² + ¼) / (Tᵢ + 1)
//
// ṽ is the variance after one more pull of the greatest variance that rewards
// between 0 and 1 have, so that an arm whose few rewards agree is not given up.
// 4ṽ is 1 for the most scattered arm: α is at most the α of UCB.
type UCBVariance struct{ Alpha float64 }

var ucbVarianceEntry = Entry{
	Name: "ucb-variance", Help: "UCB whose exploration is scaled by the arm's variance",
	Index:      "x̄ᵢ + √(4 ṽᵢ α ln t / Tᵢ), ṽᵢ = (Tᵢ σᵢ² + ¼) / (Tᵢ + 1)",
	Parameters: []spec.Option{{Name: "alpha", Type: spec.Float, Default: "2", Min: 0, Max: most, Scale: spec.Logarithmic, Help: "weight of exploration"}},
	Bounded:    true,
	new:        func(v []float64) any { return UCBVariance{v[0]} },
}

// Select implements Policy.
func (p UCBVariance) Select(arms []Arm, c Context, _ *rand.Rand) int {
	exploration := p.Alpha * log(c.Total)
	return argmax(arms, func(a *Arm) float64 { return p.index(a, exploration) })
}

// Terms implements Teller.
func (p UCBVariance) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	exploration := p.Alpha * log(c.Total)
	return sums(arms, func(a *Arm) float64 { return p.index(a, exploration) })
}

func (UCBVariance) index(a *Arm, exploration float64) float64 {
	return a.Mean() + math.Sqrt(4*cautiousVariance(a)*exploration/float64(a.N))
}

// cautiousVariance is the variance of an arm with one more pull of variance ¼.
func cautiousVariance(a *Arm) float64 {
	n := float64(a.N)
	return (n*a.Variance() + 0.25) / (n + 1)
}
