package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// ETC explores, then commits: every arm in turn until each has been pulled m
// times, then the best mean (Garivier, Kaufmann and Lattimore, On Explore-Then-
// Commit Strategies, NIPS 2016). As the thesis on selection policies for
// General Game Playing (2021) prints it, the mean is the one seen so far, not
// the one of the exploration alone.
//
// m is how often each arm is explored; 2 in the thesis' tournaments. A formula, m(K), is
// rounded.
type ETC struct{ M int32 }

var etcEntry = Entry{
	Name: "etc", Help: "every arm m times, then the best mean", Index: "i = t mod K while t ≤ mK, then x̄ᵢ",
	Parameters: []spec.Option{{Name: "m", Type: spec.Int, Default: "2", Min: 1, Max: most, Variables: Variables, Help: "pulls of each arm"}},
	new:        func(v []float64) any { return ETC{int32(math.Round(v[0]))} },
}

// Select implements Policy. The turn goes to the first of the arms pulled
// least, which is the arm t mod K when every arm has been pulled in turn, and
// has a meaning for other counts too.
func (p ETC) Select(arms []Arm, _ Context, _ *rand.Rand) int {
	least := 0
	for i := range arms {
		if arms[i].N < arms[least].N {
			least = i
		}
	}
	if arms[least].N < p.M {
		return least
	}
	return argmax(arms, (*Arm).Mean)
}

// Terms implements Teller.
func (p ETC) Terms(arms []Arm, _ Context, _ *rand.Rand) []Terms {
	for i := range arms {
		if arms[i].N < p.M { // the fewer pulls, the sooner it is its turn
			return of(Urgency, sums(arms, func(a *Arm) float64 { return -float64(a.N) }))
		}
	}
	return sums(arms, (*Arm).Mean)
}
