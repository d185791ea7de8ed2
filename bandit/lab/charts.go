package lab

import (
	"fmt"
	"math"
	"slices"

	"gambito/report/chart"
)

// RegretChart shows the regret over the rounds, with bounds dashed.
func (e *Experiment) RegretChart(curves []Curve) chart.Chart {
	out := e.chart("Regret", "expected regret")
	for _, curve := range curves {
		own := curve.series(func(p Point) Estimate { return p.Expected })
		bound := chart.Series{Dashed: true, Like: len(out.Series) + 1}
		for _, p := range curve.Points {
			if p.Round > 1 && p.HasBound() {
				bound.X, bound.Y = append(bound.X, float64(p.Round)), append(bound.Y, p.Bound)
			}
		}
		out.Series = append(out.Series, own)
		if len(bound.X) > 0 {
			bound.Name = "  bound of " + curve.Name
			out.Series = append(out.Series, bound)
			out.Y.Log = true // bounds are many times the regret
		}
	}
	return out
}

// OptimalChart shows the share of pulls of a best arm over the rounds.
func (e *Experiment) OptimalChart(curves []Curve) chart.Chart {
	out := e.chart("Pulls of the best arm", "share of pulls")
	out.Y.Include = chart.Values{0, 1}
	for _, curve := range curves {
		out.Series = append(out.Series, curve.series(func(p Point) Estimate { return p.Optimal }))
	}
	return out
}

// chart is a chart over the rounds.
func (e *Experiment) chart(what, label string) chart.Chart {
	return chart.Chart{
		Title: fmt.Sprintf("%s, %s, %d arms (%d × %d runs, 95 %% intervals)", what, e.Source.Name, e.Source.Arms, e.Problems, e.Runs),
		X:     chart.Axis{Label: "rounds", Log: true}, Y: chart.Axis{Label: label},
	}
}

// series is an estimate over the rounds, in a band if anything is known of how exact it
// is.
func (c Curve) series(value func(Point) Estimate) chart.Series {
	s := chart.Series{Name: c.Name}
	for _, p := range c.Points {
		x := value(p)
		s.X, s.Y = append(s.X, float64(p.Round)), append(s.Y, x.Mean)
		if !math.IsInf(x.Half, 0) {
			s.Low, s.High = append(s.Low, x.Low()), append(s.High, x.High())
		}
	}
	return s
}

// Chart shows the regret over α that a pass found.
func (p Pass) Chart(rounds int, rows []Row) chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("Regret of UCB after %s rounds, %s pass, 95 %% intervals", chart.Label(float64(rounds)), p.Name),
		X:     chart.Axis{Label: "α (0 is not on this axis)", Log: true}, Y: chart.Axis{Label: "expected regret", Log: true},
		Palette: chart.Graded,
	}
	for _, row := range rows {
		s := chart.Series{Name: fmt.Sprintf("K = %d", row.Arms), Marks: true}
		for _, cell := range p.Of(row) {
			s.X, s.Y = append(s.X, cell.Alpha), append(s.Y, cell.Regret.Mean)
			if !math.IsInf(cell.Regret.Half, 0) {
				s.Low, s.High = append(s.Low, cell.Regret.Low()), append(s.High, cell.Regret.High())
			}
		}
		if len(s.X) > 0 {
			c.Series = append(c.Series, s)
		}
	}
	return c
}

// AlphaChart shows the best α over the number of arms, with the functions that were
// published and fitted.
func AlphaChart(rounds int, rows []Row) chart.Chart {
	arms, alphas := BestOf(rows)
	return alphaChart("measured", rounds, arms, alphas, func(r PublishedAlpha) float64 { return r.Intervals })
}

// AnnealedChart is AlphaChart of what annealing has found.
func AnnealedChart(rounds int, rows []Annealed) chart.Chart {
	arms, alphas := BestAnnealed(rows)
	return alphaChart("annealing", rounds, arms, alphas, func(r PublishedAlpha) float64 { return r.Annealing })
}

func alphaChart(name string, rounds int, arms []int, alphas []float64, value func(PublishedAlpha) float64) chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("α of the least regret after %s rounds", chart.Label(float64(rounds))),
		X:     chart.Axis{Label: "number of arms K"}, Y: chart.Axis{Label: "α", Log: true},
	}
	found := chart.Series{Name: name, NoLine: true, Y: alphas}
	for _, k := range arms {
		found.X = append(found.X, float64(k))
	}
	c.Series = append(c.Series, found)
	if rounds == PublishedRounds {
		published := chart.Series{Name: "published", NoLine: true, Open: true}
		for _, row := range Table420() {
			published.X, published.Y = append(published.X, float64(row.Arms)), append(published.Y, value(row))
		}
		c.Series = append(c.Series, published)
	}
	if len(arms) == 0 {
		return c
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
	curve("e/(2K)", true, func(k float64) float64 { return math.E / 2 / k })
	for _, f := range FitAlphas(arms, alphas) {
		if f.Of != OfAlpha { // the axis is logarithmic too
			curve(f.String(), false, f.Alpha)
		}
	}
	return c
}

// PathChart shows at which α annealing stood, iteration by iteration.
func PathChart(rows []Annealed) chart.Chart {
	c := chart.Chart{
		Title: "The way of annealing", X: chart.Axis{Label: "iteration"}, Y: chart.Axis{Label: "α", Include: chart.Values{0}},
		Palette: chart.Graded,
	}
	for _, row := range rows {
		s := chart.Series{Name: fmt.Sprintf("K = %d", row.Arms)}
		for i, cell := range row.Path {
			s.X, s.Y = append(s.X, float64(i)), append(s.Y, cell.Alpha)
		}
		c.Series = append(c.Series, s)
	}
	return c
}
