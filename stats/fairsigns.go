package stats

import "math"

// EvenP is the two-sided p-value of R. A. Fisher's randomisation test (The
// Design of Experiments, 1935, section 21) that neither player of these pairs
// is better. Two players who are alike could change names: the difference of
// their points in a pair is then as likely with the one sign as with the
// other. EvenP is the share of all assignments of signs to the differences
// whose sum is at least as far from 0 as the sum that was seen. It is exact for
// any number of pairs, which must not depend on each other. Without a pair that
// one of them wins it is 1.
func (p Pairs) EvenP() float64 {
	return fairSignsP(p[1]+p[3], p[0]+p[4], p[3]-p[1]+2*(p[4]-p[0]))
}

// EvenP is that of Pairs for single games, which is the sign test: of the games
// that are not drawn each wins as many. If sides are unequal but swapped it
// finds less than it could.
func (r Results) EvenP() float64 { return fairSignsP(r.Wins+r.Losses, 0, r.Wins-r.Losses) }

// fairSignsP is P(|A + 2B| ≥ |sum|) where A is the sum of ones fair signs and B
// that of twos. The sum must be one that they can have.
func fairSignsP(ones, twos, sum int) float64 {
	if sum < 0 {
		sum = -sum
	}
	if sum == 0 {
		return 1
	}
	tails := make([]float64, ones+2) // by k: that k or more of the ones are +1
	for k := ones; k >= 0; k-- {
		tails[k] = tails[k+1] + fairBinomial(ones, k)
	}
	p := 0.0
	for k := range twos + 1 {
		needed := (sum - 2*(2*k-twos) + ones) / 2 // whole, for sum and ones are both even or both odd
		if needed <= ones {
			p += fairBinomial(twos, k) * min(1, tails[max(0, needed)])
		}
	}
	return min(1, 2*p)
}

// fairBinomial is the probability of k heads in n tosses of a fair coin.
func fairBinomial(n, k int) float64 {
	all, _ := math.Lgamma(float64(n + 1))
	heads, _ := math.Lgamma(float64(k + 1))
	others, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(all - heads - others - float64(n)*math.Ln2)
}
