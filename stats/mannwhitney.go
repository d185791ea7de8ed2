package stats

import "math"

// RankSum is the result of the test of H. B. Mann and D. R. Whitney (Annals of
// Mathematical Statistics 18, 1947) whether two independent samples differ in
// location.
type RankSum struct {
	U1    float64 `json:"u1"` // pairs (x, y) with x > y, equal ones count ½
	U2    float64 `json:"u2"` // … with y > x
	P     float64 `json:"p"`  // two-sided
	Exact bool    `json:"exact"`
}

// rankSumWork bounds the steps of the exact distribution: about 75 values.
const rankSumWork = 20_000_000

// MannWhitney tests x against y. The p-value is exact, also with ties: all
// ways to deal the pooled ranks to the two samples are equally likely, and it
// is twice the smaller tail, at most 1. Beyond about 75 values it is the
// normal approximation with continuity correction and the variance
// mn/12 · (N+1 − Σ(t³−t)/(N(N−1))) for groups of t ties. With an empty sample
// it is 1.
func MannWhitney(x, y []float64) (RankSum, error) {
	pooled := append(append([]float64(nil), x...), y...)
	if err := checkFinite("mann-whitney", pooled); err != nil {
		return RankSum{}, err
	}
	if len(x) == 0 || len(y) == 0 {
		return RankSum{P: 1, Exact: true}, nil
	}
	ranks, ties := doubledRanks(pooled)
	sum := 0
	for _, r := range ranks[:len(x)] {
		sum += r
	}
	m, n := float64(len(x)), float64(len(y))
	s := RankSum{U1: float64(sum)/2 - m*(m+1)/2}
	s.U2 = m*n - s.U1
	s.P, s.Exact = dealsP(ranks, len(x), sum)
	if !s.Exact {
		all := m + n
		variance := m * n / 12 * (all + 1 - ties/(all*(all-1)))
		s.P = continuous(s.U1-m*n/2, variance)
	}
	return s, nil
}

// dealsP is twice the smaller of the probabilities that m of the doubled ranks,
// drawn without replacement, sum to at most and to at least the observed sum.
func dealsP(ranks []int, m, observed int) (p float64, exact bool) {
	total := 0
	for _, r := range ranks {
		total += r
	}
	if 2*m > len(ranks) { // the other sample is smaller and says the same
		m, observed = len(ranks)-m, total-observed
	}
	if len(ranks)*m*total > rankSumWork {
		return 0, false
	}
	// ways[j][s] counts the choices of j ranks with sum s.
	ways := make([][]float64, m+1)
	for j := range ways {
		ways[j] = make([]float64, total+1)
	}
	ways[0][0] = 1
	for _, r := range ranks {
		for j := m; j > 0; j-- {
			for s := r; s <= total; s++ {
				ways[j][s] += ways[j-1][s-r]
			}
		}
	}
	var all, atMost, atLeast float64
	for s, w := range ways[m] {
		all += w
		if s <= observed {
			atMost += w
		}
		if s >= observed {
			atLeast += w
		}
	}
	return math.Min(1, 2*min(atMost, atLeast)/all), true
}
