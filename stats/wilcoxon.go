package stats

import (
	"fmt"
	"math"
)

// Zeros says what Wilcoxon's test does with pairs that do not differ.
type Zeros int

const (
	// DropZeros leaves them out before ranking, as Wilcoxon did. The default.
	DropZeros Zeros = iota
	// PrattZeros ranks them with the others and then leaves their ranks out
	// (J. W. Pratt, JASA 54, 1959).
	PrattZeros
)

// SignedRank is the result of F. Wilcoxon's signed-rank test (Biometrics
// Bulletin 1, 1945) whether paired values differ in location.
type SignedRank struct {
	N     int     `json:"n"`     // pairs that differ
	Plus  float64 `json:"plus"`  // sum of ranks where the first is greater
	Minus float64 `json:"minus"` // … and where the second is
	P     float64 `json:"p"`     // two-sided
	Exact bool    `json:"exact"` // else by the normal approximation
}

// signedWork bounds the steps of the exact distribution: about 200 pairs.
const signedWork = 10_000_000

// Wilcoxon tests x against y, of equal length: the absolute differences are
// ranked, equal ones share the mean of their ranks. Differences that are equal
// on paper must be equal as numbers, which whole numbers are.
//
// The p-value is exact, also with ties: all signs of the ranks are equally
// likely. Beyond about 200 pairs it is the normal approximation with variance
// Σr²/4, which regards ties, and continuity correction. Without differing
// pairs it is 1.
func Wilcoxon(x, y []float64, zeros Zeros) (SignedRank, error) {
	if len(x) != len(y) {
		return SignedRank{}, fmt.Errorf("wilcoxon: %d values against %d", len(x), len(y))
	}
	var differences, sizes []float64
	for i := range x {
		d := x[i] - y[i]
		if d != 0 || zeros == PrattZeros {
			differences = append(differences, d)
			sizes = append(sizes, math.Abs(d))
		}
	}
	if err := checkFinite("wilcoxon: difference", differences); err != nil {
		return SignedRank{}, err
	}
	ranks, _ := doubledRanks(sizes)
	var s SignedRank
	var kept []int
	variance := 0.0
	for i, r := range ranks {
		rank := float64(r) / 2
		switch {
		case differences[i] > 0:
			s.Plus += rank
		case differences[i] < 0:
			s.Minus += rank
		default:
			continue
		}
		kept = append(kept, r)
		variance += rank * rank / 4
	}
	s.N = len(kept)
	s.P, s.Exact = signsP(kept, int(math.Round(2*min(s.Plus, s.Minus))))
	if !s.Exact {
		s.P = continuous(s.Plus-(s.Plus+s.Minus)/2, variance)
	}
	return s, nil
}

// signsP is twice the probability that the doubled ranks with positive sign
// sum to at most the smaller sum, each sign a fair coin.
func signsP(ranks []int, smaller int) (p float64, exact bool) {
	total := 0
	for _, r := range ranks {
		total += r
	}
	if len(ranks)*total > signedWork {
		return 0, false
	}
	probability := make([]float64, smaller+1)
	probability[0] = 1
	for _, r := range ranks {
		for s := smaller; s >= 0; s-- {
			probability[s] /= 2
			if s >= r {
				probability[s] += probability[s-r] / 2
			}
		}
	}
	for _, v := range probability {
		p += v
	}
	return min(1, 2*p), true
}
