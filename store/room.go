package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// To delete takes room too: what changes goes to the log first. On a disk that is full,
// therefore, nothing could be deleted. So some room is kept for that: a file that is
// given up when something is deleted, and made again when that is done.

const (
	reserveFile = "gambito.db-reserve"
	// reserveSize is twice what the log of the database grows to before its content is
	// moved to the database, which may have to grow by as much.
	reserveSize = 8 << 20
)

// keepReserve makes the reserve, if there is room for it.
func (s *Store) keepReserve() {
	name := filepath.Join(s.folder, reserveFile)
	if info, err := os.Stat(name); s.readOnly || err == nil && info.Size() >= reserveSize {
		return
	}
	content := make([]byte, reserveSize) // of bytes that no file system makes smaller
	rand.NewChaCha8([32]byte{}).Read(content)
	if os.WriteFile(name, content, 0o644) != nil {
		os.Remove(name)
	}
}

// Yield gives up the room that the store of a folder keeps for deleting, so that it can be
// opened and something deleted even if the disk is full. Sweep keeps some again.
func Yield(folder string) { os.Remove(filepath.Join(folder, reserveFile)) }

// isFull reports whether something failed because the disk is full.
func isFull(err error) bool {
	var failed *sqlite.Error
	return errors.As(err, &failed) && failed.Code()&0xff == sqlite3.SQLITE_FULL
}

// despiteFull does something, and if the disk is full once more when the log has made
// room.
func (s *Store) despiteFull(do func() error) error {
	err := do()
	if isFull(err) && s.checkpoint() == nil {
		err = do()
	}
	return err
}

// checkpoint moves what is in the log to the database, and empties it unless somebody
// reads.
func (s *Store) checkpoint() error {
	_, err := s.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// shrunkAtOnce is how many pages of the database are given back at once.
const shrunkAtOnce = 500

// shrink gives free pages of the database back to the disk. A database that an earlier
// gambito has made must be written anew for that: it is if that takes little, else its free
// pages stay its own and are used again.
func (s *Store) shrink(ctx context.Context) error {
	var mode, free, pages int
	for query, to := range map[string]*int{"PRAGMA auto_vacuum": &mode, "PRAGMA freelist_count": &free, "PRAGMA page_count": &pages} {
		if err := s.db.QueryRow(query).Scan(to); err != nil {
			return s.explain(err)
		}
	}
	const incremental = 2
	if mode != incremental {
		if free > pages/2 && pages-free < shrunkAtOnce {
			s.rewrite(ctx)
		}
		return nil
	}
	for ; free > 0; free -= shrunkAtOnce {
		if err := s.giveBack(ctx); err != nil {
			return s.explain(err)
		}
	}
	return s.explain(s.checkpoint())
}

// giveBack gives some pages back.
func (s *Store) giveBack(ctx context.Context) error {
	rows, err := s.db.QueryContext(ctx, "PRAGMA incremental_vacuum(500)") // shrunkAtOnce
	if err != nil {
		return err
	}
	for rows.Next() { // a page each
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	return s.checkpoint()
}

// rewrite makes the database anew, such that it can be shrunk from now on. Where there is
// no room for that it stays as it is.
func (s *Store) rewrite(ctx context.Context) {
	c, err := s.db.Conn(ctx)
	if err != nil {
		return
	}
	defer c.Close()
	if _, err := c.ExecContext(ctx, "PRAGMA auto_vacuum = INCREMENTAL"); err == nil {
		c.ExecContext(ctx, "VACUUM")
	}
	s.checkpoint()
}
