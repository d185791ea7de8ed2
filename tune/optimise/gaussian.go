package optimise

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// Bayesian optimisation (J. Močkus, 1975; D. R. Jones, M. Schonlau, W. J. Welch: Journal
// of Global Optimization 13, 1998) asks where a Gaussian process expects the greatest
// improvement over the best mean it knows of. The points of a batch are chosen one by
// one, each as if those before had come out as expected.
var gaussianEntry = spec.Entry[func(Problem, spec.Values) Optimiser]{
	Schema: spec.Schema{ID: "bayes", Name: "Bayesian optimisation", About: "Where a Gaussian process expects the greatest improvement.", Options: []spec.Option{
		batchOption("8"),
		{Name: "first", Type: spec.Int, Default: "0", Min: 0, Max: 10000, Help: "points that cover the space evenly before; 0: four for each option, and eight"},
		{Name: "candidates", Type: spec.Int, Default: "200", Min: 10, Max: 100000, Scale: spec.Logarithmic, Help: "points that are compared for each that is asked"},
	}},
	Make: func(p Problem, v spec.Values) Optimiser {
		g := &gaussian{problem: p, random: p.source(7), cover: halton(p), batch: v.Int("batch"), first: v.Int("first"), candidates: v.Int("candidates")}
		if g.first == 0 {
			g.first = 8 + 4*len(p.Dimensions)
		}
		return g
	},
}

// gaussian is a model of what was seen.
type gaussian struct {
	memory
	problem      Problem
	random       *rand.Rand
	cover        func() Point
	batch, first int
	candidates   int
	model        *Model
	asked        []Point
}

// shapeTries is how many shapes are tried for a model.
const shapeTries = 40

// Ask implements Optimiser.
func (g *gaussian) Ask() []Point {
	g.asked = nil
	if len(g.points) < g.first {
		for len(g.asked) < min(g.batch, g.first-len(g.points)) {
			g.asked = append(g.asked, g.cover())
		}
		return g.asked
	}
	m := *g.model
	for len(g.asked) < g.batch {
		best := math.Inf(-1)
		for _, x := range g.points {
			best = math.Max(best, m.value(x))
		}
		var next Point
		most := math.Inf(-1)
		top := g.Best()
		for i := range g.candidates {
			x := g.problem.uniform(g.random)
			if i%2 == 1 { // half of them near the best
				x = g.near(top)
			}
			if mean, deviation := m.At(x); improvement(mean-best, deviation) > most {
				most, next = improvement(mean-best, deviation), x
			}
		}
		g.asked = append(g.asked, next)
		m.believe(next)
	}
	return g.asked
}

// near is a point around another; every number may be another altogether.
func (g *gaussian) near(x Point) Point {
	y := make(Point, len(x))
	for i := range y {
		y[i] = inside(x[i] + 0.1*g.random.NormFloat64())
		if g.random.IntN(4) == 0 {
			y[i] = g.random.Float64()
		}
	}
	return y
}

// improvement is what is expected beyond 0 of a normal variable.
func improvement(mean, deviation float64) float64 {
	if deviation <= 0 {
		return math.Max(mean, 0)
	}
	z := mean / deviation
	return mean*0.5*math.Erfc(-z/math.Sqrt2) + deviation*math.Exp(-z*z/2)/math.Sqrt(2*math.Pi)
}

// Tell implements Optimiser.
func (g *gaussian) Tell(scores []Score) {
	g.add(g.asked, scores)
	if len(g.points) >= g.first {
		g.model = Fit(g.problem, g.points, g.scores, g.model, shapeTries)
	}
}

// Best implements Optimiser: of the points that were judged, and of some around the best
// of them, the one of which the model expects most.
func (g *gaussian) Best() Point {
	if g.model == nil {
		return g.points[g.best()]
	}
	best, value := Point(nil), math.Inf(-1)
	take := func(x Point) {
		if v := g.model.value(x); v > value {
			best, value = x, v
		}
	}
	for _, x := range g.points {
		take(x)
	}
	r := g.problem.source(uint64(10_000 + len(g.points)))
	for range 200 {
		y := make(Point, len(best))
		for i := range y {
			y[i] = best[i]
			if !g.problem.Dimensions[i].Unordered {
				y[i] = inside(y[i] + 0.05*r.NormFloat64())
			}
		}
		take(y)
	}
	return best
}
