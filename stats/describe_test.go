package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestDescribe(t *testing.T) {
	// quantile(1:10) in R is 1.00 3.25 5.50 7.75 10.00, sd(1:10) is 3.02765.
	sample := []float64{10, 1, 9, 2, 8, 3, 7, 4, 6, 5}
	s := Describe(sample)
	want := Summary{N: 10, Mean: 5.5, SD: math.Sqrt(82.5 / 9), SE: math.Sqrt(82.5 / 90), Min: 1, Q1: 3.25, Median: 5.5, Q3: 7.75, Max: 10}
	if s.SE-want.SE > 1e-15 {
		t.Errorf("SE %g, not %g", s.SE, want.SE)
	}
	s.SE = want.SE
	if s != want {
		t.Errorf("%+v, not %+v", s, want)
	}
	if sample[0] != 10 {
		t.Error("the sample was sorted")
	}
	if got := Describe(nil); got != (Summary{}) {
		t.Errorf("of nothing: %+v", got)
	}
	if got := Describe([]float64{3}); got != (Summary{N: 1, Mean: 3, Min: 3, Q1: 3, Median: 3, Q3: 3, Max: 3}) {
		t.Errorf("of one value: %+v", got)
	}
	if sortedQuantile(nil, 0.5) != 0 || sortedQuantile([]float64{1, 2}, 0) != 1 || sortedQuantile([]float64{1, 2}, 1) != 2 {
		t.Error("the ends of quantiles are wrong")
	}
}

// The rounds of Atari Go at 100 simulations in the thesis on selection policies
// (table 4.1) have 97.67 ± 11.15 and 111 ± 12.17: the deviation of a sample.
func TestThesisDeviations(t *testing.T) {
	ucb, etc := Describe([]float64{106, 102, 85}), Describe([]float64{97, 119, 117})
	within(t, "the mean of UCB", ucb.Mean, 97.67, 5e-3)
	within(t, "the deviation of UCB", ucb.SD, 11.15, 5e-3)
	within(t, "the mean of ETC", etc.Mean, 111, 5e-3)
	within(t, "the deviation of ETC", etc.SD, 12.17, 5e-3)
}

func TestSummariesAreOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sample := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 40).Draw(t, "sample")
		s := Describe(sample)
		if !slices.IsSorted([]float64{s.Min, s.Q1, s.Median, s.Q3, s.Max}) || s.SD < 0 || !finite(s.Mean, s.SD, s.SE) {
			t.Errorf("%+v", s)
		}
	})
}

// TestDeviationInterval uses the textbook's quantiles of χ² with 9 degrees of
// freedom, 2.7004 and 19.0228.
func TestDeviationInterval(t *testing.T) {
	sample := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	got, known := DeviationInterval(sample, 0.95)
	sd := math.Sqrt(82.5 / 9)
	if !known || math.Abs(got.Estimate-sd) > 1e-12 || math.Abs(got.Low-sd*math.Sqrt(9/19.0228)) > 1e-4 || math.Abs(got.High-sd*math.Sqrt(9/2.7004)) > 1e-4 {
		t.Errorf("%+v", got)
	}
	if _, known := DeviationInterval(sample[:1], 0.95); known {
		t.Error("one value has a deviation")
	}
}
