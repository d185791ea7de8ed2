package report

import (
	"gambito/arena"
	"gambito/report/chart"
	"gambito/report/sheet"
)

// Figure is a chart and the name of its file, without ending.
type Figure struct {
	Name  string      `json:"name"`
	Chart chart.Chart `json:"chart"`
}

// Figures are the charts of a run: those of all games together, then the shares at each
// where there are several. The page, the report and files draw the same ones.
func Figures(s *arena.Standings, sum Summary) []Figure {
	list := totalFigures(s, sum)
	if len(sum.ByGame) > 1 {
		for g, t := range sum.ByGame {
			list = append(list, Figure{"shares" + sum.suffix(g), shareChart(t)})
		}
	}
	return list
}

func totalFigures(s *arena.Standings, sum Summary) []Figure {
	list := []Figure{{"shares", shareChart(sum.Total)}}
	if c := ratingChart(sum.Total); len(c.Rows) > 0 {
		list = append(list, Figure{"ratings", c})
	}
	list = append(list, Figure{"course", courseChart(s, sum.Total)})
	if c := sequentialChart(s); c != nil {
		list = append(list, Figure{"sequential", *c})
	}
	if len(roundShares(s, 0)) > 1 {
		list = append(list, Figure{"boxes", boxChart(s, sum.Total)})
	}
	return list
}

// Sheets are the tables of a run: those of all games together, the tests between agents,
// then those of each game where there are several.
func Sheets(s *arena.Standings, sum Summary) []sheet.Sheet {
	list := []sheet.Sheet{named("standings", sum.Total.standings())}
	add := func(name string, one *sheet.Sheet) {
		if one != nil {
			list = append(list, named(name, *one))
		}
	}
	add("points", sum.Total.points())
	met := crossSheet(s, sum.Cross, sum.Total.Title())
	add("cross", &met)
	add("rounds", roundSheet(s, sum.Total))
	if sum.Friedman != nil {
		ranks, wilcoxon := sum.Friedman.ranks(), sum.Friedman.wilcoxon()
		add("ranks", &ranks)
		add("wilcoxon", &wilcoxon)
	}
	for g, t := range sum.ByGame {
		suffix := sum.suffix(g)
		if suffix != "" {
			standings, met := t.standings(), crossSheet(s, cross(s, g), t.Title())
			add("standings"+suffix, &standings)
			add("points"+suffix, t.points())
			add("cross"+suffix, &met)
		}
		add("tests"+suffix, t.tests())
	}
	effort := effortSheet(s)
	add("effort", &effort)
	add("machines", sum.machines(len(sum.Machines)))
	return list
}

func named(name string, s sheet.Sheet) sheet.Sheet {
	s.Name = name
	return s
}

// suffix tells the files of a game from those of others; "" if there is one game.
func (s Summary) suffix(game int) string {
	if len(s.ByGame) == 1 {
		return ""
	}
	games := make([]string, len(s.ByGame))
	for g, t := range s.ByGame {
		games[g] = t.Game
	}
	return "-" + uniqueName(games, game)
}
