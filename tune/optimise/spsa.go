package optimise

import (
	"math"
	"math/rand/v2"
	"slices"

	"gambito/spec"
)

// Simultaneous perturbation stochastic approximation (J. C. Spall, IEEE Transactions on
// Automatic Control 37, 1992) moves all numbers by ±c at once, compares both ways, and
// goes a step towards the better one: two points tell a slope whatever the number of
// dimensions. Chess programs are tuned by it on fishtest. Its gains are Spall's,
//
//	aₖ = a/(A + k)^0.602, cₖ = c/k^0.101,
//
// with A a tenth of all iterations; step=rprop takes the sign of the slope only, with a
// step for each dimension that grows while the sign stays and shrinks when it turns
// (M. Riedmiller, H. Braun: IEEE International Conference on Neural Networks, 1993).
//
// Levels without an order have no slope. Each of them has a preference h instead and is drawn
// with a probability proportional to eʰ, for every point anew; the preferences go up the
// slope of the expected score, as those of a gradient bandit (R. S. Sutton, A. G. Barto,
// Reinforcement Learning, 2018, section 2.8).
var spsaEntry = spec.Entry[func(Problem, spec.Values) Optimiser]{
	Schema: spec.Schema{ID: "spsa", Name: "SPSA", About: "Steps along a slope that two points tell, as on fishtest.", Options: []spec.Option{
		{Name: "pairs", Type: spec.Int, Default: "6", Min: 1, Max: 1000, Scale: spec.Logarithmic, Help: "pairs of points whose slopes make a step together"},
		{Name: "step", Type: spec.Choice, Default: "gain", Choices: []string{"gain", "rprop"}, Help: "by the slope and gains that shrink, or by its sign alone"},
		{Name: "a", Type: spec.Float, Default: "2", Min: 0.001, Max: 1000, Scale: spec.Logarithmic, Help: "of step=gain: the gain"},
		{Name: "c", Type: spec.Float, Default: "0.2", Min: 0.001, Max: 0.5, Scale: spec.Logarithmic, Help: "how far points lie from the middle at the beginning, as a share of the range"},
	}},
	Make: func(p Problem, v spec.Values) Optimiser {
		s := &spsa{
			problem: p, random: p.source(4), pairs: v.Int("pairs"), a: v.Float("a"), c: v.Float("c"),
			rprop: v.Text("step") == "rprop", at: slices.Clone(p.Start), mean: slices.Clone(p.Start),
		}
		s.settle = float64(p.Points) / float64(2*s.pairs) / 10
		s.steps, s.signs = make([]float64, len(s.at)), make([]float64, len(s.at))
		s.preferences = make([][]float64, len(s.at))
		for i, d := range p.Dimensions {
			s.steps[i] = firstStep
			if d.Unordered {
				s.preferences[i] = make([]float64, d.Levels)
			}
		}
		return s
	},
}

// The steps of rprop: the first, the bounds, and the factors.
const (
	firstStep             = 0.05
	leastStep, mostStep   = 0.004, 0.2
	stepGrows, stepShrink = 1.2, 0.5
)

// spsa is at a point, with a slope.
type spsa struct {
	problem      Problem
	random       *rand.Rand
	pairs        int
	a, c, settle float64
	rprop        bool
	k            int // iterations so far
	at           Point
	mean         Point // of where it was lately
	deltas       []Point
	steps, signs []float64   // of rprop
	preferences  [][]float64 // of levels without an order, else nil
	asked        []Point
}

// preferred is how far preferences move by a score above the others'.
const preferred = 4

// chances are the probabilities of levels without an order.
func (s *spsa) chances(dimension int) []float64 {
	chances, sum := make([]float64, len(s.preferences[dimension])), 0.0
	most := slices.Max(s.preferences[dimension])
	for level, h := range s.preferences[dimension] {
		chances[level] = math.Exp(h - most)
		sum += chances[level]
	}
	for level := range chances {
		chances[level] /= sum
	}
	return chances
}

// width is how far the points of an iteration lie from the middle: enough to change a
// level.
func (s *spsa) width(dimension int) float64 {
	c := s.c / math.Pow(float64(s.k+1), 0.101)
	if levels := s.problem.Dimensions[dimension].Levels; levels > 0 {
		c = math.Max(c, 0.5/float64(levels))
	}
	return c
}

// Ask implements Optimiser.
func (s *spsa) Ask() []Point {
	s.deltas, s.asked = nil, nil
	for range s.pairs {
		up, down, delta := make(Point, len(s.at)), make(Point, len(s.at)), make(Point, len(s.at))
		for i, x := range s.at {
			if s.preferences[i] != nil {
				d, chances := s.problem.Dimensions[i], s.chances(i)
				up[i], down[i] = d.middle(drawn(s.random.Float64(), chances)), d.middle(drawn(s.random.Float64(), chances))
				continue
			}
			delta[i] = float64(2*s.random.IntN(2) - 1)
			up[i], down[i] = inside(x+delta[i]*s.width(i)), inside(x-delta[i]*s.width(i))
		}
		s.deltas = append(s.deltas, delta)
		s.asked = append(s.asked, up, down)
	}
	return s.asked
}

// Tell implements Optimiser.
func (s *spsa) Tell(scores []Score) {
	gain := s.a / math.Pow(s.settle+float64(s.k+1), 0.602)
	for i := range s.at {
		if s.preferences[i] != nil {
			s.prefer(i, scores)
			continue
		}
		slope := 0.0
		for pair, delta := range s.deltas {
			slope += (scores[2*pair].Mean - scores[2*pair+1].Mean) * delta[i] / (2 * s.width(i) * float64(s.pairs))
		}
		if s.rprop {
			s.at[i] = inside(s.at[i] + s.turn(i, slope))
		} else {
			s.at[i] = inside(s.at[i] + math.Max(-mostStep, math.Min(mostStep, gain*slope)))
		}
	}
	s.k++
	// The last points lie around the best one: their mean is nearer to it (B. T. Polyak,
	// A. B. Juditsky: SIAM Journal on Control and Optimization 30, 1992).
	for i, x := range s.at {
		if s.mean[i] += (x - s.mean[i]) / math.Min(float64(s.k), 8); s.preferences[i] != nil {
			s.mean[i] = x
		}
	}
}

// prefer moves the preferences of levels without an order.
func (s *spsa) prefer(i int, scores []Score) {
	mean, chances := 0.0, s.chances(i)
	for _, score := range scores {
		mean += score.Mean / float64(len(scores))
	}
	for k, score := range scores {
		drawn := s.problem.Dimensions[i].level(s.asked[k][i])
		for level := range chances {
			toward := -chances[level]
			if level == drawn {
				toward++
			}
			s.preferences[i][level] += preferred * (score.Mean - mean) * toward
		}
	}
	likeliest := 0
	for level, h := range s.preferences[i] {
		if h > s.preferences[i][likeliest] {
			likeliest = level
		}
	}
	s.at[i] = s.problem.Dimensions[i].middle(likeliest)
}

// turn is a step of rprop.
func (s *spsa) turn(i int, slope float64) float64 {
	sign := 0.0
	switch {
	case slope > 0:
		sign = 1
	case slope < 0:
		sign = -1
	}
	switch {
	case sign*s.signs[i] > 0:
		s.steps[i] = math.Min(s.steps[i]*stepGrows, mostStep)
	case sign*s.signs[i] < 0:
		s.steps[i] = math.Max(s.steps[i]*stepShrink, leastStep)
	}
	s.signs[i] = sign
	return sign * s.steps[i]
}

// Best implements Optimiser.
func (s *spsa) Best() Point { return slices.Clone(s.mean) }
