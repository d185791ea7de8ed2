package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestCompareShare(t *testing.T) {
	// Thesis, table 4.37: UCBα₁ won 711 of 1,200 games of Atari Go.
	published := Published{Share: 711.0 / 1200, N: 1200}
	if a := CompareShare(published, 690, 1200, 0.05); a.Verdict != Agrees || a.Difference.Low > 0 || a.Difference.High < 0 {
		t.Errorf("690: %+v", a)
	}
	if a := CompareShare(published, 600, 1200, 0.05); a.Verdict != Differs || a.Difference.High > 0 {
		t.Errorf("600: %+v", a)
	}
	// Without trials the published share is exact: the score test, whose
	// interval is Wilson's.
	exact := Published{Share: 0.6}
	for s := range 101 {
		i := WilsonAt(s, 100, 0.95)
		inside := i.Low <= 0.6 && 0.6 <= i.High
		if a := CompareShare(exact, s, 100, 0.05); (a.Verdict == Agrees) != inside {
			t.Errorf("%d of 100: %+v, Wilson %+v", s, a, i)
		}
	}
	// A printed 0 % may be up to half a percent.
	if a := CompareShare(Published{Share: 0, Rounding: 0.005}, 1, 100, 0.05); a.Verdict != Agrees {
		t.Errorf("rounded to 0: %+v", a)
	}
	if a := CompareShare(Published{Share: 0}, 1, 100, 0.05); a.Verdict != Differs {
		t.Errorf("never: %+v", a)
	}
	// Among others 58.8 % published and 51.5 % measured, of 1,200 games each, is in doubt;
	// four games tell nothing.
	doubt := CompareShare(Published{Share: 0.588, N: 1200, Rounding: 0.0005}, 618, 1200, 0.05)
	few := CompareShare(Published{Share: 0.608, N: 500, Rounding: 0.0005}, 4, 4, 0.05)
	same := CompareShare(Published{Share: 0.5, N: 1200}, 600, 1200, 0.05)
	family := make([]Agreement, 200)
	for i := range family {
		family[i] = same
	}
	family[7], family[9] = doubt, few
	judged := JudgeTogether(family, 0.05)
	if judged[7].Verdict != InDoubt || judged[8].Verdict != Agrees || judged[9].Verdict != TooFew {
		t.Errorf("in doubt, agrees, too few: %+v", judged[7:10])
	}
	if a := CompareShare(exact, 0, 0, 0.05); a.Verdict != Unknown {
		t.Errorf("nothing measured: %+v", a)
	}
}

func TestCompareMean(t *testing.T) {
	// Table 4.18 for two arms and α = ¼: 18.26 published, 18.7 ± 1.4 measured.
	if a := CompareMean(18.26, 0, 18.7, 0.7, 0.05); a.Verdict != Agrees || !contains(a.Difference) {
		t.Errorf("%+v", a)
	}
	if a := CompareMean(18.26, 0.3, 25, 0.7, 0.05); a.Verdict != Differs || a.Difference.Low < 0 {
		t.Errorf("%+v", a)
	}
	if CompareMean(1, 0, 1, 0, 0.05).Verdict != Agrees || CompareMean(1, 0, 2, 0, 0.05).Verdict != Differs {
		t.Error("exact values are compared wrongly")
	}
	within(t, "p", CompareMean(0, 3, Z95*5, 4, 0.05).P, 0.05, 1e-12)
}

func TestJudgeTogether(t *testing.T) {
	family := []Agreement{{P: 0.04, Outside: true, Verdict: Differs}, {P: 1, Verdict: Unknown}, {P: 0.5, Verdict: Agrees}, {P: 0.001, Outside: true, TooFew: true, Verdict: Differs}}
	judged := JudgeTogether(family, 0.05)
	for i, want := range []Agreement{{P: 0.08, Verdict: InDoubt}, {P: 1, Verdict: Unknown}, {P: 0.5, Verdict: Agrees}, {P: 0.003, Verdict: Differs}} {
		if math.Abs(judged[i].P-want.P) > 1e-12 || judged[i].Verdict != want.Verdict {
			t.Errorf("%d: %+v, not %+v", i, judged[i], want)
		}
	}
	if family[0].Verdict != Differs || len(JudgeTogether(nil, 0.05)) != 0 {
		t.Error("the family was changed")
	}
}

// A published "better" is agreed with above a half, contradicted below.
func TestCompareMore(t *testing.T) {
	for wins, want := range map[int]Verdict{100: Agrees, 61: Agrees, 55: TooFew, 45: TooFew, 40: InDoubt, 20: Differs} {
		if a := CompareMore(wins, 100, 0.05); a.Verdict != want {
			t.Errorf("%d of 100: %+v", wins, a)
		}
	}
	if CompareMore(0, 0, 0.05).Verdict != Unknown {
		t.Error("no games are judged")
	}
}

// The 97.5 % quantile of F with 2 and 2 degrees of freedom is 39.
func TestCompareDeviation(t *testing.T) {
	within(t, "p at the quantile", CompareDeviation(1, 3, math.Sqrt(39), 3, 0.05).P, 0.05, 1e-9)
	within(t, "p the other way", CompareDeviation(math.Sqrt(39), 3, 1, 3, 0.05).P, 0.05, 1e-9)
	if CompareDeviation(11.15, 3, 4, 3, 0.05).Verdict != Agrees || CompareDeviation(1, 30, 3, 30, 0.05).Verdict != Differs || CompareDeviation(1, 3, 0, 3, 0.05).Verdict != Unknown {
		t.Error("deviations are judged wrongly")
	}
}

// TestCompareDraw: one more value of the same kind is outside once in twenty times, one far
// away always, and few values tell nothing.
func TestCompareDraw(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 20))
	outside := 0
	const trials = 4000
	for range trials {
		sample := make([]float64, 5)
		for i := range sample {
			sample[i] = 10 + r.NormFloat64()
		}
		if CompareDraw(10+r.NormFloat64(), sample, 0.05).Outside {
			outside++
		}
	}
	if share := float64(outside) / trials; math.Abs(share-0.05) > 0.012 {
		t.Errorf("%g of the comparisons are outside", share)
	}
	if a := CompareDraw(20, []float64{9, 10, 11, 10}, 0.05); a.Verdict != Differs {
		t.Errorf("%+v", a)
	}
	if a := CompareDraw(20, []float64{9, 10}, 0.05); a.Verdict != Unknown {
		t.Errorf("%+v", a)
	}
	if a := CompareDraw(0.1, []float64{0, 5, -5}, 0.05); a.Verdict != TooFew {
		t.Errorf("%+v", a)
	}
}

// TestCompareGreater: what lies above 0 agrees, what lies below differs, what holds 0 is too
// little.
func TestCompareGreater(t *testing.T) {
	for difference, want := range map[float64]Verdict{3: Agrees, 1: TooFew, -1: TooFew, -5: Differs} {
		if a := CompareGreater(difference, 1, 0.05); a.Verdict != want {
			t.Errorf("%g ± 1: %+v, not %s", difference, a, want)
		}
	}
}
