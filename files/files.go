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
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a plain file", name)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	folder := filepath.Dir(name)
	f, err := os.CreateTemp(folder, filepath.Base(name)+".*")
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) { // the temporary name would only puzzle
			err = path.Err
		}
		return fmt.Errorf("%s: %w", name, err)
	}
	defer os.Remove(f.Name()) // fails once the file has its name
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
