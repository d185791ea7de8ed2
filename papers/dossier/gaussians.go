package dossier

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"gambito/papers"
	"gambito/report/chart"
)

// gaussian is a normal density.
type gaussian struct {
	mean, deviation float64
	name            string
}

func (g gaussian) at(x float64) float64 {
	z := (x - g.mean) / g.deviation
	return math.Exp(-z*z/2) / (g.deviation * math.Sqrt(2*math.Pi))
}

var ofGames = regexp.MustCompile(`/(\d+) games/mean$`)

// gaussianFigures are those of how much percentages vary, by the games they are of: the
// published curve and ours in one.
func gaussianFigures(page papers.Page) (list []figure) {
	for _, f := range page.Findings {
		m := ofGames.FindStringSubmatch(f.ID)
		if m == nil || f.Published == nil || f.Measured == nil {
			continue
		}
		for _, d := range page.Findings {
			if d.ID != strings.TrimSuffix(f.ID, "mean")+"from one game" || d.Published == nil || d.Measured == nil {
				continue
			}
			title := fmt.Sprintf("The percentage of %s games", m[1])
			list = append(list, figure{
				Title: title + " (" + page.Study.Cited("figure "+strings.TrimPrefix(strings.TrimPrefix(f.Source, "table "), "figure ")) + ")",
				Chart: gaussianChart(title, gaussian{*f.Published, *d.Published, "published"}, gaussian{*f.Measured, *d.Measured, "here"}),
			})
		}
	}
	return list
}

// gaussianChart draws densities, each as far as four deviations.
func gaussianChart(title string, all ...gaussian) chart.Chart {
	c := chart.Chart{Title: title, X: chart.Axis{Label: "% of points against Pubeval"}, Y: chart.Axis{Label: "density", Include: chart.Values{0}}}
	for _, g := range all {
		s := chart.Series{Name: fmt.Sprintf("%s: μ = %.4g, σ = %.4g", g.name, g.mean, g.deviation)}
		for i := -80; i <= 80; i++ {
			x := g.mean + float64(i)/20*g.deviation
			s.X, s.Y = append(s.X, x), append(s.Y, g.at(x))
		}
		c.Series = append(c.Series, s)
	}
	return c
}
