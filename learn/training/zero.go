package training

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gambito/crew"
	"gambito/game"
	"gambito/learn/folder"
	"gambito/learn/setting"
	"gambito/learn/truth"
	"gambito/learn/zero"
	"gambito/models"
	"gambito/neural"
	"gambito/progress"
	"gambito/search/exact"
)

// zeroTraining is learning by self-play.
type zeroTraining struct{ run *zero.Run }

func (t zeroTraining) Settings() any           { return t.run.Settings }
func (t zeroTraining) Done() (done, total int) { return len(t.run.Rounds), 0 }
func (t zeroTraining) Finished() bool          { return false }
func (t zeroTraining) Close() error            { return t.run.Close() }
func (t zeroTraining) Next(ctx context.Context, tell progress.Func) (Step, error) {
	round, err := t.run.Next(ctx, tell)
	return zeroStep(round), err
}

func (t zeroTraining) History() []Step {
	steps := make([]Step, len(t.run.Rounds))
	for i, r := range t.run.Rounds {
		steps[i] = zeroStep(r)
	}
	return steps
}

func zeroStep(r zero.Round) Step { return Step{r.Round, r.Seconds, r.Total, r} }

// isEncoded says why a game cannot be shown to a network.
func isEncoded(g game.Game) error {
	if _, err := neural.Encoded(g); err != nil {
		return InputError{Err: err}
	}
	return nil
}

func chooseZero(_ context.Context, r Request) (Plan, error) { return planZero(r, false) }

// chooseSolver is for games whose later positions can be solved.
func chooseSolver(ctx context.Context, r Request) (Plan, error) {
	if err := truth.Solvable(ctx, r.Game, exact.QuickFrom(r.Game)); err != nil {
		return Plan{}, InputError{"method", Solver, err}
	}
	return planZero(r, true)
}

// solverPresets are those of self-play, with a teacher.
func solverPresets(g game.Game) []setting.Preset {
	presets := zero.Presets(g)
	for i, p := range presets {
		s := p.Settings.(zero.Settings)
		s.Teacher, s.Solved = zero.SolverTeacher, exact.QuickFrom(g)
		presets[i].Settings = s
	}
	return presets
}

// planZero chooses the settings of self-play, with a teacher or without.
func planZero(r Request, taught bool) (Plan, error) {
	g, err := neural.Encoded(r.Game)
	if err != nil {
		return Plan{}, InputError{Err: err}
	}
	presets := zero.Presets(g)
	if taught {
		presets = solverPresets(g)
	}
	var begun zero.Settings // before Set
	s, kept, err := choose(r, zero.Options, presets, func(s *zero.Settings) error {
		s.Seed = r.Seed
		if r.From != "" {
			if err := beginWith(s, r, g); err != nil {
				return err
			}
		}
		begun = *s
		return nil
	})
	if before, ok, wrong := folder.Kept[zero.Settings](r.Folder); wrong == nil && ok && !strings.Contains(r.Set, "truth=") {
		s.Truth = before.Truth // it changes nothing of what is learned, and earlier versions knew none
	}
	switch {
	case err != nil:
	case (s.Teacher != "") != taught:
		err = folder.ErrOther{Folder: r.Folder, What: "method"}
	case r.From != "" && !begunWith(s, r.From):
		err = folder.ErrOther{Folder: r.Folder, What: "from"}
	case r.From != "" && begun.From != "" && (s.Filters != begun.Filters || s.Blocks != begun.Blocks):
		err = InputError{"set", "filters, blocks", errors.New("a run that begins from a model has the model's")}
	}
	if err != nil {
		return Plan{}, err
	}
	return Plan{Settings: s, Kept: kept, open: func(f crew.Fleet) (Training, error) {
		run, err := zero.Open(r.Folder, s, g, r.Jobs)
		if err != nil {
			return nil, err
		}
		run.Fleet = f
		return zeroTraining{run}, nil
	}}, nil
}

// beginWith lets a run begin with a model. One that has begun so already does not
// need it any more.
func beginWith(s *zero.Settings, r Request, g game.Encoded) error {
	if kept, ok, err := folder.Kept[zero.Settings](r.Folder); err == nil && ok && begunWith(kept, r.From) {
		s.From, s.Filters, s.Blocks = kept.From, kept.Filters, kept.Blocks
		return nil
	}
	name := r.From
	if _, err := os.Stat(absolute(name)); err == nil && !slices.Contains(models.Names(), name) {
		name = absolute(name) // wherever the run goes on
	}
	if err := s.BeginWith(name, g); err != nil {
		return InputError{"from", "", err}
	}
	return nil
}

// begunWith reports whether a run began with a model, which may be gone by now.
func begunWith(s zero.Settings, from string) bool {
	return s.From == from || s.From == absolute(from)
}

// absolute is a file's name from everywhere.
func absolute(name string) string {
	if long, err := filepath.Abs(name); err == nil {
		return long
	}
	return name
}
