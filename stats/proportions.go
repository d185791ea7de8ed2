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

// pooledP is the two-sided p-value of the z-test with pooled variance whether two
// independent samples have the same share; 1 when all trials of both ended
// alike. Precondition: both have trials.
func pooledP(p1, n1, p2, n2 float64) float64 {
	pooled := (p1*n1 + p2*n2) / (n1 + n2)
	variance := pooled * (1 - pooled) * (1/n1 + 1/n2)
	if p1 == p2 || variance <= 0 {
		return 1
	}
	return twoSidedP((p1 - p2) / math.Sqrt(variance))
}
