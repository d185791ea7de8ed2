// Package folder keeps what learning needs to go on after it was stopped: the
// settings it was begun with, and networks.
package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"gambito/files"
	"gambito/game"
	"gambito/learn/replay"
	"gambito/neural"
	"gambito/nn"
	"gambito/report/chart"
)

// Files that every folder has.
const (
	SettingsFile = "settings.json"
	GamesFile    = "games.bin"
	ModelFile    = "model.safetensors" // the best network so far, for agents
	LearnerFile  = "learner.safetensors"
	CurvesFile   = "curves.svg"
	lockFile     = "lock" // empty: who learns in the folder holds it
)

// ErrOther says that a folder holds what other settings have led to.
type ErrOther struct {
	Folder string
	What   string // differs
}

func (e ErrOther) Error() string {
	return fmt.Sprintf("%s holds a run with another %s: choose another folder, or the settings in its %s", e.Folder, e.What, SettingsFile)
}

// ErrContent says that what a folder holds cannot be gone on with as asked.
type ErrContent struct{ Err error }

func (e ErrContent) Error() string { return e.Err.Error() }

// Unwrap is for package errors.
func (e ErrContent) Unwrap() error { return e.Err }

// Kept returns the settings of the run in a folder, if there is one.
func Kept[T any](folder string) (settings T, ok bool, err error) {
	name := filepath.Join(folder, SettingsFile)
	data, err := files.ReadSealed(name)
	if errors.Is(err, fs.ErrNotExist) {
		return settings, false, nil
	}
	if err != nil {
		return settings, false, fmt.Errorf("%s: %w", name, err)
	}
	if !json.Valid(data) {
		return settings, false, fmt.Errorf("%s: it is damaged", name)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&settings) != nil {
		return settings, false, ErrOther{folder, "method"}
	}
	return settings, true, nil
}

// firstDifference names a field in which settings differ.
func firstDifference[T any](a, b T) string {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			name, _, _ := strings.Cut(x.Type().Field(i).Tag.Get("json"), ",")
			return "setting " + name
		}
	}
	return "setting"
}

// ErrBusy says that another process learns in a folder.
type ErrBusy struct{ Folder string }

func (e ErrBusy) Error() string {
	return fmt.Sprintf("%s is in use by another process: wait for it, or choose another folder", e.Folder)
}

// Take makes the folder, and sees to it that until leave is called or the process
// ends nobody else can take it.
func Take(folder string) (leave func() error, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	leave, err = files.Lock(filepath.Join(folder, lockFile))
	if errors.Is(err, files.ErrLocked) {
		err = ErrBusy{folder}
	}
	return leave, err
}

// Busy reports whether somebody learns in a folder, be it this process.
func Busy(folder string) bool {
	return files.Locked(filepath.Join(folder, lockFile))
}

// Begin takes the folder and writes the settings into it, or makes sure that
// those that are there are the same.
func Begin[T any](folder string, settings T) (leave func() error, err error) {
	leave, err = Take(folder)
	if err != nil {
		return nil, err
	}
	kept, ok, err := Kept[T](folder)
	switch {
	case err != nil:
	case !ok:
		if err = orphans(folder); err != nil {
			break
		}
		err = WriteJSON(filepath.Join(folder, SettingsFile), settings)
	case !reflect.DeepEqual(kept, settings):
		err = ErrOther{folder, firstDifference(kept, settings)}
	}
	if err != nil {
		return nil, errors.Join(err, leave())
	}
	return leave, nil
}

// orphans makes sure that a folder without settings holds nothing that was learned: it
// would be gone on with by settings it was not begun with.
func orphans(folder string) error {
	for _, name := range []string{GamesFile, LearnerFile, ModelFile} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			return ErrContent{fmt.Errorf("%s holds %s, but no %s: put it back, or choose another folder", folder, name, SettingsFile)}
		}
	}
	return nil
}

// OpenGames opens the file of games of a run with so many finished rounds, each of so many
// games, and returns what is in it. A file that has lost games learnt from is ErrContent.
func OpenGames(folder string, g game.Game, rounds, each int) (*replay.File, []*replay.Game, error) {
	name := filepath.Join(folder, GamesFile)
	file, games, err := replay.Open(name, g)
	if errors.As(err, new(replay.ErrDamaged)) {
		return nil, nil, ErrContent{err}
	}
	if err != nil {
		return nil, nil, err
	}
	if err := replay.Latest(games, rounds, each); err != nil {
		return nil, nil, errors.Join(ErrContent{fmt.Errorf("%s: %w", name, err)}, file.Close())
	}
	return file, games, nil
}

// WriteJSON replaces a file, which carries a checksum.
func WriteJSON(name string, content any) error {
	text, err := json.MarshalIndent(content, "", " ")
	if err != nil {
		return err
	}
	return files.ReplaceSealed(name, append(text, '\n'))
}

// ReadJSON reads what WriteJSON wrote.
func ReadJSON(name string, content any) error {
	data, err := files.ReadSealed(name)
	if err == nil {
		err = json.Unmarshal(data, content)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Curve is a chart of how learning goes.
type Curve struct {
	Name  string      `json:"name"` // strength, loss or truth
	Chart chart.Chart `json:"chart"`
}

// The names of curves.
const (
	Strength = "strength" // against others
	Loss     = "loss"     // what is left to learn of the games learnt from
	Truth    = "truth"    // against a solver
)

// WriteCurves replaces the picture of how learning goes, which is the first curve, if
// there is anything to see.
func WriteCurves(folder string, curves []Curve) error {
	if len(curves) == 0 {
		return nil
	}
	var svg bytes.Buffer
	if err := curves[0].Chart.SVG(&svg); err != nil {
		return err
	}
	return files.Replace(filepath.Join(folder, CurvesFile), svg.Bytes())
}

// ReadModel reads a network for a game.
func ReadModel(name string, g game.Encoded) (*nn.Model, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	m, err := nn.Decode(data)
	if err == nil {
		err = neural.Check(m, g)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// Resume reads a network together with what its optimizer remembers. The error
// is fs.ErrNotExist if there is none.
func Resume(name string, g game.Encoded, o nn.Options) (*nn.Trainer, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t, err := nn.Resume(data, o)
	if err == nil {
		err = neural.Check(t.Model(), g)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// Look reads what there is of a run in a folder, whoever learns there: its settings, and
// the steps that a file of JSON lists, none if the first is not over. There is no run if
// the error is fs.ErrNotExist.
func Look[Settings, Step any](dir, file string) (s Settings, steps []Step, err error) {
	s, ok, err := Kept[Settings](dir)
	if err == nil && !ok {
		err = fs.ErrNotExist
	}
	if err != nil {
		return s, nil, err
	}
	if err = ReadJSON(filepath.Join(dir, file), &steps); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return s, steps, err
}
