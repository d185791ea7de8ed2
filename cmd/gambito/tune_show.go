package main

import (
	"fmt"
	"strconv"
	"time"

	"gambito/stats"
	"gambito/table"
	"gambito/tune"
)

// scoreText is a share of the points as the objective tells it.
func scoreText(set tune.Settings, share float64) string {
	if set.Objective == tune.Regret {
		return fmt.Sprintf("%.3f", tune.RegretOf(share))
	}
	return fmt.Sprintf("%.1f%%", 100*share)
}

// errorText is the standard error of such a share.
func errorText(set tune.Settings, share float64) string {
	if set.Objective == tune.Regret {
		return fmt.Sprintf("%.3f", 2*share)
	}
	return fmt.Sprintf("%.1f%%", 100*share)
}

// scoreNames are what columns of such texts are called.
var scoreNames = map[tune.Objective]string{tune.Points: "of points", tune.Ladder: "of points", tune.Accuracy: "kept", tune.Regret: "regret"}

// show prints what came of it.
func (c tuneCmd) show(s *session, r *tune.Result, took time.Duration) error {
	if c.JSON {
		return s.printJSON(r)
	}
	set := r.Settings
	fmt.Fprintf(s.stdout, "%s at %s by %s: %d candidates, %d %s, seed %d, %.1f s\n", set.Agent, set.Game, set.Method, len(r.Trials), r.Games, set.Objective.Counted(), set.Seed, took.Seconds())
	if r.Rungs != nil {
		underline(s, "the ladder, by games of neighbours")
		rows := [][]string{{"Elo", "95 % interval", "agent"}}
		for _, rung := range r.Rungs {
			rows = append(rows, []string{fmt.Sprintf("%+.0f", rung.Elo.Estimate), fmt.Sprintf("%+.0f to %+.0f", rung.Elo.Low, rung.Elo.High), rung.Agent})
		}
		table.Style{Text: []int{2}}.Write(s.stdout, rows)
	}
	underline(s, "importance, as a share of the variance between candidates")
	for _, i := range r.Importance {
		fmt.Fprintf(s.stdout, "%-20s %5.1f%%\n", i.Option, 100*i.Share)
	}
	underline(s, "finals")
	rows := [][]string{{scoreNames[set.Objective], "± error", set.Objective.Samples(), "agent"}}
	for _, f := range r.Finalists {
		rows = append(rows, []string{scoreText(set, f.Points.Mean), errorText(set, f.Points.Error), strconv.Itoa(f.Pairs), f.Spec})
	}
	table.Style{Text: []int{3}}.Write(s.stdout, rows)
	showConfirmed(s, r)
	fmt.Fprintf(s.stdout, "\n%s\n", r.Winner)
	return nil
}

// showConfirmed prints what the winner is worth.
func showConfirmed(s *session, r *tune.Result) {
	c, pairs := r.Confirmed, r.Settings.Confirm.Pairs
	switch r.Settings.Objective {
	case tune.Points:
		underline(s, "confirmation, on new openings and seeds")
		fmt.Fprintf(s.stdout, "%s of the points in %d games against %s, p = %.2g\n", shareColumn(c.Score), 2*pairs, c.Against, c.P)
	case tune.Ladder:
		underline(s, "confirmation, on new openings and seeds")
		fmt.Fprintf(s.stdout, "Elo %s, by %d pairs of games against each opponent; of %s %s\n", eloColumn(*c.Elo), pairs, c.Against, eloColumn(*c.OtherElo))
		fmt.Fprintf(s.stdout, "difference %s, p = %.2g\n", eloColumn(*c.Difference), c.P)
	case tune.Accuracy:
		underline(s, "confirmation, on new positions and seeds")
		fmt.Fprintf(s.stdout, "%s of the moves keep the outcome of %d positions; of %s %s\n", shareColumn(c.Score), pairs, c.Against, shareColumn(*c.Other))
		fmt.Fprintf(s.stdout, "difference %+.2f%% (%+.2f%% to %+.2f%%), p = %.2g\n", 100*c.Difference.Estimate, 100*c.Difference.Low, 100*c.Difference.High, c.P)
	case tune.Regret:
		underline(s, "confirmation, on new trees and seeds")
		fmt.Fprintf(s.stdout, "regret %s on %d trees; of %s %s\n", regretColumn(c.Score), pairs, c.Against, regretColumn(*c.Other))
		fmt.Fprintf(s.stdout, "difference %+.3f (%+.3f to %+.3f), p = %.2g\n", -2*c.Difference.Estimate, -2*c.Difference.High, -2*c.Difference.Low, c.P)
	}
	if c.P > 0.05 {
		fmt.Fprintln(s.stdout, "which is no more than chance explains")
	}
}

func eloColumn(i stats.Interval) string {
	return fmt.Sprintf("%+.0f (%+.0f to %+.0f)", i.Estimate, i.Low, i.High)
}

// regretColumn is the regret of a share of the points.
func regretColumn(i stats.Interval) string {
	return fmt.Sprintf("%.3f (%.3f to %.3f)", tune.RegretOf(i.Estimate), tune.RegretOf(i.High), tune.RegretOf(i.Low))
}
