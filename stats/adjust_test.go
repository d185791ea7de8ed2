package stats

import (
	"testing"

	"pgregory.net/rapid"
)

// p.adjust in R of these: Holm 0.03 0.06 0.06 0.02, Bonferroni 0.04 0.16 0.12 0.02.
func TestAdjust(t *testing.T) {
	p := []float64{0.01, 0.04, 0.03, 0.005}
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		within(t, "Holm", Holm(p)[i], want, 1e-15)
	}
	for i, want := range []float64{0.04, 0.16, 0.12, 0.02} {
		within(t, "Bonferroni", Bonferroni(p)[i], want, 1e-15)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "p")
		holm, bonferroni := Holm(p), Bonferroni(p)
		if len(holm) != len(p) || len(bonferroni) != len(p) {
			t.Fatal("lengths")
		}
		for i := range p {
			if !(p[i] <= holm[i] && holm[i] <= bonferroni[i] && bonferroni[i] <= 1) {
				t.Errorf("%g is adjusted to %g and %g", p[i], holm[i], bonferroni[i])
			}
			for j := range p {
				if p[i] < p[j] && holm[i] > holm[j] {
					t.Error("Holm changes the order")
				}
			}
		}
	})
}
