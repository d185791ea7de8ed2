package lab

import (
	"math"

	"gambito/bandit"
)

// Bound is a theoretical upper bound of a policy's expected regret after so many
// rounds on a problem of the given gaps, if one is known:
//
//	UCB, α = 2   Σ 8 ln T / Δᵢ + (1 + π²/3) Δᵢ         Auer, Cesa-Bianchi and Fischer 2002, theorem 1
//	UCB, α > 1   Σ 4α ln T / Δᵢ + α/(α−1)              Bubeck and Cesa-Bianchi 2012, section 2.2: the pseudo-regret of (α, ψ)-UCB, whose α is twice ours
//	MOSS         23 K Σ max(ln(T Δᵢ² / K), 1) / Δᵢ     Audibert and Bubeck 2009, for MOSS that knows T beforehand
//
// The sums are over arms of a positive gap. UCB with α ≤ 1, and so α = 1/K and
// e/(2K), has no bound of this kind. Rewards must lie between 0 and 1.
//
// The thesis on selection policies (2021) prints the first without the 1 (its theorem 1), and
// after Jamieson's lecture (2018) the second (its theorem 2, proven in its appendix B) as 4α ln T / Δᵢ + 2α/(α−1) Δᵢ for every α > 0.
// Its proof takes a confidence of √(α ln t / 2Tᵢ) on one side and √(α ln t / Tᵢ) on
// the other, and Tᵢ for a number that does not depend on the rewards; the two theorems
// above are proven.
func Bound(policy any, gaps []float64, rounds int) (float64, bool) {
	logT, k := math.Log(float64(rounds)), float64(len(gaps))
	switch p := policy.(type) {
	case bandit.UCB:
		switch {
		case p.Alpha == 2:
			return sumGaps(gaps, func(d float64) float64 { return 8*logT/d + (1+math.Pi*math.Pi/3)*d }), true
		case p.Alpha > 1:
			return sumGaps(gaps, func(d float64) float64 { return 4*p.Alpha*logT/d + p.Alpha/(p.Alpha-1) }), true
		}
	case bandit.MOSS:
		if p.Explore != 1 {
			return 0, false
		}
		return 23 * k * sumGaps(gaps, func(d float64) float64 { return max(math.Log(float64(rounds)*d*d/k), 1) / d }), true
	}
	return 0, false
}

func sumGaps(gaps []float64, term func(gap float64) float64) float64 {
	sum := 0.0
	for _, gap := range gaps {
		if gap > 0 {
			sum += term(gap)
		}
	}
	return sum
}

// bounds are the means of the policies' bounds over problems, which are added one by
// one. Those of policies that have none are NaN.
type bounds struct {
	rounds   []int
	entrants []Entrant
	random   bool        // the problems differ
	sums     [][]float64 // by entrant and look
	count    int
}

func (e *Experiment) newBounds() *bounds {
	b := &bounds{rounds: e.Rounds, entrants: e.Entrants, random: e.Source.Random, sums: make([][]float64, len(e.Entrants))}
	for i := range b.sums {
		b.sums[i] = make([]float64, len(e.Rounds))
	}
	return b
}

// wants reports whether another problem would change anything.
func (b *bounds) wants() bool {
	if b.count == 0 {
		return true
	}
	for _, sums := range b.sums {
		if b.random && !math.IsNaN(sums[0]) {
			return true
		}
	}
	return false
}

func (b *bounds) add(gaps []float64) {
	b.count++
	for i, sums := range b.sums {
		for look, round := range b.rounds {
			bound, ok := Bound(b.entrants[i].Policy, gaps, round)
			if !ok {
				bound = math.NaN()
			}
			sums[look] += bound
		}
	}
}

// of are the means of an entrant's bounds, by look.
func (b *bounds) of(entrant int) []float64 {
	means := make([]float64, len(b.rounds))
	for look, sum := range b.sums[entrant] {
		means[look] = sum / float64(b.count)
	}
	return means
}
