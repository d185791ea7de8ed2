package report

import (
	"fmt"
	"strings"

	"gambito/arena"
	"gambito/report/sheet"
	"gambito/stats"
)

// agentColumn is the first of most tables.
var agentColumn = sheet.Column{Title: "agent", Align: sheet.Left}

// standings is the table of who made how much.
func (t Table) standings() sheet.Sheet {
	s := sheet.Sheet{
		Title: "Standings, " + t.Title(),
		Columns: []sheet.Column{agentColumn, {Title: "games"}, {Title: "won"}, {Title: "drawn"}, {Title: "lost"}, {Title: "points"},
			{Title: "%", Key: "share"}, {Title: "95 % interval", Key: "share"}, {Title: "Elo", Key: "elo"}, {Title: "95 % interval", Key: "elo"}},
	}
	if t.points() != nil {
		s.Columns[6].Title = "% of games"
	}
	for _, l := range t.Lines {
		s.Rows = append(s.Rows, l.cells())
	}
	return s
}

// cells of one line of a table.
func (l Line) cells() []sheet.Cell {
	elo, bounds := sheet.Text("–"), sheet.Text("")
	if l.Rated {
		elo = sheet.Number(l.Elo.Estimate, signed(l.Elo.Estimate))
		bounds = sheet.Between(l.Elo.Low, l.Elo.High, signed(l.Elo.Low)+" to "+signed(l.Elo.High))
	}
	return []sheet.Cell{
		sheet.Text(l.Agent), sheet.Count(l.Results.Games()), sheet.Count(l.Results.Wins), sheet.Count(l.Results.Draws), sheet.Count(l.Results.Losses),
		sheet.Number(l.Points, fmt.Sprintf("%g", l.Points)), percentCell(l.Share), percentRange(l.Share), elo, bounds,
	}
}

func percentCell(i stats.Interval) sheet.Cell { return sheet.Number(i.Estimate, percent(i.Estimate)) }

func percentRange(i stats.Interval) sheet.Cell {
	return sheet.Between(i.Low, i.High, percent(i.Low)+" to "+percent(i.High))
}

// points is the second table of games that count more than one point, nil if there is
// none.
func (t Table) points() *sheet.Sheet {
	if t.Unit == "" {
		return nil
	}
	s := sheet.Sheet{Title: strings.ToUpper(t.Unit[:1]) + t.Unit[1:] + ", " + t.Title(), Columns: []sheet.Column{agentColumn,
		{Title: t.Unit + " a game", Key: "points_a_game"}, {Title: "95 % interval", Key: "points_a_game"},
		{Title: "% of " + t.Unit, Key: "points_share"}, {Title: "95 % interval", Key: "points_share"}}}
	if t.gammons {
		s.Columns = append(s.Columns, sheet.Column{Title: "% gammons won", Key: "gammons_won"}, sheet.Column{Title: "95 % interval", Key: "gammons_won"},
			sheet.Column{Title: "% gammons lost", Key: "gammons_lost"}, sheet.Column{Title: "95 % interval", Key: "gammons_lost"})
	}
	for _, l := range t.Lines {
		p := l.OfPoints
		if p == nil {
			continue
		}
		g := p.PerGame
		row := []sheet.Cell{sheet.Text(l.Agent), sheet.Number(g.Estimate, fmt.Sprintf("%+.3f", g.Estimate)),
			sheet.Between(g.Low, g.High, fmt.Sprintf("%+.3f to %+.3f", g.Low, g.High))}
		shares := []stats.Interval{p.Share, p.GammonRates[0], p.GammonRates[1]}
		if !t.gammons {
			shares = shares[:1]
		}
		for _, share := range shares {
			row = append(row, percentCell(share), percentRange(share))
		}
		s.Rows = append(s.Rows, row)
	}
	if s.Rows == nil {
		return nil
	}
	return &s
}

// tests are those between every two agents at the table's game, nil if there are none.
func (t Table) tests() *sheet.Sheet {
	if len(t.Pairs) == 0 {
		return nil
	}
	units := "pairs of games"
	if !t.Pairs[0].Paired {
		units = "games"
	}
	s := sheet.Sheet{Title: "Which agents differ, " + t.Title(), Columns: []sheet.Column{
		{Title: "better", Align: sheet.Left}, {Title: "against", Align: sheet.Left}, {Title: units, Key: "units"}, {Title: "%", Key: "score"},
		{Title: "95 % interval", Key: "score"}, {Title: "p"}, {Title: "p (Holm)", Key: "p_holm"}, {Title: "differ at 5 %", Key: "differ"}}}
	amounts := t.Pairs[0].Amount != nil
	if amounts {
		s.Columns[3], s.Columns[4] = sheet.Column{Title: "won a game", Key: "amount"}, sheet.Column{Title: "95 % interval", Key: "amount"}
	}
	for _, p := range t.Pairs {
		score, interval := percentCell(p.Score), percentRange(p.Score)
		if a := p.Amount; amounts && a != nil {
			score, interval = sheet.Number(a.Estimate, fmt.Sprintf("%+.3f", a.Estimate)), sheet.Between(a.Low, a.High, fmt.Sprintf("%+.3f to %+.3f", a.Low, a.High))
		} else if amounts {
			score, interval = sheet.Text("–"), sheet.Text("")
		}
		differ := sheet.Text("no")
		if p.Differs() {
			differ = sheet.Cell{Text: "yes", Mark: sheet.Strong}
		}
		s.Rows = append(s.Rows, []sheet.Cell{sheet.Text(p.Better), sheet.Text(p.Worse), sheet.Count(p.Units), score,
			interval, sheet.Number(p.P, pValue(p.P)), sheet.Number(p.Holm, pValue(p.Holm)), differ})
	}
	return &s
}

// crossSheet has the agents in the order of the settings, in rows and in columns.
func crossSheet(s *arena.Standings, meetings [][]Meeting, title string) sheet.Sheet {
	t := sheet.Sheet{Title: "Who against whom, " + title, Columns: []sheet.Column{agentColumn},
		Note: "Share of points of the agent of the row against that of the column, in percent, every win worth one."}
	for i, a := range s.Settings.Agents {
		t.Columns = append(t.Columns, sheet.Column{Title: a.Name})
		row := []sheet.Cell{sheet.Text(a.Name)}
		for j := range s.Settings.Agents {
			row = append(row, crossCellOf(s, meetings[i][j], i == j))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// crossCellOf is empty where an agent would meet itself, or did not meet.
func crossCellOf(s *arena.Standings, m Meeting, self bool) sheet.Cell {
	all := m.All()
	switch {
	case self:
		return sheet.Text("")
	case all.Games() == 0:
		return sheet.Text("–")
	}
	points := float64(all.Wins)
	if s.Settings.Draw != arena.DrawLoss {
		points = all.Points()
	}
	share := points / float64(all.Games())
	c := sheet.Number(share, percent(share))
	c.Detail = fmt.Sprintf("%s; first %s, second %s", record(all), record(m.AsFirst), record(m.AsSecond))
	return c
}

// roundSheet has the points of the rounds: their mean, deviation and median; nil where
// there is one round, or some are left.
func roundSheet(s *arena.Standings, t Table) *sheet.Sheet {
	if s.Settings.Rounds < 2 || t.Lines[0].Rounds.N == 0 {
		return nil
	}
	rounds := sheet.Sheet{Title: "Points by round, " + t.Title(), Columns: []sheet.Column{agentColumn,
		{Title: "points a round, mean ± standard deviation", Key: "mean"}, {Title: "median"}, {Title: "range"}}}
	for _, l := range t.Lines {
		r := l.Rounds
		rounds.Rows = append(rounds.Rows, []sheet.Cell{sheet.Text(l.Agent), sheet.Number(r.Mean, fmt.Sprintf("%.1f ± %.1f", r.Mean, r.SD)),
			sheet.Number(r.Median, fmt.Sprintf("%g", r.Median)), sheet.Between(r.Min, r.Max, fmt.Sprintf("%g to %g", r.Min, r.Max))})
	}
	return &rounds
}

// ranks is the table of mean ranks, the best first.
func (t *RankTest) ranks() sheet.Sheet {
	s := sheet.Sheet{Title: "Mean ranks", Columns: []sheet.Column{agentColumn, {Title: "mean rank over the games (1 is best)", Key: "mean_rank"}}}
	if t.Nemenyi != nil {
		s.Columns = append(s.Columns, sheet.Column{Title: fmt.Sprintf("further than Nemenyi's %.3f from", t.Nemenyi.Difference), Key: "apart_from", Align: sheet.Left})
		s.Note = t.nemenyiSentence()
	}
	means := t.MeanRanks()
	for _, i := range ranked(means) {
		row := []sheet.Cell{sheet.Text(t.Agents[i]), sheet.Number(means[i], fmt.Sprintf("%.2f", means[i]))}
		if t.Nemenyi != nil {
			names := "nobody"
			if apart := t.apart(i); apart != nil {
				names = strings.Join(apart, ", ")
			}
			row = append(row, sheet.Text(names))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// wilcoxon has the signed ranks of every two agents over the games.
func (t *RankTest) wilcoxon() sheet.Sheet {
	s := sheet.Sheet{Title: "Wilcoxon's signed ranks over the games", Columns: []sheet.Column{{Title: "first", Align: sheet.Left}, {Title: "second", Align: sheet.Left},
		{Title: "sum of ranks for the first", Key: "plus"}, {Title: "for the second", Key: "minus"}, {Title: "p"}, {Title: "p (Holm)", Key: "p_holm"}}}
	for _, p := range t.Pairs {
		s.Rows = append(s.Rows, []sheet.Cell{sheet.Text(p.First), sheet.Text(p.Second), sheet.Number(p.Plus, fmt.Sprintf("%g", p.Plus)),
			sheet.Number(p.Minus, fmt.Sprintf("%g", p.Minus)), sheet.Number(p.P, fmt.Sprintf("%.4f", p.P)), sheet.Number(p.Holm, fmt.Sprintf("%.4f", p.Holm))})
	}
	return s
}

// effortSheet has what the agents spent a game.
func effortSheet(s *arena.Standings) sheet.Sheet {
	games := make([]float64, len(s.Settings.Agents))
	for _, g := range s.Sides {
		for i, row := range g {
			for j, r := range row {
				games[i] += float64(r.Games())
				games[j] += float64(r.Games())
			}
		}
	}
	t := sheet.Sheet{Title: "What a game costs", Columns: []sheet.Column{agentColumn, {Title: "simulations a game", Key: "simulations"},
		{Title: "nodes a game", Key: "nodes"}, {Title: "seconds a game", Key: "seconds"}}}
	for i, a := range s.Settings.Agents {
		n := max(games[i], 1)
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Text(a.Name), meanCount(s.Simulations[i], n), meanCount(s.Nodes[i], n),
			sheet.Number(s.Seconds[i]/n, fmt.Sprintf("%.3g", s.Seconds[i]/n))})
	}
	return t
}

func meanCount(sum int, games float64) sheet.Cell {
	if sum == 0 {
		return sheet.Text("–")
	}
	return sheet.Number(float64(sum)/games, fmt.Sprintf("%.0f", float64(sum)/games))
}
