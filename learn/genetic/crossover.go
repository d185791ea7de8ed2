package genetic

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Crossover is how two chromosomes are mixed.
type Crossover string

// The crossovers: what lies behind a cut is exchanged, what lies between two, or
// each place with a probability.
const (
	OnePoint Crossover = "one-point"
	TwoPoint Crossover = "two-point"
	Uniform  Crossover = "uniform"
)

// The crossovers of real numbers: both children at the same place between the parents
// and beyond its middle; each number anywhere between the parents' or half as far
// beyond (BLX-0.5: L. Eshelman and J. Schaffer 1993); each as near to its parent's as
// cuts of bits would leave it (simulated binary: K. Deb and R. Agrawal 1995).
const (
	Arithmetic Crossover = "arithmetic"
	Blend      Crossover = "blend"
	Simulated  Crossover = "simulated-binary"
)

// The crossovers of permutations, which keep every item once: a stretch stays and the
// others follow in the other parent's order (L. Davis 1985), or at the other parent's
// places as far as they are free (D. Goldberg and R. Lingle 1985); or whole cycles are
// exchanged, so that each item stays where one of the parents has it (I. Oliver and
// others 1987).
const (
	Order  Crossover = "order"
	Mapped Crossover = "partially-mapped"
	Cycle  Crossover = "cycle"
)

// Subtree is the usual crossover of trees: a part of each goes to the other, wherever it
// stood (J. Koza 1992). One-point crossover of trees cuts both at the same place, and uniform
// crossover looks at every place that both have (R. Poli and W. Langdon 1998).
const Subtree Crossover = "subtree"

// Crossovers are all of them.
var Crossovers = []Crossover{OnePoint, TwoPoint, Uniform, Arithmetic, Blend, Simulated, Order, Mapped, Cycle, Subtree}

// crossoversOf are those that fit a coding.
func crossoversOf(c Coding) []Crossover {
	switch c {
	case Permutation:
		return []Crossover{Order, Mapped, Cycle}
	case Real:
		return []Crossover{OnePoint, TwoPoint, Uniform, Arithmetic, Blend, Simulated}
	case Tree:
		return []Crossover{Subtree, OnePoint, Uniform}
	}
	return []Crossover{OnePoint, TwoPoint, Uniform}
}

func (x Crossover) fits(c Coding) bool { return slices.Contains(crossoversOf(c), x) }

// join lists names.
func join[T ~string](names []T) string { return strings.Join(texts(names...), ", ") }

// cross mixes two chromosomes in place.
func (c coder) cross(x Crossover, a, b []int, swapChance float64, r *rand.Rand) {
	if len(a) < 2 {
		return
	}
	if c.coding == Tree {
		c.forest.cross(x, a, b, swapChance, r)
		return
	}
	switch x {
	case Arithmetic, Blend, Simulated:
		c.crossReal(x, a, b, r)
	case Order, Mapped, Cycle:
		crossPermutations(x, a, b, r)
	case OnePoint:
		exchange(a, b, 1+r.IntN(len(a)-1), len(a))
	case TwoPoint:
		// Two different cuts of the ring that the chromosome closes to.
		from, to := r.IntN(len(a)), r.IntN(len(a)-1)
		if to >= from {
			to++
		}
		exchange(a, b, min(from, to), max(from, to))
	case Uniform:
		for i := range a {
			if r.Float64() < swapChance {
				a[i], b[i] = b[i], a[i]
			}
		}
	}
}

func exchange(a, b []int, from, to int) {
	for i := from; i < to; i++ {
		a[i], b[i] = b[i], a[i]
	}
}
