package bandit

import (
	"math"
	"math/rand/v2"
)

// The two policies that the thesis on selection policies for General Game
// Playing (2021) arrives at: UCB whose α falls with the number of arms K, as
// fitted to the regret of Bernoulli bandits.

// UCBAlpha1 is UCB with α = 1/K.
type UCBAlpha1 struct{}

// Select implements Policy.
func (UCBAlpha1) Select(arms []Arm, total int, _ *rand.Rand) int {
	return selectUCB(arms, math.Log(float64(total))/float64(len(arms)))
}

// UCBAlpha2 is UCB with α = e/(2K).
type UCBAlpha2 struct{}

// Select implements Policy.
func (UCBAlpha2) Select(arms []Arm, total int, _ *rand.Rand) int {
	return selectUCB(arms, math.E/2*math.Log(float64(total))/float64(len(arms)))
}
