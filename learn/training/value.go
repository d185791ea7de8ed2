package training

import (
	"context"
	"errors"

	"gambito/crew"
	"gambito/learn/value"
	"gambito/neural"
	"gambito/progress"
)

// valueTraining is learning from results, stage by stage.
type valueTraining struct{ run *value.Run }

func (t valueTraining) Settings() any           { return t.run.Settings }
func (t valueTraining) Done() (done, total int) { return len(t.run.Stages), 0 }
func (t valueTraining) Finished() bool          { return false }
func (t valueTraining) Close() error            { return t.run.Close() }

func (t valueTraining) Next(ctx context.Context, tell progress.Func) (Step, error) {
	stage, err := t.run.Next(ctx, tell)
	if err != nil {
		return Step{Number: stage.Stage, Result: stage}, err
	}
	steps := t.History()
	return steps[len(steps)-1], nil
}

func (t valueTraining) History() []Step { return valueSteps(t.run.Stages) }

func valueSteps(stages []value.Stage) []Step {
	steps, total := make([]Step, len(stages)), 0.0
	for i, stage := range stages {
		total += stage.Seconds
		steps[i] = Step{stage.Stage, stage.Seconds, total, stage}
	}
	return steps
}

func chooseValue(_ context.Context, r Request) (Plan, error) {
	if r.From != "" {
		return Plan{}, InputError{"from", "", errors.New("it is not for method value, which begins anew")}
	}
	g, err := neural.Encoded(r.Game)
	if err != nil {
		return Plan{}, InputError{Err: err}
	}
	s, kept, err := choose(r, value.Options, value.Presets(g), func(s *value.Settings) error {
		s.Seed = r.Seed
		return nil
	})
	if err != nil {
		return Plan{}, err
	}
	return Plan{Settings: s, Kept: kept, open: func(f crew.Fleet) (Training, error) {
		run, err := value.Open(r.Folder, s, g, r.Jobs)
		if err != nil {
			return nil, err
		}
		run.Fleet = f
		return valueTraining{run}, nil
	}}, nil
}
