package stats

import "math"

// hybrid estimates p₁ − p₂ from Wilson's intervals of two independent samples
// by R. G. Newcombe's hybrid score interval (Statistics in Medicine 17, 1998, pp.
// 873–890, method 10): with the bounds l and u of each share,
//
//	Low = d − √((p₁−l₁)² + (u₂−p₂)²), High = d + √((u₁−p₁)² + (p₂−l₂)²).
//
// It never leaves [−1, 1].
func hybrid(a, b Interval) Interval {
	d := a.Estimate - b.Estimate
	return Interval{
		Estimate: d,
		Low:      max(-1, d-math.Hypot(a.Estimate-a.Low, b.High-b.Estimate)),
		High:     min(1, d+math.Hypot(a.High-a.Estimate, b.Estimate-b.Low)),
	}
}

// fisherP is R. A. Fisher's exact test whether two independent samples have the same
// share: given how many successes there are in both together, twice the probability of
// the tail, at most 1.
func fisherP(k1, n1, k2, n2 int) float64 {
	all := k1 + k2
	at := math.Exp(logChoose(n1, k1) + logChoose(n2, k2) - logChoose(n1+n2, all))
	if k1*(n1+n2) < all*n1 { // fewer than expected: turn the table over
		k1, all = n1-k1, n1+n2-all
	}
	return doubled(at, k1, min(all, n1), func(k int) float64 {
		return float64(n1-k) * float64(all-k) / (float64(k+1) * float64(n2-all+k+1))
	})
}

// binomialP is the exact test whether trials have a success of a probability: twice
// the tail, at most 1.
func binomialP(successes, trials int, p float64) float64 {
	if p == 0 || p == 1 {
		if successes == int(p)*trials {
			return 1
		}
		return 0
	}
	at := math.Exp(logChoose(trials, successes) + float64(successes)*math.Log(p) + float64(trials-successes)*math.Log1p(-p))
	if float64(successes) < p*float64(trials) {
		successes, p = trials-successes, 1-p
	}
	return doubled(at, successes, trials, func(k int) float64 {
		return float64(trials-k) / float64(k+1) * p / (1 - p)
	})
}

// doubled is twice the tail from seen to most, at most 1: at is the probability of
// seen, which is not below the mean, and ratio that of k+1 over that of k.
func doubled(at float64, seen, most int, ratio func(k int) float64) float64 {
	tail := at
	for k := seen; k < most && at > 1e-17*tail; k++ {
		at *= ratio(k)
		tail += at
	}
	return min(1, 2*tail)
}

func logChoose(n, k int) float64 {
	gamma := func(x int) float64 { y, _ := math.Lgamma(float64(x) + 1); return y }
	return gamma(n) - gamma(k) - gamma(n-k)
}
