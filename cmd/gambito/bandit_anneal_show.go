package main

import (
	"fmt"
	"strconv"
	"time"

	"gambito/api"
	"gambito/bandit/lab"
	"gambito/report/chart"
)

// annealed is the result of simulated annealing.
type annealed struct {
	rounds int
	rows   []lab.Annealed
}

func (t annealed) fits() []lab.AlphaFit { return lab.FitAlphas(lab.BestAnnealed(t.rows)) }

func (t annealed) print(s *session, c banditTuneCmd, took time.Duration) {
	fmt.Fprintln(s.stdout, c.heading(took))
	title := "best α"
	if t.rounds == lab.PublishedRounds {
		title += ", beside table 4.20 (annealing)"
	}
	underline(s, title)
	fmt.Fprintf(s.stdout, "%5s %12s %20s %9s%s\n", "K", "α", "regret", "problems", comparisonHeading(t.rounds))
	for _, row := range t.rows {
		fmt.Fprintf(s.stdout, "%5d %12.7g %20s %9d%s\n", row.Arms, row.Best.Alpha, plusMinus(row.Best.Regret), row.Best.Problems, comparison(row.Published, t.rounds))
	}
	printFits(s, t.fits())
}

func (t annealed) result(c banditTuneCmd) api.Tuning {
	out := api.Tuning{Method: c.Method, Rounds: c.Rounds, Runs: c.Runs, Seed: c.Seed, Fits: api.NewAlphaFits(t.fits())}
	for _, row := range t.rows {
		out.Best = append(out.Best, api.NewTunedAlpha(row.Arms, row.Best, row.Published, t.rounds))
	}
	return out
}

func (t annealed) csv() [][]string {
	rows := [][]string{{"K", "alpha", "regret", "low", "high", "problems", "published_alpha"}}
	for _, row := range t.rows {
		r := row.Best.Regret
		rows = append(rows, []string{
			strconv.Itoa(row.Arms), csvNumber(row.Best.Alpha), csvNumber(r.Mean), csvNumber(r.Low()), csvNumber(r.High()),
			strconv.Itoa(row.Best.Problems), csvNumber(row.Published.Alpha),
		})
	}
	return rows
}

func (t annealed) draw(name string) error {
	if name == "" {
		return nil
	}
	found := chart.Series{Name: "annealing", NoLine: true}
	for _, row := range t.rows {
		found.X, found.Y = append(found.X, float64(row.Arms)), append(found.Y, row.Best.Alpha)
	}
	return writeChart(name, "-alpha", alphaChart(found, t.fits(), t.rounds, func(r lab.PublishedAlpha) float64 { return r.Annealing }))
}
