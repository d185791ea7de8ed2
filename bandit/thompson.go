package bandit

import (
	"math/rand/v2"

	"gambito/spec"
)

// Thompson pulls an arm as often as it is likely to be the best (Thompson, On
// the Likelihood that One Unknown Probability Exceeds Another, Biometrika 25,
// 1933; as in Chapelle and Li, An Empirical Evaluation of Thompson Sampling,
// NIPS 2011): it draws a mean for every arm from what is known of it,
//
//	θᵢ ~ Beta(a + Σx/x, b + (Tᵢ − Σx)/x)
//
// and pulls the arm of the greatest. Rewards lie between 0 and 1; one that is
// neither counts as a part of a success. a and b are successes and failures of
// each arm imagined beforehand: 1 and 1 take every mean to be equally likely. x is by
// how much the pulls seen tell less than as published, where it is 1 (Chapelle and Li
// reshape the posterior likewise).
type Thompson struct{ A, B, Explore float64 }

var thompsonEntry = Entry{
	Name: "thompson", Help: "draws a mean for every arm from what is known of it", Index: "θᵢ ~ Beta(a + Σx/x, b + (Tᵢ − Σx)/x)",
	Parameters: []spec.Option{
		{Name: "a", Type: spec.Float, Default: "1", Min: 1e-3, Max: most, Scale: spec.Logarithmic, Help: "successes imagined beforehand"},
		{Name: "b", Type: spec.Float, Default: "1", Min: 1e-3, Max: most, Scale: spec.Logarithmic, Help: "failures imagined beforehand"},
		exploreOption,
	},
	Bounded: true,
	new:     func(v []float64) any { return Thompson{v[0], v[1], v[2]} },
}

// Select implements Policy.
func (p Thompson) Select(arms []Arm, _ Context, r *rand.Rand) int {
	return argmax(arms, func(a *Arm) float64 { return p.draw(a, r) })
}

// Terms implements Teller.
func (p Thompson) Terms(arms []Arm, _ Context, r *rand.Rand) []Terms {
	return of(Sample, sums(arms, func(a *Arm) float64 { return p.draw(a, r) }))
}

func (p Thompson) draw(a *Arm, r *rand.Rand) float64 {
	return beta(p.A+a.Sum/p.Explore, p.B+(float64(a.N)-a.Sum)/p.Explore, r)
}

// beta draws from Beta(a, b).
func beta(a, b float64, r *rand.Rand) float64 {
	x, y := gamma(a, r), gamma(b, r)
	if x+y == 0 { // both drowned: a and b are tiny
		return a / (a + b)
	}
	return x / (x + y)
}
