package formula

import (
	"math"
	"strings"
	"testing"
)

// TestValues compares formulas with what Go makes of them.
func TestValues(t *testing.T) {
	for text, want := range map[string]func(k, d float64) float64{
		"2":                    func(k, d float64) float64 { return 2 },
		"1/K":                  func(k, d float64) float64 { return 1 / k },
		"0.7*K^-0.8":           func(k, d float64) float64 { return 0.7 / math.Pow(k, 0.8) },
		" 2 + 3 * K ":          func(k, d float64) float64 { return 2 + 3*k },
		"10-3-2":               func(k, d float64) float64 { return 5 },
		"2^3^2":                func(k, d float64) float64 { return 512 },
		"-2^2":                 func(k, d float64) float64 { return -4 },
		"8/4/2":                func(k, d float64) float64 { return 1 },
		"1e-3*K":               func(k, d float64) float64 { return 1e-3 * k },
		"e":                    func(k, d float64) float64 { return math.E },
		"ln(K)+sqrt(K)*exp(d)": func(k, d float64) float64 { return math.Log(k) + math.Sqrt(k)*math.Exp(d) },
		"(d<2)*5 + (d>1)*7":    func(k, d float64) float64 { return map[bool]float64{true: 5, false: 7}[d < 2] },
		"1/(K*(1+d)^0.5)":      func(k, d float64) float64 { return 1 / (k * math.Sqrt(1+d)) },
		"1/(1/K)":              func(k, d float64) float64 { return k },
	} {
		f, err := Parse(text, "K", "d")
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for k := 1.0; k < 50; k++ {
			for d := 0.0; d < 9; d++ {
				if got := f.Value(k, d); math.Abs(got-want(k, d)) > 1e-12*math.Max(1, math.Abs(got)) {
					t.Fatalf("%q is %v at K = %v, d = %v, not %v", text, got, k, d, want(k, d))
				}
			}
		}
		if f.Uses(0) != strings.Contains(text, "K") || f.Uses(1) != strings.Contains(text, "d") {
			t.Errorf("%q: what it uses is not known", text)
		}
	}
}

// TestFractions: what is divided by stays below.
func TestFractions(t *testing.T) {
	for text, want := range map[string][2]float64{"1/K": {1, 7}, "K^-1": {1, 7}, "e/(2*K)": {math.E, 14}, "3*K": {21, 1}, "2/K/K": {2, 49}} {
		f, err := Parse(text, "K")
		if err != nil {
			t.Fatal(err)
		}
		if over, under := f.Fraction(7); [2]float64{over, under} != want {
			t.Errorf("%q is %v over %v", text, over, under)
		}
	}
}

// TestRefusals: what is wrong is said.
func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "it ends where",
		"1/":                      "it ends where",
		"1/J":                     `"J" is none of K, e`,
		"(1+K":                    "not closed",
		"1)":                      `")" is not understood`,
		"ln K":                    "parentheses",
		"1..2":                    "no number",
		"K K":                     "not understood",
		"*2":                      "stands where",
		strings.Repeat("1+", 200): "at most",
		strings.Repeat("(", Most): "it ends where",
		strings.Repeat("-", Most): "it ends where",
		strings.Repeat("2^", 100): "it ends where",
	} {
		if _, err := Parse(text, "K"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzParse: nothing panics, and what is read is read again from how it is written.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"1/K", "0.7*K^-0.8", "(d<2)*ln(K)", "-e^-d", "1e-3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(text, "K", "d")
		if err != nil {
			return
		}
		b, err := Parse(a.String(), "K", "d")
		if err != nil {
			t.Fatalf("%q is written %q, which is refused: %v", text, a, err)
		}
		if x, y := a.Value(3, 2), b.Value(3, 2); x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
			t.Fatalf("%q is %v, written %q %v", text, x, a, y)
		}
	})
}

// TestWith: a number for a variable is the formula where the variable has it.
func TestWith(t *testing.T) {
	f, err := Parse("K^-d + ln(d) * (d<K)", "K", "d")
	if err != nil {
		t.Fatal(err)
	}
	g := f.With(1, 2)
	if got, want := g.Value(3), f.Value(3, 2); got != want || g.Uses(1) || !g.Uses(0) || g.String() != f.String() {
		t.Errorf("%s with d = 2 is %v, not %v", g, got, want)
	}
	if !f.Uses(1) || f.Value(3, 1) == f.Value(3, 2) {
		t.Error("the formula itself has changed")
	}
}
