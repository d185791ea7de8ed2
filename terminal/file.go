package terminal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gambito/files"
	"gambito/gamefile"
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

// Load goes on with the game of a file, see Resume.
func (s *Session) Load(name string) error {
	list, err := gamefile.Read(name)
	switch {
	case err != nil:
		return fmt.Errorf("cannot load: %w", err)
	case len(list) > 1:
		return fmt.Errorf("cannot load %s: it holds %d games, not one", name, len(list))
	case list[0].Record.Game != s.Game.Info().ID:
		return fmt.Errorf("cannot load %s: it is a game of %q, not of %q", name, list[0].Record.Game, s.Game.Info().ID)
	}
	return s.Resume(list[0], name)
}

// Resume goes on with a game of a file, which save may replace: its moves, players
// and seed. If it fails, nothing has changed.
func (s *Session) Resume(g gamefile.Game, name string) error {
	r := &g.Record
	loaded := *s
	loaded.Start, loaded.Moves, loaded.Seed, loaded.Seats, loaded.file = g.Start, g.Moves, r.Seed, nil, name
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
