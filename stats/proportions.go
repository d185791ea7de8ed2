package stats

import "math"

// NewcombeDifference estimates p₁ − p₂ from two independent samples with
// R. G. Newcombe's hybrid score interval (Statistics in Medicine 17, 1998, pp.
// 873–890, method 10): with Wilson's bounds l and u of each share,
//
//	Low = d − √((p₁−l₁)² + (u₂−p₂)²), High = d + √((u₁−p₁)² + (p₂−l₂)²).
//
// It never leaves [−1, 1]. A sample without trials has the share ½ in [0, 1].
func NewcombeDifference(successes1, trials1, successes2, trials2 int, level float64) Interval {
	a, b := WilsonAt(successes1, trials1, level), WilsonAt(successes2, trials2, level)
	return hybrid(a, b)
}

func hybrid(a, b Interval) Interval {
	d := a.Estimate - b.Estimate
	return Interval{
		Estimate: d,
		Low:      max(-1, d-math.Hypot(a.Estimate-a.Low, b.High-b.Estimate)),
		High:     min(1, d+math.Hypot(a.High-a.Estimate, b.Estimate-b.Low)),
	}
}

// TwoProportions is the two-sided p-value of the z-test with pooled variance
// whether two independent samples have the same share; 1 when one has no
// trials, or all trials of both ended alike.
func TwoProportions(successes1, trials1, successes2, trials2 int) float64 {
	mustCount(successes1, trials1)
	mustCount(successes2, trials2)
	if trials1 == 0 || trials2 == 0 {
		return 1
	}
	n1, n2 := float64(trials1), float64(trials2)
	return pooledP(float64(successes1)/n1, n1, float64(successes2)/n2, n2)
}

func pooledP(p1, n1, p2, n2 float64) float64 {
	pooled := (p1*n1 + p2*n2) / (n1 + n2)
	variance := pooled * (1 - pooled) * (1/n1 + 1/n2)
	if p1 == p2 || variance <= 0 {
		return 1
	}
	return twoSidedP((p1 - p2) / math.Sqrt(variance))
}
