package stats

import (
	"math"
	"math/rand/v2"
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

func TestIntervalsOfShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(0, 10), rapid.IntRange(0, 5_000_000)).Draw(t, "n")
		s := rapid.OneOf(rapid.IntRange(0, n), rapid.Just(0), rapid.Just(n)).Draw(t, "s")
		level := drawLevel(t)
		i, mirror, wider := WilsonAt(s, n, level), WilsonAt(n-s, n, level), WilsonAt(s, n, level+(1-level)/2)
		if !contains(i) || i.Low < 0 || i.High > 1 {
			t.Errorf("%+v", i)
		}
		within(t, "the mirrored bound", mirror.Low, 1-i.High, 1e-9)
		if wider.Low > i.Low+1e-12 || wider.High < i.High-1e-12 {
			t.Errorf("%+v at a higher level than %+v", wider, i)
		}
	})
}

// TestMeanOf holds the mean of two shares about 95 times of 100, and is narrower by the
// root of their number.
func TestMeanOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const repetitions, n, p, q = 2000, 80, 0.3, 0.6
	held := 0
	for range repetitions {
		a, b := 0, 0
		for range n {
			if r.Float64() < p {
				a++
			}
			if r.Float64() < q {
				b++
			}
		}
		if i := MeanOf(Wilson(a, n), Wilson(b, n)); i.Low <= (p+q)/2 && (p+q)/2 <= i.High {
			held++
		}
	}
	if share := float64(held) / repetitions; share < 0.935 || share > 0.965 {
		t.Errorf("the mean is held %.3f of the times", share)
	}
	one := Interval{Estimate: 0.5, Low: 0.4, High: 0.7}
	if i := MeanOf(one, one, one, one); math.Abs(i.Low-0.45) > 1e-12 || math.Abs(i.High-0.6) > 1e-12 || i.Estimate != 0.5 {
		t.Errorf("of four alike it is %+v", i)
	}
	if i := MeanOf(one); math.Abs(i.Low-0.4) > 1e-12 || math.Abs(i.High-0.7) > 1e-12 {
		t.Errorf("of one it is %+v", i)
	}
}
