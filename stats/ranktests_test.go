package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// R's wilcox.test: the depression data of Hollander and Wolfe (1973, p. 29ff.)
// have V = 40 and a one-sided p of 0.01953.
func TestWilcoxon(t *testing.T) {
	x := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	y := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	s, err := Wilcoxon(x, y, DropZeros)
	if err != nil || s.Plus != 40 || s.Minus != 5 || s.N != 9 || !s.Exact {
		t.Errorf("%+v, %v", s, err)
	}
	within(t, "p", s.P, 2*0.01953125, 1e-12)
}

// Zeros: ranks of 1, −2, 3 beside two zeros are 1 to 3 when those are dropped,
// 3 to 5 when they are ranked first.
func TestWilcoxonZeros(t *testing.T) {
	x, y := []float64{1, 0, 3, 5, 5}, []float64{0, 2, 0, 5, 5}
	if s, _ := Wilcoxon(x, y, DropZeros); s.Plus != 4 || s.Minus != 2 || s.N != 3 || s.P != 0.75 {
		t.Errorf("dropped: %+v", s)
	}
	// Sums of signs of {3, 4, 5}: at most 4 are 0, 3 and 4.
	if s, _ := Wilcoxon(x, y, PrattZeros); s.Plus != 8 || s.Minus != 4 || s.N != 3 || s.P != 0.75 {
		t.Errorf("Pratt: %+v", s)
	}
	for _, zeros := range []Zeros{DropZeros, PrattZeros} {
		if s, err := Wilcoxon(x, x, zeros); err != nil || s != (SignedRank{P: 1, Exact: true}) {
			t.Errorf("no differences: %+v, %v", s, err)
		}
		if s, err := Wilcoxon(nil, nil, zeros); err != nil || s.P != 1 {
			t.Errorf("no pairs: %+v, %v", s, err)
		}
	}
	if _, err := Wilcoxon(x, y[:2], DropZeros); err == nil {
		t.Error("unequal lengths are tested")
	}
	if _, err := Wilcoxon([]float64{math.Inf(1)}, []float64{math.Inf(1)}, DropZeros); err == nil {
		t.Error("infinities are tested")
	}
}

func drawSmall(t *rapid.T, n int, name string) (values []float64) {
	for range n {
		values = append(values, float64(rapid.IntRange(-4, 4).Draw(t, name)))
	}
	return values
}

func TestWilcoxonAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 9).Draw(t, "n")
		x, y := drawSmall(t, n, "x"), drawSmall(t, n, "y")
		zeros := rapid.SampledFrom([]Zeros{DropZeros, PrattZeros}).Draw(t, "zeros")
		s, err := Wilcoxon(x, y, zeros)
		if err != nil {
			t.Fatal(err)
		}
		back, _ := Wilcoxon(y, x, zeros)
		if back.P != s.P || back.Plus != s.Minus {
			t.Errorf("%+v one way, %+v the other", s, back)
		}
		// Flip every subset of the signs.
		atLeast := 0
		for signs := range 1 << n {
			flipped := make([]float64, n)
			for i := range flipped {
				flipped[i] = x[i] - y[i]
				if signs>>i&1 == 1 {
					flipped[i] = -flipped[i]
				}
			}
			f, _ := Wilcoxon(flipped, make([]float64, n), zeros)
			if math.Abs(f.Plus-f.Minus) >= math.Abs(s.Plus-s.Minus) {
				atLeast++
			}
		}
		within(t, "p", s.P, float64(atLeast)/float64(int(1)<<n), 1e-12)
	})
}

// Where both are at hand the normal approximation is near the exact p-value.
func TestNormalApproximations(t *testing.T) {
	var x, y []float64
	for i := range 60 {
		x = append(x, math.Round(20*math.Sin(float64(i*i))))
		y = append(y, math.Round(20*math.Sin(float64(i*i+7*i))-4))
	}
	s, _ := Wilcoxon(x, y, DropZeros)
	sizes := []float64{}
	for i := range x {
		if x[i] != y[i] {
			sizes = append(sizes, math.Abs(x[i]-y[i]))
		}
	}
	ranks, _ := doubledRanks(sizes)
	variance := 0.0
	for _, r := range ranks {
		variance += float64(r*r) / 16
	}
	if !s.Exact {
		t.Error("60 pairs are not exact")
	}
	within(t, "Wilcoxon's p", continuous((s.Plus-s.Minus)/2, variance), s.P, 0.005)

	// Far more than the exact distribution takes.
	long := make([]float64, 3000)
	for i := range long {
		long[i] = float64(i%100) - 49
	}
	w, err := Wilcoxon(long, make([]float64, 3000), PrattZeros)
	if err != nil || w.Exact || !isProbability(w.P) {
		t.Errorf("%+v, %v", w, err)
	}
}
