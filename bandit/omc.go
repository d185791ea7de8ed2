package bandit

import (
	"math"
	"math/rand/v2"
)

// OMC is Objective Monte Carlo (Chaslot, Saito, Bouzy, Uiterwijk and van den
// Herik, Monte-Carlo Strategies for Computer Go, BNAIC 2006). An arm is as
// urgent as it is likely to be better than the best, and the arm that has had
// least of the pulls its urgency entitles it to is pulled:
//
//	uᵢ = erfc((x̄* − x̄ᵢ) / (√2 sᵢ)), index uᵢ t / (Tᵢ Σuⱼ)
//
// x̄* is the best mean. sᵢ is the standard error of x̄ᵢ, √(ṽᵢ/Tᵢ) with ṽᵢ as in
// UCBVariance: without the one cautious pull an arm whose few rewards agree
// would have no error at all. t and Σuⱼ are the same for all arms and left out.
type OMC struct{}

var omcEntry = Entry{
	Name: "omc", Help: "pulls in proportion to the chance to be better than the best mean",
	Index:   "uᵢ t / (Tᵢ Σuⱼ), uᵢ = erfc((x̄* − x̄ᵢ) / (√2 sᵢ))",
	Bounded: true,
	new:     func([]float64) any { return OMC{} },
}

// Select implements Policy.
func (p OMC) Select(arms []Arm, _ Context, _ *rand.Rand) int {
	best := arms[argmax(arms, (*Arm).Mean)].Mean()
	return argmax(arms, func(a *Arm) float64 { return p.index(a, best) })
}

// Terms implements Teller.
func (p OMC) Terms(arms []Arm, _ Context, _ *rand.Rand) []Terms {
	best := arms[argmax(arms, (*Arm).Mean)].Mean()
	return of(Urgency, sums(arms, func(a *Arm) float64 { return p.index(a, best) }))
}

func (OMC) index(a *Arm, best float64) float64 {
	n := float64(a.N)
	return math.Erfc((best-a.Mean())/math.Sqrt(2*cautiousVariance(a)/n)) / n
}
