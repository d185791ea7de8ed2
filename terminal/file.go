package terminal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gambito/arena"
	"gambito/game"
)

// A saved game is one record as JSON.

// saveGame writes a record. A file that holds anything but a saved game is
// never replaced, and an earlier saved game only by a whole new one.
func saveGame(name string, r arena.Record) error {
	if content, err := os.ReadFile(name); err == nil {
		if !isRecord(content) {
			return fmt.Errorf("%s exists and is not a saved game: choose another name", name)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot save: %w", err)
	}
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := replaceFile(name, append(content, '\n')); err != nil {
		return fmt.Errorf("cannot save: %w", err)
	}
	return nil
}

// isRecord reports whether a file holds one record and nothing else.
func isRecord(content []byte) bool {
	var r arena.Record
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&r) != nil || decoder.More() {
		return false
	}
	return r.Game != "" && len(r.Agents) > 0 && r.Reason != ""
}

// replaceFile writes a file so that at every moment either the old or the new
// content is there in full.
func replaceFile(name string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once the file has its name
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	if err := f.Chmod(mode); err != nil {
		f.Close()
		return err
	}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// loadGame reads a saved game of g.
func loadGame(name string, g game.Game) (game.State, []game.Move, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot load: %w", err)
	}
	_, start, moves, err := arena.ParseRecord(g, content)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot load %s: %w", name, err)
	}
	return start, moves, nil
}
