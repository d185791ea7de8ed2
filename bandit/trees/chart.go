package trees

import (
	"fmt"

	"gambito/report/chart"
	"gambito/stats"
)

// Quantity is what charts show of results.
type Quantity struct {
	Name string
	Of   func(Result) stats.Interval
}

// What there is to show.
var (
	Regret   = Quantity{"regret", func(r Result) stats.Interval { return r.Regret }}
	BestMove = Quantity{"probability of a best move", func(r Result) stats.Interval { return r.Best }}
)

// axis is the upright one: both quantities have a natural zero, of which only that of
// regret is near what searches come to.
func (q Quantity) axis() chart.Axis {
	if q.Name == BestMove.Name {
		return chart.Axis{Label: q.Name, Include: chart.Values{1}}
	}
	return chart.Axis{Label: q.Name, Include: chart.Values{0}}
}

// ChartOf shows a quantity by simulations, a line an agent, on trees of one shape.
func ChartOf(q Quantity, results []Result, of string) chart.Chart {
	c := chart.Chart{Title: q.Name + " at the root of " + of, X: chart.Axis{Label: "simulations", Log: true}, Y: q.axis()}
	lines := map[string]int{}
	for _, r := range results {
		if r.Tree == of {
			addPoint(&c, lines, r.Agent, float64(r.Simulations), q.Of(r))
		}
	}
	return c
}

// ByBranching shows a quantity by the number of moves, a line an agent, with so many
// simulations on trees of one depth.
func ByBranching(q Quantity, results []Result, depth, simulations int) chart.Chart {
	c := chart.Chart{
		Title: fmt.Sprintf("%s at the root of trees of depth %d, %d simulations", q.Name, depth, simulations),
		X:     chart.Axis{Label: "moves of a position", Log: true}, Y: q.axis(),
	}
	lines := map[string]int{}
	for _, r := range results {
		if r.Depth == depth && r.Simulations == simulations {
			addPoint(&c, lines, r.Agent, float64(r.Branching), q.Of(r))
		}
	}
	return c
}

// addPoint adds a point to the line of a name; lines are the numbers of those there are.
func addPoint(c *chart.Chart, lines map[string]int, name string, x float64, y stats.Interval) {
	i, known := lines[name]
	if !known {
		i = len(c.Series)
		lines[name] = i
		c.Series = append(c.Series, chart.Series{Name: name, Marks: true})
	}
	line := &c.Series[i]
	line.X, line.Y = append(line.X, x), append(line.Y, y.Estimate)
	line.Low, line.High = append(line.Low, y.Low), append(line.High, y.High)
}
