package stats

import (
	"math"
	"slices"
)

// Summary describes a sample. SD is the sample standard deviation
// √(Σ(x−x̄)²/(n−1)), SE = SD/√n; the quartiles are those of Quantile. Of an
// empty sample all is 0; with one value SD and SE are 0 because they are
// unknown: N says so.
type Summary struct {
	N      int     `json:"n"`
	Mean   float64 `json:"mean"`
	SD     float64 `json:"sd"`
	SE     float64 `json:"se"`
	Min    float64 `json:"min"`
	Q1     float64 `json:"q1"`
	Median float64 `json:"median"`
	Q3     float64 `json:"q3"`
	Max    float64 `json:"max"`
}

// Describe summarises a sample, which it leaves as it is.
func Describe(sample []float64) Summary {
	s := Summary{N: len(sample)}
	if s.N == 0 {
		return s
	}
	sorted := slices.Sorted(slices.Values(sample))
	s.Mean = Mean(sample)
	s.SD = sampleSD(sample, s.Mean)
	s.SE = s.SD / math.Sqrt(float64(s.N))
	s.Min, s.Max = sorted[0], sorted[s.N-1]
	s.Q1, s.Median, s.Q3 = sortedQuantile(sorted, 0.25), sortedQuantile(sorted, 0.5), sortedQuantile(sorted, 0.75)
	return s
}

// Mean is the arithmetic mean, 0 of an empty sample.
func Mean(sample []float64) float64 {
	if len(sample) == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range sample {
		sum += x
	}
	return sum / float64(len(sample))
}

func sampleSD(sample []float64, mean float64) float64 {
	if len(sample) < 2 {
		return 0
	}
	squares := 0.0
	for _, x := range sample {
		squares += (x - mean) * (x - mean)
	}
	return math.Sqrt(squares / float64(len(sample)-1))
}

func sortedQuantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	position := float64(len(sorted)-1) * min(1, max(0, p))
	i := int(position)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	low, high := sorted[i], sorted[i+1]
	return min(high, low+(position-float64(i))*(high-low))
}

// MeanInterval estimates the mean of a normal population by Student's distribution.
// Fewer than two values have no interval: then known is false, and both ends are the
// mean.
func MeanInterval(sample []float64, level float64) (i Interval, known bool) {
	mustLevel(level)
	s := Describe(sample)
	if s.N < 2 {
		return Interval{Estimate: s.Mean, Low: s.Mean, High: s.Mean}, false
	}
	half := studentQuantile(0.5+level/2, s.N-1) * s.SE
	return Interval{Estimate: s.Mean, Low: s.Mean - half, High: s.Mean + half}, true
}

// DeviationInterval estimates the standard deviation of a normal population by
// the χ² distribution of the sample's with n−1 degrees of freedom. Fewer than two
// values have no interval: then known is false and all is 0.
func DeviationInterval(sample []float64, level float64) (i Interval, known bool) {
	mustLevel(level)
	s := Describe(sample)
	if s.N < 2 {
		return Interval{}, false
	}
	df := float64(s.N - 1)
	return Interval{
		Estimate: s.SD,
		Low:      s.SD * math.Sqrt(df/ChiSquaredQuantile(0.5+level/2, s.N-1)),
		High:     s.SD * math.Sqrt(df/ChiSquaredQuantile(0.5-level/2, s.N-1)),
	}, true
}
