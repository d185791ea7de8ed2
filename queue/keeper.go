package queue

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"

	"gambito/files"
)

// keeper keeps the tasks of a queue in a file. The zero value keeps nothing.
type keeper struct {
	file   string
	unlock func() error
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

// hold takes hold of a file.
func hold(file string) (keeper, error) {
	if file == "" {
		return keeper{}, nil
	}
	unlock, err := files.Lock(file + ".lock")
	switch {
	case errors.Is(err, files.ErrLocked):
		slog.Warn("another process works with the queue of this data folder: what is begun here is not kept in it", "file", file)
		return keeper{}, nil
	case err != nil:
		return keeper{}, err
	}
	return keeper{file, unlock}, nil
}

// read reads the tasks. What is no queue's is renamed, so that nobody loses what it may
// have been.
func (k keeper) read() ([]Task, error) {
	if k.file == "" {
		return nil, nil
	}
	content, err := files.ReadAtMost(k.file, mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list kept
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

// write replaces the file.
func (k keeper) write(list []Task) error {
	if k.file == "" {
		return nil
	}
	content, err := json.Marshal(kept{format, list})
	if err != nil {
		return err
	}
	return files.Replace(k.file, content)
}

// release lets others have the file.
func (k keeper) release() error {
	if k.unlock == nil {
		return nil
	}
	return k.unlock()
}
