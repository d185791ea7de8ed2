package bandit

import "math/rand/v2"

// Noisy is UCB whose indices are shaken by Gaussian noise, so that what it
// chooses varies from game to game.
type Noisy struct {
	UCB
	Sigma float64 // standard deviation of the noise
}

// Select implements Policy.
func (p Noisy) Select(arms []Arm, total int, r *rand.Rand) int {
	exploration := p.Exploration(len(arms), total)
	return argmax(arms, func(a *Arm) float64 { return UCBIndex(a, exploration) + p.Sigma*r.NormFloat64() })
}
