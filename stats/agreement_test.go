package stats

import (
	"math"
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
	family := []Agreement{{P: 0.04, Verdict: Differs}, {P: 1, Verdict: Unknown}, {P: 0.5, Verdict: Agrees}, {P: 0.001, Verdict: Differs}}
	judged := JudgeTogether(family, 0.05)
	for i, want := range []Agreement{{P: 0.08, Verdict: Agrees}, {P: 1, Verdict: Unknown}, {P: 0.5, Verdict: Agrees}, {P: 0.003, Verdict: Differs}} {
		if math.Abs(judged[i].P-want.P) > 1e-12 || judged[i].Verdict != want.Verdict {
			t.Errorf("%d: %+v, not %+v", i, judged[i], want)
		}
	}
	if family[0].Verdict != Differs || len(JudgeTogether(nil, 0.05)) != 0 {
		t.Error("the family was changed")
	}
}
