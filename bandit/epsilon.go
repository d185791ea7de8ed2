package bandit

import (
	"math/rand/v2"

	"gambito/spec"
)

// EpsilonGreedy pulls any arm with probability ε and the one of the best mean
// otherwise (Sutton and Barto, Reinforcement Learning, 1998):
//
//	x̄ᵢ with probability 1 − ε
type EpsilonGreedy struct{ Epsilon float64 }

var epsilonGreedyEntry = Entry{
	Name: "eps-greedy", Help: "the best mean, but any arm now and then", Index: "x̄ᵢ with probability 1 − ε, else any",
	Parameters: []spec.Option{{Name: "epsilon", Type: spec.Float, Default: "0.1", Min: 0, Max: 1, Help: "probability of any arm"}},
	new:        func(v []float64) any { return EpsilonGreedy{v[0]} },
}

// Select implements Policy.
func (p EpsilonGreedy) Select(arms []Arm, _ Context, r *rand.Rand) int {
	if r.Float64() < p.Epsilon {
		return r.IntN(len(arms))
	}
	return argmax(arms, (*Arm).Mean)
}

// Terms implements Teller.
func (EpsilonGreedy) Terms(arms []Arm, _ Context, _ *rand.Rand) []Terms {
	return sums(arms, (*Arm).Mean)
}
