package zero

import (
	"maps"
	"slices"

	"gambito/report/chart"
)

// smoothed is over how many rounds the line of a curve takes the mean: single
// rounds have few games.
const smoothed = 10

// Curves draws how the share of the points against the baselines rose.
func Curves(rounds []Round) chart.Chart {
	c := chart.Chart{Title: "Strength while learning", X: chart.Axis{Label: "minutes"}, Y: chart.Axis{Label: "points, %"}}
	if len(rounds) == 0 {
		return c
	}
	for _, name := range slices.Sorted(maps.Keys(rounds[0].Baselines)) {
		mean := chart.Series{Name: "against " + name}
		each := chart.Series{NoLine: true, Marks: true, Open: true, Like: len(c.Series) + 1}
		for i, r := range rounds {
			sum := 0.0
			latest := rounds[max(0, i+1-smoothed) : i+1]
			for _, l := range latest {
				sum += 100 * l.Baselines[name]
			}
			minutes := r.Total / 60
			each.X, each.Y = append(each.X, minutes), append(each.Y, 100*r.Baselines[name])
			mean.X, mean.Y = append(mean.X, minutes), append(mean.Y, sum/float64(len(latest)))
		}
		c.Series = append(c.Series, mean, each)
	}
	return c
}
