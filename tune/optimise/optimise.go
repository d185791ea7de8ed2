// Package optimise looks for the greatest value of a function that is costly and
// noisy, such as the points of an agent in some games. An Optimiser is a value that is
// asked for points and told their scores: it calls nobody, and what it asks next
// depends on its seed and on what it was told alone. So work can be done anywhere and
// in any order, and who was stopped goes on by telling it everything again.
//
//	o, err := optimise.New("cma-es:population=12", problem)
//	for range 20 {
//		points := o.Ask()
//		o.Tell(judge(points))
//	}
//	best := o.Best()
//
// One file a method, each with its source; Races spread the samples of a batch.
package optimise

import (
	"math"
	"math/rand/v2"
	"slices"

	"gambito/spec"
)

// Dimension is one of the numbers of a point.
type Dimension struct {
	Levels    int  // how many values count, equal parts of the way from 0 to 1; 0 if all do
	Unordered bool // the levels are names: which are neighbours means nothing
}

// Point is a place in the unit cube, a number from 0 to 1 for every dimension.
type Point []float64

// Score is what a point was found to be worth; more is better.
type Score struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"` // standard error of the mean
	Stage int     `json:"stage"` // how far it came in its race
}

// Better says whether s is the better of two scores of one batch.
func (s Score) Better(o Score) bool {
	if s.Stage != o.Stage {
		return s.Stage > o.Stage
	}
	return s.Mean > o.Mean
}

// Problem is where to look.
type Problem struct {
	Dimensions []Dimension
	Start      Point             // where to begin; nil for the middle
	Snap       func(Point) Point // the point that another counts as; nil: the middle of its levels
	Points     int               // about how many can be judged in all
	Seed       uint64
}

// Optimiser is asked and told in turn.
type Optimiser interface {
	// Ask returns the points to judge next, at least one.
	Ask() []Point

	// Tell hands over the scores of the points that were asked for, in their order.
	Tell(scores []Score)

	// Best is the point that is thought to be the best so far.
	Best() Point
}

// Methods are the optimisers by their names, with options.
var Methods = spec.Catalogue[func(Problem, spec.Values) Optimiser]{
	Kind: "method",
	Entries: []spec.Entry[func(Problem, spec.Values) Optimiser]{
		randomEntry, haltonEntry, crossEntropyEntry, spsaEntry, cmaEntry, ntbeaEntry, gaussianEntry,
	},
}

// New makes the optimiser that a text such as spsa:step=rprop names.
func New(text string, p Problem) (Optimiser, error) {
	entry, values, err := Methods.Read(text)
	if err != nil {
		return nil, err
	}
	if p.Start == nil {
		p.Start = make(Point, len(p.Dimensions))
		for i := range p.Start {
			p.Start[i] = 0.5
		}
	}
	return entry.Make(p.snapping(), values), nil
}

// snapping is the problem with a Snap: unless told otherwise, to the middles of levels.
func (p Problem) snapping() Problem {
	if p.Snap == nil {
		p.Snap = p.levelled
	}
	return p
}

func (p Problem) levelled(x Point) Point {
	y := slices.Clone(x)
	for i, d := range p.Dimensions {
		if d.Levels > 0 {
			y[i] = d.middle(d.level(x[i]))
		}
	}
	return y
}

// source is a stream of random numbers of the problem; each purpose has its own.
func (p Problem) source(purpose uint64) *rand.Rand { return rand.New(rand.NewPCG(p.Seed, purpose)) }

// uniform is a random point.
func (p Problem) uniform(r *rand.Rand) Point {
	x := make(Point, len(p.Dimensions))
	for i := range x {
		x[i] = r.Float64()
	}
	return x
}

// inside is x within the unit cube.
func inside(x float64) float64 { return math.Max(0, math.Min(1, x)) }

// level is the number of the level in which x lies.
func (d Dimension) level(x float64) int { return min(int(x*float64(d.Levels)), d.Levels-1) }

// middle is where a level lies.
func (d Dimension) middle(level int) float64 { return (float64(level) + 0.5) / float64(d.Levels) }

// memory is all points that were judged.
type memory struct {
	points []Point
	scores []Score
}

func (m *memory) add(points []Point, scores []Score) {
	m.points, m.scores = append(m.points, points...), append(m.scores, scores...)
}

// best is the number of the point that is likely the best, −1 if there is none.
func (m *memory) best() int {
	best := -1
	means := Shrunk(m.scores)
	for i, x := range means {
		if best < 0 || x > means[best] {
			best = i
		}
	}
	return best
}

// Shrunk are means as far towards the mean of all as their noise tells: what stands out
// by a few samples was likely lucky. It is the empirical Bayes estimate by which points
// are normal around one mean, with what variance their errors leave unexplained.
func Shrunk(scores []Score) []float64 {
	n := float64(len(scores))
	mean, noise := 0.0, 0.0
	for _, s := range scores {
		mean += s.Mean / n
		noise += s.Error * s.Error / n
	}
	spread := 0.0
	for _, s := range scores {
		spread += (s.Mean - mean) * (s.Mean - mean) / math.Max(n-1, 1)
	}
	// However small the spread looks, points are not all alike.
	spread = math.Max(spread-noise, noise/20)
	shrunk := make([]float64, len(scores))
	for i, s := range scores {
		weight := 1.0
		if variance := s.Error * s.Error; variance > 0 {
			weight = spread / (spread + variance)
		}
		shrunk[i] = mean + weight*(s.Mean-mean)
	}
	return shrunk
}

// byScore are the numbers of scores, the best first.
func byScore(scores []Score) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case scores[a].Better(scores[b]):
			return -1
		case scores[b].Better(scores[a]):
			return 1
		}
		return 0
	})
	return order
}

// batchOption is how many points are asked for at a time.
func batchOption(usual string) spec.Option {
	return spec.Option{Name: "batch", Type: spec.Int, Default: usual, Min: 1, Max: 10000, Scale: spec.Logarithmic, Help: "points that are judged at a time, with the same openings and seeds"}
}
