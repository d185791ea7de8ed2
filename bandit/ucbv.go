package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// UCBV uses the variance of an arm (Audibert, Munos and Szepesvári,
// Exploration–Exploitation Tradeoff Using Variance Estimates in Multi-Armed
// Bandits, Theoretical Computer Science 410, 2009):
//
//	x̄ᵢ + √(2 σᵢ² ζ ln t / Tᵢ) + c · 3ζ ln t / Tᵢ
//
// ζ weighs exploration as a whole, c the part that does not depend on the
// variance. ζ = 1.2 and c = 1 are the constants of the paper's bound.
type UCBV struct{ Zeta, C float64 }

var ucbVEntry = Entry{
	Name: "ucb-v", Help: "UCB that uses the arm's variance", Index: "x̄ᵢ + √(2 σᵢ² ζ ln t / Tᵢ) + 3cζ ln t / Tᵢ",
	Parameters: []spec.Option{
		{Name: "zeta", Type: spec.Float, Default: "1.2", Min: 0, Max: most, Scale: spec.Logarithmic, Help: "weight of exploration"},
		{Name: "c", Type: spec.Float, Default: "1", Min: 0, Max: most, Scale: spec.Logarithmic, Help: "weight of what does not depend on the variance"},
	},
	new: func(v []float64) any { return UCBV{v[0], v[1]} },
}

// Select implements Policy.
func (p UCBV) Select(arms []Arm, c Context, _ *rand.Rand) int {
	logT := log(c.Total)
	return argmax(arms, func(a *Arm) float64 { return p.index(a, logT) })
}

// Terms implements Teller.
func (p UCBV) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	logT := log(c.Total)
	return sums(arms, func(a *Arm) float64 { return p.index(a, logT) })
}

func (p UCBV) index(a *Arm, logT float64) float64 {
	rate := p.Zeta * logT / float64(a.N)
	return a.Mean() + math.Sqrt(2*a.Variance()*rate) + p.C*3*rate
}
