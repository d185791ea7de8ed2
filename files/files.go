// Package files reads and writes small files carefully: what is no plain file
// or too large is refused instead of read, and a file is replaced as a whole
// or not at all.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// MaxSize is the size of the largest file that Read reads.
const MaxSize = 16 << 20

// MaxModel is the size of the largest file that ReadModel reads: no network or system of
// patterns that can be made takes more.
const MaxModel = 1 << 30

// ReadModel returns the content of a plain file of at most MaxModel bytes: of weights.
func ReadModel(name string) ([]byte, error) { return ReadAtMost(name, MaxModel) }

// Read returns the content of a plain file of at most MaxSize bytes.
func Read(name string) ([]byte, error) { return ReadAtMost(name, MaxSize) }

// ReadAtMost returns the content of a plain file of at most that many bytes.
func ReadAtMost(name string, size int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a plain file", name)
	case info.Size() > size:
		return nil, fmt.Errorf("%s has %d bytes; at most %d are read", name, info.Size(), size)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, size))
}

// Replace writes a file so that at every moment either the old content, if
// there was any, or the new is there in full.
func Replace(name string, content []byte) error {
	return ReplaceBy(name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// ReplaceBy is Replace with whatever write writes.
func ReplaceBy(name string, write func(io.Writer) error) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a plain file", name)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	made, err := prepare(name, write, true)
	if err != nil {
		return err
	}
	defer os.Remove(made) // fails once the file has its name
	return os.Rename(made, name)
}

// Prepare writes what a file of some name is to hold to another beside it, whose name it
// returns: renaming that replaces the file at once. If it is to last it is on the disk
// then, whatever happens to the machine.
func Prepare(name string, content []byte, lasting bool) (made string, err error) {
	return prepare(name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}, lasting)
}

func prepare(name string, write func(io.Writer) error, lasting bool) (made string, err error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) { // the temporary name would only puzzle
			err = path.Err
		}
		return "", fmt.Errorf("%s: %w", name, err)
	}
	err = f.Chmod(0o644)
	if err == nil {
		err = write(f)
	}
	if err == nil && lasting {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
