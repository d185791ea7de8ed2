package kept

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gambito/arena"
	"gambito/files"
)

// Keeper keeps one game while it is played. The zero value keeps nothing, nor does
// nil.
type Keeper struct {
	folder  Folder
	id      string // "" before anything was kept
	written []byte // what this keeper wrote or read last
	date    string // when the game began
}

// Begin keeps a new game. It gets its ID with its first move.
func (f Folder) Begin() *Keeper { return &Keeper{folder: f, date: time.Now().Format(time.RFC3339)} }

// Resume goes on keeping a game that is kept.
func (f Folder) Resume(id string) (*Keeper, error) {
	e, err := f.Entry(id)
	if err != nil {
		return nil, err
	}
	return e.keeper(f), nil
}

func (e Entry) keeper(f Folder) *Keeper {
	return &Keeper{folder: f, id: e.ID, written: e.text, date: e.Record.Date}
}

// ID is that of the game, "" before its first move.
func (k *Keeper) ID() string {
	if k == nil {
		return ""
	}
	return k.id
}

// Keep writes the game as it stands now, of which players have made so many moves.
// Nothing is kept of a game that has not begun. What is kept survives the end of the
// process, however it ends.
func (k *Keeper) Keep(r arena.Record, made int) error {
	if k == nil || k.folder.path == "" || k.id == "" && made == 0 {
		return nil
	}
	if r.Date == "" {
		r.Date = k.date
	}
	text, err := json.MarshalIndent(content{r, made}, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if bytes.Equal(text, k.written) {
		return nil
	}
	if err := os.MkdirAll(k.folder.path, 0o755); err != nil {
		return k.failed(err)
	}
	unlock, err := k.folder.lock()
	if err != nil {
		return k.failed(err)
	}
	err = k.write(r.Game, text)
	if err := errors.Join(err, unlock()); err != nil {
		return k.failed(err)
	}
	k.written = text
	return nil
}

func (k *Keeper) failed(err error) error { return fmt.Errorf("the game is not kept: %w", err) }

// lockWait is how long another process may take to write its game.
const lockWait = 2 * time.Second

// lock keeps other processes from writing. It is held for a file only.
func (f Folder) lock() (unlock func() error, err error) {
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		unlock, err = files.Lock(filepath.Join(f.path, ".lock"))
		if !errors.Is(err, files.ErrLocked) || time.Since(begin) > lockWait {
			return unlock, err
		}
	}
}

// write replaces the file of the game, or makes one under a new ID: the first time,
// and where somebody else has changed or deleted it.
func (k *Keeper) write(game string, text []byte) error {
	if k.id != "" {
		there, err := files.Read(k.folder.file(k.id))
		if err == nil && bytes.Equal(there, k.written) {
			return files.Replace(k.folder.file(k.id), text)
		}
	}
	id, err := k.folder.reserve(stem(game))
	if err != nil {
		return err
	}
	k.id = id
	return files.Replace(k.folder.file(id), text)
}

// reserve makes an empty file of the next free ID.
func (f Folder) reserve(stem string) (string, error) {
	ids, err := f.ids()
	if err != nil {
		return "", err
	}
	next := 1
	for _, id := range ids {
		if idPattern.FindStringSubmatch(id)[1] == stem {
			next = max(next, number(id)+1)
		}
	}
	for ; ; next++ {
		id := fmt.Sprintf("%s-%d", stem, next)
		file, err := os.OpenFile(f.file(id), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		switch {
		case err == nil:
			return id, file.Close()
		case !errors.Is(err, fs.ErrExist):
			return "", err
		}
	}
}
