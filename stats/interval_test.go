package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Values of Newcombe, "Two-sided confidence intervals for the single
// proportion", Statistics in Medicine 17 (1998), table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		successes, trials int
		low, high         float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{29, 29, 0.8830, 1},
	} {
		got := Wilson(c.successes, c.trials)
		if math.Abs(got.Low-c.low) > 5e-5 || math.Abs(got.High-c.high) > 5e-5 {
			t.Errorf("Wilson(%d, %d) is %.4f to %.4f, not %.4f to %.4f", c.successes, c.trials, got.Low, got.High, c.low, c.high)
		}
		if want := float64(c.successes) / float64(c.trials); got.Estimate != want {
			t.Errorf("Wilson(%d, %d) estimates %g", c.successes, c.trials, got.Estimate)
		}
	}
	if got := Wilson(0, 0); got.Low != 0 || got.High != 1 {
		t.Errorf("Wilson(0, 0) is %+v", got)
	}
}

// The same table, method 5.
func TestClopperPearson(t *testing.T) {
	for _, c := range []struct {
		successes, trials int
		low, high         float64
	}{
		{81, 263, 0.2527, 0.3676},
		{15, 148, 0.0578, 0.1617},
		{0, 20, 0, 0.1684},
		{1, 29, 0.0009, 0.1776},
	} {
		got := ClopperPearson(c.successes, c.trials, 0.95)
		within(t, "the lower bound", got.Low, c.low, 5e-5)
		within(t, "the upper bound", got.High, c.high, 5e-5)
	}
}

// The bounds are where the binomial tails are (1−level)/2.
func TestClopperPearsonAgainstTails(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		s := rapid.IntRange(0, n).Draw(t, "s")
		level := drawLevel(t)
		i := ClopperPearson(s, n, level)
		if s > 0 {
			within(t, "P(X ≥ s) at Low", 1-binomialCDF(s-1, n, i.Low), (1-level)/2, 1e-9)
		}
		if s < n {
			within(t, "P(X ≤ s) at High", binomialCDF(s, n, i.High), (1-level)/2, 1e-9)
		}
	})
}

func binomialCDF(s, n int, p float64) (sum float64) {
	for i := range s + 1 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(i + 1))
		c, _ := math.Lgamma(float64(n - i + 1))
		sum += math.Exp(a-b-c) * math.Pow(p, float64(i)) * math.Pow(1-p, float64(n-i))
	}
	return sum
}

func TestIntervalsOfShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(0, 10), rapid.IntRange(0, 5_000_000)).Draw(t, "n")
		s := rapid.OneOf(rapid.IntRange(0, n), rapid.Just(0), rapid.Just(n)).Draw(t, "s")
		level := drawLevel(t)
		for name, f := range map[string]func(s, n int, level float64) Interval{"Wilson": WilsonAt, "Clopper–Pearson": ClopperPearson} {
			i, mirror, wider := f(s, n, level), f(n-s, n, level), f(s, n, level+(1-level)/2)
			if !contains(i) || i.Low < 0 || i.High > 1 {
				t.Errorf("%s %+v", name, i)
			}
			within(t, name+" mirrored", mirror.Low, 1-i.High, 1e-9)
			if wider.Low > i.Low+1e-12 || wider.High < i.High-1e-12 {
				t.Errorf("%s: %+v at a higher level than %+v", name, wider, i)
			}
		}
	})
}
