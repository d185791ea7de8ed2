package training

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gambito/learn/folder"
	"gambito/learn/td"
	"gambito/learn/value"
	"gambito/learn/zero"
)

// View is what can be seen of learning in a folder from outside, also while somebody
// learns there.
type View struct {
	Method   Method
	Game     string // spec
	Seed     uint64
	From     string // the model that it began with, if any
	Settings any    // as Training has them
	History  []Step
	Done     int // as Training.Done tells
	Total    int
	Curves   []folder.Curve

	Busy    bool      // somebody learns there now
	Trained bool      // there is a network to play with
	Changed time.Time // when what is seen was written
}

// ErrNone says that nothing was learned in a folder yet.
type ErrNone struct{ Folder string }

func (e ErrNone) Error() string {
	return fmt.Sprintf("%s holds no training", e.Folder)
}

// Look tells what there is in a folder, which it does not take: whoever learns there is
// not hindered, and what is seen is what the last step has left. If there is nothing
// the error is ErrNone.
func Look(dir string) (v View, err error) {
	for _, look := range []func(string, *View) error{lookZero, lookValue, lookTuples, lookFit, lookTD} {
		if err = look(dir, &v); !errors.As(err, new(folder.ErrOther)) && !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return v, ErrNone{dir}
	case err != nil:
		return v, err
	}
	v.Busy = folder.Busy(dir)
	for _, name := range []string{folder.SettingsFile, folder.ModelFile, folder.CurvesFile} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err == nil && info.ModTime().After(v.Changed) {
			v.Changed = info.ModTime()
		}
		if name == folder.ModelFile {
			v.Trained = err == nil
		}
	}
	return v, nil
}

// lookZero looks at self-play, with a teacher or without.
func lookZero(dir string, v *View) error {
	s, rounds, err := zero.Look(dir)
	if err != nil {
		return err
	}
	name := Zero
	if s.Teacher != "" {
		name = Solver
	}
	v.of(name, s.Game, s.Seed, s)
	v.From, v.Curves, v.Done = s.From, zero.Curves(rounds), len(rounds)
	for _, r := range rounds {
		v.History = append(v.History, zeroStep(r))
	}
	return nil
}

func lookValue(dir string, v *View) error {
	s, stages, err := value.Look(dir)
	if err != nil {
		return err
	}
	v.of(Value, s.Game, s.Seed, s)
	v.History, v.Curves, v.Done = valueSteps(stages), value.Curves(stages), len(stages)
	return nil
}

// tdGame is what is learned by temporal differences.
const tdGame = "backgammon"

func lookTD(dir string, v *View) error {
	run, ok, err := td.Kept(dir, nil)
	if err == nil && !ok {
		err = fs.ErrNotExist
	}
	if err != nil {
		return err
	}
	v.of(TD, tdGame, run.Settings.Seed, run.Settings)
	v.History, v.Curves, v.Done, v.Total = tdSteps(run.History), td.Curves(run.History), run.Done, run.Settings.Games
	return nil
}

// of says by which method a game is learned.
func (v *View) of(method, game string, seed uint64, settings any) {
	v.Method, _ = MethodNamed(method)
	v.Game, v.Seed, v.Settings = game, seed, settings
}
