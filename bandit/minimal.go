package bandit

import (
	"math/rand/v2"

	"gambito/spec"
)

// UCBMinimal needs neither logarithm nor total (Maes, Wehenkel and Ernst,
// Automatic Discovery of Ranking Formulas for Playing with Multi-armed Bandits,
// EWRL 2011):
//
//	x̄ᵢ + c / Tᵢ
//
// c weighs exploration; the paper tunes it for each horizon.
type UCBMinimal struct{ C float64 }

var ucbMinimalEntry = Entry{
	Name: "ucb-minimal", Help: "the best mean, and a little more for arms rarely pulled", Index: "x̄ᵢ + c / Tᵢ",
	Parameters: []spec.Option{{Name: "c", Type: spec.Float, Default: "2", Min: 0, Max: most, Scale: spec.Logarithmic, Help: "weight of exploration"}},
	new:        func(v []float64) any { return UCBMinimal{v[0]} },
}

// Select implements Policy.
func (p UCBMinimal) Select(arms []Arm, _ Context, _ *rand.Rand) int {
	return argmax(arms, p.index)
}

// Terms implements Teller.
func (p UCBMinimal) Terms(arms []Arm, _ Context, _ *rand.Rand) []Terms { return sums(arms, p.index) }

func (p UCBMinimal) index(a *Arm) float64 { return a.Mean() + p.C/float64(a.N) }
