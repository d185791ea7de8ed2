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
	d, err := prepare(name, write, true)
	if err != nil {
		return err
	}
	return d.Place(name)
}
