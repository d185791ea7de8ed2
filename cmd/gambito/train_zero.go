package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/alecthomas/kong"

	"gambito/game"
	"gambito/learn/folder"
	"gambito/learn/truth"
	"gambito/learn/zero"
	"gambito/models"
	"gambito/neural"
	"gambito/search/exact"
)

// zeroFlags are those of learning by self-play.
type zeroFlags struct {
	Preset string `placeholder:"NAME" help:"Settings to begin with: laptop or workstation; of value paper or better (default: the first)."`
	Rounds int    `placeholder:"N" help:"Stop after so many rounds (default: go on until stopped)."`
	Set    string `placeholder:"NAME=VALUE,…" help:"Change settings, such as filters=48,games=800; an unknown name lists them."`
}

// zeroSettings are those of learning by self-play, or from a teacher.
func (c trainCmd) zeroSettings(g game.Encoded) (zero.Settings, error) {
	var begun zero.Settings // before --set
	s, err := chooseSettings(c, g, zero.PresetNames()[0], zero.Preset, func(s *zero.Settings) error {
		s.Seed = c.Seed
		if c.Method == solverMethod {
			s.Teacher, s.Solved = zero.SolverTeacher, exact.QuickFrom(g)
		}
		if c.From != "" {
			if err := c.beginWith(s, g); err != nil {
				return err
			}
		}
		begun = *s
		return nil
	})
	switch {
	case err != nil:
	case (s.Teacher != "") != (c.Method == solverMethod):
		err = folder.ErrOther{Folder: c.Out, What: "method"}
	case c.From != "" && !c.begunWith(s):
		err = folder.ErrOther{Folder: c.Out, What: "--from"}
	case c.From != "" && begun.From != "" && (s.Filters != begun.Filters || s.Blocks != begun.Blocks):
		err = errors.New("--set filters, blocks: a run that begins --from a model has the model's")
	}
	return s, err
}

// beginWith lets a run begin with the model of --from. One that has begun so
// already does not need it any more.
func (c trainCmd) beginWith(s *zero.Settings, g game.Encoded) error {
	if kept, ok, err := folder.Kept[zero.Settings](c.Out); err == nil && ok && c.begunWith(kept) {
		s.From, s.Filters, s.Blocks = kept.From, kept.Filters, kept.Blocks
		return nil
	}
	name := c.From
	if file := kong.ExpandPath(name); !slices.Contains(models.Names(), name) && exists(file) {
		name = file // wherever the run goes on
	}
	if err := s.BeginWith(name, g); err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	return nil
}

// begunWith reports whether a run began with the model of --from, which may be gone
// by now.
func (c trainCmd) begunWith(s zero.Settings) bool {
	return s.From == c.From || s.From == kong.ExpandPath(c.From)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// trainZero learns until the rounds or the time are over, or a signal comes.
func (c trainCmd) trainZero(s *session, g game.Game) error {
	e, err := neural.Encoded(g)
	if err != nil {
		return err
	}
	if c.Method == solverMethod {
		if err := truth.Solvable(s.ctx, g, exact.QuickFrom(g)); err != nil {
			return fmt.Errorf("--method %s: %w", c.Method, err)
		}
	}
	settings, err := c.zeroSettings(e)
	if err != nil {
		return err
	}
	run, err := zero.Open(c.Out, settings, e, c.Jobs)
	if err != nil {
		return notOpened(err)
	}
	defer run.Close()
	ctx, cancel := c.limit(s.ctx)
	defer cancel()
	c.trainingDone(len(run.Rounds))
	dashboard := trainDashboard{cmd: c}
	dashboard.deadline, _ = ctx.Deadline()
	for c.Rounds == 0 || len(run.Rounds) < c.Rounds {
		round, err := run.Next(ctx, dashboard.progress)
		dashboard.bar.Clear()
		if err != nil {
			return trainingStopped(err, round.Round)
		}
		if err := dashboard.showRound(s, round, settings.GateGames); err != nil {
			return err
		}
	}
	return nil
}

// showRound prints a line for a round.
func (d *trainDashboard) showRound(s *session, r zero.Round, gateGames int) error {
	d.what = ""
	if d.cmd.JSON {
		return s.printJSON(r)
	}
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
	d.showTime(s, r.Round, r.Seconds, r.Total)
	return nil
}

// notOpened tells a folder that holds something else or is in use, which is bad
// input, from one that cannot be used.
func notOpened(err error) error {
	if errors.As(err, new(folder.ErrOther)) || errors.As(err, new(folder.ErrBusy)) {
		return err
	}
	return failure{err}
}
