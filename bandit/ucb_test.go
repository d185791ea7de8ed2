package bandit

import (
	"math/rand/v2"
	"testing"
)

// TestSelectUCB compares the choice without branches with that of the formula, among
// rewards of either sign and with many equal indices.
func TestSelectUCB(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		arms := make([]Arm, 1+r.IntN(8))
		for i := range arms {
			n := 1 + r.IntN(4)
			arms[i] = Arm{N: int32(n), Sum: float64(r.IntN(2*n+1) - n)}
		}
		exploration := float64(r.IntN(3)) * r.Float64()
		want := argmax(arms, func(a *Arm) float64 { return UCBIndex(a, exploration) })
		if got := selectUCB(arms, exploration); got != want {
			t.Fatalf("%v with %v: %d, not %d", arms, exploration, got, want)
		}
	}
}
