package dossier

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gambito/papers"
	"gambito/report/chart"
)

var alphaID = regexp.MustCompile(`^K=(\d+)/(?:α=([\d.e-]+)|(best|annealing))$`)

// alphaSeries are series of α by number of arms, by name, and in which order they came.
type alphaSeries struct {
	byName map[string]*chart.Series
	names  []string
}

func (a *alphaSeries) add(name string, arms int, alpha float64, marks bool) {
	if a.byName == nil {
		a.byName = map[string]*chart.Series{}
	}
	s := a.byName[name]
	if s == nil {
		s = &chart.Series{Name: name, Marks: marks}
		a.byName[name] = s
		a.names = append(a.names, name)
	}
	s.X, s.Y = append(s.X, float64(arms)), append(s.Y, alpha)
}

func (a alphaSeries) chart(title string) chart.Chart {
	c := chart.Chart{Title: title, X: chart.Axis{Label: "arms K"}, Y: chart.Axis{Label: "α", Log: true}}
	for _, name := range a.names {
		c.Series = append(c.Series, *a.byName[name])
	}
	return c
}

// regrets are those of a pass, by number of arms and α, published and measured.
type regrets map[int]map[float64][2]*float64

// alphaFigures are the α with the least regret of both passes (figures 4.20 and 4.21), those
// of both methods (4.22), the functions that approximate them (4.23), what they are at the
// nodes of a tree (4.24), and the regret over α.
func alphaFigures(page papers.Page) []figure {
	passes := map[string]regrets{"table 4.18": {}, "table 4.19": {}}
	var methods alphaSeries
	for _, f := range page.Findings {
		m := alphaID.FindStringSubmatch(strings.TrimPrefix(f.ID, page.Study.ID+"/"))
		if m == nil || f.Measured == nil || f.Published == nil {
			continue
		}
		k, _ := strconv.Atoi(m[1])
		if m[3] != "" {
			method := map[string]string{"best": "intervals", "annealing": "annealing"}[m[3]]
			methods.add(method+", here", k, *f.Measured, true)
			methods.add(method+", published", k, *f.Published, true)
			continue
		}
		alpha, _ := strconv.ParseFloat(m[2], 64)
		if passes[f.Source][k] == nil {
			passes[f.Source][k] = map[float64][2]*float64{}
		}
		passes[f.Source][k][alpha] = [2]*float64{f.Published, f.Measured}
	}
	second := passes["table 4.19"].best()
	functions := second
	functions.byName = maps.Clone(second.byName)
	for _, k := range slices.Sorted(maps.Keys(passes["table 4.19"])) {
		functions.add("1/K", k, 1/float64(k), false)
		functions.add("e/(2K)", k, math.E/(2*float64(k)), false)
	}
	cited := func(number string) string { return page.Study.Cited("figure " + number) }
	return []figure{
		{Title: cited("4.20") + ": the α of table 4.18 with the least regret, by number of arms", Chart: passes["table 4.18"].best().chart("The best α of the first pass")},
		{Title: cited("4.21") + ": the α of table 4.19 with the least regret, by number of arms", Chart: second.chart("The best α of the second pass")},
		{Title: cited("4.22") + ": the best α by intervals and by simulated annealing", Chart: methods.chart("The best α by both methods")},
		{Title: cited("4.23") + ": the best α and the functions that approximate it", Chart: functions.chart("The best α, 1/K and e/(2K)")},
		nodesFigure(page.Study),
		{Title: "Table 4.18 as curves: regret over α, by number of arms, as measured here", Chart: passes["table 4.18"].curves()},
	}
}

// best are the α with the least regret, published and measured.
func (r regrets) best() (a alphaSeries) {
	for _, k := range slices.Sorted(maps.Keys(r)) {
		for i, name := range []string{"published", "here"} {
			best := math.NaN()
			for _, alpha := range slices.Sorted(maps.Keys(r[k])) {
				if math.IsNaN(best) || *r[k][alpha][i] < *r[k][best][i] {
					best = alpha
				}
			}
			a.add(name, k, best, true)
		}
	}
	return a
}

func (r regrets) curves() chart.Chart {
	c := chart.Chart{Title: "Regret over α", X: chart.Axis{Label: "α", Log: true}, Y: chart.Axis{Label: "regret", Log: true}, Palette: chart.Graded}
	for _, k := range slices.Sorted(maps.Keys(r)) {
		s := chart.Series{Name: "K = " + strconv.Itoa(k), Marks: true}
		for _, alpha := range slices.Sorted(maps.Keys(r[k])) {
			s.X, s.Y = append(s.X, alpha), append(s.Y, *r[k][alpha][1])
		}
		c.Series = append(c.Series, s)
	}
	return c
}
