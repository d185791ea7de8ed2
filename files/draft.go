package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"time"
)

// Draft is what a file is to hold, under another name beside it. Whoever has it holds a
// lock on it, so that others can tell it from one whose process was killed.
type Draft struct{ file *os.File }

// Drafts are called .NAME.NUMBER.draft.
const draftEnding = ".draft"

var draftName = regexp.MustCompile(`^\..+\.[0-9]+\` + draftEnding + `$`)

// oldDraft is when nobody works any more on a draft that no lock can tell about.
const oldDraft = time.Hour

// Prepare writes what a file of some name is to hold to a draft beside it. If it is to last
// it is on the disk then, whatever happens to the machine. One of Draft's methods must end
// it.
func Prepare(name string, content []byte, lasting bool) (*Draft, error) {
	return prepare(name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}, lasting)
}

func prepare(name string, write func(io.Writer) error, lasting bool) (*Draft, error) {
	sweep(filepath.Dir(name))
	f, err := newDraft(name)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) { // the temporary name would only puzzle
			err = path.Err
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	d := &Draft{f}
	err = f.Chmod(0o644)
	if err == nil {
		err = write(f)
	}
	if err == nil && lasting {
		err = f.Sync()
	}
	if err != nil {
		d.Drop()
		var path *fs.PathError
		if errors.As(err, &path) && path.Path == f.Name() {
			err = fmt.Errorf("%s: %w", name, path.Err)
		}
		return nil, err
	}
	return d, nil
}

// newDraft makes an empty draft and takes hold of it.
func newDraft(name string) (*os.File, error) {
	for {
		f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*"+draftEnding)
		if err != nil {
			return nil, err
		}
		if err := lock(f, true); err == nil || errors.Is(err, errNoLocks) {
			there, err := os.Stat(f.Name())
			mine, err1 := f.Stat()
			if err == nil && err1 == nil && os.SameFile(there, mine) {
				return f, nil
			}
		}
		f.Close() // somebody swept it before it was held
	}
}

// Place gives the draft its name, in place of a file that has it.
func (d *Draft) Place(name string) error {
	if runtime.GOOS == "windows" { // where an open file cannot be renamed, nor swept
		d.file.Close()
	}
	err := os.Rename(d.file.Name(), name)
	if err != nil {
		d.Drop()
		return err
	}
	d.file.Close()
	return nil
}

// Link gives the draft its name as well if no file has it: else the error is fs.ErrExist.
func (d *Draft) Link(name string) error { return os.Link(d.file.Name(), name) }

// Drop removes the draft, unless it was placed.
func (d *Draft) Drop() {
	if runtime.GOOS == "windows" { // where an open file cannot be removed
		d.file.Close()
	}
	os.Remove(d.file.Name())
	d.file.Close()
}

// swept are the folders in which this process has looked for drafts.
var swept sync.Map

// sweep removes drafts of processes that were killed, once a process and folder.
func sweep(folder string) {
	if _, before := swept.LoadOrStore(folder, true); before {
		return
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if draftName.MatchString(e.Name()) && e.Type().IsRegular() {
			abandon(filepath.Join(folder, e.Name()))
		}
	}
}

// abandon removes a draft, unless somebody works on it.
func abandon(name string) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	switch err := lock(f, true); {
	case err == nil && runtime.GOOS == "windows":
		f.Close()
		os.Remove(name) // which fails if anybody has it open
	case err == nil:
		os.Remove(name)
	case errors.Is(err, errNoLocks):
		if info, err := f.Stat(); err == nil && time.Since(info.ModTime()) > oldDraft {
			os.Remove(name)
		}
	}
}
