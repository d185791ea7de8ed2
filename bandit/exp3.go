package bandit

import (
	"math"
	"math/rand/v2"
	"slices"

	"gambito/spec"
)

// EXP3 weighs arms exponentially by what they paid, for rewards that an
// adversary may choose (Auer, Cesa-Bianchi, Freund and Schapire, The
// Nonstochastic Multiarmed Bandit Problem, SIAM Journal on Computing 32, 2002):
//
//	pᵢ = (1 − γ) e^wᵢ / Σ e^wⱼ + γ/K, after a reward x of arm i: wᵢ += γ x / (pᵢ K)
//
// γ is the share of uniform exploration. The weights are kept as logarithms,
// wᵢ, and only their differences count.
type EXP3 struct{ Gamma float64 }

var exp3Entry = Entry{
	Name: "exp3", Help: "exponential weights, for rewards that an adversary may choose",
	Index:      "pᵢ = (1 − γ) e^wᵢ / Σ e^wⱼ + γ/K, wᵢ += γ x / (pᵢ K)",
	Parameters: []spec.Option{{Name: "gamma", Type: spec.Float, Default: "0.1", Min: 1e-6, Max: 1, Help: "share of uniform exploration"}},
	Bounded:    true,
	new:        func(v []float64) any { return EXP3{v[0]} },
}

// Choose implements Weighted.
func (p EXP3) Choose(weights []float64, r *rand.Rand) (int, float64) {
	greatest := weights[0]
	for _, w := range weights[1:] {
		greatest = max(greatest, w)
	}
	sum := 0.0
	for _, w := range weights {
		sum += math.Exp(w - greatest)
	}
	arm := r.IntN(len(weights))
	if r.Float64() >= p.Gamma {
		arm = len(weights) - 1 // rounding may leave the sum a little below the draw
		draw := sum * r.Float64()
		for i, w := range weights {
			if draw -= math.Exp(w - greatest); draw < 0 {
				arm = i
				break
			}
		}
	}
	return arm, (1-p.Gamma)*math.Exp(weights[arm]-greatest)/sum + p.Gamma/float64(len(weights))
}

// Learn implements Weighted.
func (p EXP3) Learn(weights []float64, arm int, probability, reward float64) {
	weights[arm] += p.Gamma * reward / (probability * float64(len(weights)))
}

// Chances implements Chances.
func (p EXP3) Chances(weights []float64) []float64 {
	greatest, sum := slices.Max(weights), 0.0
	for _, w := range weights {
		sum += math.Exp(w - greatest)
	}
	list := make([]float64, len(weights))
	for i, w := range weights {
		list[i] = (1-p.Gamma)*math.Exp(w-greatest)/sum + p.Gamma/float64(len(weights))
	}
	return list
}
