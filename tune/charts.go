package tune

import (
	"fmt"
	"math"
	"slices"

	"gambito/report/chart"
	"gambito/spec"
)

// mostDrawn is how many candidates a plot shows, the best ones if there are more.
const mostDrawn = 400

// Coordinates is the plot of all candidates: an axis for each option, and one for the
// points. The winner is drawn thick, at what the finals saw of it.
func (r *Result) Coordinates() chart.Parallel {
	p := chart.Parallel{Title: r.Settings.Name + ": " + r.Settings.Agent + " at " + r.Settings.Game}
	for _, o := range r.Settings.Options {
		p.Axes = append(p.Axes, chart.Coordinate{Name: o.Name, Ticks: o.ticks()})
	}
	least, most := math.Inf(1), math.Inf(-1)
	trials := slices.Clone(r.Trials)
	slices.SortStableFunc(trials, func(a, b Trial) int { return int(math.Copysign(1, b.Points.Mean-a.Points.Mean)) })
	trials = trials[:min(len(trials), mostDrawn)]
	for _, t := range append(trials, r.Finalists[0]) {
		least, most = min(least, t.Points.Mean), max(most, t.Points.Mean)
	}
	if most == least {
		most = least + 0.01
	}
	points := chart.Coordinate{Name: "points"}
	for i := range 5 {
		at := float64(i) / 4
		points.Ticks = append(points.Ticks, chart.Tick{At: at, Label: fmt.Sprintf("%.1f %%", 100*(least+at*(most-least)))})
	}
	p.Axes = append(p.Axes, points)
	add := func(t Trial, thick bool) {
		l := chart.Across{Shade: (t.Points.Mean - least) / (most - least), Thick: thick}
		for i, value := range t.Values {
			at := math.NaN()
			if value != "" {
				at, _ = r.Settings.Options[i].place(value)
			}
			l.At = append(l.At, at)
		}
		l.At = append(l.At, l.Shade)
		p.Lines = append(p.Lines, l)
	}
	for _, t := range trials {
		add(t, false)
	}
	add(r.Finalists[0], true)
	return p
}

// ticks are the choices of an option, or five of its numbers.
func (o Option) ticks() (list []chart.Tick) {
	for _, value := range o.Choices {
		at, _ := o.place(value)
		list = append(list, chart.Tick{At: at, Label: value})
	}
	if o.Choices == nil {
		for i := range 5 {
			text := o.value(float64(i) / 4)
			if at, ok := o.place(text); ok && !slices.ContainsFunc(list, func(t chart.Tick) bool { return t.Label == text }) {
				list = append(list, chart.Tick{At: at, Label: o.short(text)})
			}
		}
	}
	return list
}

// short is a value with few digits.
func (o Option) short(text string) string {
	if o.Type != spec.Float {
		return text
	}
	var x float64
	if _, err := fmt.Sscan(text, &x); err != nil {
		return text
	}
	return fmt.Sprintf("%.3g", x)
}

// ImportanceChart shows how much each option matters.
func (r *Result) ImportanceChart() chart.Chart {
	c := chart.Chart{Title: r.Settings.Name + ": importance of options", X: chart.Axis{Label: "share of the variance between candidates, %", Include: chart.Values{0}}}
	for _, i := range r.Importance {
		bar := 100 * i.Share
		c.Rows = append(c.Rows, chart.Row{Name: i.Option, Bar: &bar})
	}
	return c
}
