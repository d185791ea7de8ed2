package bandit

import "testing"

// TestTunedBesideAQuarter: the bound of an arm's variance is above ¼, so that UCB-Tuned is UCB
// with α = ¼, until the arm has been pulled more than 32·ln t times; after that it counts, the
// more the farther the mean is from ½.
func TestTunedBesideAQuarter(t *testing.T) {
	tuned, quarter := UCBTuned{0.25}, UCB{0.25}
	index := func(n int32, mean float64, total int) (a, b float64) {
		arm := Arm{N: n, Sum: mean * float64(n), SumSq: mean * float64(n)}
		c := Context{Total: total, K: 2}
		return tuned.Index(&arm, c), UCBIndex(&arm, quarter.Exploration(c))
	}
	for _, total := range []int{100, 1000, 10_000} {
		limit := int32(32 * log(total))
		for n := int32(1); n <= min(limit, int32(total)); n++ {
			if a, b := index(n, 0, total); a-b > 1e-12 || b-a > 1e-12 {
				t.Fatalf("of %d pulls %d: the index is %v, with α = ¼ %v", total, n, a, b)
			}
		}
		if a, b := index(limit+2, 0, total); !(a < b) {
			t.Errorf("of %d pulls %d: the index is %v, with α = ¼ %v", total, limit+2, a, b)
		}
		if a, b := index(limit+2, 0.5, total); a-b > 1e-12 || b-a > 1e-12 {
			t.Errorf("of %d pulls %d of a mean of ½: the index is %v, with α = ¼ %v", total, limit+2, a, b)
		}
	}
}
