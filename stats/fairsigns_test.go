package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestEvenP(t *testing.T) {
	for _, c := range []struct {
		pairs Pairs
		want  float64
	}{
		{Pairs{}, 1},
		{Pairs{0, 0, 9, 0, 0}, 1},
		{Pairs{3, 2, 1, 2, 3}, 1},
		{Pairs{0, 0, 0, 0, 5}, 2.0 / 32},
		{Pairs{0, 0, 7, 1, 0}, 1},
		{Pairs{0, 0, 0, 1, 1}, 0.5}, // sums of ±1 and ±2: −3, −1, 1, 3
		{Pairs{1, 0, 0, 2, 1}, 0.75},
	} {
		within(t, "p", c.pairs.EvenP(), c.want, 1e-12)
	}
	// R: binom.test(60, 100)$p.value
	within(t, "the sign test", Results{Wins: 60, Draws: 11, Losses: 40}.EvenP(), 0.05688793364098078, 1e-12)
	if p := (Results{}).EvenP(); p != 1 {
		t.Errorf("without games p = %g", p)
	}
	// Many pairs come near the normal distribution.
	many := Pairs{20000, 25000, 10000, 25300, 20300}
	z := float64(300+2*300) / math.Sqrt(50300+4*40300)
	within(t, "p of many pairs", many.EvenP(), twoSidedP(z), 0.001)
}

// TestEvenPAgainstEnumeration flips every subset of the signs.
func TestEvenPAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var pairs Pairs
		var differences []int
		for range rapid.IntRange(0, 10).Draw(t, "n") {
			points := rapid.IntRange(0, 4).Draw(t, "points")
			pairs[points]++
			differences = append(differences, points-2)
		}
		seen := 0
		for _, d := range differences {
			seen += d
		}
		atLeast := 0
		for signs := range 1 << len(differences) {
			sum := 0
			for i, d := range differences {
				sum += d * (1 - 2*(signs>>i&1))
			}
			if max(sum, -sum) >= max(seen, -seen) {
				atLeast++
			}
		}
		want := float64(atLeast) / float64(int(1)<<len(differences))
		within(t, "p", pairs.EvenP(), want, 1e-12)
		within(t, "p the other way", pairs.Reverse().EvenP(), want, 1e-12)
	})
}
