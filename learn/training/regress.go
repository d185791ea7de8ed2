package training

import (
	"context"
	"fmt"

	"gambito/crew"
	"gambito/game"
	"gambito/learn/regress"
	"gambito/learn/setting"
	"gambito/neural"
	"gambito/progress"
)

// Fit is the method that fits pattern systems to games by regression.
const Fit = "fit"

var fitMethod = Method{
	Fit, "patterns of the board by regression, on games whose ends are solved", "round", regress.Options, isCelled,
	func(g game.Game) []setting.Preset { return regress.Presets(g) },
	func(_ context.Context, r Request) (Plan, error) { return planFit(r) },
}

// fitTraining is regression round by round.
type fitTraining struct{ run *regress.Run }

func (t fitTraining) Settings() any           { return t.run.Settings }
func (t fitTraining) Done() (done, total int) { return len(t.run.Rounds), 0 }
func (t fitTraining) Finished() bool          { return t.run.Ended() }
func (t fitTraining) Close() error            { return t.run.Close() }
func (t fitTraining) History() []Step         { return fitSteps(t.run.Rounds) }

func (t fitTraining) Next(ctx context.Context, tell progress.Func) (Step, error) {
	round, err := t.run.Next(ctx, tell)
	if err != nil {
		return Step{Number: round.Round, Result: round}, err
	}
	steps := t.History()
	return steps[len(steps)-1], nil
}

func fitSteps(rounds []regress.Round) []Step {
	steps, total := make([]Step, len(rounds)), 0.0
	for i, r := range rounds {
		total += r.Seconds
		steps[i] = Step{i, r.Seconds, total, r} // whatever number its first round has
	}
	return steps
}

func planFit(r Request) (Plan, error) {
	given := regress.Given{Stored: r.Stored}
	from, digest := "", ""
	if r.From != "" {
		var err error
		if given.From, err = neural.Read(r.From); err == nil {
			from, err = regress.FromDigest(r.Game.(game.Celled), given.From)
		}
		if err != nil {
			return Plan{}, InputError{"from", r.From, err}
		}
	}
	if len(r.Stored) > 0 {
		var err error
		if digest, err = regress.StoredDigest(r.Stored); err == nil {
			_, err = regress.ReadStored(r.Game, r.Stored)
		}
		if err != nil {
			return Plan{}, InputError{"games-from", "", err}
		}
	}
	s, kept, err := choose(r, regress.Options, regress.Presets(r.Game), func(s *regress.Settings) error {
		s.Seed, s.Stored, s.From = r.Seed, digest, from
		return nil
	})
	if err == nil {
		if err = s.Suits(r.Game.(game.Celled)); err != nil {
			err = InputError{"set", r.Set, err}
		}
	}
	if err == nil && kept && digest != "" && digest != s.Stored {
		err = InputError{"games-from", "", fmt.Errorf("%s holds a run that learns from other games", r.Folder)}
	}
	if err == nil && kept && from != "" && from != s.From {
		err = InputError{"from", r.From, fmt.Errorf("%s holds a run that began with another model, or with none", r.Folder)}
	}
	if err != nil {
		return Plan{}, err
	}
	return Plan{Settings: s, Kept: kept, open: func(f crew.Fleet) (Training, error) {
		run, err := regress.Open(r.Folder, s, r.Game.(game.Celled), given, r.Jobs)
		if err != nil {
			return nil, err
		}
		run.Fleet = f
		return fitTraining{run}, nil
	}}, nil
}

func lookFit(dir string, v *View) error {
	s, rounds, err := regress.Look(dir)
	if err != nil {
		return err
	}
	v.of(Fit, s.Game, s.Seed, s)
	v.History, v.Curves, v.Done = fitSteps(rounds), regress.Curves(rounds), len(rounds)
	return nil
}
