package bandit

import (
	"math"
	"math/rand/v2"
)

// PUCT weighs exploration by a prior probability of each arm (Rosin, Multi-armed
// Bandits with Episode Context, 2011; in the form of Silver et al., Mastering
// the Game of Go without Human Knowledge, Nature 550, 2017):
//
//	x̄ᵢ + c Pᵢ √t / (1 + Tᵢ)
//
// c weighs exploration. An arm not yet pulled has a mean of first. Before any
// pull t counts as 1, so that the first goes to the greatest prior.
type PUCT struct{ C, First float64 }

var puctEntry = Entry{
	Name: "puct", Help: "explores by prior probabilities, as AlphaZero does", Index: "x̄ᵢ + c Pᵢ √t / (1 + Tᵢ)",
	Parameters: []Parameter{
		{Name: "c", Default: 1.25, Min: 0, Max: most, Help: "weight of exploration"},
		{Name: "first", Default: 0, Min: -most, Max: most, Help: "mean of an arm not yet pulled"},
	},
	new: func(v []float64) any { return PUCT{v[0], v[1]} },
}

// OpensArms implements Opener.
func (PUCT) OpensArms() {}

// Select implements Policy. Arms need not have been pulled.
func (p PUCT) Select(arms []Arm, total int, _ *rand.Rand) int {
	exploration := p.C * math.Sqrt(float64(max(total, 1)))
	return argmax(arms, func(a *Arm) float64 { return p.index(a, exploration) })
}

func (p PUCT) index(a *Arm, exploration float64) float64 {
	mean := p.First
	if a.N > 0 {
		mean = a.Mean()
	}
	return mean + exploration*float64(a.Prior)/float64(1+a.N)
}
