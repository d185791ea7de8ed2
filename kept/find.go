package kept

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"gambito/gamefile"
)

// Find reads the games that a person names: "last" or the ID of a game that is kept,
// or a file of any format of package gamefile. Behind a file's name #N may choose its
// Nth game.
func (f Folder) Find(text string) ([]gamefile.Game, error) {
	if e, ok, err := f.named(text); err != nil {
		return nil, err
	} else if ok {
		return gamefile.Parse(e.File, e.text)
	}
	return f.inFile(text)
}

// inFile reads the games of a file that is not kept here.
func (f Folder) inFile(text string) ([]gamefile.Game, error) {
	name, number := text, 0
	if before, behind, ok := cutLast(text, '#'); ok && !exists(text) {
		n, err := strconv.Atoi(behind)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%s: behind # stands the number of a game of the file, from 1", text)
		}
		name, number = before, n
	}
	list, err := gamefile.Read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, f.neither(name)
	case err != nil || number == 0:
		return list, err
	case number > len(list):
		return nil, fmt.Errorf("%s: the file holds %s", text, count(len(list)))
	}
	return list[number-1 : number], nil
}

// FindOne is Find where only one game can be used. The keeper goes on with the game
// if it is one that is kept and has not ended, and else keeps it as a new one: how a
// game ended stays known, whatever is tried from it.
func (f Folder) FindOne(text string) (gamefile.Game, *Keeper, error) {
	e, isKept, err := f.named(text)
	if err != nil {
		return gamefile.Game{}, nil, err
	}
	var list []gamefile.Game
	if isKept {
		list, err = gamefile.Parse(e.File, e.text)
	} else {
		list, err = f.inFile(text)
	}
	switch {
	case err != nil:
		return gamefile.Game{}, nil, err
	case len(list) > 1:
		return gamefile.Game{}, nil, fmt.Errorf("%s holds %s: %s#1 names the first, %s#%d the last", text, count(len(list)), text, text, len(list))
	}
	k := f.Begin(list[0].Game)
	switch {
	case isKept && e.Record.Result != nil:
		k.ended = list[0].Record.Moves
	case isKept:
		k.id, k.written, k.date = e.ID, e.text, e.Record.Date
	}
	return list[0], k, nil
}

// named is the game that is kept of that name, if there is one and no file is called
// so.
func (f Folder) named(text string) (e Entry, ok bool, err error) {
	if text != Last && !idPattern.MatchString(text) || exists(text) {
		return Entry{}, false, nil
	}
	e, err = f.Entry(text)
	if errors.As(err, new(ErrNone)) && text != Last {
		return Entry{}, false, nil // it may name a file
	}
	return e, err == nil, err
}

// neither is the error for what names nothing.
func (f Folder) neither(text string) error {
	if strings.ContainsAny(text, `./\`) {
		return fmt.Errorf("there is no file %s", text)
	}
	var none ErrNone
	if err := f.none(text); !errors.As(err, &none) {
		return err
	}
	return fmt.Errorf("%q is neither a file nor a game that is kept%s", text, none.hint)
}

// exists reports whether there is a file of that name; a folder is none.
func exists(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

func cutLast(text string, sign byte) (before, behind string, ok bool) {
	i := strings.LastIndexByte(text, sign)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

func count(games int) string {
	if games == 1 {
		return "1 game"
	}
	return fmt.Sprintf("%d games", games)
}
