package bandit

import "math/rand/v2"

// Greedy pulls the arm of the best mean:
//
//	x̄ᵢ
//
// (Sutton and Barto, Reinforcement Learning, 1998). It is UCB with α = 0.
type Greedy struct{}

var greedyEntry = Entry{
	Name: "greedy", Help: "the best mean", Index: "x̄ᵢ",
	new: func([]float64) any { return Greedy{} },
}

// Select implements Policy.
func (Greedy) Select(arms []Arm, _ Context, _ *rand.Rand) int {
	return argmax(arms, (*Arm).Mean)
}

// Terms implements Teller.
func (Greedy) Terms(arms []Arm, _ Context, _ *rand.Rand) []Terms { return sums(arms, (*Arm).Mean) }
