package breed

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

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

// KeepIn goes on where a file says, if it is there, and keeps every generation in
// it from now on. Found reports whether it was there.
func (e *Evolution) KeepIn(name string) (found bool, err error) {
	data, err := files.Read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.file = name
		return false, nil
	case err != nil:
		return false, err
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
	if e.file == "" {
		return last, nil
	}
	return last, files.Replace(e.file, e.Save())
}

// Evolve breeds generations until the run has ended. Every one of them goes to a
// function before the next begins.
func (e *Evolution) Evolve(ctx context.Context, each func(*Evolution) error) error {
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
