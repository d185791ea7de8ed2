package bandit

import (
	"math/rand/v2"
	"slices"

	"gambito/spec"
)

// RegretMatching draws arms in proportion to how much more they would have paid than what
// was drawn, so far as that is positive (Hart and Mas-Colell, A Simple Adaptive Procedure
// Leading to Correlated Equilibrium, Econometrica 68, 2000; from payments alone: A
// Reinforcement Procedure, 2001; in trees of games in which players move at once: Lanctot,
// Wittlinger, Winands and Den Teuling, 2013):
//
//	pᵢ = (1 − γ) Rᵢ⁺ / Σ Rⱼ⁺ + γ/K, after a reward x of arm i: Rᵢ += (x − ½)/pᵢ, and all Rⱼ −= x − ½
//
// γ is the share of uniform exploration. What an arm would have paid is estimated by what it
// did pay, divided by its probability. That ½, the middle of the rewards, is taken off changes no
// expectation: it makes the estimates vary less. Where two who win what the other loses both
// choose so, the means of what they did come near an equilibrium, not what they do last.
type RegretMatching struct{ Gamma float64 }

var regretMatchingEntry = Entry{
	Name: "regret-matching", Help: "in proportion to positive regrets, for players who move at once",
	Index:      "pᵢ = (1 − γ) Rᵢ⁺ / Σ Rⱼ⁺ + γ/K, Rᵢ += (x − ½)/pᵢ, all Rⱼ −= x − ½",
	Parameters: []spec.Option{{Name: "gamma", Type: spec.Float, Default: "0.1", Min: 1e-6, Max: 1, Help: "share of uniform exploration"}},
	Bounded:    true,
	new:        func(v []float64) any { return RegretMatching{v[0]} },
}

// Choose implements Weighted.
func (p RegretMatching) Choose(weights []float64, r *rand.Rand) (int, float64) {
	sum := positive(weights)
	arm := r.IntN(len(weights))
	if sum > 0 && r.Float64() >= p.Gamma {
		draw := sum * r.Float64()
		for i, w := range weights {
			if w <= 0 {
				continue
			}
			arm = i // rounding may leave the sum a little below the draw
			if draw -= w; draw < 0 {
				break
			}
		}
	}
	return arm, p.chance(weights, sum, arm)
}

// positive is the sum of the positive regrets.
func positive(weights []float64) (sum float64) {
	for _, w := range weights {
		sum += max(w, 0)
	}
	return sum
}

// chance is the probability of an arm; all are alike while nothing is regretted.
func (p RegretMatching) chance(weights []float64, sum float64, arm int) float64 {
	uniform := 1 / float64(len(weights))
	if sum <= 0 {
		return uniform
	}
	return (1-p.Gamma)*max(weights[arm], 0)/sum + p.Gamma*uniform
}

// Learn implements Weighted.
func (p RegretMatching) Learn(weights []float64, arm int, probability, reward float64) {
	gain := reward - 0.5
	for i := range weights {
		weights[i] -= gain
	}
	weights[arm] += gain / probability
}

// Chances implements Chances.
func (p RegretMatching) Chances(weights []float64) []float64 {
	list, sum := slices.Clone(weights), positive(weights)
	for i := range list {
		list[i] = p.chance(weights, sum, i)
	}
	return list
}

// Explores implements Exploring.
func (p RegretMatching) Explores() float64 { return p.Gamma }

// Explores implements Exploring.
func (p EXP3) Explores() float64 { return p.Gamma }
