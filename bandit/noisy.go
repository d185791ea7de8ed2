package bandit

import "math/rand/v2"

// Noisy is UCB whose indices are shaken by Gaussian noise, so that what it
// chooses varies from game to game. It is no Explorer.
type Noisy struct {
	UCB   UCB
	Sigma float64 // standard deviation of the noise
}

// Select implements Policy.
func (p Noisy) Select(arms []Arm, c Context, r *rand.Rand) int {
	exploration := p.UCB.Exploration(c)
	return argmax(arms, func(a *Arm) float64 { return UCBIndex(a, exploration) + p.Sigma*r.NormFloat64() })
}
