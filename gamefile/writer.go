package gamefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gambito/files"
	"gambito/game"
	"gambito/games/backgammon/match"
)

// Writer writes games to a new file one by one, as they end, so that whatever
// happens the games before are there. Matches of backgammon, of which a file holds
// one, get a file each, numbered before its ending if there may be several. A nil
// writer writes nothing.
type Writer struct {
	kind    *Kind
	name    string
	each    bool // a file for each game
	most    int
	file    *files.Pieces
	session matSession
	done    int
}

// Create makes the file for at most so many games of g.
func Create(name string, g game.Game, most int) (*Writer, error) {
	if err := Writes(name, g); err != nil {
		return nil, err
	}
	w := &Writer{kind: Of(name), name: name, most: most}
	if rules, ok := g.(*match.Game); ok && w.kind.Name == "mat" {
		w.each = rules.Rules().Length > 0
	}
	if w.each {
		for i := range most {
			if _, err := os.Lstat(w.path(i)); err == nil {
				return nil, existing(w.path(i))
			}
		}
		return w, nil
	}
	return w, w.create()
}

// path is the file of a game, counted from 0.
func (w *Writer) path(number int) string {
	if !w.each || w.most < 2 {
		return w.name
	}
	ending := filepath.Ext(w.name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(w.name, ending), number+1, ending)
}

// ErrExists says that a file is there already, which a Writer does not replace.
var ErrExists = errors.New("exists; choose a new file")

func existing(name string) error { return fmt.Errorf("%s %w", name, ErrExists) }

func (w *Writer) create() (err error) {
	w.file, err = files.NewPieces(w.path(w.done))
	if errors.Is(err, fs.ErrExist) {
		return existing(w.path(w.done))
	}
	return err
}

// Add writes a game.
func (w *Writer) Add(g Game) error {
	if w == nil {
		return nil
	}
	if w.file == nil {
		if err := w.create(); err != nil {
			return err
		}
	}
	text, err := w.text(g)
	if err == nil {
		err = w.file.Add(text)
	}
	w.done++
	if w.each {
		err = errors.Join(err, w.Close())
		w.session = matSession{}
	}
	return err
}

// text is a game as it follows those before.
func (w *Writer) text(g Game) ([]byte, error) {
	switch w.kind.Name {
	case "mat":
		return w.session.add(&g)
	case "record":
		line, err := json.Marshal(g.Record)
		return append(files.Seal(line), '\n'), err
	}
	return w.kind.write([]Game{g})
}

// Close ends writing.
func (w *Writer) Close() error {
	if w == nil || w.file == nil {
		return nil
	}
	err := w.file.Close()
	w.file = nil
	return err
}
