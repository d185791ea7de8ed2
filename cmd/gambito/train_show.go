package main

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"gambito/learn/regress"
	"gambito/learn/td"
	"gambito/learn/training"
	"gambito/learn/tuples"
	"gambito/learn/value"
	"gambito/learn/zero"
)

// trainDashboard shows how learning goes.
type trainDashboard struct {
	cmd      trainCmd
	settings any
	deadline time.Time
}

// show prints a line for a step.
func (d *trainDashboard) show(s *session, step training.Step) error {
	if m, ok := step.Result.(td.Measurement); ok {
		d.showMeasurement(m)
		return nil // the table comes at the end
	}
	if d.cmd.JSON {
		return s.printJSON(step.Result)
	}
	switch r := step.Result.(type) {
	case zero.Round:
		showRound(s, r, d.settings.(zero.Settings).GateGames)
	case value.Stage:
		showStage(s, r)
	case regress.Round:
		showFit(s, r)
	case tuples.Measurement:
		showPatterns(s, r, d.settings.(tuples.Settings).Opponent)
	}
	d.showTime(s, step)
	return nil
}

// showRound begins the line of a round of self-play.
func showRound(s *session, r zero.Round, gateGames int) {
	speed := ""
	if r.GamesPerSec > 0 { // not if they were all there already
		speed = fmt.Sprintf(", %.1f games/s", r.GamesPerSec)
	}
	fmt.Fprintf(s.stdout, "round %d: %d games%s, %.1f plies, %.0f %% of %d positions repeated; %d steps, loss %.3f + %.3f",
		r.Round, r.Games, speed, r.Plies, 100*r.Repeated, r.Positions, r.Steps, r.Loss.Policy, r.Loss.Value)
	switch {
	case gateGames == 0:
	case r.Passed:
		fmt.Fprintf(s.stdout, "; gate passed with %.0f %%", 100*r.Gate)
	default:
		fmt.Fprintf(s.stdout, "; gate failed with %.0f %%", 100*r.Gate)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Baselines)) {
		fmt.Fprintf(s.stdout, "; %.0f %% against %s", 100*r.Baselines[name], name)
	}
	if r.Truth != nil {
		fmt.Fprintf(s.stdout, "; alone it keeps %.0f %% of %d outcomes", 100*r.Truth.Share(), r.Truth.Positions)
	}
}

// showStage begins the line of a stage of learning from results.
func showStage(s *session, stage value.Stage) {
	fmt.Fprintf(s.stdout, "stage %d, %s against %s: %d games, %d positions and %d held out; %d epochs, %s; %.0f %% against plain UCT",
		stage.Stage, stage.Opponents[0], stage.Opponents[1], stage.Games, stage.Learnt, stage.HeldOut, len(stage.Epochs), heldOutText(stage.Quality), 100*stage.Against)
}

// heldOutText says how good a network is on what was held out.
func heldOutText(q *value.Quality) string {
	switch {
	case q == nil:
		return "its error is not measured"
	case q.R2 == nil:
		return fmt.Sprintf("held out MSE %.4f, MAE %.4f, no R² as all results are equal", q.MSE, q.MAE)
	}
	return fmt.Sprintf("held out MSE %.4f, MAE %.4f, R² %.4f", q.MSE, q.MAE, *q.R2)
}

// showTime ends a line with the time that was taken and that is left.
func (d *trainDashboard) showTime(s *session, step training.Step) {
	span := func(seconds float64) time.Duration {
		return time.Duration(seconds * float64(time.Second)).Round(time.Second)
	}
	fmt.Fprintf(s.stdout, "; %s, %s in all", span(step.Seconds), span(step.Total))
	switch {
	case d.cmd.Rounds > 0:
		fmt.Fprintf(s.stdout, ", %s left", span(float64(d.cmd.Rounds-step.Number-1)*step.Total/float64(step.Number+1)))
	case !d.deadline.IsZero():
		fmt.Fprintf(s.stdout, ", %s left", span(max(0, time.Until(d.deadline).Seconds())))
	}
	fmt.Fprintln(s.stdout)
}
