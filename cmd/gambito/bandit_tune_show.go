package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"gambito/api"
	"gambito/bandit/lab"
	"gambito/report/chart"
)

// halfE is the constant of α₂ = e/(2K).
const halfE = math.E / 2

// tuned is the result of the interval method.
type tuned struct {
	rounds int
	rows   []lab.Row
}

func (t tuned) fits() []lab.AlphaFit { return lab.FitAlphas(lab.BestOf(t.rows)) }

// verdict is "" for a cell that nothing was published of.
func verdict(c lab.ComparedCell) string {
	if !c.Compared() {
		return ""
	}
	return word(c.Agrees())
}

func (t tuned) print(s *session, c banditTuneCmd, took time.Duration) {
	fmt.Fprintln(s.stdout, c.heading(took))
	for _, p := range lab.Passes(t.rounds) {
		underline(s, p.Title)
		fmt.Fprintf(s.stdout, "%5s %12s %20s %9s", "K", "α", "regret", "problems")
		if p.Published != nil {
			fmt.Fprintf(s.stdout, " %12s  %s", "published", "verdict")
		}
		fmt.Fprintln(s.stdout)
		agree, of := 0, 0
		for _, c := range p.Cells(t.rows) {
			fmt.Fprintf(s.stdout, "%5d %12.7g %20s %9d", c.Arms, c.Alpha, plusMinus(c.Regret), c.Problems)
			if verdict := verdict(c); verdict != "" {
				fmt.Fprintf(s.stdout, " %12.2f  %s", c.Published, verdict)
				of++
				if verdict == "agrees" {
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
	if t.rounds == lab.PublishedRounds {
		title += ", beside table 4.20 (intervals)"
	}
	underline(s, title)
	fmt.Fprintf(s.stdout, "%5s %12s %20s %24s%s\n", "K", "α", "regret", "as good within noise", comparisonHeading(t.rounds))
	for _, row := range t.rows {
		fmt.Fprintf(s.stdout, "%5d %12.7g %20s %24s%s\n", row.Arms, row.Best.Alpha, plusMinus(row.Best.Regret),
			fmt.Sprintf("%.6g to %.6g", row.Low, row.High), comparison(row.Published, t.rounds))
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

func (t tuned) result(c banditTuneCmd) api.Tuning {
	out := api.Tuning{Method: c.Method, Rounds: c.Rounds, Runs: c.Runs, Seed: c.Seed, Fits: api.NewAlphaFits(t.fits())}
	for _, row := range t.rows {
		best := api.NewTunedAlpha(row.Arms, row.Best, row.Published, t.rounds)
		best.Low, best.High = &row.Low, &row.High
		out.Best = append(out.Best, best)
	}
	for _, p := range lab.Passes(t.rounds) {
		out.Cells = append(out.Cells, api.NewTuningCells(p, t.rows)...)
	}
	return out
}

func (t tuned) csv() [][]string {
	rows := [][]string{{"pass", "K", "alpha", "regret", "low", "high", "problems", "published", "verdict"}}
	for _, p := range lab.Passes(t.rounds) {
		for _, c := range p.Cells(t.rows) {
			rows = append(rows, []string{
				p.Name, strconv.Itoa(c.Arms), csvNumber(c.Alpha), csvNumber(c.Regret.Mean), csvNumber(c.Regret.Low()),
				csvNumber(c.Regret.High()), strconv.Itoa(c.Problems), csvNumber(c.Published), verdict(c),
			})
		}
	}
	return rows
}

func (t tuned) draw(name string) error {
	if name == "" {
		return nil
	}
	for _, p := range lab.Passes(t.rounds) {
		c := chart.Chart{
			Title: fmt.Sprintf("Regret of UCB after %s rounds, %s pass, 95 %% intervals", chart.Label(float64(t.rounds)), p.Name),
			X:     chart.Axis{Label: "α (0 is not on this axis)", Log: true}, Y: chart.Axis{Label: "expected regret", Log: true},
			Palette: chart.Graded,
		}
		for _, row := range t.rows {
			s := chart.Series{Name: fmt.Sprintf("K = %d", row.Arms), Marks: true}
			for _, cell := range p.Of(row) {
				s.X, s.Y = append(s.X, cell.Alpha), append(s.Y, cell.Regret.Mean)
				s.Low, s.High = append(s.Low, cell.Regret.Low()), append(s.High, cell.Regret.High())
			}
			c.Series = append(c.Series, s)
		}
		if err := writeChart(name, "-"+p.Name, c); err != nil {
			return err
		}
	}
	found := chart.Series{Name: "measured", NoLine: true}
	for _, row := range t.rows {
		found.X, found.Y = append(found.X, float64(row.Arms)), append(found.Y, row.Best.Alpha)
	}
	return writeChart(name, "-alpha", alphaChart(found, t.fits(), t.rounds, func(r lab.PublishedAlpha) float64 { return r.Intervals }))
}

// alphaChart shows the best α over the number of arms, with the functions that
// were published and fitted.
func alphaChart(found chart.Series, fits []lab.AlphaFit, rounds int, value func(lab.PublishedAlpha) float64) chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("α of the least regret after %s rounds", chart.Label(float64(rounds))),
		X:     chart.Axis{Label: "number of arms K"}, Y: chart.Axis{Label: "α", Log: true},
	}
	c.Series = append(c.Series, found)
	if rounds == lab.PublishedRounds {
		published := chart.Series{Name: "published", NoLine: true, Open: true}
		for _, row := range lab.Table420() {
			published.X, published.Y = append(published.X, float64(row.Arms)), append(published.Y, value(row))
		}
		c.Series = append(c.Series, published)
	}
	curve := func(name string, dashed bool, alpha func(k float64) float64) {
		s := chart.Series{Name: name, Dashed: dashed}
		first, last := slices.Min(found.X), slices.Max(found.X)
		for i := range 101 {
			k := first + (last-first)*float64(i)/100
			s.X, s.Y = append(s.X, k), append(s.Y, alpha(k))
		}
		c.Series = append(c.Series, s)
	}
	curve("1/K", true, func(k float64) float64 { return 1 / k })
	curve("e/(2K)", true, func(k float64) float64 { return halfE / k })
	for _, f := range fits {
		if f.Of != lab.OfAlpha { // the axis is logarithmic too
			curve(f.String(), false, f.Alpha)
		}
	}
	return c
}
