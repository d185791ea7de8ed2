package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func within(t interface {
	Helper()
	Errorf(string, ...any)
}, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.10g, not %.10g", what, got, want)
	}
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

func contains(i Interval) bool {
	return finite(i.Estimate, i.Low, i.High) && i.Low <= i.Estimate && i.Estimate <= i.High
}

func isProbability(p float64) bool { return p >= 0 && p <= 1 }

// Values of the tables found in every textbook.
func TestDistributions(t *testing.T) {
	within(t, "z of 95 %", twoSidedQuantile(0.95), Z95, 1e-12)
	within(t, "z of 99 %", twoSidedQuantile(0.99), 2.5758293035489, 1e-12)
	within(t, "two-sided p of z", twoSidedP(Z95), 0.05, 1e-15)
	within(t, "χ²(1) at 3.841459", chiSquaredP(3.841458820694124, 1), 0.05, 1e-12)
	within(t, "χ²(2) at 6", chiSquaredP(6, 2), math.Exp(-3), 1e-15)
	within(t, "F(3, 39) at 2.85", fP(2.85, 3, 39), 0.05, 3e-4)         // Demšar (2006), section 3.2.2
	within(t, "F(2, 4) at 3", fP(3, 2, 4), math.Pow(1+1.5, -2), 1e-14) // closed form for d1 = 2
	if fP(math.Inf(1), 2, 2) != 0 || fP(0, 2, 2) != 1 || chiSquaredP(5, 0) != 1 {
		t.Error("the ends of the tails are wrong")
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

func TestFaultsOfTheCallerPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"level":     func() { WilsonAt(1, 2, 1) },
		"level 0":   func() { WilsonAt(1, 2, 0) },
		"NaN":       func() { WilsonAt(1, 2, math.NaN()) },
		"successes": func() { Wilson(3, 2) },
		"negative":  func() { Results{Wins: -1}.Score(0.95) },
		"share":     func() { CompareShare(Published{Share: 1.2}, 1, 2, 0.05) },
		"mean":      func() { CompareMean(math.NaN(), 0, 1, 0, 0.05) },
	} {
		if !panics(f) {
			t.Errorf("%s: no panic", name)
		}
	}
}

func drawLevel(t *rapid.T) float64 { return rapid.Float64Range(0.5, 0.999).Draw(t, "level") }
