package ntuple

import (
	"math/rand/v2"

	"gambito/game"
)

// Sample is positions as who is to move sees them, and what came of each for that player:
// what sets can be grown from.
type Sample struct {
	Views   [][]uint8
	Results []float64
}

// Grow returns sets of cells that explain the results of a sample. A set begins with a cell
// that r draws and grows by the neighbour, in any of eight directions, with which its
// patterns tell the results apart best; every set is grown on what those before it have
// left unexplained. No set is an image of another. On a board that has fewer than count
// there are as many as were found.
//
// How well patterns tell results apart is the variance of results between patterns, over
// pairs of different positions with the same pattern: the mean of products of their
// results. So a set does not gain by patterns that hardly ever occur, as it would if
// positions counted with themselves.
func Grow(cells game.Cells, s Sample, count, length int, r *rand.Rand) [][]uint8 {
	if length > cells.Count() {
		return nil
	}
	g := newGrower(cells, s, length)
	c := collection{cells: cells, seen: map[string]bool{}}
	for tries := 0; len(c.sets) < count && tries < growTries*count; tries++ {
		before := len(c.sets)
		if c.add(g.grow(r.IntN(cells.Count()))); len(c.sets) > before {
			g.explain()
		}
	}
	return c.sets
}

const (
	growTries = 20 // how many sets are grown for one that is new

	// How much a set explains: of a pattern's mean, which is taken for smaller while few
	// positions have it, a part, so that later sets may say it better.
	explainPart  = 0.3
	explainFewer = 5
)

// grower grows sets.
type grower struct {
	cells   game.Cells
	views   [][]uint8
	left    []float64 // of the results, unexplained
	pattern []uint32  // of each position, of the set so far
	tally   []tally   // by pattern
	length  int
}

// tally is what is known of a pattern's positions.
type tally struct{ count, sum, squares float64 }

func newGrower(cells game.Cells, s Sample, length int) *grower {
	patterns := 1
	for range length {
		patterns = min(patterns*cells.Values, MostPatterns)
	}
	left := append([]float64(nil), s.Results...)
	mean := 0.0
	for _, x := range left {
		mean += x / float64(len(left))
	}
	for i := range left {
		left[i] -= mean
	}
	return &grower{
		cells: cells, views: s.Views, left: left, length: length,
		pattern: make([]uint32, len(left)), tally: make([]tally, patterns),
	}
}

// grow grows a set from a cell, and leaves the patterns that positions show of it.
func (g *grower) grow(first int) []uint8 {
	inside := make([]bool, g.cells.Count())
	clear(g.pattern)
	var set []uint8
	for cell := first; ; {
		inside[cell] = true
		set = append(set, uint8(cell))
		for i, view := range g.views {
			g.pattern[i] = g.pattern[i]*uint32(g.cells.Values) + uint32(view[cell])
		}
		if len(set) == g.length {
			return set
		}
		cell = g.next(set, inside)
	}
}

// next is the neighbour of a set with which it explains most; the first of equals.
func (g *grower) next(set []uint8, inside []bool) int {
	best, most := -1, 0.0
	for cell := range inside {
		if inside[cell] || !g.beside(set, cell) {
			continue
		}
		if told := g.told(cell); best < 0 || told > most {
			best, most = cell, told
		}
	}
	return best
}

// beside reports whether a cell is a neighbour of a set.
func (g *grower) beside(set []uint8, cell int) bool {
	for _, c := range set {
		columns, rows := int(c)%g.cells.Columns-cell%g.cells.Columns, int(c)/g.cells.Columns-cell/g.cells.Columns
		if columns*columns <= 1 && rows*rows <= 1 {
			return true
		}
	}
	return false
}

// told is how well results are told apart by the patterns of the set with one more cell.
func (g *grower) told(cell int) (sum float64) {
	clear(g.tally)
	for i, view := range g.views {
		g.count(g.pattern[i]*uint32(g.cells.Values)+uint32(view[cell]), g.left[i])
	}
	for _, t := range g.tally {
		if t.count > 1 {
			sum += (t.sum*t.sum - t.squares) / (t.count - 1)
		}
	}
	return sum
}

func (g *grower) count(pattern uint32, result float64) {
	t := &g.tally[pattern]
	t.count++
	t.sum += result
	t.squares += result * result
}

// explain takes what the patterns of the set that was grown tell from the results.
func (g *grower) explain() {
	clear(g.tally)
	for i, p := range g.pattern {
		g.count(p, g.left[i])
	}
	for i, p := range g.pattern {
		t := g.tally[p]
		g.left[i] -= explainPart * t.sum / (t.count + explainFewer)
	}
}
