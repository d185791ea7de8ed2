package report

import (
	"bytes"
	_ "embed" // for the page
	"fmt"
	"html/template"

	"gambito/arena"
	"gambito/report/sheet"
	"gambito/stats"
	"gambito/store"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page is what the template shows.
type page struct {
	Info      store.Info
	Summary   Summary
	Games     string // in words, as Draw
	Draw      string
	Tables    []pageTable // the total first
	Plots     []template.HTML
	Cross     crossTable
	Rounds    [][]string
	Sentences []string
	Ranks     [][]string
	Nemenyi   string // "" if there is no such test
	Effort    [][]string
	Machines  [][]string // nil if there are not several
	Stop      string
	Finished  string
}

type pageTable struct {
	Title string
	Grids [][][]string // of text, the heads first
	Plot  template.HTML
	Cross crossTable
	Pairs [][][]string // the grid of tests, if there are any
}

// crossTable has a row an agent, a column an opponent.
type crossTable struct {
	Names []string
	Rows  []crossRow
}

type crossRow struct {
	Name  string
	Cells []crossCell
}

// crossCell is empty where an agent would meet itself, or did not meet.
type crossCell struct{ Share, All, First, Second string }

// HTML is one page with everything, which needs no other file.
func HTML(info store.Info, s *arena.Standings, sum Summary) ([]byte, error) {
	p := page{
		Info: info, Summary: sum, Games: sum.gamesWords(), Draw: sum.drawWords(), Sentences: sum.Sentences(),
		Cross: crossOf(s, sum.Cross), Effort: effortSheet(s).Grid(), Stop: stopWords(s.Settings.Stop),
		Finished: "unfinished",
	}
	if rounds := roundSheet(s, sum.Total); rounds != nil {
		p.Rounds = rounds.Grid()
	}
	if sum.Friedman != nil {
		ranks := sum.Friedman.ranks()
		p.Ranks, p.Nemenyi = ranks.Grid(), ranks.Note
	}
	if machines := sum.machines(len(sum.Machines)); machines != nil {
		p.Machines = machines.Grid()
	}
	if info.Finished != nil {
		p.Finished = "finished " + info.Finished.Format("2006-01-02 15:04 UTC")
	}
	for _, f := range totalFigures(s, sum) {
		plot, err := drawn(f.Chart)
		if err != nil {
			return nil, err
		}
		p.Plots = append(p.Plots, plot)
	}
	standings := sum.Total.standings()
	p.Tables = append(p.Tables, pageTable{Title: sum.Total.Title(), Grids: grids(&standings, sum.Total.points())})
	for g, t := range sum.ByGame {
		plot, err := drawn(shareChart(t))
		if err != nil {
			return nil, err
		}
		standings := t.standings()
		p.Tables = append(p.Tables, pageTable{
			Title: t.Title(), Grids: grids(&standings, t.points()), Plot: plot, Cross: crossOf(s, cross(s, g)), Pairs: grids(t.tests()),
		})
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, p)
	return b.Bytes(), err
}

// grids are the tables of those that there are.
func grids(sheets ...*sheet.Sheet) (list [][][]string) {
	for _, s := range sheets {
		if s != nil {
			list = append(list, s.Grid())
		}
	}
	return list
}

func crossOf(s *arena.Standings, meetings [][]Meeting) (t crossTable) {
	for i, a := range s.Settings.Agents {
		t.Names = append(t.Names, a.Name)
		row := crossRow{Name: a.Name}
		for j := range s.Settings.Agents {
			cell, m := crossCell{}, meetings[i][j]
			if all := m.All(); i != j && all.Games() > 0 {
				points := float64(all.Wins)
				if s.Settings.Draw != arena.DrawLoss {
					points = all.Points()
				}
				cell = crossCell{percent(points/float64(all.Games())) + " %", record(all), record(m.AsFirst), record(m.AsSecond)}
			}
			row.Cells = append(row.Cells, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func record(r stats.Results) string { return fmt.Sprintf("%d–%d–%d", r.Wins, r.Draws, r.Losses) }

func stopWords(s arena.Stop) string {
	switch s.Rule {
	case arena.StopSPRT:
		return fmt.Sprintf("sequential probability ratio test of pairs, %g against %g Elo (%s), α = %g, β = %g", s.SPRT.Elo0, s.SPRT.Elo1, s.SPRT.Model, s.SPRT.Alpha, s.SPRT.Beta)
	case arena.StopWidth:
		return fmt.Sprintf("when the %g %% interval of the score is at most %g wide", 100*s.Level, s.Width)
	case arena.StopDecided:
		return fmt.Sprintf("when %d games were decided", s.Games)
	}
	return "after all rounds"
}
