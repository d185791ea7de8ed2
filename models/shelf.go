package models

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Shelf is the networks of a data folder that are known by name: those that somebody
// has put there, and those that trainings in it have led to.
type Shelf struct{ data string }

// In returns the shelf of a data folder, of which "" has nothing on it.
func In(data string) Shelf { return Shelf{data} }

// Where a data folder has networks.
const (
	modelsFolder   = "models"
	trainingFolder = "training"
	trainedFile    = "model" + extension
)

// nameForm is that of names of networks and trainings. No path has it.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckName says what is wrong with the name of a network or a training. A name that
// ends as files do is none, so that FILE.safetensors always means a file.
func CheckName(name string) error {
	if !nameForm.MatchString(name) || strings.HasSuffix(name, extension) {
		return fmt.Errorf("the name %q: it must have 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or a digit, and not end in %s", name, extension)
	}
	return nil
}

// ModelFile is the file of a network that somebody has put on the shelf, or will.
func (s Shelf) ModelFile(name string) string {
	return filepath.Join(s.data, modelsFolder, name+extension)
}

// Training is the folder of a training.
func (s Shelf) Training(name string) string {
	return filepath.Join(s.data, trainingFolder, name)
}

// File is the file of the network of a name. Names of networks that come with gambito
// are theirs, and what somebody has put on the shelf goes before trainings.
func (s Shelf) File(name string) (file string, ok bool) {
	if s.data == "" || CheckName(name) != nil {
		return "", false
	}
	if _, comes := Read(name); comes {
		return "", false
	}
	for _, file := range []string{s.ModelFile(name), filepath.Join(s.Training(name), trainedFile)} {
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file, true
		}
	}
	return "", false
}

// Trainings are the names of the trainings.
func (s Shelf) Trainings() ([]string, error) {
	return s.list(trainingFolder, func(e os.DirEntry) (string, bool) { return e.Name(), e.IsDir() })
}

// Models are the names of the networks that somebody has put on the shelf.
func (s Shelf) Models() ([]string, error) {
	return s.list(modelsFolder, func(e os.DirEntry) (string, bool) {
		name, ok := strings.CutSuffix(e.Name(), extension)
		return name, ok && !e.IsDir()
	})
}

// list returns the names of what is in a folder.
func (s Shelf) list(folder string, named func(os.DirEntry) (string, bool)) (names []string, err error) {
	if s.data == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(filepath.Join(s.data, folder))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if name, ok := named(e); ok && CheckName(name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, err
}
