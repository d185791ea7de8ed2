package genetic

import "math/rand/v2"

// Crossover is how two chromosomes are mixed.
type Crossover string

// The crossovers: what lies behind a cut is exchanged, what lies between two, or
// each place with a probability.
const (
	OnePoint Crossover = "one-point"
	TwoPoint Crossover = "two-point"
	Uniform  Crossover = "uniform"
)

// cross mixes two chromosomes in place.
func (x Crossover) cross(a, b []int, swapChance float64, r *rand.Rand) {
	if len(a) < 2 {
		return
	}
	switch x {
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
