package main

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"gambito/api"
	"gambito/bandit/lab"
	"gambito/stats"
)

// tuned is the result of the interval method.
type tuned struct {
	study lab.Study
	rows  []lab.Row
}

func (t tuned) fits() []lab.AlphaFit { return lab.FitAlphas(lab.BestOf(t.rows)) }

func (t tuned) print(s *session, c banditTuneCmd, took time.Duration) {
	fmt.Fprintln(s.stdout, c.heading(took))
	for _, p := range lab.Passes(t.study.Rounds) {
		underline(s, p.Title)
		fmt.Fprintf(s.stdout, "%5s %12s %20s %9s", "K", "α", "regret", "problems")
		if p.Published != nil {
			fmt.Fprintf(s.stdout, " %12s  %s", "published", "verdict")
		}
		fmt.Fprintln(s.stdout)
		agree, of := 0, 0
		for _, c := range p.Cells(t.rows) {
			fmt.Fprintf(s.stdout, "%5d %12.7g %20s %9d", c.Arms, c.Alpha, plusMinus(c.Regret), c.Problems)
			if c.Verdict != "" {
				fmt.Fprintf(s.stdout, " %12.2f  %s", c.Published, c.Verdict)
				of++
				if c.Verdict == stats.Agrees {
					agree++
				}
			}
			fmt.Fprintln(s.stdout)
		}
		if of > 0 {
			fmt.Fprintf(s.stdout, "%d of %d published cells agree\n", agree, of)
		}
	}
	title := "best α"
	if t.study.Rounds == lab.PublishedRounds {
		title += ", beside table 4.20 (intervals)"
	}
	underline(s, title)
	fmt.Fprintf(s.stdout, "%5s %12s %20s %24s%s\n", "K", "α", "regret", "as good within noise", comparisonHeading(t.study.Rounds))
	for _, row := range t.rows {
		fmt.Fprintf(s.stdout, "%5d %12.7g %20s %24s%s\n", row.Arms, row.Best.Alpha, plusMinus(row.Best.Regret),
			fmt.Sprintf("%.6g to %.6g", row.Low, row.High), comparison(row.Published, t.study.Rounds))
	}
	printFits(s, t.fits())
}

// comparisonHeading is above what comparison shows.
func comparisonHeading(rounds int) string {
	if rounds != lab.PublishedRounds {
		return ""
	}
	return fmt.Sprintf(" %12s %20s  %s", "published", "its regret − ours", "verdict")
}

// comparison shows a published α, if there is one that can be compared.
func comparison(c lab.Comparison, rounds int) string {
	if math.IsNaN(c.Alpha) || rounds != lab.PublishedRounds {
		return ""
	}
	return fmt.Sprintf(" %12.7g %20s  %s", c.Alpha, plusMinus(c.Excess), word(c.Agrees()))
}

func (t tuned) result() api.Tuning { return api.NewIntervalTuning(t.study, t.rows) }

func (t tuned) csv() [][]string {
	rows := [][]string{{"pass", "K", "alpha", "regret", "low", "high", "problems", "published", "verdict"}}
	for _, p := range lab.Passes(t.study.Rounds) {
		for _, c := range p.Cells(t.rows) {
			rows = append(rows, []string{
				p.Name, strconv.Itoa(c.Arms), csvNumber(c.Alpha), csvNumber(c.Regret.Mean), csvNumber(c.Regret.Low()),
				csvNumber(c.Regret.High()), strconv.Itoa(c.Problems), csvNumber(c.Published), string(c.Verdict),
			})
		}
	}
	return rows
}

func (t tuned) draw(name string) error {
	if name == "" {
		return nil
	}
	for _, p := range lab.Passes(t.study.Rounds) {
		if err := writeChart(name, "-"+p.Name, p.Chart(t.study.Rounds, t.rows)); err != nil {
			return err
		}
	}
	return writeChart(name, "-alpha", lab.AlphaChart(t.study.Rounds, t.rows))
}
