package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gambito/arena"
)

// recordFile is a new file of records, one JSON object a line. Without a name
// nothing is written. It is made with its first record.
type recordFile struct {
	name string
	file *os.File
}

// check refuses a file that is there already.
func (f *recordFile) check() error {
	if f.name == "" {
		return nil
	}
	if _, err := os.Lstat(f.name); err == nil {
		return fmt.Errorf("--records: %s exists; choose a new file", f.name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return failure{fmt.Errorf("--records: %w", err)}
	}
	return nil
}

// write leaves out times and the build, so that the same match writes the same bytes.
func (f *recordFile) write(r arena.Record) (err error) {
	if f.name == "" {
		return nil
	}
	if f.file == nil {
		if f.file, err = os.OpenFile(f.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644); err != nil {
			return fmt.Errorf("--records: %w", err)
		}
	}
	r.Seconds, r.Build = nil, ""
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = f.file.Write(append(line, '\n'))
	return err
}

func (f *recordFile) close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
