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

var ucbAlpha1Entry = Entry{
	Name: "ucb-alpha1", Help: "UCB with α = 1/K", Index: "x̄ᵢ + √(ln t / (K Tᵢ))",
	new: func([]float64) any { return UCBAlpha1{} },
}

// Exploration implements Explorer.
func (UCBAlpha1) Exploration(c Context) float64 {
	return log(c.Total) / float64(c.K)
}

// Select implements Policy.
func (p UCBAlpha1) Select(arms []Arm, c Context, _ *rand.Rand) int {
	return selectUCB(arms, p.Exploration(c))
}

// Terms implements Teller.
func (p UCBAlpha1) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	return explorations(arms, p.Exploration(c))
}

// UCBAlpha2 is UCB with α = e/(2K).
type UCBAlpha2 struct{}

var ucbAlpha2Entry = Entry{
	Name: "ucb-alpha2", Help: "UCB with α = e/(2K)", Index: "x̄ᵢ + √(e ln t / (2K Tᵢ))",
	new: func([]float64) any { return UCBAlpha2{} },
}

// Exploration implements Explorer.
func (UCBAlpha2) Exploration(c Context) float64 {
	return math.E / 2 * log(c.Total) / float64(c.K)
}

// Select implements Policy.
func (p UCBAlpha2) Select(arms []Arm, c Context, _ *rand.Rand) int {
	return selectUCB(arms, p.Exploration(c))
}

// Terms implements Teller.
func (p UCBAlpha2) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	return explorations(arms, p.Exploration(c))
}
