package bandit

import (
	"math"
	"math/rand/v2"
)

// MOSS is the Minimax Optimal Strategy in the Stochastic case (Audibert and
// Bubeck, Minimax Policies for Adversarial and Stochastic Bandits, COLT 2009),
// in its form that knows no horizon:
//
//	x̄ᵢ + √(max(ln(t / (K Tᵢ)), 0) / Tᵢ)
//
// An arm pulled more often than its share t/K counts by its mean alone.
type MOSS struct{}

var mossEntry = Entry{
	Name: "moss", Help: "UCB that explores only arms pulled less than their share",
	Index: "x̄ᵢ + √(max(ln(t / (K Tᵢ)), 0) / Tᵢ)",
	new:   func([]float64) any { return MOSS{} },
}

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

func (MOSS) index(a *Arm, share float64) float64 {
	n := float64(a.N)
	if n >= share {
		return a.Mean()
	}
	return a.Mean() + math.Sqrt(math.Log(share/n)/n)
}
