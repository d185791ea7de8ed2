package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// UCBExp is UCB whose α is an exponential function of the number of arms K:
//
//	x̄ᵢ + √(α(K) ln t / Tᵢ), α(K) = a·e^(bK)
//
// The thesis on selection policies for General Game Playing (2021) names it as
// a regression of α against K without printing the constants. The defaults are
// what "gambito bandit tune --problems 1000" fits to the logarithms of the best α
// of 2, 10, 20, …, 100 Bernoulli arms. a is α(0); b is how fast it changes with K.
type UCBExp struct{ A, B float64 }

var ucbExpEntry = Entry{
	Name: "ucb-exp", Help: "UCB with α an exponential function of the number of arms", Index: "x̄ᵢ + √(a e^(bK) ln t / Tᵢ)",
	Parameters: []spec.Option{
		{Name: "a", Type: spec.Float, Default: "0.183", Min: 0, Max: most, Scale: spec.Logarithmic, Help: "α without arms"},
		{Name: "b", Type: spec.Float, Default: "-0.0273", Min: -10, Max: 0, Help: "rate of change with the number of arms"},
	},
	new: func(v []float64) any { return UCBExp{v[0], v[1]} },
}

// Exploration implements Explorer.
func (p UCBExp) Exploration(c Context) float64 {
	return p.A * math.Exp(p.B*float64(c.K)) * log(c.Total)
}

// Select implements Policy.
func (p UCBExp) Select(arms []Arm, c Context, _ *rand.Rand) int {
	return selectUCB(arms, p.Exploration(c))
}

// Terms implements Teller.
func (p UCBExp) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	return explorations(arms, p.Exploration(c))
}
