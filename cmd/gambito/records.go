package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gambito/arena"
	"gambito/files"
	"gambito/game"
	"gambito/gamefile"
)

// recordFile is a new file of records, one JSON object a line. Without a name
// nothing is written. It is made with its first record.
type recordFile struct {
	name string
	file *files.Pieces
}

// check refuses a file that is there already.
func (f *recordFile) check() error {
	if f.name == "" {
		return nil
	}
	if _, err := os.Lstat(f.name); err == nil {
		return fmt.Errorf("--records: %s exists; choose a new file", f.name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return failure{fmt.Errorf("--records: %w", err)}
	}
	return nil
}

// write leaves out times and the build, so that the same match writes the same bytes.
func (f *recordFile) write(r arena.Record) (err error) {
	if f.name == "" {
		return nil
	}
	if f.file == nil {
		if f.file, err = files.NewPieces(f.name); err != nil {
			return fmt.Errorf("--records: %w", err)
		}
	}
	r.Seconds, r.Build, r.Machine = nil, "", ""
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return f.file.Add(append(files.Seal(line), '\n'))
}

func (f *recordFile) close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

// savedGames is a new file of games as its ending says. A nil one writes nothing.
type savedGames struct {
	game game.Game
	file *gamefile.Writer
}

// newSavedGames makes the file for a match; without a name it is nil.
func newSavedGames(name string, m arena.Match) (*savedGames, error) {
	if name == "" {
		return nil, nil
	}
	file, err := gamefile.Create(name, m.Game, m.Games)
	switch {
	case err != nil && errors.As(err, new(*fs.PathError)):
		return nil, failure{fmt.Errorf("--save: %w", err)}
	case err != nil:
		return nil, fmt.Errorf("--save: %w", err)
	}
	return &savedGames{m.Game, file}, nil
}

// write adds a finished game.
func (f *savedGames) write(r arena.Record) error {
	if f == nil || r.Result == nil {
		return nil
	}
	r.Seconds, r.Build, r.Machine = nil, "", ""
	g, err := gamefile.From(f.game, r)
	if err == nil {
		err = f.file.Add(g)
	}
	if err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return nil
}

func (f *savedGames) close() error {
	if f == nil {
		return nil
	}
	return f.file.Close()
}
