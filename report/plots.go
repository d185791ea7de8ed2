package report

import (
	"fmt"
	"html/template"
	"strings"

	"gambito/arena"
	"gambito/report/chart"
	"gambito/stats"
)

// The charts of a report can be read in print without colours.

// drawn is a chart as a part of a page. Canvases escape all text.
func drawn(c chart.Chart) (template.HTML, error) {
	var b strings.Builder
	err := c.SVG(&b)
	return template.HTML(b.String()), err
}

// percents is an axis for shares.
func percents(label string) chart.Axis {
	return chart.Axis{Label: label, Include: chart.Values{0, 100}}
}

// shareChart shows the shares of points as bars with their intervals.
func shareChart(t Table) chart.Chart {
	c := chart.Chart{Title: "Share of points, " + t.Title(), X: percents("% of the points that could be made, with 95 % intervals")}
	for _, l := range t.Lines {
		share := 100 * l.Share.Estimate
		c.Rows = append(c.Rows, chart.Row{Name: l.Agent, Bar: &share, Interval: &chart.Interval{Low: 100 * l.Share.Low, High: 100 * l.Share.High}})
	}
	return c
}

// ratingChart shows the ratings with their intervals, of those who have one; it
// has no rows if fewer than two have.
func ratingChart(t Table) chart.Chart {
	c := chart.Chart{Title: "Ratings, " + t.Title(), X: chart.Axis{Label: "Elo (Bradley–Terry, mean 0), with 95 % intervals", Include: chart.Values{0}}}
	for _, l := range t.Lines {
		if l.Rated {
			c.Rows = append(c.Rows, chart.Row{Name: l.Agent, Dot: &l.Elo.Estimate, Interval: &chart.Interval{Low: l.Elo.Low, High: l.Elo.High}})
		}
	}
	if len(c.Rows) < 2 {
		c.Rows = nil
	}
	return c
}

// boxChart shows, for every agent, how its share of points varies over games
// and rounds.
func boxChart(s *arena.Standings, t Table) chart.Chart {
	c := chart.Chart{
		Title: "Share of points by game and round",
		X:     percents(fmt.Sprintf("%% of the points of one game in one round (%d values an agent)", len(s.Settings.Games)*s.Settings.Rounds)),
	}
	for _, l := range t.Lines {
		row := chart.Row{Name: l.Agent}
		if values := roundShares(s, l.index); len(values) > 0 {
			row.Box = boxOf(values)
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

// boxOf is J. W. Tukey's: whiskers reach the furthest values within one and a
// half times the box, others are outliers.
func boxOf(values []float64) *chart.Box {
	d := stats.Describe(values)
	reach := 1.5 * (d.Q3 - d.Q1)
	b := &chart.Box{Low: d.Q1, Q1: d.Q1, Median: d.Median, Q3: d.Q3, High: d.Q3}
	for _, v := range values {
		if v < d.Q1-reach || v > d.Q3+reach {
			b.Outliers = append(b.Outliers, v)
			continue
		}
		b.Low, b.High = min(b.Low, v), max(b.High, v)
	}
	return b
}

// roundShares are an agent's shares of points, in percent, for every game and
// round in which it could have met all its opponents.
func roundShares(s *arena.Standings, agent int) (values []float64) {
	games := 0
	for _, p := range s.Settings.Plan().Pairings {
		if p[0] == agent || p[1] == agent {
			games += s.Settings.GamesPerPair
		}
	}
	if games == 0 || s.Games < s.Settings.Plan().Total() || s.Settings.Schedule == arena.Swiss {
		return nil
	}
	for _, rounds := range s.Scores {
		for _, points := range rounds {
			values = append(values, 100*points[agent]/float64(games))
		}
	}
	return values
}

// courseChart shows the share of points after the first games of every pairing.
func courseChart(s *arena.Standings, t Table) chart.Chart {
	d := chart.Chart{
		Title:   "Course of the experiment",
		X:       chart.Axis{Label: "games of every pairing at every game", Include: chart.Values{0, 2}},
		Y:       percents("% of the points so far"),
		Palette: chart.Print,
	}
	for _, l := range t.Lines {
		line := chart.Series{Name: l.Agent}
		numbers, shares := s.Course.Shares(l.index)
		for i, n := range numbers {
			line.X, line.Y = append(line.X, float64(n)), append(line.Y, 100*shares[i])
			d.Y.Include = nil // as near as the data allow
		}
		d.Series = append(d.Series, line)
	}
	return d
}

// sequentialChart shows how a sequential stop came about: the logarithm of the likelihood
// ratio between its bounds, or the score with its interval; nil of other runs. It is
// drawn at the ends of the course's blocks.
func sequentialChart(s *arena.Standings) *chart.Chart {
	stop := s.Settings.Stop
	if stop.Rule != arena.StopSPRT && stop.Rule != arena.StopWidth {
		return nil
	}
	first, second := s.Settings.Agents[0].Name, s.Settings.Agents[1].Name
	c := chart.Chart{X: chart.Axis{Label: "pairs of games", Include: chart.Values{0}}}
	line := chart.Series{Name: "score of " + first, X: chart.Values{}}
	if stop.Rule == arena.StopSPRT {
		line = chart.Series{Name: "LLR", X: chart.Values{0}, Y: chart.Values{0}}
	}
	var pairs stats.Pairs
	for _, block := range s.Course.Pairs {
		if block.Count() == 0 {
			break
		}
		pairs = pairs.Plus(block)
		verdict := stop.Judge(pairs, 0)
		line.X = append(line.X, float64(pairs.Count()))
		if stop.Rule == arena.StopSPRT {
			line.Y = append(line.Y, verdict.LLR)
			continue
		}
		line.Y, line.Low, line.High = append(line.Y, verdict.Score.Estimate), append(line.Low, verdict.Score.Low), append(line.High, verdict.Score.High)
	}
	c.Series = []chart.Series{line}
	if stop.Rule == arena.StopWidth {
		c.Title = fmt.Sprintf("Score of %s against %s, until its interval is %g wide", first, second, stop.Width)
		c.Y = chart.Axis{Label: "score", Include: chart.Values{0.5}}
		return &c
	}
	t, last := stop.SPRT, max(1, float64(pairs.Count()))
	low, high := t.Bounds()
	c.Title = fmt.Sprintf("Sequential test: is %s better than %s by %g Elo, or %g?", first, second, t.Elo1, t.Elo0)
	c.Y = chart.Axis{Label: "logarithm of the likelihood ratio", Include: chart.Values{low, high}}
	for i, bound := range []float64{high, low} {
		c.Series = append(c.Series, chart.Series{Name: fmt.Sprintf("%g Elo accepted", []float64{t.Elo1, t.Elo0}[i]), X: chart.Values{0, last}, Y: chart.Values{bound, bound}, Dashed: true})
	}
	return &c
}
