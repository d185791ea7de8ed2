package stats

import (
	"fmt"
	"math"
)

// Friedman is the result of M. Friedman's test (JASA 32, 1937) whether k
// treatments, say agents, do equally well in n blocks, say games. Within a
// block the greatest value has rank 1, equal values share their mean rank.
type Friedman struct {
	N        int       `json:"n"`
	K        int       `json:"k"`
	RankSums []float64 `json:"rank_sums"` // Rⱼ, by treatment
	// ChiSquared is 12/(nk(k+1)) ΣRⱼ² − 3n(k+1), without regard to ties.
	ChiSquared float64 `json:"chi_squared"`
	// Corrected is ChiSquared / (1 − Σ(t³−t)/(nk(k²−1))) over the ties of t
	// equal values in a block; 0 when all values of every block are equal.
	Corrected float64 `json:"corrected"`
	// P is the p-value of Corrected by χ² with k−1 degrees of freedom.
	P float64 `json:"p"`
	// PF is the p-value of F by its distribution with k−1 and (k−1)(n−1)
	// degrees of freedom, less conservative than P; 1 with fewer than two
	// blocks.
	PF float64 `json:"p_f"`
}

// FriedmanTest tests values[block][treatment]. Fewer than two treatments or no
// blocks cannot differ: the p-values are 1.
func FriedmanTest(values [][]float64) (Friedman, error) {
	ranks, ties, err := blockRanks(values)
	if err != nil {
		return Friedman{}, err
	}
	f := Friedman{N: len(values), P: 1, PF: 1}
	if f.N == 0 {
		return f, nil
	}
	f.K = len(values[0])
	f.RankSums = make([]float64, f.K)
	for _, row := range ranks {
		for j, r := range row {
			f.RankSums[j] += float64(r) / 2
		}
	}
	if f.K < 2 {
		return f, nil
	}
	n, k := float64(f.N), float64(f.K)
	// Σ(Rⱼ − n(k+1)/2)² is the same as the textbook's difference of two large
	// numbers, and exactly 0 when all sums are equal.
	squares := 0.0
	for _, r := range f.RankSums {
		d := r - n*(k+1)/2
		squares += d * d
	}
	f.ChiSquared = 12 * squares / (n * k * (k + 1))
	if free := n*k*(k*k-1) - ties; free > 0 {
		f.Corrected = f.ChiSquared * n * k * (k*k - 1) / free
	}
	f.P = chiSquaredP(f.Corrected, f.K-1)
	if f.N > 1 {
		f.PF = fP(f.F(), k-1, (k-1)*(n-1))
	}
	return f, nil
}

// F is the statistic of R. L. Iman and J. M. Davenport (Communications in
// Statistics A9, 1980), (n−1)χ²/(n(k−1) − χ²) with the corrected χ²: +Inf when
// all blocks have the same order, 0 with fewer than two blocks.
func (f Friedman) F() float64 { return imanDavenport(f.Corrected, f.N, f.K) }

func imanDavenport(chiSquared float64, n, k int) float64 {
	if n < 2 || k < 2 {
		return 0
	}
	most := float64(n * (k - 1))
	if most-chiSquared < 1e-9*most {
		return math.Inf(1)
	}
	return float64(n-1) * chiSquared / (most - chiSquared)
}

// MeanRanks are the rank sums over n.
func (f Friedman) MeanRanks() []float64 {
	means := make([]float64, len(f.RankSums))
	for j, r := range f.RankSums {
		means[j] = r / float64(f.N)
	}
	return means
}

// blockRanks are the doubled ranks within each block, the greatest value
// first, and Σ(t³−t) over all of them.
func blockRanks(values [][]float64) (ranks [][]int, ties float64, err error) {
	ranks = make([][]int, len(values))
	for i, row := range values {
		if len(row) != len(values[0]) {
			return nil, 0, fmt.Errorf("friedman: block %d has %d values, not %d", i, len(row), len(values[0]))
		}
		if err := checkFinite(fmt.Sprintf("friedman: block %d", i), row); err != nil {
			return nil, 0, err
		}
		negative := make([]float64, len(row))
		for j, v := range row {
			negative[j] = -v
		}
		var t float64
		ranks[i], t = doubledRanks(negative)
		ties += t
	}
	return ranks, ties, nil
}
