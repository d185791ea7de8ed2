package optimise

import (
	"math"
	"math/rand/v2"
	"slices"

	"gambito/spec"
)

// The N-tuple bandit evolutionary algorithm (S. M. Lucas, J. Liu, D. Perez-Liebana: IEEE
// Congress on Evolutionary Computation, 2018) goes from a point to that of its
// neighbours which a model likes best: the mean over all single options, all pairs of
// options and the whole of what points with the same levels were worth, and a bonus
// for those that were seen seldom.
var ntbeaEntry = spec.Entry[func(Problem, spec.Values) Optimiser]{
	Schema: spec.Schema{ID: "ntbea", Name: "NTBEA", About: "N-tuple bandit evolution: neighbours that a model of levels and pairs of levels likes.", Options: []spec.Option{
		batchOption("8"),
		{Name: "levels", Type: spec.Int, Default: "6", Min: 2, Max: 1000, Help: "into which a number is cut"},
		{Name: "neighbours", Type: spec.Int, Default: "100", Min: 2, Max: 10000, Scale: spec.Logarithmic, Help: "of which the best is taken"},
		{Name: "k", Type: spec.Float, Default: "0.1", Min: 0, Max: 100, Help: "how much the bonus counts"},
	}},
	Make: func(p Problem, v spec.Values) Optimiser {
		n := &ntbea{problem: p, random: p.source(6), batch: v.Int("batch"), neighbours: v.Int("neighbours"), k: v.Float("k"), known: map[tuple]*tally{}}
		for _, d := range p.Dimensions {
			n.levels = append(n.levels, v.Int("levels"))
			if d.Levels > 0 && (d.Unordered || d.Levels < v.Int("levels")) {
				n.levels[len(n.levels)-1] = d.Levels
			}
		}
		n.at = n.cells(p.Start)
		return n
	},
}

// ntbea is at a point of a grid.
type ntbea struct {
	memory
	problem           Problem
	random            *rand.Rand
	batch, neighbours int
	k                 float64
	levels            []int
	at                []int
	known             map[tuple]*tally
	total             float64
	asked             []Point
}

// tuple is a level of one dimension, of two, or a whole point, whose hash is whole.
type tuple struct {
	first, second int // −1 for none
	a, b          int
	whole         uint64
}

// tally is what is known of a tuple.
type tally struct{ sum, weight, seen float64 }

// cells is the grid's place of a point.
func (n *ntbea) cells(x Point) []int {
	cells := make([]int, len(n.levels))
	for i, levels := range n.levels {
		cells[i] = min(int(x[i]*float64(levels)), levels-1)
	}
	return cells
}

// point is the middle of a place.
func (n *ntbea) point(cells []int) Point {
	x := make(Point, len(cells))
	for i, levels := range n.levels {
		x[i] = (float64(cells[i]) + 0.5) / float64(levels)
	}
	return x
}

// each calls a function with the tuples of a place.
func (n *ntbea) each(cells []int, do func(tuple)) {
	hash := uint64(14695981039346656037)
	for i, a := range cells {
		do(tuple{first: i, second: -1, a: a})
		for j := i + 1; j < len(cells); j++ {
			do(tuple{first: i, second: j, a: a, b: cells[j]})
		}
		hash = (hash ^ uint64(a)) * 1099511628211
	}
	if len(cells) > 2 {
		do(tuple{first: -1, second: -1, whole: hash})
	}
}

// judged is the mean and the bonus that the model has for a place.
func (n *ntbea) judged(cells []int) (mean, bonus float64) {
	tuples, seen := 0.0, 0.0
	n.each(cells, func(t tuple) {
		tuples++
		count := 0.0
		if known := n.known[t]; known != nil {
			count = known.seen
			if known.weight > 0 {
				mean += known.sum / known.weight
				seen++
			}
		}
		bonus += math.Sqrt(math.Log(1+n.total) / (count + 0.5))
	})
	if seen > 0 {
		mean /= seen
	}
	return mean, bonus / tuples
}

// Ask implements Optimiser.
func (n *ntbea) Ask() []Point {
	n.asked = nil
	for len(n.asked) < n.batch {
		next := slices.Clone(n.at)
		if n.total > 0 {
			best := math.Inf(-1)
			for range n.neighbours {
				cells := n.mutant()
				if mean, bonus := n.judged(cells); mean+n.k*bonus > best {
					best, next = mean+n.k*bonus, cells
				}
			}
		}
		n.asked = append(n.asked, n.point(next))
		// It counts as seen at once, so that a batch does not ask for it again.
		n.total++
		n.each(next, func(t tuple) {
			if n.known[t] == nil {
				n.known[t] = &tally{}
			}
			n.known[t].seen++
		})
	}
	return n.asked
}

// mutant differs from where it is in one option or more.
func (n *ntbea) mutant() []int {
	cells := slices.Clone(n.at)
	sure := n.random.IntN(len(cells))
	for i, levels := range n.levels {
		if i == sure || n.random.IntN(len(cells)) == 0 {
			cells[i] = n.random.IntN(levels)
		}
	}
	return cells
}

// Tell implements Optimiser.
func (n *ntbea) Tell(scores []Score) {
	n.add(n.asked, scores)
	for i, x := range n.asked {
		weight := 1.0
		if e := scores[i].Error; e > 0 {
			weight = 1 / (e * e)
		}
		n.each(n.cells(x), func(t tuple) {
			n.known[t].sum += weight * scores[i].Mean
			n.known[t].weight += weight
		})
	}
	n.at = n.cells(n.Best())
}

// Best implements Optimiser: of the points that were judged, what the model says.
func (n *ntbea) Best() Point {
	best, value := 0, math.Inf(-1)
	for i, x := range n.points {
		if mean, _ := n.judged(n.cells(x)); mean > value {
			best, value = i, mean
		}
	}
	return n.points[best]
}
