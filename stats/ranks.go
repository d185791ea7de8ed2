package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// doubledRanks gives every value twice its rank in ascending order, from 2 to
// 2n; equal values share the mean of their ranks. Doubled, mean ranks are
// whole numbers, and exact distributions can count over them. ties is
// Σ(t³ − t) over the groups of t equal values.
func doubledRanks(values []float64) (ranks []int, ties float64) {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks = make([]int, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = from + 1 + to // the mean of from+1 … to, doubled
		}
		t := float64(to - from)
		ties += t*t*t - t
		from = to
	}
	return ranks, ties
}

func checkFinite(what string, values []float64) error {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s: value %d is %g", what, i, v)
		}
	}
	return nil
}

// continuous is the two-sided p-value of a statistic that lies so far from its
// mean, in the normal approximation with continuity correction ½.
func continuous(distance, variance float64) float64 {
	if variance <= 0 {
		return 1
	}
	return twoSidedP(max(0, math.Abs(distance)-0.5) / math.Sqrt(variance))
}
