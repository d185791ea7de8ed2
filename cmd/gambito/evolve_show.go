package main

import (
	"fmt"
	"slices"
	"time"

	"gambito/api"
	"gambito/learn/breed"
	"gambito/stats"
	"gambito/table"
)

// show prints what came of it.
func (c evolveCmd) show(s *session, e *breed.Evolution, finalists []breed.Finalist, took time.Duration) error {
	reason, _ := e.Finished()
	log := e.Run.Log()
	if c.JSON {
		return s.printJSON(api.Evolution{
			Game: c.Game, Settings: e.Settings, Generations: len(log), Ended: reason, Seconds: took.Seconds(),
			Against: e.Rival(), Finalists: finalists, Log: log,
		})
	}
	fmt.Fprintf(s.stdout, "%s, %d generations (%s), seed %d, %.1f s\n\n", c.Game, len(log), reason, c.Seed, took.Seconds())
	fmt.Fprintf(s.stdout, "finals against %s, %d games each, with 95 %% intervals:\n\n", e.Rival(), e.Settings.FinalGames)
	rows := finalRows(finalists, e.OfPoints())
	style := table.Style{}
	for column := range rows[0] {
		style.Text = append(style.Text, column)
	}
	style.Write(s.stdout, rows)
	return nil
}

// finalRows is the table of the finals: everybody against all they have met, then against
// each of several. Only where games count more than one point are there gammons.
func finalRows(finalists []breed.Finalist, ofPoints bool) [][]string {
	rows := [][]string{{"of points", "of games", "agent"}}
	if ofPoints {
		rows[0] = slices.Insert(rows[0], 2, "points a game", "gammons won", "gammons lost")
	}
	add := func(r breed.Result, who string) {
		points := r.Points // there are games enough, or the settings would be refused
		row := []string{shareColumn(points.Share), shareColumn(r.Wins), who}
		if ofPoints {
			row = slices.Insert(row, 2,
				fmt.Sprintf("%+.3f (%+.3f to %+.3f)", points.PerGame.Estimate, points.PerGame.Low, points.PerGame.High),
				shareColumn(points.GammonRates[0]), shareColumn(points.GammonRates[1]))
		}
		rows = append(rows, row)
	}
	for _, f := range finalists {
		add(f.Result, f.Spec)
		for _, m := range f.Met {
			add(m.Result, "  against "+m.Against)
		}
	}
	return rows
}

// shareColumn is a share with its interval.
func shareColumn(i stats.Interval) string {
	return fmt.Sprintf("%.2f%% (%.2f%% to %.2f%%)", 100*i.Estimate, 100*i.Low, 100*i.High)
}
