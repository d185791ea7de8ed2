package network

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gambito/files"
	"gambito/models"
)

// MostKept is how many networks somebody may drop into a data folder.
const MostKept = 200

// ErrTaken says that a name is that of another network.
type ErrTaken struct{ Name string }

func (e ErrTaken) Error() string {
	return fmt.Sprintf("there is a network or a training %s already: choose another name", e.Name)
}

// ErrMany says that there are too many networks already.
var ErrMany = fmt.Errorf("%d networks are kept already: delete some first", MostKept)

// Keep puts a network into a data folder under a name that no other has. What is not
// really a network for a game that there is is refused.
func Keep(data, name string, content []byte) (Entry, error) {
	if err := models.CheckName(name); err != nil {
		return Entry{}, err
	}
	if len(content) > files.MaxModel {
		return Entry{}, fmt.Errorf("the file has more than %d MB, which no network has", files.MaxModel>>20)
	}
	if _, err := Decode(content); err != nil {
		return Entry{}, fmt.Errorf("the file is not a network that can be used here: %w", err)
	}
	shelf := models.In(data)
	if slices.Contains(Names(), name) {
		return Entry{}, ErrTaken{name}
	}
	if _, err := os.Lstat(shelf.Training(name)); !errors.Is(err, os.ErrNotExist) {
		return Entry{}, ErrTaken{name}
	}
	if names, err := shelf.Models(); err != nil {
		return Entry{}, err
	} else if len(names) >= MostKept {
		return Entry{}, ErrMany
	}
	if err := write(shelf.ModelFile(name), content); err != nil {
		if errors.Is(err, os.ErrExist) {
			return Entry{}, ErrTaken{name}
		}
		return Entry{}, err
	}
	return fileEntry(name, shelf.ModelFile(name)), nil
}

// write makes a file, all of it or nothing, if there is none of its name.
func write(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	draft, err := files.Prepare(name, content, true)
	if err != nil {
		return err
	}
	defer draft.Drop()
	return draft.Link(name) // which fails if somebody else was faster
}

// Delete takes a network out of a data folder that was dropped there. Those of
// trainings go with their training.
func Delete(data, name string) error {
	shelf := models.In(data)
	if err := models.CheckName(name); err != nil {
		return err
	}
	if slices.Contains(Names(), name) {
		return fmt.Errorf("the network %s comes with gambito, and stays", name)
	}
	err := os.Remove(shelf.ModelFile(name))
	if errors.Is(err, os.ErrNotExist) {
		if _, ok := shelf.File(name); ok {
			return fmt.Errorf("the network %s belongs to the training of that name: delete that", name)
		}
		return ErrNone{name}
	}
	return err
}
