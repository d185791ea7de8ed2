package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// PUCT weighs exploration by a prior probability of each arm (Rosin, Multi-armed
// Bandits with Episode Context, 2011; in the form of Silver et al., Mastering
// the Game of Go without Human Knowledge, Nature 550, 2017):
//
//	x̄ᵢ + c Pᵢ √t / (1 + Tᵢ)
//
// c weighs exploration. An arm not yet pulled has a mean of first. Before any
// pull t counts as 1, so that the first goes to the greatest prior.
//
// With Relative an arm not yet pulled has, once others were, their mean less
// Reduction·√(sum of their priors): the more likely moves were tried, the less
// is expected of the rest (Leela Chess Zero's first-play urgency).
type PUCT struct {
	C, First  float64
	Relative  bool
	Reduction float64
}

var puctEntry = Entry{
	Name: "puct", Help: "explores by prior probabilities, as AlphaZero does", Index: "x̄ᵢ + c Pᵢ √t / (1 + Tᵢ)",
	Parameters: []spec.Option{
		{Name: "c", Type: spec.Float, Default: "1.25", Min: 0, Max: most, Scale: spec.Logarithmic, Help: "weight of exploration"},
		{Name: "first", Type: spec.Float, Default: "0", Min: -most, Max: most, Help: "mean of an arm not yet pulled"},
	},
	new: func(v []float64) any { return PUCT{C: v[0], First: v[1]} },
}

// OpensArms implements Opener.
func (PUCT) OpensArms() {}

// Select implements Policy. Arms need not have been pulled.
func (p PUCT) Select(arms []Arm, c Context, _ *rand.Rand) int {
	exploration := p.C * math.Sqrt(float64(max(c.Total, 1)))
	first := p.first(arms)
	return argmax(arms, func(a *Arm) float64 { return puctIndex(a, first, exploration) })
}

// Terms implements Teller.
func (p PUCT) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	exploration := p.C * math.Sqrt(float64(max(c.Total, 1)))
	first := p.first(arms)
	list := make([]Terms, len(arms))
	for i := range arms {
		a := &arms[i]
		list[i] = Terms{Kind: Sum, Index: puctIndex(a, first, exploration), Mean: first}
		if a.N > 0 {
			list[i].Mean = a.Mean()
		}
	}
	return list
}

func puctIndex(a *Arm, first, exploration float64) float64 {
	mean := first
	if a.N > 0 {
		mean = a.Mean()
	}
	return mean + exploration*float64(a.Prior)/float64(1+a.N)
}

// first is the mean of an arm not yet pulled.
func (p PUCT) first(arms []Arm) float64 {
	if !p.Relative {
		return p.First
	}
	sum, prior, pulls := 0.0, 0.0, int32(0)
	for i := range arms {
		if arms[i].N > 0 {
			sum += arms[i].Sum
			prior += float64(arms[i].Prior)
			pulls += arms[i].N
		}
	}
	if pulls == 0 {
		return p.First
	}
	return sum/float64(pulls) - p.Reduction*math.Sqrt(prior)
}
