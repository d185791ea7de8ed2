package terminal

import (
	"math"
	"slices"
	"testing"
)

// TestSampled: a ply fills its columns, also one that nobody knows of between others,
// and nothing is drawn behind the last that is known.
func TestSampled(t *testing.T) {
	unknown := math.NaN()
	got := sampled([]float64{unknown, 10, unknown, 30, unknown}, 10, func(ply int) int { return 2 * ply })
	want := []float64{unknown, unknown, 10, 10, 10, 10, 30, 30, unknown, unknown}
	if !slices.EqualFunc(got, want, func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }) {
		t.Errorf("the columns are %v, not %v", got, want)
	}
}
