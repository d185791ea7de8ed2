package papers

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gambito/bandit/lab"
	"gambito/stats"
)

// annealingPart is how much of the annealing of table 4.20 a scale repeats. The thesis tells
// of one run, and not how long it was.
type annealingPart struct {
	repetitions, iterations, problems int
}

// annealed are the α at which runs of simulated annealing end, by number of arms.
type annealed struct {
	annealingPart
	ends map[int][]float64
}

func (p annealingPart) study(w Workshop, arms []int, seed uint64) lab.AnnealingStudy {
	s := lab.AnnealingStudy{
		Settings:  lab.Settings{Rounds: alphaRounds, Problems: p.problems, Runs: 1, Seed: seed, Jobs: w.Jobs, Fleet: w.Fleet},
		Annealing: lab.DefaultAnnealing(), Arms: arms,
	}
	s.Iterations = p.iterations
	return s
}

// run anneals as often as the scale says, each time from another start and on other
// problems, by algorithm 13 with the settings that the thesis gives. Steps are counted from
// before on.
func (p annealingPart) run(ctx context.Context, w Workshop, kept *units, arms []int, before, total int) (a annealed, err error) {
	a = annealed{p, map[int][]float64{}}
	seeds := rand.New(rand.NewPCG(w.Seed, 13))
	for range p.repetitions {
		seed := seeds.Uint64()
		for _, k := range arms {
			s := p.study(w, []int{k}, seed)
			end, err := unit(kept, func() (float64, error) {
				rows, err := s.Run(ctx, w.Progress.Part(steps, before, total))
				if err != nil {
					return 0, err
				}
				return rows[0].Best.Alpha, nil
			})
			if err != nil {
				return a, err
			}
			before += s.Units()
			a.ends[k] = append(a.ends[k], end)
		}
	}
	return a, nil
}

// findings are the columns of table 4.20 that annealing has: its α, how far that is from the
// one by intervals, and the mean of that over all numbers of arms.
func (a annealed) findings(rows []alphaRow) (list []Finding, agreements map[int]stats.Agreement) {
	agreements = map[int]stats.Agreement{}
	note := fmt.Sprintf("mean of %d runs of %d iterations; the published value is of one run, and is compared with how much one differs from another", a.repetitions, a.iterations)
	add := func(id string, published float64, values []float64) {
		f := Finding{ID: id, Source: "table 4.20", Unit: "α", Games: len(values), Published: number(published), Measured: number(stats.Mean(values)), Note: note}
		if i, ok := stats.MeanInterval(values, 0.95); ok {
			f.Low, f.High = number(max(0, i.Low)), number(i.High)
		}
		agreements[len(list)] = stats.CompareDraw(published, values, 0.05)
		list = append(list, f)
	}
	means, all := make([]float64, a.repetitions), lab.Table420()
	for _, row := range rows {
		differences := make([]float64, a.repetitions)
		for i, end := range a.ends[row.Arms] {
			differences[i] = math.Abs(end - row.Best)
			means[i] += differences[i] / float64(len(rows))
		}
		for _, p := range all {
			if p.Arms == row.Arms {
				add(fmt.Sprintf("K=%d/annealing", row.Arms), p.Annealing, a.ends[row.Arms])
				add(fmt.Sprintf("K=%d/difference", row.Arms), math.Abs(p.Annealing-p.Intervals), differences)
			}
		}
	}
	if len(rows) < len(all) {
		return append(list, Finding{ID: "difference", Source: "table 4.20", Unit: "α", Published: number(meanDifference(all)), Verdict: NotMeasured, Note: "fewer numbers of arms are measured at this scale"}), agreements
	}
	add("difference", meanDifference(all), means)
	return list, agreements
}

// meanDifference is the last row of table 4.20.
func meanDifference(rows []lab.PublishedAlpha) (mean float64) {
	for _, r := range rows {
		mean += math.Abs(r.Annealing-r.Intervals) / float64(len(rows))
	}
	return mean
}
