package td

import (
	"gambito/learn/folder"
	"gambito/report/chart"
	"gambito/stats"
)

// Curves draw how the networks did against Pubeval on the way.
func Curves(history []Measurement) []folder.Curve {
	points := chart.Series{Name: "points a game", Marks: true}
	for _, m := range history {
		if m.Played == 0 {
			continue
		}
		points.X, points.Y = append(points.X, float64(m.Games)), append(points.Y, m.Points)
		points.Low, points.High = append(points.Low, m.Points-stats.Z95*m.Error), append(points.High, m.Points+stats.Z95*m.Error)
	}
	if len(points.X) == 0 {
		return nil
	}
	return []folder.Curve{{Name: folder.Strength, Chart: chart.Chart{
		Title: "Strength against Pubeval while learning", X: chart.Axis{Label: "games learned from"}, Y: chart.Axis{Label: "points a game"}, Series: []chart.Series{points},
	}}}
}
