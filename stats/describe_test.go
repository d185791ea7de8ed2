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
	if Quantile(nil, 0.5) != 0 || Quantile([]float64{2, 1}, 0) != 1 || Quantile([]float64{2, 1}, 1) != 2 {
		t.Error("the ends of Quantile are wrong")
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

// Student's sleep data (Biometrika 6, 1908), the differences of the two drugs:
// t.test in R gives the interval −2.4598858 to −0.7001142.
func TestMeanInterval(t *testing.T) {
	i, known := MeanInterval([]float64{-1.2, -2.4, -1.3, -1.3, 0, -1, -1.8, -0.8, -4.6, -1.4}, 0.95)
	within(t, "the mean", i.Estimate, -1.58, 1e-12)
	within(t, "the lower bound", i.Low, -2.4598858, 1e-7)
	within(t, "the upper bound", i.High, -0.7001142, 1e-7)
	if !known {
		t.Error("not known")
	}
	if _, known := MeanInterval([]float64{1}, 0.95); known {
		t.Error("one value has an interval")
	}
	if i, known := MeanInterval(nil, 0.95); known || i != (Interval{}) {
		t.Error("no value has an interval")
	}
}

func TestSummariesAreOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sample := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 40).Draw(t, "sample")
		s := Describe(sample)
		if !slices.IsSorted([]float64{s.Min, s.Q1, s.Median, s.Q3, s.Max}) || s.SD < 0 || !finite(s.Mean, s.SD, s.SE) {
			t.Errorf("%+v", s)
		}
		i, _ := MeanInterval(sample, drawLevel(t))
		if !contains(i) {
			t.Errorf("%+v", i)
		}
		b, known := Bootstrap(sample, Mean, Bootstrapping{Resamples: 50, BCa: rapid.Bool().Draw(t, "bca"), Seed: 1})
		if !known || !finite(b.Estimate, b.Low, b.High) || b.Low > b.High || b.Low < s.Min-1e-6 || b.High > s.Max+1e-6 {
			t.Errorf("bootstrap %+v of %v", b, sample)
		}
	})
}

func TestBootstrap(t *testing.T) {
	// With two elements the mean of a resample is 0, ½ or 1 with probability
	// ¼, ½, ¼.
	how := Bootstrapping{Resamples: 4000, Level: 0.4, Seed: 7}
	if i, known := Bootstrap([]float64{0, 1}, Mean, how); !known || i != (Interval{0.5, 0.5, 0.5}) {
		t.Errorf("at 40 %%: %+v", i)
	}
	how.Level = 0.6
	if i, _ := Bootstrap([]float64{0, 1}, Mean, how); i != (Interval{0.5, 0, 1}) {
		t.Errorf("at 60 %%: %+v", i)
	}
	if _, known := Bootstrap(nil, Mean, how); known {
		t.Error("an empty sample has an estimate")
	}
	for _, bca := range []bool{false, true} {
		if i, _ := Bootstrap([]float64{4, 4, 4}, Mean, Bootstrapping{Resamples: 100, BCa: bca}); i != (Interval{4, 4, 4}) {
			t.Errorf("of equal values: %+v", i)
		}
		if i, _ := Bootstrap([]float64{4}, Mean, Bootstrapping{Resamples: 100, BCa: bca}); i != (Interval{4, 4, 4}) {
			t.Errorf("of one value: %+v", i)
		}
	}
}

// Pairs drawn together keep their difference: here it is always 1.
func TestBootstrapOfPairs(t *testing.T) {
	pairs := [][2]float64{{5, 4}, {2, 1}, {9, 8}, {-3, -4}}
	if i, _ := Bootstrap(pairs, MeanDifference, Bootstrapping{Resamples: 200}); i != (Interval{1, 1, 1}) {
		t.Errorf("%+v", i)
	}
	if MeanDifference(nil) != 0 {
		t.Error("no pairs differ")
	}
}

// Of a large normal-like sample the interval is about that of Student, with and
// without correction, and a seed fixes it.
func TestBootstrapAgainstStudent(t *testing.T) {
	sample := make([]float64, 400)
	for i := range sample {
		sample[i] = math.Sin(float64(i*i)) + math.Cos(float64(3*i*i+1))
	}
	want, _ := MeanInterval(sample, 0.9)
	for _, bca := range []bool{false, true} {
		how := Bootstrapping{Resamples: 1000, Level: 0.9, Seed: 3, BCa: bca}
		got, _ := Bootstrap(sample, Mean, how)
		within(t, "the lower bound", got.Low, want.Low, 0.02)
		within(t, "the upper bound", got.High, want.High, 0.02)
		if again, _ := Bootstrap(sample, Mean, how); again != got {
			t.Error("the same seed gives another interval")
		}
		how.Seed++
		if other, _ := Bootstrap(sample, Mean, how); other == got {
			t.Error("another seed gives the same interval")
		}
	}
}

// Of a skewed sample BCa moves the interval of the mean towards the long tail
// (B. Efron and R. Tibshirani, "An introduction to the bootstrap", 1993, §14.3).
func TestBCaFollowsSkewness(t *testing.T) {
	sample := []float64{1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 7, 30}
	plain, _ := Bootstrap(sample, Mean, Bootstrapping{Resamples: 3000, Seed: 5})
	corrected, _ := Bootstrap(sample, Mean, Bootstrapping{Resamples: 3000, Seed: 5, BCa: true})
	if !(corrected.Low > plain.Low && corrected.High > plain.High) {
		t.Errorf("%+v beside %+v", corrected, plain)
	}
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
