package optimise

import (
	"gambito/spec"
)

// Random search asks for points that know nothing of each other. It is what every
// other method must beat.
var randomEntry = spec.Entry[func(Problem, spec.Values) Optimiser]{
	Schema: spec.Schema{ID: "random", Name: "random search", About: "Points drawn at random.", Options: []spec.Option{batchOption("16")}},
	Make: func(p Problem, v spec.Values) Optimiser {
		r := p.source(1)
		return &sampler{batch: v.Int("batch"), next: func() Point { return p.uniform(r) }}
	},
}

// Quasi-random search takes J. H. Halton's sequence (Numerische Mathematik 2, 1960),
// which covers the cube evenly however many points there are, moved by a random vector
// (R. Cranley, T. N. L. Patterson: SIAM Journal on Numerical Analysis 13, 1976).
var haltonEntry = spec.Entry[func(Problem, spec.Values) Optimiser]{
	Schema: spec.Schema{ID: "halton", Name: "quasi-random search", About: "Points that cover the space evenly: Halton's sequence.", Options: []spec.Option{batchOption("16")}},
	Make: func(p Problem, v spec.Values) Optimiser {
		return &sampler{batch: v.Int("batch"), next: halton(p)}
	},
}

// sampler asks for points whatever it is told.
type sampler struct {
	memory
	batch int
	next  func() Point
	asked []Point
}

// Ask implements Optimiser.
func (s *sampler) Ask() []Point {
	s.asked = nil
	for range s.batch {
		s.asked = append(s.asked, s.next())
	}
	return s.asked
}

// Tell implements Optimiser.
func (s *sampler) Tell(scores []Score) { s.add(s.asked, scores) }

// Best implements Optimiser.
func (s *sampler) Best() Point { return s.points[s.best()] }

// halton are the points of Halton's sequence, moved.
func halton(p Problem) func() Point {
	shift := p.uniform(p.source(2))
	bases := primes(len(p.Dimensions))
	n := 0
	return func() Point {
		n++
		x := make(Point, len(shift))
		for i, base := range bases {
			x[i] = radicalInverse(n, base) + shift[i]
			if x[i] >= 1 {
				x[i]--
			}
		}
		return x
	}
}

// radicalInverse mirrors the digits of n at the point: 6 = 110 in base 2 is 0.011.
func radicalInverse(n, base int) (x float64) {
	place := 1.0
	for ; n > 0; n /= base {
		place /= float64(base)
		x += place * float64(n%base)
	}
	return x
}

// primes are the first n.
func primes(n int) (list []int) {
	for candidate := 2; len(list) < n; candidate++ {
		prime := true
		for _, p := range list {
			if candidate%p == 0 {
				prime = false
				break
			}
		}
		if prime {
			list = append(list, candidate)
		}
	}
	return list
}
