package stats

import (
	"cmp"
	"slices"
)

// Holm adjusts p-values by S. Holm's step-down method (Scandinavian Journal of
// Statistics 6, 1979): the i-th smallest, from 0, times m−i, and never below a
// smaller one's. Those
// still below α differ with at most α probability of any false one, as with
// Bonferroni's m·p, but more are found.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := make([]float64, len(p))
	least := 0.0
	for i, at := range order {
		least = max(least, min(1, p[at]*float64(len(p)-i)))
		adjusted[at] = least
	}
	return adjusted
}
