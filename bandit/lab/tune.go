package lab

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"gambito/crew"
	"gambito/progress"
	"gambito/stats"
)

// Tuner measures the regret of UCB on Bernoulli arms whose probabilities are
// uniform between 0 and 1, for one number of arms and any α. It remembers what
// it has measured. All α play the same problems with the same rewards.
type Tuner struct {
	Settings
	Arms   int
	source Source
	known  map[float64][]float64 // by α: the regret of each problem

	// told, unless it is nil, gets to know of every batch of problems what is known
	// of the α that are being measured.
	told func(cells []Cell)
}

// Settings say how much a Tuner measures.
type Settings struct {
	Rounds   int
	Problems int // how many for each α; the most if Precision is given
	Runs     int // of each problem
	Seed     uint64
	Jobs     int
	Fleet    crew.Fleet // plays instead of Jobs of this process, unless it is nil

	// Precision is half the width of the confidence interval, relative to
	// the mean, that is enough for an α; 0 plays all problems.
	Precision float64
}

// batch is how many problems are played before a Tuner looks at the interval.
const batch = 100

// NewTuner checks the settings.
func NewTuner(arms int, s Settings) (*Tuner, error) {
	source, err := Uniform(arms, MakeBernoulli)
	if err != nil {
		return nil, err
	}
	t := &Tuner{Settings: s, Arms: arms, source: source, known: map[float64][]float64{}}
	if !(s.Precision >= 0) {
		return nil, fmt.Errorf("a precision of %v: it must be 0 or more", s.Precision)
	}
	e := t.experiment(nil, 0, s.Problems)
	return t, e.Check()
}

func (t *Tuner) experiment(alphas []float64, first, problems int) Experiment {
	e := Experiment{
		Source: t.source, Entrants: ucbs(alphas), Rounds: []int{t.Rounds}, First: first, Problems: problems,
		Runs: t.Runs, Seed: t.Seed, Jobs: t.Jobs, Fleet: t.Fleet,
		texts: texts{Alphas: alphas, Problem: UniformProblem, Arms: t.Arms, Law: "bernoulli"},
	}
	return e
}

// Cell is the regret of one α.
type Cell struct {
	Alpha    float64
	Regret   Estimate
	Problems int

	heavy stats.Heavy // the regret of each problem
}

// Interval is the mean regret with a 95 % interval that holds although a few problems
// in hundreds make up most of it.
func (c Cell) Interval() stats.Interval { return c.heavy.Interval(0.95) }

// Compare says whether a published regret can be one of the same quantity. The
// publication gives no interval; its problems are taken to scatter as those of the cell
// do.
func (c Cell) Compare(published float64) stats.Agreement {
	return stats.CompareHeavy(published, PublishedProblems, c.heavy, 0.05)
}

// Measure measures the expected regret of every α. It tells how many problems are
// done, a problem of an α each: Problems for every α in the end.
func (t *Tuner) Measure(ctx context.Context, alphas []float64, tell progress.Func) ([]Cell, error) {
	units := len(alphas) * t.Problems
	open := slices.Clone(alphas)
	finished := 0
	for len(open) > 0 {
		open = slices.DeleteFunc(open, func(alpha float64) bool {
			enough := t.enough(alpha)
			if enough {
				finished++
			}
			return enough
		})
		if err := t.extend(ctx, open, tell.Part(problems, finished*t.Problems, units)); err != nil {
			return nil, err
		}
		if t.told != nil && len(open) > 0 {
			t.told(t.cells(alphas))
		}
	}
	tell.Tell(problems, units, units)
	return t.cells(alphas), nil
}

// enough reports whether an α has been measured as well as it should.
func (t *Tuner) enough(alpha float64) bool {
	samples := t.known[alpha]
	if len(samples) >= t.Problems {
		return true
	}
	if t.Precision == 0 || len(samples) == 0 {
		return false
	}
	e := estimate(samples)
	return e.Half <= t.Precision*e.Mean
}

// extend plays more problems for every α; all have played equally many, or none. It is
// one batch if somebody looks at the interval, or at the cells.
func (t *Tuner) extend(ctx context.Context, alphas []float64, tell progress.Func) error {
	groups := map[int][]float64{}
	for _, alpha := range alphas {
		n := len(t.known[alpha])
		groups[n] = append(groups[n], alpha)
	}
	before := 0
	for first, group := range groups {
		before += first * len(group)
	}
	for _, first := range slices.Sorted(maps.Keys(groups)) {
		group := groups[first]
		more := t.Problems - first
		if t.Precision > 0 || t.told != nil {
			more = min(batch, more)
		}
		e := t.experiment(group, first, more)
		samples, err := e.samples(ctx, tell.Part(problems, before, len(alphas)*t.Problems))
		if err != nil {
			return err
		}
		before += e.Units()
		for i, alpha := range group {
			for _, runs := range samples[i] {
				t.known[alpha] = append(t.known[alpha], finalRegret(runs))
			}
		}
	}
	return nil
}

// cells reduces what is known of the α.
func (t *Tuner) cells(alphas []float64) []Cell {
	cells := make([]Cell, len(alphas))
	for i, alpha := range alphas {
		samples := t.known[alpha]
		cells[i] = Cell{Alpha: alpha, Regret: estimate(samples), Problems: len(samples), heavy: stats.Heavy{Samples: samples, Most: t.most(alpha)}}
	}
	return cells
}

// most is the largest regret that a problem is taken to have with an α: the largest that
// was seen with it, or with those down to its half, for which settling on a wrong arm
// is as dear and more frequent.
func (t *Tuner) most(alpha float64) (most float64) {
	for other, samples := range t.known {
		if other >= alpha/2 && other <= alpha && len(samples) > 0 {
			most = max(most, slices.Max(samples))
		}
	}
	return most
}

// excess is how much greater the regret of one α is than of another, over the
// problems that both have played.
func (t *Tuner) excess(alpha, than float64) Estimate {
	if alpha == than {
		return Estimate{}
	}
	a, b := t.known[alpha], t.known[than]
	differences := make([]float64, min(len(a), len(b)))
	for i := range differences {
		differences[i] = a[i] - b[i]
	}
	return estimate(differences)
}

// worse is the probability that an α has less regret than another by so much, or more,
// over the problems that both have played, although it is no better; see stats.Heavy.
func (t *Tuner) worse(than, alpha float64) float64 {
	if alpha == than {
		return 1
	}
	a, b := t.known[alpha], t.known[than]
	h := stats.Heavy{Samples: make([]float64, min(len(a), len(b))), Most: t.most(alpha)}
	for i := range h.Samples {
		h.Samples[i] = a[i] - b[i]
	}
	return h.Below(0)
}

// Best returns the number of the cell of the least regret, the first of several.
func Best(cells []Cell) int {
	best := 0
	for i, c := range cells {
		if c.Regret.Mean < cells[best].Regret.Mean {
			best = i
		}
	}
	return best
}

// Interval returns values from high down to low, each halving the distance to
// low of the one before, with low last (the thesis' algorithm 16).
func Interval(high, low float64, count int) []float64 {
	values := make([]float64, count)
	for i := range values[:count-1] {
		values[i] = low + math.Ldexp(high-low, -i)
	}
	values[count-1] = low
	return values
}

// The first pass of the interval method: 0.5, 0.25, …, 0.001953125, 0.
const (
	IntervalHigh  = 0.5
	IntervalLow   = 0.0
	IntervalCount = 10
)

// Bracket returns the neighbours of the best cell of a pass, between which the
// second pass looks. At an end of the pass the best is its own neighbour.
func Bracket(cells []Cell) (high, low float64) {
	best := Best(cells)
	return cells[max(0, best-1)].Alpha, cells[min(len(cells)-1, best+1)].Alpha
}
