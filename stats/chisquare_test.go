package stats

import (
	"math"
	"testing"
)

// Mendel's peas (1866): 315 : 108 : 101 : 32 against 9 : 3 : 3 : 1 has
// χ² = 0.470, p = 0.925.
func TestChiSquareFit(t *testing.T) {
	f, err := ChiSquareFit([]int{315, 108, 101, 32}, []float64{9, 3, 3, 1})
	if err != nil || f.DF != 3 {
		t.Errorf("%+v, %v", f, err)
	}
	within(t, "χ²", f.ChiSquared, 0.470, 5e-4)
	within(t, "p", f.P, 0.925, 5e-4)
	if f, err := ChiSquareFit(nil, nil); err != nil || f != (Fit{P: 1}) {
		t.Errorf("nothing: %+v, %v", f, err)
	}
	if f, err := ChiSquareFit([]int{7, 0}, []float64{2, 0}); err != nil || f != (Fit{P: 1}) {
		t.Errorf("one class: %+v, %v", f, err)
	}
	if f, err := ChiSquareFit([]int{0, 0}, []float64{1, 1}); err != nil || f.P != 1 || f.DF != 1 {
		t.Errorf("no observations: %+v, %v", f, err)
	}
	for _, c := range []struct {
		observed []int
		weights  []float64
	}{{[]int{1}, nil}, {[]int{-1, 2}, []float64{1, 1}}, {[]int{1, 2}, []float64{1, 0}}, {[]int{1}, []float64{math.NaN()}}, {[]int{1, 1}, []float64{1, -1}}} {
		if _, err := ChiSquareFit(c.observed, c.weights); err == nil {
			t.Errorf("%v is tested", c)
		}
	}
}
