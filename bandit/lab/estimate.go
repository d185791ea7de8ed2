package lab

import (
	"math"

	"gambito/stats"
)

// Estimate is the mean of independent samples and half the width of its 95 %
// confidence interval by the normal approximation. Of a single sample nothing
// is known: Half is +Inf.
type Estimate struct {
	Mean, Half float64
}

// estimate sums in the order of the samples, so that equal samples give equal
// bits.
func estimate(samples []float64) Estimate {
	n := float64(len(samples))
	sum := 0.0
	for _, x := range samples {
		sum += x
	}
	mean, squares := sum/n, 0.0
	for _, x := range samples {
		squares += (x - mean) * (x - mean)
	}
	if n < 2 {
		return Estimate{mean, math.Inf(1)}
	}
	return Estimate{mean, stats.Z95 * math.Sqrt(squares/(n-1)/n)}
}

// Low is the lower end of the interval.
func (e Estimate) Low() float64 { return e.Mean - e.Half }

// High is the upper end of the interval.
func (e Estimate) High() float64 { return e.Mean + e.Half }
