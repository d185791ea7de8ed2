package main

import (
	"errors"
	"fmt"

	"gambito/game"
	"gambito/learn/value"
	"gambito/neural"
)

// trainValue learns until the stages or the time are over, or a signal comes.
func (c trainCmd) trainValue(s *session, g game.Game) error {
	if c.From != "" {
		return errors.New("--from is not for method value, which begins anew")
	}
	e, err := neural.Encoded(g)
	if err != nil {
		return err
	}
	settings, err := chooseSettings(c, g, value.PresetNames()[0], value.Preset, func(s *value.Settings) error {
		s.Seed = c.Seed
		return nil
	})
	if err != nil {
		return err
	}
	run, err := value.Open(c.Out, settings, e, c.Jobs)
	if err != nil {
		return notOpened(err)
	}
	defer run.Close()
	ctx, cancel := c.limit(s.ctx)
	defer cancel()
	c.trainingDone(len(run.Stages))
	dashboard := trainDashboard{cmd: c}
	dashboard.deadline, _ = ctx.Deadline()
	for c.Rounds == 0 || len(run.Stages) < c.Rounds {
		stage, err := run.Next(ctx, dashboard.progress)
		dashboard.bar.Clear()
		if err != nil {
			return trainingStopped(err, stage.Stage)
		}
		total := 0.0
		for _, before := range run.Stages {
			total += before.Seconds
		}
		if err := dashboard.showStage(s, stage, total); err != nil {
			return err
		}
	}
	return nil
}

// showStage prints a line for a stage.
func (d *trainDashboard) showStage(s *session, stage value.Stage, total float64) error {
	d.what = ""
	if d.cmd.JSON {
		return s.printJSON(stage)
	}
	fmt.Fprintf(s.stdout, "stage %d, %s against %s: %d games, %d positions and %d held out; %d epochs, %s; %.0f %% against plain UCT",
		stage.Stage, stage.Opponents[0], stage.Opponents[1], stage.Games, stage.Learnt, stage.HeldOut, len(stage.Epochs), heldOutText(stage.Quality), 100*stage.Against)
	d.showTime(s, stage.Stage, stage.Seconds, total)
	return nil
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
