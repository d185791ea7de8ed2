package terminal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gambito/arena"
	"gambito/files"
)

// A saved game is one record as JSON.

// save writes the game so far. Only a file that this session has saved to or
// loaded from is replaced.
func (s *Session) save(name string) error {
	if _, err := os.Lstat(name); name != s.file && err == nil {
		return fmt.Errorf("%s exists: choose another name", name)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot save: %w", err)
	}
	content, err := json.MarshalIndent(s.record(), "", "  ")
	if err != nil {
		return err
	}
	if err := files.Replace(name, append(content, '\n')); err != nil {
		return fmt.Errorf("cannot save: %w", err)
	}
	s.file = name
	return nil
}

// Load goes on with the game of a file: its moves, players and seed. If it
// fails, nothing has changed.
func (s *Session) Load(name string) error {
	content, err := files.Read(name)
	if err != nil {
		return fmt.Errorf("cannot load: %w", err)
	}
	r, start, moves, err := arena.ParseRecord(s.Game, content)
	if err != nil {
		return fmt.Errorf("cannot load %s: %w", name, err)
	}
	loaded := *s
	loaded.Start, loaded.Moves, loaded.Seed, loaded.Seats, loaded.file = start, moves, r.Seed, nil, name
	for _, text := range r.Agents {
		spec, err := s.Agents.Parse(text)
		if err != nil {
			return fmt.Errorf("cannot load %s: %w", name, err)
		}
		loaded.Seats = append(loaded.Seats, spec)
	}
	if err := loaded.sitDown(); err != nil {
		return fmt.Errorf("cannot load %s: %w", name, err)
	}
	if s.table != nil {
		s.table.Leave()
	}
	*s = loaded
	return nil
}
