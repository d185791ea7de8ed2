package broker

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"gambito/files"
)

// Files of the folder of a server, beside those of JetStream.
const (
	keepFile = "gambito-fleet.json"
	lockFile = "gambito-fleet.lock"
)

// keep is the folder of a server, and what it remembers of itself.
type keep struct {
	folder string
	unlock func() error

	Token string `json:"token"`
	Name  string `json:"name"`
}

// goodToken is a text that needs no quotes anywhere.
var goodToken = regexp.MustCompile(`^[A-Za-z0-9_-]{12,200}$`)

// GoodToken reports whether a token can be used: it stands in URLs, and nobody should
// guess it.
func GoodToken(token string) error {
	if !goodToken.MatchString(token) {
		return errors.New("it must have 12 to 200 letters, digits, - and _")
	}
	return nil
}

// openKeep takes hold of a folder; it makes one if there is none.
func openKeep(folder string) (*keep, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, unusable(folder, err)
	}
	if err := ours(folder); err != nil {
		return nil, err
	}
	if err := files.Writable(folder); err != nil {
		return nil, unusable(folder, err)
	}
	unlock, err := files.Lock(filepath.Join(folder, lockFile))
	if errors.Is(err, files.ErrLocked) {
		return nil, fmt.Errorf("another broker uses the folder %s", folder)
	} else if err != nil {
		return nil, unusable(folder, err)
	}
	k := &keep{folder: folder, unlock: unlock}
	if err := k.read(); err != nil {
		k.close()
		return nil, err
	}
	return k, nil
}

// unusable is why nothing can be kept in a folder. A disk that is full is no mistake of
// who named the folder: the same command may work later.
func unusable(folder string, err error) error {
	said := fmt.Errorf("nothing can be kept in %s: %w", folder, plain(err))
	if errors.Is(err, syscall.ENOSPC) {
		return Failure{said}
	}
	return said
}

// ours sees that a folder is empty or that of a fleet: the server would write among
// other things and never say so.
func ours(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("the folder %s cannot be read: %w", folder, plain(err))
	}
	for _, e := range entries {
		if name := e.Name(); name == keepFile || name == lockFile {
			return nil
		}
	}
	if len(entries) > 0 {
		return fmt.Errorf("the folder %s holds something else than a fleet: name one that is empty or not there", folder)
	}
	return nil
}

// read reads what is remembered, or makes it.
func (k *keep) read() error {
	name := filepath.Join(k.folder, keepFile)
	text, err := files.ReadAtMost(name, 1<<16)
	if errors.Is(err, fs.ErrNotExist) {
		k.Token, k.Name = rand.Text(), "gambito-"+rand.Text()[:8]
		return k.write(name)
	} else if err != nil {
		return fmt.Errorf("%s cannot be read: %w", name, plain(err))
	}
	text, err = files.Unseal(text)
	if err != nil {
		return fmt.Errorf("%s: %w; without it workers will need a new token", name, err)
	}
	if err := json.Unmarshal(text, k); err != nil || GoodToken(k.Token) != nil || k.Name == "" {
		return fmt.Errorf("%s is damaged: delete it, and workers will need a new token", name)
	}
	return nil
}

// write keeps it where nobody else reads it.
func (k *keep) write(name string) error {
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err == nil {
		_, err = f.Write(files.Seal(append(text, '\n')))
		if err == nil {
			err = f.Sync()
		}
		err = errors.Join(err, f.Close())
	}
	if err == nil {
		err = os.Rename(name+".new", name)
	}
	if err != nil {
		return unusable(k.folder, err)
	}
	return nil
}

func (k *keep) close() { k.unlock() }

// plain leaves out of an error which file it was about.
func plain(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
