package breed

import (
	"gambito/learn/genetic"
	"gambito/report/chart"
)

// FitnessChart shows the best and the mean of every generation.
func FitnessChart(title string, log []genetic.Entry) chart.Chart {
	c := byGeneration(title, "fitness, %", "best", "mean")
	draw(&c, log, func(e genetic.Entry) []float64 { return []float64{e.Best, e.Mean} })
	return c
}

// DiversityChart shows how different the individuals of every generation are.
func DiversityChart(title string, log []genetic.Entry) chart.Chart {
	c := byGeneration(title, "diversity", "")
	draw(&c, log, func(e genetic.Entry) []float64 { return []float64{e.Diversity} })
	return c
}

// mostPointsDrawn is how many generations are drawn one by one; of more every point is the
// mean of several.
const mostPointsDrawn = 2000

// draw adds what is of interest about generations, a value for each series.
func draw(c *chart.Chart, log []genetic.Entry, of func(genetic.Entry) []float64) {
	several := (len(log) + mostPointsDrawn - 1) / mostPointsDrawn
	for from := 0; from < len(log); from += several {
		some := log[from:min(from+several, len(log))]
		means := make([]float64, len(c.Series))
		for _, e := range some {
			for i, y := range of(e) {
				means[i] += y / float64(len(some))
			}
		}
		add(c, from+len(some)-1, means...)
	}
}

// VectorChart shows a vector as bars, and another, if there is one, as dots beside them.
func VectorChart(title string, names []string, genes, before []int) chart.Chart {
	c := chart.Chart{Title: title, X: chart.Axis{Label: "weight", Include: chart.Values{0}}}
	for i, gene := range genes {
		bar := float64(gene)
		row := chart.Row{Name: names[i], Bar: &bar}
		if before != nil {
			dot := float64(before[i])
			row.Dot = &dot
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

// FinalsChart shows what finalists have reached, with 95 % intervals: against all they
// have met, then against each of several.
func FinalsChart(title string, finalists []Finalist) chart.Chart {
	c := chart.Chart{Title: title, X: chart.Axis{Label: "points won, %"}}
	add := func(name string, r Result) {
		dot := 100 * r.Share
		row := chart.Row{Name: name, Dot: &dot}
		if p := r.Points; p != nil {
			row.Interval = &chart.Interval{Low: 100 * p.Share.Low, High: 100 * p.Share.High}
		}
		c.Rows = append(c.Rows, row)
	}
	for i, f := range finalists {
		name := string(rune('A' + i%26))
		add(name, f.Result)
		for _, m := range f.Met {
			add(name+", "+m.Against, m.Result)
		}
	}
	return c
}

// byGeneration is a chart of series without points.
func byGeneration(title, label string, names ...string) chart.Chart {
	c := chart.Chart{Title: title, X: chart.Axis{Label: "generation"}, Y: chart.Axis{Label: label}}
	for _, name := range names {
		c.Series = append(c.Series, chart.Series{Name: name})
	}
	return c
}

// add adds a generation, a value for each series.
func add(c *chart.Chart, generation int, values ...float64) {
	for i, y := range values {
		s := &c.Series[i]
		s.X, s.Y = append(s.X, float64(generation+1)), append(s.Y, y)
	}
}
