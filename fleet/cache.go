package fleet

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gambito/files"
	"gambito/fleet/message"
)

// cache keeps files of jobs in a folder, by digest. Any number of workers may share
// one.
type cache struct {
	link   *Link
	folder string // "" for none
}

// unused is after how long a file that nobody has read is thrown away.
const unused = 30 * 24 * time.Hour

// newCache makes the folder if need be, and throws away what is old in it.
func newCache(l *Link, folder string) (*cache, error) {
	if folder == "" {
		return &cache{link: l}, nil
	}
	err := os.MkdirAll(folder, 0o755)
	var entries []os.DirEntry
	if err == nil {
		entries, err = os.ReadDir(folder)
	}
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, fmt.Errorf("files that come with work cannot be kept in the folder %s: %w (--cache names another)", folder, err)
	}
	for _, e := range entries {
		name := e.Name()
		if len(name) < 64 || !message.ValidDigest(name[:64]) || len(name) > 64 && name[64] != '.' {
			continue // not ours
		}
		age := unused
		if len(name) > 64 { // half a file of a worker that was killed
			age = time.Hour
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > age {
			os.Remove(filepath.Join(folder, name))
		}
	}
	return &cache{l, folder}, nil
}

// get returns a content of at most some size: that of the folder if it is what it
// should be, else that of the fleet. It tries as long as the fleet is not reached.
func (c *cache) get(ctx context.Context, digest string, most int64) ([]byte, error) {
	name := filepath.Join(c.folder, digest)
	if c.folder != "" {
		if content, err := files.ReadAtMost(name, most); err == nil && Digest(content) == digest {
			now := time.Now()
			os.Chtimes(name, now, now) // it was used
			return content, nil
		}
	}
	content, err := c.fetch(ctx, digest, most)
	if err == nil && c.folder != "" {
		if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
			os.Remove(name)
		}
		files.Replace(name, content) // a folder that is full or gone costs time, no more
	}
	return content, err
}

func (c *cache) fetch(ctx context.Context, digest string, most int64) ([]byte, error) {
	missed := 0
	for {
		limited, cancel := context.WithTimeout(ctx, 10*time.Second+time.Duration(most>>18)*time.Second) // 256 kB/s at the least
		content, err := c.link.getFile(limited, digest, most)
		cancel()
		switch {
		case err == nil:
			return content, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, errNoFile), errors.Is(err, errOtherFile):
			if missed++; missed == 3 { // it may come a moment later from another node
				return nil, err
			}
		}
		rest(ctx, 300*time.Millisecond)
	}
}
