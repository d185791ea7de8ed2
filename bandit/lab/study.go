package lab

import (
	"context"
	"math"
	"slices"

	"gambito/progress"
)

// Study estimates the best α for several numbers of arms by the interval
// method: a first pass over 0.5, 0.25, …, 0, and a second one between the
// neighbours of the best.
type Study struct {
	Settings
	Arms []int

	// PublishedBrackets makes the second pass look where the published one
	// did, not around the best of the first: its brackets of 10 and 30 arms
	// are not those of its own rule.
	PublishedBrackets bool
}

// Row is what a study found for one number of arms.
type Row struct {
	Arms          int
	First, Second []Cell
	Best          Cell // of the second pass

	// Low and High bound the α, of both passes, that the measurement cannot
	// tell from the best.
	Low, High float64

	// Published compares the best α with the published one.
	Published Comparison
}

// Comparison is a published α measured beside one's own.
type Comparison struct {
	Alpha  float64 // NaN if nothing was published
	Regret Estimate
	Excess Estimate // of the published α over one's own, problem by problem

	// P is the probability of such an excess, or a greater one, of an α that is as good.
	P float64
}

// Agrees reports whether the published α is as good as one's own as far as the
// measurement can tell.
func (c Comparison) Agrees() bool { return c.P >= notWorse }

// notWorse is the probability of an excess below which an α is worse than another.
const notWorse = 0.025

// Units is how many problems Run counts, a problem of an α each.
func (s Study) Units() int { return len(s.Arms) * (2*IntervalCount + 1) * s.Problems }

// Check says what is wrong with a study.
func (s Study) Check() error {
	for _, arms := range s.Arms {
		if _, err := NewTuner(arms, s.Settings); err != nil {
			return err
		}
	}
	return nil
}

// Run measures, and tells how many problems are done.
func (s Study) Run(ctx context.Context, tell progress.Func) ([]Row, error) {
	return s.Grow(ctx, tell, nil)
}

// Grow is Run for whoever watches: grown, unless it is nil, gets the rows after every
// batch of problems. The last is incomplete, its Best the best so far of its pass. The rows
// belong to grown.
func (s Study) Grow(ctx context.Context, tell progress.Func, grown func(rows []Row)) ([]Row, error) {
	var rows []Row
	for i, arms := range s.Arms {
		var each func(Row)
		if grown != nil {
			each = func(row Row) { grown(append(slices.Clone(rows), row)) }
		}
		row, err := s.row(ctx, arms, tell.Part(problems, i*s.Units()/len(s.Arms), s.Units()), each)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (s Study) row(ctx context.Context, arms int, tell progress.Func, each func(Row)) (Row, error) {
	row := Row{Arms: arms}
	t, err := NewTuner(arms, s.Settings)
	if err != nil {
		return row, err
	}
	second := false
	if each != nil {
		t.told = func(cells []Cell) {
			now := row
			if second {
				now.Second = cells
			} else {
				now.First = cells
			}
			now.Best = cells[Best(cells)]
			each(now)
		}
	}
	if row.First, err = t.Measure(ctx, Interval(IntervalHigh, IntervalLow, IntervalCount), tell); err != nil {
		return row, err
	}
	high, low := Bracket(row.First)
	if s.PublishedBrackets {
		high, low = publishedBracket(arms, high, low)
	}
	second = true
	pass, units := IntervalCount*s.Problems, s.Units()/len(s.Arms)
	if row.Second, err = t.Measure(ctx, Interval(high, low, IntervalCount), tell.Part(problems, pass, units)); err != nil {
		return row, err
	}
	t.told = nil
	row.Best = row.Second[Best(row.Second)]
	row.Low, row.High = t.tied(row.Best.Alpha, row.First, row.Second)
	row.Published, err = t.Compare(ctx, row.Best.Alpha, publishedAlpha(arms).Intervals, tell.Part(problems, 2*pass, units))
	return row, err
}

// tied returns the ends of the range of α that cannot be told from the best.
func (t *Tuner) tied(best float64, passes ...[]Cell) (low, high float64) {
	low, high = best, best
	for _, cells := range passes {
		for _, c := range cells {
			if t.worse(c.Alpha, best) >= notWorse {
				low, high = min(low, c.Alpha), max(high, c.Alpha)
			}
		}
	}
	return low, high
}

// Compare measures a published α beside one that was found. A published α of
// NaN, of which there is none, is not measured.
func (t *Tuner) Compare(ctx context.Context, found, published float64, tell progress.Func) (Comparison, error) {
	if math.IsNaN(published) {
		return Comparison{Alpha: published, P: 1}, nil
	}
	cells, err := t.Measure(ctx, []float64{published}, tell)
	if err != nil {
		return Comparison{}, err
	}
	return Comparison{published, cells[0].Regret, t.excess(published, found), t.worse(published, found)}, nil
}
