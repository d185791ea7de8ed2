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
		n := &ntbea{problem: p, random: p.source(6), batch: v.Int("batch"), neighbours: v.Int("neighbours"), k: v.Float("k")}
		for _, d := range p.Dimensions {
			n.levels = append(n.levels, v.Int("levels"))
			if d.Levels > 0 && (d.Unordered || d.Levels < v.Int("levels")) {
				n.levels[len(n.levels)-1] = d.Levels
			}
		}
		n.model = NewTuples(n.levels)
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
	model             *Tuples
	asked             []Point
}

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

// Ask implements Optimiser.
func (n *ntbea) Ask() []Point {
	n.asked = nil
	for len(n.asked) < n.batch {
		next := slices.Clone(n.at)
		if n.model.Seen() > 0 {
			best := math.Inf(-1)
			for range n.neighbours {
				cells := n.mutant()
				if mean, bonus := n.model.Judge(cells); mean+n.k*bonus > best {
					best, next = mean+n.k*bonus, cells
				}
			}
		}
		n.asked = append(n.asked, n.point(next))
		// It counts as seen at once, so that a batch does not ask for it again.
		n.model.See(next)
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
		n.model.Add(n.cells(x), weight*scores[i].Mean, weight)
	}
	n.at = n.cells(n.Best())
}

// Best implements Optimiser: of the points that were judged, what the model says.
func (n *ntbea) Best() Point {
	best, value := 0, math.Inf(-1)
	for i, x := range n.points {
		if mean, _ := n.model.Judge(n.cells(x)); mean > value {
			best, value = i, mean
		}
	}
	return n.points[best]
}
