package zero

import (
	"maps"
	"slices"

	"gambito/learn/folder"
	"gambito/report/chart"
	"gambito/stats"
)

// Look reads what there is of a run in a folder, whoever learns there. There is none if
// the error is fs.ErrNotExist.
func Look(dir string) (s Settings, rounds []Round, err error) {
	return folder.Look[Settings, Round](dir, logFile)
}

// Curves draw how learning went: the share of the points against the baselines, what
// was left to learn, and where there is a solver how often the network alone was right.
func Curves(rounds []Round) (curves []folder.Curve) {
	if len(rounds) == 0 {
		return nil
	}
	for _, c := range []folder.Curve{
		{Name: folder.Strength, Chart: strength(rounds)}, {Name: folder.Loss, Chart: losses(rounds)}, {Name: folder.Truth, Chart: accuracy(rounds)},
	} {
		if len(c.Chart.Series) > 0 {
			curves = append(curves, c)
		}
	}
	return curves
}

// times are when the rounds ended, for an axis.
func times(rounds []Round) (axis chart.Axis, at chart.Values) {
	unit, label := 60.0, "minutes"
	if rounds[len(rounds)-1].Total < 3*60 {
		unit, label = 1, "seconds"
	}
	for _, r := range rounds {
		at = append(at, r.Total/unit)
	}
	return chart.Axis{Label: label}, at
}

// smoothed is over how many rounds the line of a curve takes the mean: single
// rounds have few games.
const smoothed = 10

// strength draws how the share of the points against the baselines rose.
func strength(rounds []Round) chart.Chart {
	axis, at := times(rounds)
	c := chart.Chart{Title: "Strength while learning", X: axis, Y: chart.Axis{Label: "points, %"}}
	for _, name := range slices.Sorted(maps.Keys(rounds[0].Baselines)) {
		mean := chart.Series{Name: "against " + name, X: at}
		each := chart.Series{NoLine: true, Marks: true, Open: true, Like: len(c.Series) + 1, X: at}
		for i, r := range rounds {
			sum := 0.0
			latest := rounds[max(0, i+1-smoothed) : i+1]
			for _, l := range latest {
				sum += 100 * l.Baselines[name]
			}
			each.Y, mean.Y = append(each.Y, 100*r.Baselines[name]), append(mean.Y, sum/float64(len(latest)))
		}
		c.Series = append(c.Series, mean, each)
	}
	return c
}

// losses draws what was left to learn.
func losses(rounds []Round) chart.Chart {
	axis, at := times(rounds)
	policy, value := chart.Series{Name: "policy", X: at}, chart.Series{Name: "value", X: at}
	for _, r := range rounds {
		policy.Y, value.Y = append(policy.Y, r.Loss.Policy), append(value.Y, r.Loss.Value)
	}
	return chart.Chart{
		Title: "Loss on the games learned from", X: axis,
		Y: chart.Axis{Label: "loss", Include: chart.Values{0}}, Series: []chart.Series{policy, value},
	}
}

// accuracy draws how many moves of the network alone kept the outcome.
func accuracy(rounds []Round) chart.Chart {
	axis, at := times(rounds)
	kept := chart.Series{Name: "network alone", Marks: true}
	for i, r := range rounds {
		if r.Truth == nil {
			continue
		}
		w := stats.Wilson(r.Truth.Kept, r.Truth.Positions)
		kept.X, kept.Y = append(kept.X, at[i]), append(kept.Y, 100*r.Truth.Share())
		kept.Low, kept.High = append(kept.Low, 100*w.Low), append(kept.High, 100*w.High)
	}
	c := chart.Chart{Title: "Accuracy against the solver", X: axis, Y: chart.Axis{Label: "right moves, %", Include: chart.Values{100}}}
	if len(kept.X) > 0 {
		c.Series = []chart.Series{kept}
	}
	return c
}
