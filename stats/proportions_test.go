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

// Fisher's lady tasting tea had eight cups, four of each kind: three of four right has
// a tail of 17/70. All ten against none of ten: one way of 184,756, and its mirror.
func TestExact(t *testing.T) {
	within(t, "tea", fisherP(3, 4, 1, 4), 2*17.0/70, 1e-12)
	within(t, "all and none", fisherP(10, 10, 0, 10), 2.0/184756, 1e-15)
	within(t, "ten heads", binomialP(10, 10, 0.5), 2.0/1024, 1e-15)
	within(t, "one six", binomialP(0, 2, 1.0/6), 1, 0)
	if fisherP(5, 5, 7, 7) != 1 || binomialP(0, 9, 0) != 1 || binomialP(1, 9, 0) != 0 || binomialP(9, 9, 1) != 1 {
		t.Error("certain events are judged wrongly")
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
		if a.Verdict == Agrees && !(a.Difference.Low <= 0 && a.Difference.High >= 0) {
			t.Errorf("it agrees outside the joint interval: %+v", a)
		}
		if n1 > 0 && n2 > 0 && published.Rounding == 0 {
			p := fisherP(s1, n1, s2, n2)
			if !isProbability(p) {
				t.Errorf("p %g", p)
			}
			within(t, "p the other way", fisherP(s2, n2, s1, n1), p, 1e-6)
			within(t, "p with the published trials", a.P, p, 1e-9)
		}
	})
}
