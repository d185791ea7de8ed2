package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"gambito/api"
	"gambito/bandit/lab"
)

// annealed is the result of simulated annealing.
type annealed struct {
	study lab.AnnealingStudy
	rows  []lab.Annealed
}

func (t annealed) fits() []lab.AlphaFit { return lab.FitAlphas(lab.BestAnnealed(t.rows)) }

func (t annealed) print(s *session, c banditTuneCmd, took time.Duration) {
	fmt.Fprintln(s.stdout, c.heading(took))
	title := "best α"
	if t.study.Rounds == lab.PublishedRounds {
		title += ", beside table 4.20 (annealing)"
	}
	underline(s, title)
	fmt.Fprintf(s.stdout, "%5s %12s %20s %9s%s\n", "K", "α", "regret", "problems", comparisonHeading(t.study.Rounds))
	for _, row := range t.rows {
		fmt.Fprintf(s.stdout, "%5d %12.7g %20s %9d%s\n", row.Arms, row.Best.Alpha, plusMinus(row.Best.Regret), row.Best.Problems, comparison(row.Published, t.study.Rounds))
	}
	printFits(s, t.fits())
}

func (t annealed) result() api.Tuning { return api.NewAnnealedTuning(t.study, t.rows) }

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
	return errors.Join(
		writeChart(name, "-alpha", lab.AnnealedChart(t.study.Rounds, t.rows)),
		writeChart(name, "-path", lab.PathChart(t.rows)),
	)
}
