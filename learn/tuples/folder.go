package tuples

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gambito/files"
	"gambito/game"
	"gambito/learn/folder"
	"gambito/progress"
)

// logFile tells those who look at a run how far it is.
const logFile = "log.json"

// Log is how far a run is.
type Log struct {
	Done    int           `json:"done"`
	History []Measurement `json:"history"`
}

// Learning is a run in a folder, which holds all that is needed to go on. It belongs to
// one goroutine.
type Learning struct {
	*Run
	dir     string
	leave   func() error
	jobs    int
	saved   time.Time
	changed bool // since then
}

// Open goes on with the run in a folder, or begins one.
func Open(dir string, s Settings, g game.Celled, jobs int) (*Learning, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	leave, err := folder.Begin(dir, s)
	if err != nil {
		return nil, err
	}
	l := &Learning{dir: dir, leave: leave, jobs: jobs, saved: time.Now()}
	name := filepath.Join(dir, folder.LearnerFile)
	data, err := os.ReadFile(name)
	switch {
	case err == nil:
		if l.Run, err = decode(data, s, g); err != nil {
			err = folder.ErrContent{Err: fmt.Errorf("%s: %w", name, err)}
		}
		l.changed = true // what is made of it is written after it, and may be missing or older
	case errors.Is(err, fs.ErrNotExist):
		// The log is written after the learner: where it is, something was learned.
		if _, there := os.Stat(filepath.Join(dir, logFile)); there == nil {
			err = folder.ErrContent{Err: fmt.Errorf("%s is missing, and %s tells that something was learned: put it back, or begin in another folder", name, logFile)}
			break
		}
		l.Run, err = NewRun(s, g)
	}
	if err == nil {
		err = l.checkOpponent()
	}
	if err != nil {
		return nil, errors.Join(err, leave())
	}
	return l, nil
}

// checkOpponent finds out early whether the opponent can be met.
func (l *Learning) checkOpponent() error {
	if l.Settings.Measure == 0 {
		return nil
	}
	_, err := l.match(1)
	return err
}

// Look reads how far a run in a folder is, whoever learns there. There is none if the
// error is fs.ErrNotExist.
func Look(dir string) (s Settings, log Log, err error) {
	s, ok, err := folder.Kept[Settings](dir)
	if err == nil && !ok {
		err = fs.ErrNotExist
	}
	if err != nil {
		return s, log, err
	}
	if err = folder.ReadJSON(filepath.Join(dir, logFile), &log); errors.Is(err, fs.ErrNotExist) {
		err = nil // nothing was learned yet
	}
	return s, log, err
}

// Ended reports whether nothing is left to do, neither to learn nor to measure.
func (l *Learning) Ended() bool { return l.Finished() && !l.due() }

// Next goes on to the next measurement, or to the end. However it ends, what is learned
// is kept, and now and then on the way. It tells how many games are learned from.
func (l *Learning) Next(ctx context.Context, tell progress.Func) (m Measurement, err error) {
	tell.Tell("games", l.Done, l.Settings.Games)
	for !l.due() && !l.Finished() && err == nil {
		if err = l.Batch(ctx, l.jobs); err == nil {
			l.changed = true
			tell.Tell("games", l.Done, l.Settings.Games)
			if time.Since(l.saved) >= saveEvery {
				err = l.save()
			}
		}
	}
	m.Games = l.Done
	if err == nil && l.due() {
		if m, err = l.Measure(ctx, l.jobs, tell); err == nil {
			l.changed = true
			err = folder.WriteCurves(l.dir, Curves(l.Settings, l.History))
		}
	}
	return m, errors.Join(err, l.save())
}

// due reports whether the run has just passed a multiple of so many games, or its end,
// and was not measured there.
func (l *Learning) due() bool {
	s := l.Settings
	if n := len(l.History); s.Measure == 0 && s.Exam == 0 || n > 0 && l.History[n-1].Games == l.Done {
		return false
	}
	return l.Finished() || l.Done > 0 && (l.Done-s.Batch)/s.Every != l.Done/s.Every
}

// saveEvery is how long learning goes on before it is kept again: a run may have much
// to keep.
const saveEvery = 30 * time.Second

// save keeps the run, if there is anything new. What it goes on from comes first.
func (l *Learning) save() error {
	if !l.changed {
		return nil
	}
	data, err := l.encode()
	if err == nil {
		err = files.Replace(filepath.Join(l.dir, folder.LearnerFile), data)
	}
	if err == nil {
		err = l.saveModel()
	}
	if err == nil {
		err = folder.WriteJSON(filepath.Join(l.dir, logFile), Log{l.Done, l.History})
	}
	if err == nil {
		l.saved, l.changed = time.Now(), false
	}
	return err
}

// saveModel writes what others play.
func (l *Learning) saveModel() error {
	m, err := l.model()
	if err != nil {
		return err
	}
	data, err := m.Encode()
	if err != nil {
		return err
	}
	return files.Replace(filepath.Join(l.dir, folder.ModelFile), data)
}

// Close keeps what is learned and lets go of the folder.
func (l *Learning) Close() error { return errors.Join(l.save(), l.leave()) }
