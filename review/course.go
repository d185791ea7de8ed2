package review

import (
	"math"
	"slices"

	"gambito/agent"
	"gambito/game"
	"gambito/report/chart"
	"gambito/words"
)

// Plot is the course of a game for those who draw it: what its positions are worth,
// in percent of the points or, at backgammon, as equity.
type Plot struct {
	Lines  [][]float64 // a line a player, or player 0's only; NaN where nobody knows
	Low    float64
	High   float64
	Middle float64 // as much for both
	Breaks []int   // plies before which a line ends: another game begins there
	Equity bool
}

// Plot is what there is to draw.
func (r *Review) Plot() Plot {
	p := Plot{High: 100, Middle: 50}
	if isBackgammon(r.Of.Rules) {
		p = Plot{Low: -1, High: 1, Equity: true}
	}
	for _, part := range r.Parts() {
		if part.Ply > 0 {
			p.Breaks = append(p.Breaks, part.Ply)
		}
	}
	for _, course := range r.Course {
		line := make([]float64, len(course))
		for ply, v := range course {
			if line[ply] = r.height(v); p.Equity && !math.IsNaN(line[ply]) {
				p.High = max(p.High, math.Abs(line[ply]))
				p.Low = -p.High
			}
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}

// height is where a value is drawn.
func (r *Review) height(v agent.Value) float64 {
	switch {
	case !v.Known:
		return math.NaN()
	case isBackgammon(r.Of.Rules):
		return v.Score
	}
	return 50 + 50*v.Score/max(1, r.Of.Rules.Info().MaxScore)
}

// Axis is what the graph of the course tells.
func (r *Review) Axis(w words.Words) string {
	first := r.Player(w, 0)
	switch {
	case isBackgammon(r.Of.Rules):
		return w.Say("equity of %s", first)
	case len(r.Course) > 1:
		return w.Say("points that players may expect, %%")
	}
	return w.Say("points that %s may expect, %%", first)
}

// Chart is the course of the game as a chart, bad moves marked.
func (r *Review) Chart(w words.Words) chart.Chart {
	plot := r.Plot()
	c := chart.Chart{
		Title: r.Title(w),
		X:     chart.Axis{Label: w.Say("move"), Include: chart.Values{0}},
		Y:     chart.Axis{Label: r.Axis(w), Include: chart.Values{plot.Low, plot.Middle, plot.High}},
	}
	for p, line := range plot.Lines {
		s := chart.Series{}
		if len(plot.Lines) > 1 {
			s.Name = r.Player(w, game.Player(p))
		}
		for ply, y := range line {
			if !math.IsNaN(y) || slices.Contains(plot.Breaks, ply) { // else the line goes on where nobody knows
				s.X, s.Y = append(s.X, float64(ply)), append(s.Y, y)
			}
		}
		c.Series = append(c.Series, s)
	}
	for _, class := range []Class{Inaccuracy, Mistake, Blunder} {
		s := chart.Series{Name: class.Word(w), NoLine: true}
		for i := range r.Verdicts {
			if v := &r.Verdicts[i]; v.Class == class {
				if x, y, ok := r.spot(plot, v); ok {
					s.X, s.Y = append(s.X, float64(x)), append(s.Y, y)
				}
			}
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// spot is where a move is marked: on the line, behind the move or, if nobody tells what
// the position there is worth, before it; among players who have lines of their own,
// where it was made.
func (r *Review) spot(plot Plot, v *Verdict) (ply int, y float64, ok bool) {
	line, last := plot.Lines[0], v.Ply+1
	if len(plot.Lines) > 1 {
		line, last = plot.Lines[v.Player], v.Ply
	}
	for _, ply := range []int{last, v.Ply} {
		if !math.IsNaN(line[ply]) {
			return ply, line[ply], true
		}
	}
	return 0, 0, false
}
