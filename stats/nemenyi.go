package stats

import "math"

// studentizedRange is P(Q ≤ q) for the range Q of k independent standard
// normal variables, the studentised range with infinitely many degrees of
// freedom: k ∫ φ(z) (Φ(z) − Φ(z−q))^(k−1) dz, by Simpson's rule.
func studentizedRange(q float64, k int) float64 {
	if k < 2 || q <= 0 {
		return 0
	}
	const end, intervals = 8.5, 400 // φ is below 1e-16 beyond ±end
	const step = 2 * end / intervals
	sum := 0.0
	for i := range intervals + 1 {
		z := -end + float64(i)*step
		weight := 2.0
		switch {
		case i == 0 || i == intervals:
			weight = 1
		case i%2 == 1:
			weight = 4
		}
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		sum += weight * density * math.Pow(normalCDF(z)-normalCDF(z-q), float64(k-1))
	}
	return min(1, float64(k)*sum*step/3)
}

// studentizedRangeQuantile is the q that is exceeded with probability alpha.
func studentizedRangeQuantile(alpha float64, k int) float64 {
	low, high := 0.0, 1.0
	for studentizedRange(high, k) < 1-alpha && high < 100 {
		high *= 2
	}
	for range 60 {
		q := (low + high) / 2
		if studentizedRange(q, k) < 1-alpha {
			low = q
		} else {
			high = q
		}
	}
	return high
}

// NemenyiDifference is the critical difference of mean ranks for k treatments
// in n blocks: those further apart differ at the family-wise level alpha. It
// is q/√2 · √(k(k+1)/6n) with the studentised range q (P. Nemenyi's thesis,
// 1963; J. Demšar, JMLR 7, 2006). With fewer than two treatments or no blocks
// nothing can differ: +Inf.
func NemenyiDifference(k, n int, alpha float64) float64 {
	mustLevel(alpha)
	if k < 2 || n < 1 {
		return math.Inf(1)
	}
	return studentizedRangeQuantile(alpha, k) / math.Sqrt2 * rankError(k, n)
}

// rankError is the standard deviation of a difference of two mean ranks.
func rankError(k, n int) float64 {
	return math.Sqrt(float64(k) * float64(k+1) / (6 * float64(n)))
}
