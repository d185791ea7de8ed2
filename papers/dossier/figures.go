package dossier

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gambito/papers"
	"gambito/report/chart"
	"gambito/stats"
)

// figuresOf are the figures of a study: those that were published, in their shape, with
// ours beside them, and one that puts all of its percentages against the published ones.
func figuresOf(page papers.Page) (list []figure) {
	switch page.Study.ID {
	case "ggp/first", "ggp/proposed":
		list = append(list, policyFigures(page)...)
	case "ggp/alpha":
		list = append(list, alphaFigures(page)...)
	case "backgammon/variance":
		list = append(list, gaussianFigures(page)...)
	}
	if f, ok := against(page); ok {
		list = append(list, f)
	}
	return list
}

// against is every percentage that was compared, measured over published.
func against(page papers.Page) (figure, bool) {
	equal := chart.Series{Name: "equal", X: chart.Values{0, 100}, Y: chart.Values{0, 100}, Dashed: true}
	byVerdict := map[papers.Verdict]*chart.Series{}
	count := 0
	for _, f := range page.Findings {
		if f.Unit != "%" || f.Published == nil || f.Measured == nil {
			continue
		}
		s := byVerdict[f.Verdict]
		if s == nil {
			s = &chart.Series{Name: string(f.Verdict), Marks: true, NoLine: true, Open: true}
			byVerdict[f.Verdict] = s
		}
		s.X, s.Y = append(s.X, *f.Published), append(s.Y, *f.Measured)
		count++
	}
	if count < 4 {
		return figure{}, false
	}
	c := chart.Chart{
		Title: page.Study.ID + ": measured over published",
		X:     chart.Axis{Label: "published, %", Include: chart.Values{0, 100}}, Y: chart.Axis{Label: "measured, %", Include: chart.Values{0, 100}},
		Series: []chart.Series{equal},
	}
	for _, v := range papers.Verdicts {
		if s := byVerdict[v]; s != nil {
			c.Series = append(c.Series, *s)
		}
	}
	return figure{Title: "All percentages: measured here, over published", Chart: c}, true
}

// share is a cell of a tournament: a policy at a game, with so many simulations.
type share struct {
	sims               int
	game, policy, rest string
	papers.Finding
}

var shareID = regexp.MustCompile(`^sims(\d+)/([^/]+)/([^/]+)(?:/(vs .+))?$`)

// shares are the cells of a tournament that are shares of games won.
func shares(page papers.Page) (list []share) {
	seen := map[string]bool{} // several tables have the same cell
	for _, f := range page.Findings {
		m := shareID.FindStringSubmatch(strings.TrimPrefix(f.ID, page.Study.ID+"/"))
		if m == nil || f.Unit != "%" || f.Measured == nil || f.Published == nil || strings.HasPrefix(m[3], "games-") || seen[f.ID] {
			continue
		}
		seen[f.ID] = true
		sims, _ := strconv.Atoi(m[1])
		list = append(list, share{sims, m[2], m[3], m[4], f})
	}
	return list
}

// policyFigures are the bars of every game, 100 beside 1,000 simulations, and the boxes of
// the eight totals.
func policyFigures(page papers.Page) (list []figure) {
	all := shares(page)
	for _, game := range distinct(all, func(s share) string { return s.game }) {
		for _, pairs := range []bool{false, true} {
			rows := barRows(all, game, pairs)
			if len(rows) == 0 {
				continue
			}
			title := "Games won at " + game
			if pairs {
				title = "Games won against each other at " + game
			}
			list = append(list, figure{
				Title: title + ": bars and intervals are ours, dots were published",
				Chart: chart.Chart{Title: title, X: chart.Axis{Label: "% won", Include: chart.Values{0, 100}}, Rows: rows},
			})
		}
	}
	for _, sims := range distinctNumbers(all) {
		var rows []chart.Row
		for _, policy := range distinct(all, func(s share) string { return s.policy }) {
			var published, measured []float64
			for _, s := range all {
				if s.sims == sims && s.policy == policy && s.rest == "" {
					published, measured = append(published, *s.Published), append(measured, *s.Measured)
				}
			}
			if len(measured) > 2 {
				rows = append(rows, boxRow(policy+", published", published, 2), boxRow(policy+", here", measured, 1))
			}
		}
		if rows == nil {
			continue
		}
		title := fmt.Sprintf("Shares of games won at the games, %d simulations", sims)
		list = append(list, figure{
			Title: title + ": quartiles, median and ends over the games (" + boxFigure(page.Study, sims) + ")",
			Chart: chart.Chart{Title: title, X: chart.Axis{Label: "% won", Include: chart.Values{0, 100}}, Rows: rows},
		})
	}
	return list
}

// boxFigure is the number of the published figure.
func boxFigure(s papers.Study, sims int) string {
	number := map[string]map[int]string{"ggp/first": {100: "4.18", 1000: "4.19"}, "ggp/proposed": {100: "4.42", 1000: "4.43"}}[s.ID][sims]
	return s.Cited("figure " + number)
}

func barRows(all []share, game string, pairs bool) (rows []chart.Row) {
	for _, s := range all {
		if s.game != game || (s.rest != "") != pairs {
			continue
		}
		name := s.policy
		if s.rest != "" {
			name += " " + s.rest
		}
		colour := 1
		if s.sims > 100 {
			colour = 2
		}
		r := chart.Row{Name: fmt.Sprintf("%s, %d", name, s.sims), Bar: s.Measured, Dot: s.Published, Colour: colour}
		if s.Low != nil {
			r.Interval = &chart.Interval{Low: *s.Low, High: *s.High}
		}
		rows = append(rows, r)
	}
	slices.SortStableFunc(rows, func(a, b chart.Row) int {
		before := func(r chart.Row) string { name, _, _ := strings.Cut(r.Name, ", "); return name }
		return strings.Compare(before(a), before(b))
	})
	return rows
}

func boxRow(name string, values []float64, colour int) chart.Row {
	d := stats.Describe(values)
	return chart.Row{Name: name, Box: &chart.Box{Low: d.Min, Q1: d.Q1, Median: d.Median, Q3: d.Q3, High: d.Max}, Colour: colour}
}

func distinct(all []share, of func(share) string) (list []string) {
	for _, s := range all {
		if name := of(s); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

func distinctNumbers(all []share) []int {
	sims := map[int]bool{}
	for _, s := range all {
		sims[s.sims] = true
	}
	return slices.Sorted(maps.Keys(sims))
}

var alphaID = regexp.MustCompile(`^K=(\d+)/(?:α=([\d.e-]+)|(best|annealing))$`)

// alphaFigures are the regret over α (figure 4.21), and the best α over the number of
// arms by both methods with the functions that approximate it (figures 4.20, 4.22 and 4.23).
func alphaFigures(page papers.Page) []figure {
	regret := chart.Chart{Title: "Regret over α", X: chart.Axis{Label: "α", Log: true}, Y: chart.Axis{Label: "regret", Log: true}, Palette: chart.Graded}
	curves := map[int]*chart.Series{}
	best := map[string]*chart.Series{}
	var names []string
	var arms []float64
	add := func(name string, x float64, y *float64, marks bool) {
		if y == nil {
			return
		}
		if best[name] == nil {
			best[name] = &chart.Series{Name: name, Marks: marks}
			names = append(names, name)
		}
		best[name].X, best[name].Y = append(best[name].X, x), append(best[name].Y, *y)
	}
	for _, f := range page.Findings {
		m := alphaID.FindStringSubmatch(strings.TrimPrefix(f.ID, page.Study.ID+"/"))
		if m == nil || f.Measured == nil {
			continue
		}
		k, _ := strconv.Atoi(m[1])
		if m[3] != "" {
			method := map[string]string{"best": "intervals", "annealing": "annealing"}[m[3]]
			add(method+", here", float64(k), f.Measured, true)
			add(method+", published", float64(k), f.Published, true)
			if !slices.Contains(arms, float64(k)) {
				arms = append(arms, float64(k))
			}
			continue
		}
		if f.Source != "table 4.18" {
			continue
		}
		alpha, _ := strconv.ParseFloat(m[2], 64)
		if curves[k] == nil {
			curves[k] = &chart.Series{Name: "K = " + m[1], Marks: true}
		}
		curves[k].X, curves[k].Y = append(curves[k].X, alpha), append(curves[k].Y, *f.Measured)
	}
	for _, k := range slices.Sorted(maps.Keys(curves)) {
		regret.Series = append(regret.Series, *curves[k])
	}
	alphas := chart.Chart{Title: "The best α by number of arms", X: chart.Axis{Label: "arms K"}, Y: chart.Axis{Label: "α", Log: true}}
	for _, k := range arms {
		one, two := 1/k, math.E/(2*k)
		add("1/K", k, &one, false)
		add("e/(2K)", k, &two, false)
	}
	for _, name := range names {
		alphas.Series = append(alphas.Series, *best[name])
	}
	return []figure{
		{Title: page.Study.Cited("figure 4.21") + ": regret over α, by number of arms, as measured here", Chart: regret},
		{Title: page.Study.Cited("figure 4.22") + ", and figures 4.20 and 4.23: the best α by number of arms, and the functions that approximate it", Chart: alphas},
		nodesFigure(page.Study),
	}
}
