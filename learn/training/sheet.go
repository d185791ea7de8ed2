package training

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"gambito/game"
	"gambito/learn/regress"
	"gambito/learn/setting"
	"gambito/learn/td"
	"gambito/learn/truth"
	"gambito/learn/tuples"
	"gambito/learn/value"
	"gambito/learn/zero"
	"gambito/report/sheet"
	"gambito/stats"
)

// Sheet is what the steps have brought, the latest first.
func (v View) Sheet() sheet.Sheet {
	s := sheet.Sheet{Name: "history", Title: "What the steps have brought"}
	rows := valueRow
	switch v.Method.Name {
	case TD:
		s.Columns, rows = tdColumns, tdRow
		if _, ok := v.Settings.(tuples.Settings); ok {
			s.Columns, rows = tuplesColumns, tuplesRow
		}
	case Q, Sarsa, MC:
		s.Columns, rows = tuplesColumns, tuplesRow
	case Value:
		s.Columns = valueColumns
	case Fit:
		s.Columns, rows = fitColumns, fitRow
	default:
		names := v.baselines()
		s.Columns = zeroColumns(names)
		rows = func(step Step) []sheet.Cell { return zeroRow(step, names) }
	}
	s.Rows = [][]sheet.Cell{}
	for _, step := range slices.Backward(v.History) {
		s.Rows = append(s.Rows, rows(step))
	}
	return s
}

// baselines are the fixed opponents that were met.
func (v View) baselines() []string {
	if len(v.History) == 0 {
		return nil
	}
	r, _ := v.History[0].Result.(zero.Round)
	return slices.Sorted(maps.Keys(r.Baselines))
}

func zeroColumns(baselines []string) []sheet.Column {
	columns := []sheet.Column{
		{Title: "round"}, {Title: "games"}, {Title: "positions"}, {Title: "games/s"}, {Title: "plies"},
		{Title: "policy", Group: "loss", Key: "loss_policy"}, {Title: "value", Group: "loss", Key: "loss_value"},
		{Title: "gate, %", Key: "gate"},
	}
	for _, name := range baselines {
		columns = append(columns, sheet.Column{Title: name, Group: "points, %", Key: "against " + name})
	}
	return append(columns, sheet.Column{Title: "alone, %", Key: "truth"}, sheet.Column{Title: "seconds"})
}

// percent is a cell of a share.
func percent(x float64) sheet.Cell { return sheet.Number(100*x, fmt.Sprintf("%.0f", 100*x)) }

// nothing is a cell of what was not measured.
var nothing = sheet.Text("–")

func zeroRow(step Step, baselines []string) []sheet.Cell {
	r := step.Result.(zero.Round)
	gate := nothing
	if r.Gate > 0 || !r.Passed {
		gate = percent(r.Gate)
		if gate.Mark = sheet.Good; !r.Passed {
			gate.Mark = sheet.Bad
		}
	}
	row := []sheet.Cell{
		sheet.Count(r.Round + 1), sheet.Count(r.Games), sheet.Count(r.Positions), sheet.Number(r.GamesPerSec, fmt.Sprintf("%.1f", r.GamesPerSec)),
		sheet.Number(r.Plies, fmt.Sprintf("%.1f", r.Plies)),
		sheet.Number(r.Loss.Policy, fmt.Sprintf("%.3f", r.Loss.Policy)), sheet.Number(r.Loss.Value, fmt.Sprintf("%.3f", r.Loss.Value)), gate,
	}
	for _, name := range baselines {
		row = append(row, percent(r.Baselines[name]))
	}
	alone := nothing
	if r.Truth != nil {
		alone = grade(*r.Truth)
	}
	return append(row, alone, seconds(step))
}

// seconds is a cell of the time of a step.
func seconds(step Step) sheet.Cell {
	if step.Seconds == 0 {
		return nothing
	}
	return sheet.Number(step.Seconds, fmt.Sprintf("%.1f", step.Seconds))
}

var valueColumns = []sheet.Column{
	{Title: "stage"}, {Title: "opponents", Align: sheet.Left}, {Title: "games"}, {Title: "positions"}, {Title: "epochs"},
	{Title: "MSE", Group: "held out", Key: "mse"}, {Title: "R²", Group: "held out", Key: "r2"}, {Title: "against plain UCT, %", Key: "against"}, {Title: "seconds"},
}

func valueRow(step Step) []sheet.Cell {
	s := step.Result.(value.Stage)
	mse, r2 := nothing, nothing
	if q := s.Quality; q != nil {
		mse = sheet.Number(q.MSE, fmt.Sprintf("%.4f", q.MSE))
		if q.R2 != nil {
			r2 = sheet.Number(*q.R2, fmt.Sprintf("%.3f", *q.R2))
		}
	}
	return []sheet.Cell{
		sheet.Count(s.Stage + 1), sheet.Text(s.Opponents[0] + " – " + s.Opponents[1]), sheet.Count(s.Games), sheet.Count(s.Learnt), sheet.Count(len(s.Epochs)),
		mse, r2, percent(s.Against), seconds(step),
	}
}

var tdColumns = []sheet.Column{{Title: "games learned from", Key: "games"}, {Title: "played"}, {Title: "wins, %", Key: "wins"}, {Title: "points a game", Key: "points"}, {Title: "±", Key: "error"}}

func tdRow(step Step) []sheet.Cell {
	m := step.Result.(td.Measurement)
	wide := stats.Z95 * m.Error
	points := sheet.Number(m.Points, fmt.Sprintf("%+.3f", m.Points))
	low, high := m.Points-wide, m.Points+wide
	points.Low, points.High = &low, &high
	return []sheet.Cell{sheet.Count(m.Games), sheet.Count(m.Played), sheet.Number(100*m.Wins, fmt.Sprintf("%.1f", 100*m.Wins)), points, sheet.Number(wide, fmt.Sprintf("%.3f", wide))}
}

var tuplesColumns = []sheet.Column{
	{Title: "games learned from", Key: "games"},
	{Title: "won", Group: "moving first", Key: "first_won"}, {Title: "drawn", Group: "moving first", Key: "first_drawn"}, {Title: "lost", Group: "moving first", Key: "first_lost"},
	{Title: "won", Group: "moving second", Key: "second_won"}, {Title: "drawn", Group: "moving second", Key: "second_drawn"}, {Title: "lost", Group: "moving second", Key: "second_lost"},
	{Title: "right moves, %", Key: "truth"}, {Title: "seconds"},
}

func tuplesRow(step Step) []sheet.Cell {
	m := step.Result.(tuples.Measurement)
	row := []sheet.Cell{sheet.Count(m.Games)}
	for _, r := range []tuples.Results{m.First, m.Second} {
		row = append(row, sheet.Count(r.Won), sheet.Count(r.Drawn), sheet.Count(r.Lost))
	}
	right := nothing
	if m.Truth != nil {
		right = grade(*m.Truth)
	}
	return append(row, right, seconds(step))
}

var fitColumns = []sheet.Column{
	{Title: "round"}, {Title: "games"}, {Title: "positions"},
	{Title: "all", Group: "mean error held out", Key: "error"}, {Title: "solved", Group: "mean error held out", Key: "exact"}, {Title: "deviation"}, {Title: "seconds"},
}

func fitRow(step Step) []sheet.Cell {
	r := step.Result.(regress.Round)
	row := []sheet.Cell{sheet.Count(r.Round + 1), sheet.Count(r.All), sheet.Count(r.Learned)}
	for _, x := range []float64{r.Error, r.Exact, r.Deviation} {
		row = append(row, sheet.Number(x, fmt.Sprintf("%.3f", x)))
	}
	return append(row, seconds(step))
}

// grade is a cell of how many moves kept the outcome.
func grade(g truth.Grade) sheet.Cell {
	cell, w := percent(g.Share()), stats.Wilson(g.Kept, g.Positions)
	low, high := 100*w.Low, 100*w.High
	cell.Low, cell.High = &low, &high
	return cell
}

// Command is the one that learns so in a folder: with the settings that differ from
// those that hold if nothing is said.
func (v View) Command(g game.Game, folder string) string {
	line := fmt.Sprintf("gambito train %s --method %s --seed %d", v.Game, v.Method.Name, v.Seed)
	if d, err := Describe(g, v.Method.Name); err == nil {
		var set []string
		for _, o := range d.Options {
			if is := setting.Text(v.Settings, o.Name); is != o.Default {
				set = append(set, o.Name+"="+is)
			}
		}
		if len(set) > 0 {
			line += " --set " + strings.Join(set, ",")
		}
	}
	if v.From != "" {
		line += " --from " + filepath.Base(v.From)
	}
	return line + " --out " + folder
}
