package bandit

import (
	"fmt"
	"math/rand/v2"

	"gambito/formula"
)

// Formulas may depend on n too, how many pulls were made in all: in a tree the visits of
// the position. Such a formula is worked out at every choice, for there is no place where
// it stays the same; policies whose formulas do not ask for n are other types, and pay
// nothing for it.

// visits is the number of n among Variables.
const visits = 3

// triedVisits are at what n formulas are tried.
var triedVisits = []int{1, 2, 3, 10, 100, 1000, 1_000_000, 1_000_000_000}

// everywhere tries a formula at many places, after many numbers of visits.
func (e *Entry) everywhere(i int, f formula.Formula) error {
	if !f.Uses(visits) {
		return e.inRange(i, f)
	}
	for _, n := range triedVisits {
		if err := e.inRange(i, f.With(visits, float64(n))); err != nil {
			return fmt.Errorf("%w, and n is %d there", err, n)
		}
	}
	return nil
}

// UCBVisits is UCB whose α is a formula of n.
type UCBVisits struct{ alpha formula.Formula }

// Exploration implements Explorer, but for its law: with α = 1/n it falls.
func (p UCBVisits) Exploration(c Context) float64 {
	over, under := p.alpha.Fraction(c.variables())
	if e := over * log(c.Total) / under; e > 0 {
		return e
	}
	return 0 // at a place that was not tried
}

// Select implements Policy.
func (p UCBVisits) Select(arms []Arm, c Context, _ *rand.Rand) int {
	return selectUCB(arms, p.Exploration(c))
}

// Terms implements Teller.
func (p UCBVisits) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	return explorations(arms, p.Exploration(c))
}

// ShapedVisits is any other policy some of whose parameters are formulas of n. It is made
// anew for every choice.
type ShapedVisits struct {
	entry *Entry
	make  func(Context) Teller
}

// Select implements Policy.
func (p ShapedVisits) Select(arms []Arm, c Context, r *rand.Rand) int {
	return p.make(c).Select(arms, c, r)
}

// Terms implements Teller.
func (p ShapedVisits) Terms(arms []Arm, c Context, r *rand.Rand) []Terms {
	return p.make(c).Terms(arms, c, r)
}

// indexedVisits is a ShapedVisits with indices.
type indexedVisits struct{ ShapedVisits }

// Index implements Indexed.
func (p indexedVisits) Index(a *Arm, c Context) float64 { return p.make(c).(Indexed).Index(a, c) }
