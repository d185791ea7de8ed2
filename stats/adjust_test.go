package stats

import (
	"testing"

	"pgregory.net/rapid"
)

// p.adjust in R of these: 0.03 0.06 0.06 0.02.
func TestHolm(t *testing.T) {
	p := []float64{0.01, 0.04, 0.03, 0.005}
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		within(t, "Holm", Holm(p)[i], want, 1e-15)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "p")
		holm := Holm(p)
		if len(holm) != len(p) {
			t.Fatal("lengths")
		}
		for i := range p {
			if bonferroni := min(1, p[i]*float64(len(p))); !(p[i] <= holm[i] && holm[i] <= bonferroni) {
				t.Errorf("%g is adjusted to %g, above Bonferroni's %g or below itself", p[i], holm[i], bonferroni)
			}
			for j := range p {
				if p[i] < p[j] && holm[i] > holm[j] {
					t.Error("Holm changes the order")
				}
			}
		}
	})
}
