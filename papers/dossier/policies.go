package dossier

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gambito/papers"
	"gambito/report/chart"
	"gambito/stats"
)

// thesisGames are the games of the thesis' tournaments in its order, by which its figures
// are numbered.
var thesisGames = []struct{ id, name string }{
	{"atari-go", "Atari Go"}, {"breakthrough", "Breakthrough"}, {"breakthrough-holes", "Breakthrough with Holes"}, {"breakthrough-suicide", "Breakthrough Suicide"},
	{"knightthrough", "Knightthrough"}, {"sheep-and-wolf", "Sheep and Wolf"}, {"tictactoe:5x5", "Tic-Tac-Toe 5×5"}, {"free-for-all", "Free-For-All"},
}

// policyNumbers are those of a tournament's figures: two a game from the first on, the totals, and
// the boxes by simulations; and of how many games its totals are.
var policyNumbers = map[string]struct {
	first, totals int
	boxes         map[int]int
	games         int // of a policy at a game
}{
	"ggp/first":    {1, 17, map[int]int{100: 18, 1000: 19}, 600},
	"ggp/proposed": {25, 41, map[int]int{100: 42, 1000: 43}, 1200},
}

// share is a cell of a tournament: a policy at a game, or at all if that is "", with so many
// simulations.
type share struct {
	sims               int
	game, policy, rest string
	papers.Finding
}

var shareID = regexp.MustCompile(`^sims(\d+)/(?:([^/]+)/)?([^/]+?)(?:/(vs [^/]+))?$`)

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

// policyFigures are the bars of every game, 100 beside 1,000 simulations, those of all games
// together, and the boxes of the eight totals.
func policyFigures(page papers.Page) (list []figure) {
	all, numbers := shares(page), policyNumbers[page.Study.ID]
	add := func(number int, title, key string, c chart.Chart) {
		if len(c.Rows) > 0 {
			c.Title = title
			list = append(list, figure{Title: page.Study.Cited(fmt.Sprintf("figure 4.%d", number)) + ": " + title + "; " + key, Chart: c})
		}
	}
	const key = "bars and intervals are ours, dots were published"
	percent := chart.Axis{Label: "% won", Include: chart.Values{0, 100}}
	for i, g := range thesisGames {
		add(numbers.first+2*i, "Games won at "+g.name, key, chart.Chart{X: percent, Rows: barRows(all, g.id, false, 1)})
		add(numbers.first+2*i+1, "Games won against each other at "+g.name, key, chart.Chart{X: percent, Rows: barRows(all, g.id, true, 1)})
	}
	games := len(thesisGames) * numbers.games
	won := func(of int) chart.Axis {
		return chart.Axis{Label: fmt.Sprintf("games won, of %d", of), Include: chart.Values{0}}
	}
	add(numbers.totals, "Games won at all eight games", key, chart.Chart{X: won(games), Rows: barRows(all, "", false, float64(games)/100)})
	for _, sims := range []int{100, 1000} {
		var rows []chart.Row
		for _, policy := range policiesOf(all) {
			var published, measured []float64
			for _, s := range all {
				if s.sims == sims && s.policy == policy && s.rest == "" && s.game != "" {
					scale := float64(numbers.games) / 100
					published, measured = append(published, scale**s.Published), append(measured, scale**s.Measured)
				}
			}
			if len(measured) > 2 {
				rows = append(rows, boxRow(policy+", published", published, 2), boxRow(policy+", here", measured, 1))
			}
		}
		add(numbers.boxes[sims], fmt.Sprintf("Games won at the games, %d simulations", sims),
			"quartiles, median and ends over the games; as the thesis has it, more than 1.5 times the quartiles' distance above the third is an outlier", chart.Chart{X: won(numbers.games), Rows: rows})
	}
	return list
}

// barRows are bars of a game, those of a policy beside each other.
func barRows(all []share, game string, pairs bool, scale float64) (rows []chart.Row) {
	scaled := func(x *float64) *float64 {
		y := scale * *x
		return &y
	}
	policies := policiesOf(all)
	var some []share
	for _, s := range all {
		if s.game == game && (s.rest != "") == pairs {
			some = append(some, s)
		}
	}
	slices.SortStableFunc(some, func(a, b share) int {
		return slices.Index(policies, a.policy) - slices.Index(policies, b.policy)
	})
	for _, s := range some {
		name := s.policy
		if s.rest != "" {
			name += " " + s.rest
		}
		colour := 1
		if s.sims > 100 {
			colour = 2
		}
		r := chart.Row{Name: fmt.Sprintf("%s, %d", name, s.sims), Bar: scaled(s.Measured), Dot: scaled(s.Published), Colour: colour}
		if s.Low != nil {
			r.Interval = &chart.Interval{Low: *scaled(s.Low), High: *scaled(s.High)}
		}
		rows = append(rows, r)
	}
	return rows
}

// boxRow is a box with the outliers of the thesis: values that are greater than the third
// quartile by more than 1.5 times the distance of the quartiles (its footnote beside figure 4.42).
func boxRow(name string, values []float64, colour int) chart.Row {
	d := stats.Describe(values)
	box := chart.Box{Low: d.Min, Q1: d.Q1, Median: d.Median, Q3: d.Q3, High: math.Inf(-1)}
	for _, x := range values {
		if x > d.Q3+1.5*(d.Q3-d.Q1) {
			box.Outliers = append(box.Outliers, x)
		} else {
			box.High = max(box.High, x)
		}
	}
	return chart.Row{Name: name, Box: &box, Colour: colour}
}

// policiesOf are the policies in the order of the tables.
func policiesOf(all []share) (list []string) {
	for _, s := range all {
		if !slices.Contains(list, s.policy) {
			list = append(list, s.policy)
		}
	}
	order := []string{"UCB", "ETC", "UCB-Tuned", "UCB-a1", "UCB-a2"}
	slices.SortStableFunc(list, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	return list
}
