package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// PBBM draws arms by their Probability to be Better than the Best Move (Coulom,
// Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search, CG
// 2006; the name is Chaslot's):
//
//	pᵢ ∝ exp(−c (x̄* − x̄ᵢ) / √(2 (s*² + sᵢ²)))
//
// x̄* and s* are those of the best mean, the first of several. sᵢ² = ṽᵢ/Tᵢ is the
// variance of x̄ᵢ, with ṽᵢ as in UCBVariance. c = 2.4 makes the exponential look
// like the probability of a normal distribution. Coulom adds a small number to
// every urgency for the sake of Go; a bandit goes without, because no sᵢ is
// ever zero.
type PBBM struct{ C float64 }

var pbbmEntry = Entry{
	Name: "pbbm", Help: "draws arms by the probability to be better than the best mean",
	Index:      "pᵢ ∝ exp(−c (x̄* − x̄ᵢ) / √(2 (s*² + sᵢ²)))",
	Parameters: []spec.Option{{Name: "c", Type: spec.Float, Default: "2.4", Min: 0, Max: most, Scale: spec.Logarithmic, Help: "how sharply worse arms are avoided"}},
	Bounded:    true,
	new:        func(v []float64) any { return PBBM{v[0]} },
}

// Select implements Policy.
func (p PBBM) Select(arms []Arm, _ Context, r *rand.Rand) int {
	best := argmax(arms, (*Arm).Mean)
	sum := 0.0
	for i := range arms {
		sum += p.urgency(&arms[i], &arms[best])
	}
	draw := sum * r.Float64()
	for i := range arms {
		if draw -= p.urgency(&arms[i], &arms[best]); draw < 0 {
			return i
		}
	}
	return best // rounding left the sum a little below the draw
}

// Terms implements Teller.
func (p PBBM) Terms(arms []Arm, _ Context, _ *rand.Rand) []Terms {
	best, sum := argmax(arms, (*Arm).Mean), 0.0
	for i := range arms {
		sum += p.urgency(&arms[i], &arms[best])
	}
	return of(Probability, sums(arms, func(a *Arm) float64 { return p.urgency(a, &arms[best]) / sum }))
}

func (p PBBM) urgency(a, best *Arm) float64 {
	spread := cautiousVariance(a)/float64(a.N) + cautiousVariance(best)/float64(best.N)
	return math.Exp(-p.C * (best.Mean() - a.Mean()) / math.Sqrt(2*spread))
}
