package td

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"gambito/files"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/networks"
	"gambito/learn/folder"
	"gambito/progress"
)

// Measuring says when a run meets Pubeval. It does not change what is learned.
type Measuring struct {
	Every int `json:"every"` // games learned from between two measurements
	Games int `json:"games"` // of a measurement, rounded to pairs; 0: none is made
}

// DefaultMeasuring is what is done unless told otherwise.
var DefaultMeasuring = Measuring{Every: 100_000, Games: 4000}

// Check says what is wrong.
func (m Measuring) Check() error {
	switch {
	case m.Every < 1:
		return fmt.Errorf("every %d games: it must be 1 or more", m.Every)
	case m.Games < 0:
		return fmt.Errorf("measurements of %d games: it must not be negative", m.Games)
	}
	return nil
}

// ErrEnds says that the run in a folder cannot go on to more games.
type ErrEnds struct {
	Model     string // its file
	Games     int    // to which it should go on
	FinalRate float64
	Err       error // why not
}

func (e ErrEnds) Error() string {
	return fmt.Sprintf("%s cannot go on to %d games: %v; a new run can begin with it, at a rate of %g", e.Model, e.Games, e.Err, e.FinalRate)
}

// Learning is a run in a folder, whose model file holds all it needs to go on. It
// belongs to one goroutine.
type Learning struct {
	*Run
	Measuring

	name    string // of the file
	leave   func() error
	jobs    int
	saved   time.Time
	changed bool // since then
}

// Open goes on with the run in a folder, or begins one: with the networks of a
// model, or, if from is nil, with such that know nothing.
func Open(dir string, s Settings, from *networks.Model, tables *bearoff.Tables, m Measuring, jobs int) (*Learning, error) {
	if err := errors.Join(s.Check(), m.Check()); err != nil {
		return nil, err
	}
	leave, err := folder.Take(dir)
	if err != nil {
		return nil, err
	}
	l := &Learning{Measuring: m, name: filepath.Join(dir, folder.ModelFile), leave: leave, jobs: jobs, saved: time.Now()}
	if l.Run, err = l.load(s, from, tables); err != nil {
		return nil, errors.Join(err, leave())
	}
	if err := l.save(); err != nil {
		return nil, errors.Join(err, leave())
	}
	return l, nil
}

// load reads the run, or makes it.
func (l *Learning) load(s Settings, from *networks.Model, tables *bearoff.Tables) (*Run, error) {
	run, ok, err := Kept(filepath.Dir(l.name), tables)
	if err != nil {
		return nil, err
	}
	if !ok {
		l.changed = true // so that it is seen what is learned here
		return NewRun(s, from, tables), nil
	}
	same := s
	same.Games = run.Settings.Games
	if run.Settings != same {
		return nil, folder.ErrContent{Err: fmt.Errorf("%s is of a run with other settings; choose another folder", l.name)}
	}
	if s.Games != run.Settings.Games {
		if err := run.Extend(s.Games); err != nil {
			return nil, folder.ErrContent{Err: ErrEnds{l.name, s.Games, s.FinalRate, err}}
		}
	}
	return run, nil
}

// Kept returns the run in a folder, if there is one.
func Kept(dir string, tables *bearoff.Tables) (run *Run, ok bool, err error) {
	name := filepath.Join(dir, folder.ModelFile)
	data, err := files.ReadModel(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, folder.ErrContent{Err: err}
	}
	if run, err = Decode(data, tables); err != nil {
		return nil, false, folder.ErrContent{Err: fmt.Errorf("%s: %w", name, err)}
	}
	return run, true, nil
}

// Ended reports whether nothing is left to do, neither to learn nor to measure.
func (l *Learning) Ended() bool { return l.Run.Finished() && !l.due() }

// Next goes on to the next measurement, or to the end. What it returns was not
// measured if none was due there: Played is 0. However it ends, what is learned is
// kept, and every few seconds on the way. It tells how many games are learned from.
func (l *Learning) Next(ctx context.Context, tell progress.Func) (m Measurement, err error) {
	tell.Tell("games", l.Done, l.Settings.Games)
	for !l.due() && !l.Run.Finished() && err == nil {
		before := l.Done
		err = l.Batch(ctx, l.jobs)
		if l.Done != before {
			l.changed = true
			tell.Tell("games", l.Done, l.Settings.Games)
		}
		if err == nil && time.Since(l.saved) >= saveEvery {
			err = l.save()
		}
	}
	m.Games = l.Done
	if err == nil && l.due() {
		if m, err = l.Run.Measure(ctx, max(l.Measuring.Games/2, 1), l.jobs); err == nil {
			l.changed = true
			err = folder.WriteCurves(filepath.Dir(l.name), Curves(l.History))
		}
	}
	if err != nil || l.Run.Finished() {
		err = errors.Join(err, l.save())
	}
	return m, err
}

// due reports whether the run has just passed a multiple of so many games, or its
// end, and was not measured there. It is looked at after stages, or after batches
// if stages are longer.
func (l *Learning) due() bool {
	run := l.Run
	if n := len(run.History); l.Measuring.Games == 0 || n > 0 && run.History[n-1].Games == run.Done {
		return false
	}
	step := run.Settings.Batch * run.Settings.Stage
	if l.Every < step {
		step = run.Settings.Batch
	}
	return run.Finished() || run.Done > 0 && run.Done%step == 0 && (run.Done-step)/l.Every != run.Done/l.Every
}

// saveEvery is how long learning goes on before it is kept again.
const saveEvery = 5 * time.Second

// save keeps the run, if there is anything new.
func (l *Learning) save() error {
	if !l.changed {
		return nil
	}
	data, err := l.Encode()
	if err == nil {
		err = files.Replace(l.name, data)
	}
	if err == nil {
		l.saved, l.changed = time.Now(), false
	}
	return err
}

// Close keeps what is learned and lets go of the folder.
func (l *Learning) Close() error { return errors.Join(l.save(), l.leave()) }
