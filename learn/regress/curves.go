package regress

import (
	"gambito/learn/folder"
	"gambito/report/chart"
)

// Curves draw how far values of positions held out were from their targets, round by
// round, and in the last round by stage.
func Curves(rounds []Round) []folder.Curve {
	if len(rounds) == 0 {
		return nil
	}
	all, exact := chart.Series{Name: "all positions", Marks: true}, chart.Series{Name: "solved positions", Marks: true}
	for _, r := range rounds {
		x := float64(r.All)
		all.X, all.Y = append(all.X, x), append(all.Y, r.Error)
		exact.X, exact.Y = append(exact.X, x), append(exact.Y, r.Exact)
	}
	last := rounds[len(rounds)-1]
	stages := chart.Series{Name: "held out", Marks: true}
	for _, s := range last.Stages {
		if s.HeldOut > 0 {
			stages.X, stages.Y = append(stages.X, float64(s.Most+s.Least)/2), append(stages.Y, s.Error)
		}
	}
	error := chart.Axis{Label: "mean absolute error, " + last.Unit, Include: chart.Values{0}}
	return []folder.Curve{
		{Name: folder.Loss, Chart: chart.Chart{Title: "Error on games held out", X: chart.Axis{Label: "games"}, Y: error, Series: []chart.Series{all, exact}}},
		{Name: folder.Truth, Chart: chart.Chart{Title: "Error by stage", X: chart.Axis{Label: "vacant cells"}, Y: error, Series: []chart.Series{stages}}},
	}
}
