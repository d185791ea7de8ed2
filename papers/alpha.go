package papers

import (
	"context"
	"fmt"

	"gambito/bandit/lab"
	"gambito/stats"
)

// alphaStudy looks for the best exploration constant of UCB by number of arms.
var alphaStudy = Study{
	ID:     "ggp/alpha",
	Source: "selection policies for General Game Playing, PhD thesis, 2021, tables 4.18 to 4.20",
	About:  "The regret of UCB by its α and the number of arms, and the best α found by intervals and by simulated annealing.",
	run:    runAlpha, Lasts: true,
}

// alphaParts are the problems and numbers of arms of the scales.
var alphaParts = map[Scale]struct {
	problems  int
	arms      []int
	annealing annealingPart
}{
	Smoke: {20, []int{2, 10}, annealingPart{3, 4, 2}},
	Quick: {400, publishedArms, annealingPart{4, 60, 20}},
	Full:  {lab.PublishedProblems, publishedArms, annealingPart{5, 100, lab.PublishedProblems}},
}

var publishedArms = []int{2, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}

const alphaRounds = 100_000

// alphaRow is what came out for a number of arms.
type alphaRow struct {
	unjudged
	Arms int     `json:"arms"`
	Best float64 `json:"best"` // α
}

func runAlpha(ctx context.Context, w Workshop) ([]Finding, error) {
	part := alphaParts[w.Scale]
	kept, err := w.unitsOf("ggp/alpha", "arms")
	if err != nil {
		return nil, err
	}
	study := lab.Study{
		Settings:          lab.Settings{Rounds: alphaRounds, Problems: part.problems, Runs: 1, Seed: w.Seed, Jobs: w.Jobs, Fleet: w.Fleet},
		Arms:              part.arms,
		PublishedBrackets: true,
	}
	if err := study.Check(); err != nil {
		return nil, err
	}
	before := study.Units()
	total := before + part.annealing.repetitions*part.annealing.study(w, part.arms, 0).Units()
	var all gatherer
	var rows []alphaRow
	for i, arms := range part.arms {
		row, err := unit(kept, func() (alphaRow, error) {
			one := study
			one.Arms = []int{arms}
			rows, err := one.Run(ctx, w.Progress.Part(steps, i*one.Units(), total))
			if err != nil {
				return alphaRow{}, err
			}
			return newAlphaRow(rows[0]), nil
		})
		if err != nil {
			return nil, err
		}
		all.add(row.Findings, row.Agreements)
		rows = append(rows, row)
	}
	annealing, err := part.annealing.run(ctx, w, kept, part.arms, before, total)
	if err != nil {
		return nil, err
	}
	all.add(annealing.findings(rows))
	return all.judged(), nil
}

// newAlphaRow puts the regret of both passes, and the best α, beside the published.
func newAlphaRow(row lab.Row) alphaRow {
	found := alphaRow{Arms: row.Arms, Best: row.Best.Alpha}
	found.Agreements = map[int]stats.Agreement{}
	for _, pass := range []struct {
		table string
		cells []lab.Cell
		known []lab.PublishedRegret
	}{{"4.18", row.First, lab.Table418()}, {"4.19", row.Second, lab.Table419()}} {
		for _, cell := range pass.cells {
			interval := cell.Interval()
			f := Finding{
				ID: fmt.Sprintf("K=%d/α=%g", row.Arms, cell.Alpha), Source: "table " + pass.table, Unit: "regret", Games: cell.Problems,
				Measured: number(interval.Estimate), Low: number(interval.Low), High: number(interval.High),
			}
			if published, ok := lab.FindRegret(pass.known, row.Arms, cell.Alpha); ok {
				f.Published = number(published)
				found.Agreements[len(found.Findings)] = cell.Compare(published)
			} else {
				f.Verdict, f.Note = NotComparable, "no such cell is published"
			}
			found.Findings = append(found.Findings, f)
		}
	}
	found.Agreements[len(found.Findings)] = stats.Agreement{P: min(1, 2*row.Published.P), Outside: !row.Published.Agrees()}
	found.Findings = append(found.Findings, bestAlpha(row))
	return found
}

// bestAlpha puts the best α of a number of arms beside the published one.
func bestAlpha(row lab.Row) Finding {
	return Finding{
		ID: fmt.Sprintf("K=%d/best", row.Arms), Source: "table 4.20", Unit: "α", Games: row.Best.Problems,
		Measured: number(row.Best.Alpha), Low: number(row.Low), High: number(row.High),
		Published: number(row.Published.Alpha),
		Note:      "the interval holds the α whose regret on the same problems cannot be told from the best's",
	}
}
