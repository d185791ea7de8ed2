package bandit

import "math"

// argmax returns the first arm of the greatest index. It is small enough to be
// inlined together with index, so that a policy costs what its own loop would.
func argmax(arms []Arm, index func(*Arm) float64) int {
	best, bestIndex := 0, math.Inf(-1)
	for i := range arms {
		if x := index(&arms[i]); x > bestIndex {
			best, bestIndex = i, x
		}
	}
	return best
}

// most is the greatest weight that a parameter takes: beyond it nothing but
// the weighed term counts, and sums would lose the mean to rounding.
const most = 1e6
