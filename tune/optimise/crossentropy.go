package optimise

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// Cross-entropy (R. Y. Rubinstein, Methodology and Computing in Applied Probability 1,
// 1999) draws a population from independent distributions, normal ones or, where levels
// have no order, probabilities, and moves these towards the best of it.
var crossEntropyEntry = spec.Entry[func(Problem, spec.Values) Optimiser]{
	Schema: spec.Schema{ID: "cross-entropy", Name: "cross-entropy", About: "A distribution for each option, moved towards the best points drawn from it.", Options: []spec.Option{
		{Name: "population", Type: spec.Int, Default: "20", Min: 4, Max: 10000, Scale: spec.Logarithmic, Help: "points that are drawn at a time"},
		{Name: "elite", Type: spec.Float, Default: "0.25", Min: 0.01, Max: 0.9, Help: "share of them that is followed"},
		{Name: "rate", Type: spec.Float, Default: "0.6", Min: 0.01, Max: 1, Help: "how far the distributions are moved"},
		{Name: "deviation", Type: spec.Float, Default: "0.3", Min: 0.01, Max: 1, Help: "standard deviation at the beginning"},
	}},
	Make: func(p Problem, v spec.Values) Optimiser {
		c := &crossEntropy{problem: p, random: p.source(3), size: v.Int("population"), rate: v.Float("rate")}
		c.elite = max(2, int(math.Round(v.Float("elite")*float64(c.size))))
		for i, d := range p.Dimensions {
			c.mean = append(c.mean, p.Start[i])
			c.deviation = append(c.deviation, v.Float("deviation"))
			c.chances = append(c.chances, nil)
			for range d.Levels {
				if d.Unordered {
					c.chances[i] = append(c.chances[i], 1/float64(d.Levels))
				}
			}
		}
		return c
	},
}

// crossEntropy is the distributions.
type crossEntropy struct {
	problem         Problem
	random          *rand.Rand
	size, elite     int
	rate            float64
	mean, deviation []float64
	chances         [][]float64 // of unordered levels, else nil
	asked           []Point
}

// leastDeviation keeps a distribution from closing on noise.
const leastDeviation = 0.02

// Ask implements Optimiser.
func (c *crossEntropy) Ask() []Point {
	c.asked = nil
	for range c.size {
		x := make(Point, len(c.mean))
		for i := range x {
			if chances := c.chances[i]; chances != nil {
				x[i] = (float64(drawn(c.random.Float64(), chances)) + 0.5) / float64(len(chances))
				continue
			}
			x[i] = inside(c.mean[i] + c.deviation[i]*c.random.NormFloat64())
		}
		c.asked = append(c.asked, x)
	}
	return c.asked
}

// drawn is the number that u, from 0 to 1, picks by its chance.
func drawn(u float64, chances []float64) int {
	for i, chance := range chances {
		if u -= chance; u < 0 {
			return i
		}
	}
	return len(chances) - 1
}

// Tell implements Optimiser.
func (c *crossEntropy) Tell(scores []Score) {
	elite := byScore(scores)[:min(c.elite, len(scores))]
	n := float64(len(elite))
	for i := range c.mean {
		mean, square := 0.0, 0.0
		for _, k := range elite {
			mean += c.asked[k][i] / n
		}
		for _, k := range elite {
			square += (c.asked[k][i] - mean) * (c.asked[k][i] - mean) / n
		}
		c.mean[i] += c.rate * (mean - c.mean[i])
		c.deviation[i] += c.rate * (math.Max(math.Sqrt(square), leastDeviation) - c.deviation[i])
		if chances := c.chances[i]; chances != nil {
			for level := range chances {
				chances[level] *= 1 - c.rate
			}
			for _, k := range elite {
				chances[c.problem.Dimensions[i].level(c.asked[k][i])] += c.rate / n
			}
		}
	}
}

// Best implements Optimiser: the middle of the distributions.
func (c *crossEntropy) Best() Point {
	x := make(Point, len(c.mean))
	copy(x, c.mean)
	for i, chances := range c.chances {
		if chances == nil {
			continue
		}
		likeliest := 0
		for level, chance := range chances {
			if chance > chances[likeliest] {
				likeliest = level
			}
		}
		x[i] = (float64(likeliest) + 0.5) / float64(len(chances))
	}
	return x
}
