package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// UCBTuned bounds the exploration of an arm by an upper confidence bound of its
// variance (Auer, Cesa-Bianchi and Fischer, 2002):
//
//	x̄ᵢ + √((ln t / Tᵢ) min(¼, Vᵢ)), Vᵢ = mean of squares − x̄ᵢ² + √(2 ln t / Tᵢ)
//
// ¼ is the greatest variance of rewards between 0 and 1. Cap is in its place: a
// large one leaves the bound out, and the policy then explores about as much as
// UCB with α = 2 does.
type UCBTuned struct{ Cap float64 }

var ucbTunedEntry = Entry{
	Name: "ucb-tuned", Help: "UCB whose exploration is bounded by the arm's variance",
	Index:      "x̄ᵢ + √((ln t / Tᵢ) min(¼, σᵢ² + √(2 ln t / Tᵢ)))",
	Parameters: []spec.Option{{Name: "cap", Type: spec.Float, Default: "0.25", Min: 0, Max: most, Scale: spec.Logarithmic, Vary: []string{"0.03", "0.1", "0.25", "0.6"}, Help: "greatest variance of an arm that counts"}},
	Bounded:    true,
	new:        func(v []float64) any { return UCBTuned{v[0]} },
}

// Select implements Policy.
func (p UCBTuned) Select(arms []Arm, c Context, _ *rand.Rand) int {
	logT := log(c.Total)
	return argmax(arms, func(a *Arm) float64 { return p.index(a, logT) })
}

// Terms implements Teller.
func (p UCBTuned) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	logT := log(c.Total)
	return sums(arms, func(a *Arm) float64 { return p.index(a, logT) })
}

func (p UCBTuned) index(a *Arm, logT float64) float64 {
	rate := logT / float64(a.N)
	v := a.Variance() + math.Sqrt(2*rate)
	return a.Mean() + math.Sqrt(rate*min(p.Cap, v))
}
