package bandit

import (
	"math"
	"math/rand/v2"
)

// UCB is the upper confidence bound of Auer, Cesa-Bianchi and Fischer, Finite-time
// Analysis of the Multiarmed Bandit Problem, Machine Learning 47 (2002), with
// its constant free:
//
//	x̄ᵢ + √(α ln t / Tᵢ)
//
// α weighs exploration; α = 2 is UCB1.
type UCB struct{ Alpha float64 }

// Select implements Policy.
// Index implements Indexed.
func (p UCB) Index(arms []Arm, arm, total int) float64 {
	a := &arms[arm]
	n := float64(a.N)
	return a.Sum/n + math.Sqrt(p.Alpha*math.Log(float64(total))/n)
}

func (p UCB) Select(arms []Arm, total int, _ *rand.Rand) int {
	return selectUCB(arms, p.Alpha*math.Log(float64(total)))
}

// selectUCB returns the first arm of the greatest x̄ᵢ + √(bonus / Tᵢ).
func selectUCB(arms []Arm, bonus float64) int {
	best, bestIndex := 0, math.Inf(-1)
	for i := range arms {
		a := &arms[i]
		n := float64(a.N)
		if index := a.Sum/n + math.Sqrt(bonus/n); index > bestIndex {
			best, bestIndex = i, index
		}
	}
	return best
}
