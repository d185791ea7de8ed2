package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// UCB is the upper confidence bound of Auer, Cesa-Bianchi and Fischer, Finite-time
// Analysis of the Multiarmed Bandit Problem, Machine Learning 47 (2002), with
// its constant free:
//
//	x̄ᵢ + √(α ln t / Tᵢ)
//
// α weighs exploration; α = 2 is UCB1, and 3/2 is the constant of Munos, From
// Bandits to Monte-Carlo Tree Search (2014).
type UCB struct{ Alpha float64 }

var ucbEntry = Entry{
	Name: "ucb", Help: "upper confidence bound with a constant α", Index: "x̄ᵢ + √(α ln t / Tᵢ)",
	Parameters: []spec.Option{{Name: "alpha", Type: spec.Float, Default: "2", Min: 0, Max: most, Scale: spec.Logarithmic, Variables: Variables, Vary: []string{"0.05", "0.15", "0.4", "1", "2.5"}, Help: "weight of exploration"}},
	new:        func(v []float64) any { return UCB{v[0]} },
}

// Exploration is α ln t, what UCB weighs an arm's pulls against.
func (p UCB) Exploration(c Context) float64 { return p.Alpha * log(c.Total) }

// Select implements Policy.
func (p UCB) Select(arms []Arm, c Context, _ *rand.Rand) int {
	return selectUCB(arms, p.Exploration(c))
}

// Terms implements Teller.
func (p UCB) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	return explorations(arms, p.Exploration(c))
}

// Explorer is a policy of the form x̄ᵢ + √(E/Tᵢ), where E depends on nothing but
// the numbers of arms, K, and of pulls: UCB with any α(K). Its Select is
//
//	the first arm of the greatest Sum/N + √(E/N)
//
// in this order of operations, so that a faster way to the same choice can be
// compared with it bit by bit.
type Explorer interface {
	Policy

	// Exploration is E. Law: for a number of arms it never falls as the total
	// grows.
	Exploration(c Context) float64
}

// selectUCB returns the first arm of the greatest x̄ᵢ + √(exploration / Tᵢ), of arms that
// were all pulled. Searches spend much of their time here, most of it on guesses of the
// processor which arm is greater: so it compares whole numbers, which takes no branch.
func selectUCB(arms []Arm, exploration float64) int {
	best, most := 0, int64(math.MinInt64)
	for i := range arms {
		rank := ascending(UCBIndex(&arms[i], exploration))
		if rank > most {
			best = i
		}
		most = max(most, rank)
	}
	return best
}

// ascending is a whole number that is greater for a greater x. Precondition: x is a
// number and not −0, which no sum with a root is.
func ascending(x float64) int64 {
	b := int64(math.Float64bits(x))
	return b ^ int64(uint64(b>>63)>>1)
}

// UCBIndex is x̄ + √(exploration / T) of an arm.
func UCBIndex(a *Arm, exploration float64) float64 {
	n := float64(a.N)
	return a.Sum/n + math.Sqrt(exploration/n)
}
