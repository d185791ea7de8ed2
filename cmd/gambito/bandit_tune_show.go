package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

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

// pass is one of the two passes beside its published table.
type pass struct {
	name, title string
	cells       func(lab.Row) []lab.Cell
	published   []lab.PublishedRegret
}

func (t tuned) passes() []pass {
	passes := []pass{
		{"first", "first pass, beside table 4.18", func(r lab.Row) []lab.Cell { return r.First }, lab.Table418()},
		{"second", "second pass, beside table 4.19", func(r lab.Row) []lab.Cell { return r.Second }, lab.Table419()},
	}
	if t.rounds != lab.PublishedRounds { // nothing was published for others
		for i := range passes {
			passes[i].title, passes[i].published = passes[i].name+" pass", nil
		}
	}
	return passes
}

// cell is a measured regret, with the published one if there is one.
type cell struct {
	pass string
	arms int
	lab.Cell
	published float64 // NaN if there is none
}

func (c cell) verdict() string {
	if math.IsNaN(c.published) {
		return ""
	}
	return word(c.Agrees(c.published))
}

func (p pass) list(rows []lab.Row) (cells []cell) {
	for _, row := range rows {
		for _, c := range p.cells(row) {
			published, ok := lab.FindRegret(p.published, row.Arms, c.Alpha)
			if !ok {
				published = math.NaN()
			}
			cells = append(cells, cell{p.name, row.Arms, c, published})
		}
	}
	return cells
}

func (t tuned) best() (arms []int, alphas []float64) {
	for _, row := range t.rows {
		arms, alphas = append(arms, row.Arms), append(alphas, row.Best.Alpha)
	}
	return arms, alphas
}

func (t tuned) print(s *session, c banditTuneCmd, took time.Duration) {
	fmt.Fprintln(s.stdout, c.heading(took))
	for _, p := range t.passes() {
		underline(s, p.title)
		fmt.Fprintf(s.stdout, "%5s %12s %20s %9s", "K", "α", "regret", "problems")
		if p.published != nil {
			fmt.Fprintf(s.stdout, " %12s  %s", "published", "verdict")
		}
		fmt.Fprintln(s.stdout)
		agree, of := 0, 0
		for _, c := range p.list(t.rows) {
			fmt.Fprintf(s.stdout, "%5d %12.7g %20s %9d", c.arms, c.Alpha, plusMinus(c.Regret), c.Problems)
			if verdict := c.verdict(); verdict != "" {
				fmt.Fprintf(s.stdout, " %12.2f  %s", c.published, verdict)
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
	printFits(s, fitAlphas(t.best()))
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

// cellJSON is a cell as every comparison with a publication is written.
type cellJSON struct {
	ID        string   `json:"id"`
	Source    string   `json:"source"`
	Arms      int      `json:"arms"`
	Alpha     float64  `json:"alpha"`
	Problems  int      `json:"problems"`
	Published *float64 `json:"published"`
	Measured  float64  `json:"measured"`
	Low       *float64 `json:"low"`
	High      *float64 `json:"high"`
	Verdict   string   `json:"verdict,omitempty"`
}

type bestJSON struct {
	Arms      int      `json:"arms"`
	Alpha     float64  `json:"alpha"`
	Low       *float64 `json:"low,omitempty"`
	High      *float64 `json:"high,omitempty"`
	Regret    interval `json:"regret"`
	Published *float64 `json:"published"`
	Verdict   string   `json:"verdict,omitempty"`
}

// tuneJSON is the result of either method.
type tuneJSON struct {
	Method string     `json:"method"`
	Rounds int        `json:"rounds"`
	Runs   int        `json:"runs"`
	Seed   uint64     `json:"seed"`
	Best   []bestJSON `json:"best"`
	Cells  []cellJSON `json:"cells,omitempty"`
	Fits   []alphaFit `json:"fits"`
}

func (t tuned) printJSON(s *session, c banditTuneCmd) error {
	out := tuneJSON{Method: c.Method, Rounds: c.Rounds, Runs: c.Runs, Seed: c.Seed, Fits: fitAlphas(t.best())}
	for _, row := range t.rows {
		best := newBest(row.Arms, row.Best, row.Published, t.rounds)
		best.Low, best.High = &row.Low, &row.High
		out.Best = append(out.Best, best)
	}
	for _, p := range t.passes() {
		for _, c := range p.list(t.rows) {
			out.Cells = append(out.Cells, cellJSON{
				fmt.Sprintf("%s/k=%d/alpha=%.9g", p.name, c.arms, c.Alpha), p.title, c.arms, c.Alpha, c.Problems,
				finite(c.published), c.Regret.Mean, finite(c.Regret.Low()), finite(c.Regret.High()), c.verdict(),
			})
		}
	}
	return s.printJSON(out)
}

func newBest(arms int, best lab.Cell, published lab.Comparison, rounds int) bestJSON {
	b := bestJSON{Arms: arms, Alpha: best.Alpha, Regret: jsonInterval(best.Regret)}
	if rounds == lab.PublishedRounds && !math.IsNaN(published.Alpha) {
		b.Published, b.Verdict = &published.Alpha, word(published.Agrees())
	}
	return b
}

func (t tuned) csv() [][]string {
	rows := [][]string{{"pass", "K", "alpha", "regret", "low", "high", "problems", "published", "verdict"}}
	for _, p := range t.passes() {
		for _, c := range p.list(t.rows) {
			rows = append(rows, []string{
				c.pass, strconv.Itoa(c.arms), csvNumber(c.Alpha), csvNumber(c.Regret.Mean), csvNumber(c.Regret.Low()),
				csvNumber(c.Regret.High()), strconv.Itoa(c.Problems), csvNumber(c.published), c.verdict(),
			})
		}
	}
	return rows
}

func (t tuned) draw(name string) error {
	if name == "" {
		return nil
	}
	for _, p := range t.passes() {
		c := chart.Chart{
			Title: fmt.Sprintf("Regret of UCB after %s rounds, %s pass, 95 %% intervals", chart.Label(float64(t.rounds)), p.name),
			X:     chart.Axis{Label: "α (0 is not on this axis)", Log: true}, Y: chart.Axis{Label: "expected regret", Log: true},
			Palette: chart.Graded,
		}
		for _, row := range t.rows {
			s := chart.Series{Name: fmt.Sprintf("K = %d", row.Arms), Marks: true}
			for _, cell := range p.cells(row) {
				s.X, s.Y = append(s.X, cell.Alpha), append(s.Y, cell.Regret.Mean)
				s.Low, s.High = append(s.Low, cell.Regret.Low()), append(s.High, cell.Regret.High())
			}
			c.Series = append(c.Series, s)
		}
		if err := writeChart(name, "-"+p.name, c); err != nil {
			return err
		}
	}
	found := chart.Series{Name: "measured", NoLine: true}
	for _, row := range t.rows {
		found.X, found.Y = append(found.X, float64(row.Arms)), append(found.Y, row.Best.Alpha)
	}
	return writeChart(name, "-alpha", alphaChart(found, fitAlphas(t.best()), t.rounds, func(r lab.PublishedAlpha) float64 { return r.Intervals }))
}

// alphaChart shows the best α over the number of arms, with the functions that
// were published and fitted.
func alphaChart(found chart.Series, fits []alphaFit, rounds int, value func(lab.PublishedAlpha) float64) chart.Chart {
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
		if f.Of != "alpha" { // the axis is logarithmic too
			curve(f.text, false, f.alpha)
		}
	}
	return c
}
