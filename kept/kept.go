// Package kept holds the games that people play: every one is kept on its own in the
// data folder, move by move, so that it can be resumed, reviewed and written to other
// files. A game is a file of its own, a record as JSON, and has a short ID such as
// othello-3.
//
// Several processes may keep games at once. A file is replaced as a whole; one that
// another process has changed meanwhile is left to it, and the game goes on under
// another ID.
package kept

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gambito/arena"
	"gambito/files"
	"gambito/game"
	"gambito/spec"
)

// Folder is where games are kept. It need not exist.
type Folder struct{ path string }

// In is the folder for games in a data folder. Without one, "", nothing is kept.
func In(data string) Folder {
	if data == "" {
		return Folder{}
	}
	return Folder{filepath.Join(data, "games")}
}

// Path is where it is.
func (f Folder) Path() string { return f.path }

// Last is the name of the game that was changed last.
const Last = "last"

// Entry is a game that is kept.
type Entry struct {
	ID      string
	File    string
	Record  arena.Record
	Made    int       // moves that players have made
	Changed time.Time // when the last of them was made
	Pace    time.Duration

	begun bool
	text  []byte // of the file
}

// content is what a file holds: a record, and what it alone does not tell at once.
type content struct {
	arena.Record
	Made int `json:"made"`
	Pace int `json:"pace,omitempty"` // milliseconds
}

// Endings of the names of files: that of a game, and of one in which nobody has moved
// yet.
const (
	ending      = ".json"
	begunEnding = ".begun"
)

// idPattern is that of IDs: what game it is and a number.
var idPattern = regexp.MustCompile(`^([a-z0-9][a-z0-9-]{0,39})-([1-9][0-9]{0,8})$`)

// ErrNone says that no game of a name is kept.
type ErrNone struct {
	Name string
	hint string
}

func (e ErrNone) Error() string {
	if e.Name == Last {
		return "no game is kept yet: play one first"
	}
	return fmt.Sprintf("no game %q is kept%s", e.Name, e.hint)
}

// List returns the games, the one that was changed last first. Files that cannot be
// read hide no others: what is wrong with them is told besides.
func (f Folder) List() (entries []Entry, problems []error, err error) {
	ids, err := f.ids(ending)
	if err != nil {
		return nil, nil, err
	}
	for _, id := range ids {
		e, err := f.read(id, false)
		switch {
		case errors.Is(err, errBegun), errors.Is(err, fs.ErrNotExist):
		case err != nil:
			problems = append(problems, err)
		default:
			entries = append(entries, e)
		}
	}
	slices.SortStableFunc(entries, func(a, b Entry) int {
		if order := b.Changed.Compare(a.Changed); order != 0 {
			return order
		}
		return number(b.ID) - number(a.ID)
	})
	return entries, problems, nil
}

// ids are those of the files of some endings that are there.
func (f Folder) ids(endings ...string) (ids []string, err error) {
	list, err := os.ReadDir(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, file := range list {
		id := strings.TrimSuffix(file.Name(), filepath.Ext(file.Name()))
		if slices.Contains(endings, filepath.Ext(file.Name())) && idPattern.MatchString(id) {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// Names are what games can be called by: their IDs, and last if there is any.
func (f Folder) Names() []string {
	ids, err := f.ids(ending)
	if err != nil || len(ids) == 0 {
		return nil
	}
	return append(ids, Last)
}

// Count is how many games are kept of the game that a spec names.
func (f Folder) Count(spec string) (n int, err error) {
	ids, err := f.ids(ending)
	for _, id := range ids {
		if !strings.HasPrefix(id, stem(spec)+"-") { // others need not be read
			continue
		}
		if e, err := f.read(id, false); err == nil && e.Record.Game == spec {
			n++
		}
	}
	return n, err
}

// number is that of an ID.
func number(id string) int {
	n, _ := strconv.Atoi(idPattern.FindStringSubmatch(id)[2])
	return n
}

// Entry returns the game of an ID, or the last one.
func (f Folder) Entry(id string) (Entry, error) {
	if id == Last {
		entries, _, err := f.List()
		if err == nil && len(entries) == 0 {
			err = ErrNone{Name: Last}
		}
		if err != nil {
			return Entry{}, err
		}
		return entries[0], nil
	}
	e, err := f.read(id, false)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errBegun) {
		return Entry{}, f.none(id)
	}
	return e, err
}

// Open is Entry also of a game in which nobody has moved yet. Last names none here.
func (f Folder) Open(id string) (Entry, error) {
	e, err := f.read(id, true)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errBegun) {
		if e, err = f.read(id, false); errors.Is(err, fs.ErrNotExist) || errors.Is(err, errBegun) {
			return Entry{}, f.none(id)
		}
	}
	return e, err
}

// GoOn keeps what becomes of a game of g that is kept already, under the same ID.
func (f Folder) GoOn(e Entry, g game.Game) *Keeper {
	return &Keeper{Pace: e.Pace, folder: f, game: g, id: e.ID, begun: e.begun, written: e.text, date: e.Record.Date}
}

// Sweep forgets games in which nobody has moved and that nobody has come back to since.
func (f Folder) Sweep(since time.Time) error {
	ids, err := f.ids(begunEnding)
	for _, id := range ids {
		file := f.file(id, true)
		if info, e := os.Stat(file); e == nil && info.ModTime().Before(since) {
			err = errors.Join(err, os.Remove(file))
		}
	}
	return err
}

// none is the error for an ID that is not there.
func (f Folder) none(id string) error {
	ids, err := f.ids(ending)
	if err != nil {
		return err
	}
	const few = 20
	switch {
	case len(ids) == 0:
		return ErrNone{Name: id, hint: ": no game is"}
	case len(ids) > few:
		return ErrNone{Name: id, hint: ": gambito saved lists those that are"}
	}
	return ErrNone{Name: id, hint: " " + spec.Suggest(id, append(ids, Last))}
}

// errBegun says that a file has only its name yet.
var errBegun = errors.New("it is empty")

func (f Folder) file(id string, begun bool) string {
	if begun {
		return filepath.Join(f.path, id+begunEnding)
	}
	return filepath.Join(f.path, id+ending)
}

func (f Folder) read(id string, begun bool) (Entry, error) {
	if !idPattern.MatchString(id) {
		return Entry{}, fs.ErrNotExist
	}
	name := f.file(id, begun)
	text, err := files.Read(name)
	switch {
	case err != nil:
		return Entry{}, err
	case len(text) == 0:
		return Entry{}, errBegun
	}
	info, err := os.Stat(name)
	if err != nil {
		return Entry{}, err
	}
	plain, err := files.Unseal(text)
	if err != nil {
		return Entry{}, fmt.Errorf("%s: %w", name, err)
	}
	var c content
	if err := json.Unmarshal(plain, &c); err != nil || c.Game == "" {
		return Entry{}, fmt.Errorf("%s is not a kept game, or was not written to its end", name)
	}
	return Entry{
		ID: id, File: name, Record: c.Record, Made: c.Made, Changed: info.ModTime(), Pace: time.Duration(c.Pace) * time.Millisecond,
		begun: begun, text: text,
	}, nil
}

// Delete forgets a game, also one that cannot be read.
func (f Folder) Delete(id string) error {
	if !idPattern.MatchString(id) {
		return f.none(id)
	}
	begun := os.Remove(f.file(id, true))
	err := os.Remove(f.file(id, false))
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case errors.Is(begun, fs.ErrNotExist):
		return f.none(id)
	}
	return begun
}

// others are signs that IDs cannot have.
var others = regexp.MustCompile(`[^a-z0-9]+`)

// stem is how the IDs of a game's games begin: its spec without options, and of a
// rulesheet its name.
func stem(id string) string {
	text, isSheet := strings.CutPrefix(strings.ToLower(id), "gdl:")
	if isSheet {
		text = strings.TrimSuffix(filepath.Base(filepath.ToSlash(text)), ".kif")
	} else {
		text, _, _ = strings.Cut(text, ":")
	}
	text = strings.Trim(others.ReplaceAllString(text, "-"), "-")
	if text == "" {
		return "game"
	}
	return strings.Trim(text[:min(len(text), 40)], "-")
}
