package kept

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gambito/arena"
	"gambito/files"
	"gambito/game"
)

// Keeper keeps one game while it is played. The zero value keeps nothing, nor does
// nil.
type Keeper struct {
	Pace time.Duration // at which the game is played by itself; 0: whoever is to move is waited for

	folder  Folder
	game    game.Game
	id      string // "" before anything was kept
	begun   bool   // no player has moved yet, see Reserve
	written []byte // what this keeper wrote or read last
	date    string // when the game began
	ended   string // the moves of a game that had ended when it was read; it stays as it is
}

// Begin keeps a new game of g. It gets its ID with its first move.
func (f Folder) Begin(g game.Game) *Keeper {
	return &Keeper{folder: f, game: g, date: time.Now().Format(time.RFC3339)}
}

// Add keeps a game that was played elsewhere, and returns its ID. Of when it began is
// told no more than the record tells.
func (f Folder) Add(g game.Game, r arena.Record) (id string, err error) {
	k := &Keeper{folder: f, game: g}
	err = k.Keep(r)
	return k.id, err
}

// Reserve is Keep of a game that must have an ID before a player has moved, because
// others come back to it by that. Until then it is in no list.
func (k *Keeper) Reserve(r arena.Record) error {
	if k == nil || k.folder.path == "" {
		return nil
	}
	made, err := made(k.game, r)
	if err != nil {
		return k.failed(err)
	}
	return k.store(r, made)
}

// ID is that of the game, "" before its first move unless it was reserved.
func (k *Keeper) ID() string {
	if k == nil {
		return ""
	}
	return k.id
}

// Keep writes the game as it stands now. Nothing is kept of one in which no player
// has moved yet, or that is kept already as one that has ended. What is kept survives the end of the process, however it ends.
func (k *Keeper) Keep(r arena.Record) error {
	if k == nil || k.folder.path == "" {
		return nil
	}
	made, err := made(k.game, r)
	if err != nil {
		return k.failed(err)
	}
	if k.id == "" && (made == 0 || r.Moves == k.ended) {
		return nil
	}
	return k.store(r, made)
}

// store writes a record in which players have made so many moves, if it is another
// than the last.
func (k *Keeper) store(r arena.Record, made int) error {
	if r.Date == "" {
		r.Date = k.date
	}
	text, err := json.MarshalIndent(content{r, made, int(k.Pace.Milliseconds())}, "", "  ")
	if err != nil {
		return err
	}
	text = files.Seal(append(text, '\n'))
	if bytes.Equal(text, k.written) {
		return nil
	}
	if err := os.MkdirAll(k.folder.path, 0o755); err != nil {
		return k.failed(err)
	}
	// What takes time, until it is on the disk, is done before the lock is taken. A game
	// in which nobody has moved is not worth that.
	ready, err := files.Prepare(filepath.Join(k.folder.path, stem(r.Game)), text, made > 0)
	if err != nil {
		return k.failed(err)
	}
	unlock, err := k.folder.lock()
	if err != nil {
		ready.Drop()
		return k.failed(err)
	}
	err = k.write(r.Game, ready, made == 0)
	if err := errors.Join(err, unlock()); err != nil {
		return k.failed(err)
	}
	k.written = text
	return nil
}

// Overtaken reports whether somebody else has changed or deleted the game since this
// keeper wrote or read it.
func (k *Keeper) Overtaken() bool {
	if k.ID() == "" {
		return false
	}
	there, err := files.Read(k.folder.file(k.id, k.begun))
	return err != nil || !bytes.Equal(there, k.written)
}

// made is how many moves players have made; what chance decided is none of theirs.
func made(g game.Game, r arena.Record) (n int, err error) {
	start := g.New()
	if r.Position != "" {
		if start, err = g.ParsePosition(r.Position); err != nil {
			return 0, err
		}
	}
	moves, err := game.ParseLine(g, start.Clone(), r.Moves)
	for _, m := range moves {
		if start.Turn() != game.Chance {
			n++
		}
		start.Play(m)
	}
	return n, err
}

func (k *Keeper) failed(err error) error { return fmt.Errorf("the game is not kept: %w", err) }

// lockWait is how long another process may take to write its game.
const lockWait = 2 * time.Second

// ours is held by whoever writes in this process, where many may want to: they come one
// after another, without looking again and again whether the file is free.
var ours sync.Mutex

// numbers are the next that are free, by folder and how IDs begin, once one was given:
// where thousands of games are kept, looking through all of them takes its time. It
// belongs to whoever holds ours.
var numbers = map[string]int{}

// lock keeps others from writing. It is held for a file only.
func (f Folder) lock() (unlock func() error, err error) {
	ours.Lock()
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		free, err := files.Lock(filepath.Join(f.path, ".lock"))
		if err == nil {
			return func() error { defer ours.Unlock(); return free() }, nil
		}
		if !errors.Is(err, files.ErrLocked) || time.Since(begin) > lockWait {
			ours.Unlock()
			return nil, err
		}
	}
}

// write gives the file of the game its new content, which is ready, or makes one under
// a new ID: the first time, and where somebody else has changed or deleted it. Unmoved
// says that no player has made a move in it.
func (k *Keeper) write(game string, ready *files.Draft, unmoved bool) error {
	if k.id != "" {
		file := k.folder.file(k.id, k.begun)
		there, err := files.Read(file)
		if err == nil && bytes.Equal(there, k.written) {
			if !k.begun || unmoved {
				return ready.Place(file)
			}
			if err := ready.Place(k.folder.file(k.id, false)); err != nil {
				return err
			}
			k.begun = false
			return os.Remove(file)
		}
	}
	id, err := k.folder.reserve(stem(game), unmoved)
	if err != nil {
		ready.Drop()
		return err
	}
	k.id, k.begun = id, unmoved
	return ready.Place(k.folder.file(id, unmoved))
}

// reserve makes an empty file of the next free ID. The lock is held.
func (f Folder) reserve(stem string, begun bool) (string, error) {
	row := filepath.Join(f.path, stem)
	next := numbers[row]
	if next == 0 {
		ids, err := f.ids(ending, begunEnding)
		if err != nil {
			return "", err
		}
		next = 1
		for _, id := range ids {
			if idPattern.FindStringSubmatch(id)[1] == stem {
				next = max(next, number(id)+1)
			}
		}
	}
	for ; ; next++ {
		id := fmt.Sprintf("%s-%d", stem, next)
		if _, err := os.Lstat(f.file(id, !begun)); err == nil {
			continue // another process has made it
		}
		file, err := os.OpenFile(f.file(id, begun), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		switch {
		case err == nil:
			numbers[row] = next + 1
			return id, file.Close()
		case !errors.Is(err, fs.ErrExist):
			return "", err
		}
	}
}
