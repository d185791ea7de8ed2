package queue

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"

	"gambito/files"
)

// keeper keeps the tasks of a queue in a file. The zero value keeps nothing. Of the file
// it takes hold when there is something in it to read or to write.
type keeper struct {
	file   string
	held   bool
	unlock func() error
	last   []byte // what was written
}

// mostBytes is how large a file of a queue is at the most.
const mostBytes = MostTasks * (mostArgs + 10_000)

// kept is the content of the file.
type kept struct {
	Format int    `json:"format"`
	Tasks  []Task `json:"tasks"`
}

// format is that of the files that are written.
const format = 1

// hold takes hold of the file, or keeps nothing if another process has it.
func (k *keeper) hold() error {
	if k.held || k.file == "" {
		return nil
	}
	unlock, err := files.Lock(k.file + ".lock")
	switch {
	case errors.Is(err, files.ErrLocked):
		slog.Warn("another process works with the queue of this data folder: what is begun here is not kept in it", "file", k.file)
		k.file = ""
		return nil
	case err != nil:
		return err
	}
	k.held, k.unlock = true, unlock
	return nil
}

// read reads the tasks. What is no queue's is renamed, so that nobody loses what it may
// have been.
func (k *keeper) read() ([]Task, error) {
	if _, err := os.Lstat(k.file); k.file == "" || err != nil {
		return nil, nil // there is none, or there can be none
	}
	if err := k.hold(); err != nil || k.file == "" {
		return nil, err
	}
	content, err := files.ReadAtMost(k.file, mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list kept
	if err == nil {
		content, err = files.Unseal(content)
	}
	if err == nil {
		err = json.Unmarshal(content, &list)
	}
	if err == nil && list.Format != format {
		err = errors.New("it is of another gambito")
	}
	if err == nil {
		return list.Tasks, nil
	}
	aside := k.file + ".unreadable"
	slog.Warn("the file of the queue cannot be read and is put aside", "file", k.file, "as", aside, "error", err)
	if err := os.Rename(k.file, aside); err != nil {
		return nil, err
	}
	return nil, nil
}

// write replaces the file, if it holds something else.
func (k *keeper) write(list []Task) error {
	if k.file == "" || !k.held && len(list) == 0 {
		return nil
	}
	if err := k.hold(); err != nil || k.file == "" {
		return err
	}
	content, err := json.Marshal(kept{format, list})
	if err != nil || bytes.Equal(content, k.last) {
		return err
	}
	if err := files.ReplaceSealed(k.file, content); err != nil {
		return err
	}
	k.last = content
	return nil
}

// release lets others have the file.
func (k *keeper) release() error {
	if k.unlock == nil {
		return nil
	}
	return k.unlock()
}
