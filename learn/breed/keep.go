package breed

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"gambito/files"
	"gambito/learn/genetic"
)

// Save writes how far it is.
func (e *Evolution) Save() []byte { return e.Run.Save(e.about()) }

// Load goes back to what Save has written.
func (e *Evolution) Load(data []byte) error {
	if err := e.Run.Load(e.about(), data); err != nil {
		return err
	}
	e.done = len(e.Run.Log()) * e.perGeneration()
	return nil
}

// ErrBusy says that another process breeds with a file.
type ErrBusy struct{ File string }

// Error implements error.
func (e ErrBusy) Error() string {
	return fmt.Sprintf("%s is in use by another process: wait for it, or choose another file", e.File)
}

// KeepIn goes on where a file says, if it is there, and keeps every generation in
// it from now on. Found reports whether it was there. Until Leave, or the end of the
// process, no other can keep anything in that file: the lock is on a file beside it,
// which stays and means nothing.
func (e *Evolution) KeepIn(name string) (found bool, err error) {
	leave, err := files.Lock(name + ".lock")
	switch {
	case errors.Is(err, files.ErrLocked):
		return false, ErrBusy{name}
	case err != nil:
		return false, err
	}
	if found, err = e.keepIn(name); err != nil {
		os.Remove(name + ".lock") // nothing is kept in a file of something else
		leave()
		return false, err
	}
	e.leave = leave
	return found, nil
}

// Leave lets others keep something in the file.
func (e *Evolution) Leave() error {
	if e.leave == nil {
		return nil
	}
	leave := e.leave
	e.file, e.leave = "", nil
	return leave()
}

func (e *Evolution) keepIn(name string) (found bool, err error) {
	data, err := files.ReadSealed(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.file = name
		return false, nil
	case err != nil:
		return false, fmt.Errorf("%s: %w", name, err)
	}
	if err := e.Load(data); err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	e.file = name
	return true, nil
}

// Finished says whether no generation is left to breed, and why.
func (e *Evolution) Finished() (genetic.Reason, bool) { return e.Run.Finished() }

// Next breeds a generation, and keeps it if there is a file. If ctx ends nothing
// has happened.
func (e *Evolution) Next(ctx context.Context) (genetic.Entry, error) {
	e.begin()
	if err := e.Run.Step(ctx); err != nil {
		return genetic.Entry{}, err
	}
	log := e.Run.Log()
	last := log[len(log)-1]
	// Long vectors are bred by few games, hundreds of generations a second: they are
	// kept every second, and when Evolve returns.
	if e.Kind.Long() && time.Since(e.kept) < keepEvery {
		return last, nil
	}
	return last, e.keepNow()
}

// keepEvery is how much work on long vectors may be lost at the most.
const keepEvery = time.Second

// keepNow writes how far it is, if there is a file.
func (e *Evolution) keepNow() error {
	if e.file == "" {
		return nil
	}
	e.kept = time.Now()
	return files.ReplaceSealed(e.file, e.Save())
}

// Evolve breeds generations until the run has ended. Every one of them goes to a
// function before the next begins.
func (e *Evolution) Evolve(ctx context.Context, each func(*Evolution) error) (err error) {
	begun := len(e.Run.Log())
	if e.Kind.Long() {
		defer func() {
			if len(e.Run.Log()) == begun {
				return
			}
			if failed := e.keepNow(); err == nil {
				err = failed
			}
		}()
	}
	for {
		if _, ended := e.Finished(); ended {
			return nil
		}
		if _, err := e.Next(ctx); err != nil {
			return err
		}
		if err := each(e); err != nil {
			return err
		}
	}
}
