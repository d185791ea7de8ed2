package tuples

import (
	"gambito/learn/folder"
	"gambito/report/chart"
	"gambito/stats"
)

// Curves draw how a system did on the way: against its opponent by side, and in solved
// positions.
func Curves(s Settings, history []Measurement) (curves []folder.Curve) {
	axis := chart.Axis{Label: "games learned from"}
	var sides [2]chart.Series
	kept := chart.Series{Name: "one move ahead", Marks: true}
	for _, m := range history {
		for i, r := range [2]Results{m.First, m.Second} {
			if r.Played() > 0 {
				sides[i].X, sides[i].Y = append(sides[i].X, float64(m.Games)), append(sides[i].Y, 100*r.Share())
			}
		}
		if m.Truth != nil {
			w := stats.Wilson(m.Truth.Kept, m.Truth.Positions)
			kept.X, kept.Y = append(kept.X, float64(m.Games)), append(kept.Y, 100*m.Truth.Share())
			kept.Low, kept.High = append(kept.Low, 100*w.Low), append(kept.High, 100*w.High)
		}
	}
	if len(sides[0].X) > 0 {
		c := chart.Chart{Title: "Strength against " + s.Opponent + " while learning", X: axis, Y: chart.Axis{Label: "points, %", Include: chart.Values{0, 100}}}
		for i, name := range []string{"moving first", "moving second"} {
			sides[i].Name, sides[i].Marks = name, true
			c.Series = append(c.Series, sides[i])
		}
		curves = append(curves, folder.Curve{Name: folder.Strength, Chart: c})
	}
	if len(kept.X) > 0 {
		curves = append(curves, folder.Curve{Name: folder.Truth, Chart: chart.Chart{
			Title: "Accuracy against the solver", X: axis, Y: chart.Axis{Label: "right moves, %", Include: chart.Values{100}}, Series: []chart.Series{kept},
		}})
	}
	return curves
}
