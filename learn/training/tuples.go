package training

import (
	"context"
	"fmt"
	"time"

	"gambito/crew"
	"gambito/game"
	"gambito/learn/setting"
	"gambito/learn/tuples"
	"gambito/progress"
)

// Methods that teach pattern systems. TD is one of them for all games but backgammon.
const (
	Q     = tuples.Q
	Sarsa = tuples.Sarsa
	MC    = tuples.MC
)

// tuplesMethod is a method that teaches pattern systems.
func tuplesMethod(name, about string) Method {
	return Method{
		name, about, "measurement", tuples.Options, isCelled,
		func(g game.Game) []setting.Preset { return tuples.Presets(g, name) },
		func(_ context.Context, r Request) (Plan, error) { return planTuples(r, name) },
	}
}

// tuplesTD is what TD is for games other than backgammon.
var tuplesTD = tuplesMethod(TD, "patterns of the board by temporal differences")

// tuplesTraining is learning of a pattern system.
type tuplesTraining struct {
	run     *tuples.Learning
	seconds float64 // of the steps made here
}

func (t *tuplesTraining) Settings() any           { return t.run.Settings }
func (t *tuplesTraining) Done() (done, total int) { return t.run.Done, t.run.Settings.Games }
func (t *tuplesTraining) Finished() bool          { return t.run.Ended() }
func (t *tuplesTraining) Close() error            { return t.run.Close() }
func (t *tuplesTraining) History() []Step         { return tuplesSteps(t.run.History) }

func (t *tuplesTraining) Next(ctx context.Context, tell progress.Func) (Step, error) {
	begin, number := time.Now(), len(t.run.History)
	m, err := t.run.Next(ctx, tell)
	took := time.Since(begin).Seconds()
	t.seconds += took
	return Step{number, took, t.seconds, m}, err
}

func tuplesSteps(history []tuples.Measurement) []Step {
	steps := make([]Step, len(history))
	for i, m := range history {
		steps[i] = Step{Number: i, Result: m}
	}
	return steps
}

// isCelled says why a game cannot be shown to a pattern system.
func isCelled(g game.Game) error {
	if _, ok := g.(game.Celled); !ok || g.Info().Players() != 2 {
		return InputError{"method", "", fmt.Errorf("%s has no cells whose patterns could be learned", g.Info().ID)}
	}
	return nil
}

func planTuples(r Request, method string) (Plan, error) {
	if r.From != "" {
		return Plan{}, InputError{"from", "", fmt.Errorf("it is not for method %s, which begins anew", method)}
	}
	s, kept, err := choose(r, tuples.Options, tuples.Presets(r.Game, method), func(s *tuples.Settings) error {
		s.Seed = r.Seed
		return nil
	})
	if err == nil && s.Method != method {
		err = InputError{"folder", r.Folder, fmt.Errorf("it holds a run by %s, not by %s", s.Method, method)}
	}
	if err == nil {
		if err = s.Suits(r.Game.(game.Celled)); err != nil {
			err = InputError{"set", r.Set, err}
		}
	}
	if err != nil {
		return Plan{}, err
	}
	return Plan{Settings: s, Kept: kept, open: func(f crew.Fleet) (Training, error) {
		run, err := tuples.Open(r.Folder, s, r.Game.(game.Celled), r.Jobs)
		if err != nil {
			return nil, err
		}
		run.Fleet = f
		return &tuplesTraining{run: run}, nil
	}}, nil
}

func lookTuples(dir string, v *View) error {
	s, log, err := tuples.Look(dir)
	if err != nil {
		return err
	}
	v.of(s.Method, s.Game, s.Seed, s)
	if s.Method == TD {
		v.Method = tuplesTD
	}
	v.History, v.Curves, v.Done, v.Total = tuplesSteps(log.History), tuples.Curves(s, log.History), log.Done, s.Games
	return nil
}
