package report

import (
	"slices"
	"strings"

	"gambito/report/chart"
	"gambito/report/sheet"
)

// MostCompared is how many runs stand beside each other at most: more cannot be read.
const MostCompared = 8

// Compared is one of several runs.
type Compared struct {
	Name    string // what it is called beside the others
	Origin  Origin
	Summary Summary
}

// Compare puts runs beside each other: shares, ratings and ranks of the agents of all, at
// all games together and at each that two of the runs have. Agents are known by their
// names.
func Compare(runs []Compared) Exhibits {
	e := Exhibits{Origin: comparedOrigin(runs)}
	add := func(suffix, title string, tables []*Table) {
		c := comparison{runs, tables, agentsOf(tables)}
		s := c.sheet("Side by side, " + title)
		s.Name = "compare" + suffix
		e.Sheets = append(e.Sheets, s)
		e.Figures = append(e.Figures, Figure{"compare-shares" + suffix, c.shares("Share of points, " + title)})
		if ratings := c.ratings("Ratings, " + title); len(ratings.Rows) > 0 {
			e.Figures = append(e.Figures, Figure{"compare-ratings" + suffix, ratings})
		}
	}
	totals := make([]*Table, len(runs))
	for i := range runs {
		totals[i] = &runs[i].Summary.Total
	}
	add("", "all games", totals)
	games := commonGames(runs)
	if len(games) == 1 && !slices.ContainsFunc(runs, func(r Compared) bool { return len(r.Summary.ByGame) > 1 }) {
		return e // all games are that game
	}
	for i, game := range games {
		tables := make([]*Table, len(runs))
		for j, r := range runs {
			tables[j] = r.Summary.at(game)
		}
		add("-"+uniqueName(games, i), game, tables)
	}
	return e
}

// comparedOrigin is that of all runs together.
func comparedOrigin(runs []Compared) (o Origin) {
	var names, seeds, builds []string
	for _, r := range runs {
		names = append(names, r.Summary.Name)
		seeds = append(seeds, r.Origin.Seed)
		builds = append(builds, r.Origin.Build)
	}
	return Origin{
		Command: "gambito report " + strings.Join(names, " ") + " --out FOLDER",
		Seed:    strings.Join(slices.Compact(seeds), ", "),
		Build:   strings.Join(slices.Compact(builds), ", "),
	}
}

// at is the table of a game, nil if the run has no such game.
func (s Summary) at(game string) *Table {
	for i := range s.ByGame {
		if s.ByGame[i].Game == game {
			return &s.ByGame[i]
		}
	}
	return nil
}

// commonGames are those that two of the runs have, in their order.
func commonGames(runs []Compared) (games []string) {
	count := map[string]int{}
	for _, r := range runs {
		for _, t := range r.Summary.ByGame {
			if count[t.Game]++; count[t.Game] == 2 {
				games = append(games, t.Game)
			}
		}
	}
	return games
}

// agentsOf are the agents of all tables, by their rank in the first that they are in.
func agentsOf(tables []*Table) (names []string) {
	for _, t := range tables {
		if t == nil {
			continue
		}
		for _, l := range t.Lines {
			if !slices.Contains(names, l.Agent) {
				names = append(names, l.Agent)
			}
		}
	}
	return names
}

// comparison is the same table of several runs; nil where one has none.
type comparison struct {
	runs   []Compared
	tables []*Table
	agents []string
}

// line is an agent's in a run with its rank, nil if it is not in it, or has not played.
func (c comparison) line(run int, agent string) (*Line, int) {
	if t := c.tables[run]; t != nil {
		for i := range t.Lines {
			if l := &t.Lines[i]; l.Agent == agent && l.Results.Games() > 0 {
				return l, i + 1
			}
		}
	}
	return nil, 0
}

func (c comparison) sheet(title string) sheet.Sheet {
	s := sheet.Sheet{Title: title, Columns: []sheet.Column{agentColumn}}
	for _, r := range c.runs {
		for _, column := range []sheet.Column{{Title: "%", Key: "share"}, {Title: "95 % interval", Key: "share"}, {Title: "rank", Key: "rank"}, {Title: "Elo", Key: "elo"}, {Title: "95 % interval", Key: "elo"}} {
			column.Group, column.Key = r.Name, r.Name+"_"+column.Key
			s.Columns = append(s.Columns, column)
		}
	}
	for _, agent := range c.agents {
		row := []sheet.Cell{sheet.Text(agent)}
		for i := range c.runs {
			l, rank := c.line(i, agent)
			if l == nil {
				row = append(row, sheet.Text("–"), sheet.Text(""), sheet.Text("–"), sheet.Text("–"), sheet.Text(""))
				continue
			}
			cells := l.cells()
			row = append(row, cells[6], cells[7], sheet.Count(rank), cells[8], cells[9])
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// rows calls back for every agent and run that has it, with a row in the run's colour.
func (c comparison) rows(add func(row chart.Row, l *Line)) {
	for _, agent := range c.agents {
		for i, r := range c.runs {
			if l, _ := c.line(i, agent); l != nil {
				add(chart.Row{Name: agent + ", " + r.Name, Colour: i + 1}, l)
			}
		}
	}
}

func (c comparison) shares(title string) chart.Chart {
	d := chart.Chart{Title: title, X: percents("% of the points that could be made, with 95 % intervals")}
	c.rows(func(row chart.Row, l *Line) {
		share := 100 * l.Share.Estimate
		row.Bar, row.Interval = &share, &chart.Interval{Low: 100 * l.Share.Low, High: 100 * l.Share.High}
		d.Rows = append(d.Rows, row)
	})
	return d
}

// ratings has no rows where nobody is rated.
func (c comparison) ratings(title string) chart.Chart {
	d := chart.Chart{Title: title, X: chart.Axis{Label: "Elo (Bradley–Terry, mean 0 in every run), with 95 % intervals", Include: chart.Values{0}}}
	c.rows(func(row chart.Row, l *Line) {
		if l.Rated {
			row.Dot, row.Interval = &l.Elo.Estimate, &chart.Interval{Low: l.Elo.Low, High: l.Elo.High}
			d.Rows = append(d.Rows, row)
		}
	})
	return d
}
