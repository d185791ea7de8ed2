package training

import (
	"context"
	"fmt"
	"time"

	"gambito/crew"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/networks"
	"gambito/learn/setting"
	"gambito/learn/td"
	"gambito/progress"
)

// tdTraining is learning by temporal differences.
type tdTraining struct {
	run     *td.Learning
	seconds float64 // of the steps made here
}

func (t *tdTraining) Settings() any           { return t.run.Settings }
func (t *tdTraining) Done() (done, total int) { return t.run.Done, t.run.Settings.Games }
func (t *tdTraining) Finished() bool          { return t.run.Ended() }
func (t *tdTraining) Close() error            { return t.run.Close() }

func (t *tdTraining) Next(ctx context.Context, tell progress.Func) (Step, error) {
	begin, number := time.Now(), len(t.run.History)
	m, err := t.run.Next(ctx, tell)
	took := time.Since(begin).Seconds()
	t.seconds += took
	return Step{number, took, t.seconds, m}, err
}

func (t *tdTraining) History() []Step { return tdSteps(t.run.History) }

func tdSteps(history []td.Measurement) []Step {
	steps := make([]Step, len(history))
	for i, m := range history {
		steps[i] = Step{Number: i, Result: m}
	}
	return steps
}

// tdPresets are the settings under names.
func tdPresets(game.Game) []setting.Preset {
	return []setting.Preset{
		{Name: "default", About: "a million games", Settings: td.Default},
		{Name: "look-ahead", About: "80,000 games that make the networks given by --from better: targets from looking at all rolls, steps by Adam, their mean plays", Settings: td.LookingAhead},
		{Name: "thesis", About: "the two networks of TD-Gammon as a thesis prints them, 248-128 and 224-116, with one output that learns from the next position, 2,000,000 games", Settings: td.AsPrinted},
	}
}

func isBackgammon(g game.Game) error {
	if _, ok := g.(*backgammon.Game); !ok {
		return InputError{"method", TD, fmt.Errorf("only backgammon is learned so, not %s", g.Info().ID)}
	}
	return nil
}

func chooseTD(_ context.Context, r Request) (Plan, error) {
	if r.Measuring == (td.Measuring{}) {
		r.Measuring = td.DefaultMeasuring
	}
	if err := r.Measuring.Check(); err != nil {
		return Plan{}, InputError{"measuring", "", err}
	}
	s := td.Default
	if r.Preset != "" {
		preset, err := setting.FindPreset(tdPresets(r.Game), r.Preset)
		if err != nil {
			return Plan{}, InputError{"preset", "", err}
		}
		s = preset.Settings.(td.Settings)
	}
	s.Seed = r.Seed
	if err := setting.Set(td.Options, &s, r.Set); err != nil {
		return Plan{}, InputError{"set", r.Set, err}
	}
	if err := s.Check(); err != nil {
		return Plan{}, InputError{"set", r.Set, err}
	}
	before, kept, err := td.Kept(r.Folder, nil)
	if err != nil {
		return Plan{}, err
	}
	if kept && r.Preset == "" && r.Set == "" && before.Settings.Seed == s.Seed {
		s = before.Settings
	}
	var from *networks.Model
	if !kept && r.From != "" {
		if from, err = networks.Open(r.From); err != nil {
			return Plan{}, InputError{"from", "", err}
		}
		if err := s.Fits(from); err != nil {
			return Plan{}, InputError{"set", r.Set, err}
		}
	}
	return Plan{Settings: s, Kept: kept, open: func(f crew.Fleet) (Training, error) {
		var tables *bearoff.Tables
		if f == nil { // else nobody plays here
			tables = r.tables()
		}
		run, err := td.Open(r.Folder, s, from, tables, r.Measuring, r.Jobs)
		if err != nil {
			return nil, err
		}
		run.Fleet = f
		return &tdTraining{run: run}, nil
	}}, nil
}

// tables are those of the ends of games.
func (r Request) tables() *bearoff.Tables {
	if r.Tables != nil {
		return r.Tables()
	}
	t, _ := bearoff.In("") // kept nowhere, so that nothing can fail
	return t
}
