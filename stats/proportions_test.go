package stats

import (
	"testing"

	"pgregory.net/rapid"
)

// Newcombe (1998), "Interval estimation for the difference between independent
// proportions", table II, method 10.
func TestNewcombe(t *testing.T) {
	for _, c := range []struct {
		s1, n1, s2, n2 int
		low, high      float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339},
		{9, 10, 3, 10, 0.1705, 0.8090},
		{6, 7, 2, 7, 0.0582, 0.8062},
		{5, 56, 0, 29, -0.0381, 0.1926},
		{10, 10, 0, 10, 0.6075, 1},
	} {
		i := hybrid(WilsonAt(c.s1, c.n1, 0.95), WilsonAt(c.s2, c.n2, 0.95))
		within(t, "the lower bound", i.Low, c.low, 6e-5)
		within(t, "the upper bound", i.High, c.high, 6e-5)
	}
}

// The z-test squared is χ² of the 2×2 table without correction: the vitamin C
// trial of L. Pauling, 31 of 140 against 17 of 139, has χ² = 4.8114.
func TestPooled(t *testing.T) {
	within(t, "p", pooledP(31.0/140, 140, 17.0/139, 139), chiSquaredP(4.8114, 1), 1e-5)
	if pooledP(1, 5, 1, 7) != 1 {
		t.Error("nothing to compare differs")
	}
}

func TestDifferencesAndVerdicts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trials := rapid.OneOf(rapid.IntRange(0, 5), rapid.IntRange(0, 100_000))
		n1, n2 := trials.Draw(t, "n1"), trials.Draw(t, "n2")
		s1, s2 := rapid.IntRange(0, n1).Draw(t, "s1"), rapid.IntRange(0, n2).Draw(t, "s2")
		level := drawLevel(t)
		one, other := WilsonAt(s1, n1, level), WilsonAt(s2, n2, level)
		i, mirror := hybrid(one, other), hybrid(other, one)
		if !contains(i) || i.Low < -1 || i.High > 1 {
			t.Errorf("%+v", i)
		}
		within(t, "the difference the other way", mirror.Low, -i.High, 1e-12)
		published := Published{Share: 0.5, N: n1, Rounding: rapid.SampledFrom([]float64{0, 0.0005, 0.05}).Draw(t, "rounding")}
		if n1 > 0 {
			published.Share = float64(s1) / float64(n1)
		}
		a := CompareShare(published, s2, n2, 1-level)
		if !contains(a.Difference) || !isProbability(a.P) || (a.Verdict == Unknown) != (n2 == 0) || (a.Verdict == Differs) != (n2 > 0 && a.P < 1-level) {
			t.Errorf("%+v", a)
		}
		if n1 > 0 && n2 > 0 && published.Rounding == 0 {
			p := pooledP(one.Estimate, float64(n1), other.Estimate, float64(n2))
			if !isProbability(p) || p != pooledP(other.Estimate, float64(n2), one.Estimate, float64(n1)) {
				t.Errorf("p %g", p)
			}
			within(t, "p with the published trials", a.P, p, 1e-9)
		}
	})
}
