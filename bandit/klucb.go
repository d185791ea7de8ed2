package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// KLUCB measures confidence by the Kullback–Leibler divergence d of Bernoulli
// laws (Garivier and Cappé, The KL-UCB Algorithm for Bounded Stochastic Bandits
// and Beyond, COLT 2011):
//
//	max { q : Tᵢ d(x̄ᵢ, q) ≤ x (ln t + c ln ln t) }, d(p, q) = p ln(p/q) + (1−p) ln((1−p)/(1−q))
//
// Rewards lie between 0 and 1. c = 3 is the proof's, c = 0 is what the paper
// advises to use. x, 1 in the paper, weighs exploration.
type KLUCB struct{ C, Explore float64 }

var klUCBEntry = Entry{
	Name: "kl-ucb", Help: "UCB whose confidence is measured by Kullback–Leibler divergence",
	Index: "max { q : Tᵢ d(x̄ᵢ, q) ≤ x (ln t + c ln ln t) }",
	Parameters: []spec.Option{
		{Name: "c", Type: spec.Float, Default: "0", Min: 0, Max: most, Scale: spec.Logarithmic, Help: "weight of the doubly logarithmic term"},
		exploreOption,
	},
	Bounded: true,
	new:     func(v []float64) any { return KLUCB{v[0], v[1]} },
}

// Select implements Policy. Solving for q takes several divergences, asking
// whether q exceeds a number only one: an arm is solved for when it is known to
// beat those before it.
func (p KLUCB) Select(arms []Arm, c Context, _ *rand.Rand) int {
	budget := p.budget(c.Total)
	best, bestIndex := 0, p.index(&arms[0], budget)
	for i := 1; i < len(arms); i++ {
		a := &arms[i]
		if m := share(a); m < bestIndex && (bestIndex >= 1 || float64(a.N)*divergence(m, bestIndex) >= budget) {
			continue
		}
		if x := p.index(a, budget); x > bestIndex {
			best, bestIndex = i, x
		}
	}
	return best
}

// Terms implements Teller.
func (p KLUCB) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	budget := p.budget(c.Total)
	return sums(arms, func(a *Arm) float64 { return p.index(a, budget) })
}

func (p KLUCB) budget(total int) float64 {
	logT := log(total)
	return max(0, p.Explore*(logT+p.C*math.Log(max(logT, 1))))
}

// index solves d(m, q) = budget/T for q by Newton's method. d is convex in q, so
// from a start above the solution the steps come down to it without passing it.
// There are two such starts: Pinsker's inequality d ≥ 2(q−m)² gives one, and
// d ≥ −H(m) − (1−m) ln(1−q), where H is the entropy, the other.
func (KLUCB) index(a *Arm, budget float64) float64 {
	m := share(a)
	rate := budget / float64(a.N)
	if m == 1 {
		return 1
	}
	entropy := -(1 - m) * math.Log(1-m)
	if m > 0 {
		entropy -= m * math.Log(m)
	}
	q := min(m+math.Sqrt(rate/2), 1-math.Exp(-(rate+entropy)/(1-m)))
	for q > m && q < 1 {
		step := (divergence(m, q) - rate) * q * (1 - q) / (q - m)
		q -= step
		if step < 1e-12 {
			break
		}
	}
	return max(m, q)
}

// share is the mean of an arm, kept between 0 and 1 against rounding.
func share(a *Arm) float64 { return min(1, max(0, a.Mean())) }

// divergence is d(p, q) for 0 ≤ p ≤ 1 and 0 < q < 1.
func divergence(p, q float64) float64 {
	d := 0.0
	if p > 0 {
		d += p * math.Log(p/q)
	}
	if p < 1 {
		d += (1 - p) * math.Log((1-p)/(1-q))
	}
	return d
}
