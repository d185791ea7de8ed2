package files

import (
	"errors"
	"io/fs"
	"os"
)

// Writable makes a folder if there is none, and tells why nothing can be kept in it, if
// so: whether it can be written to is seen by writing to it. The reason names no file.
func Writable(folder string) error {
	err := os.MkdirAll(folder, 0o755)
	if err == nil {
		err = probe(folder)
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// probe writes a file that does not stay.
func probe(folder string) error {
	f, err := os.CreateTemp(folder, ".usable-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString("gambito\n") // a full disk takes an empty file
	return errors.Join(err, f.Close())
}
