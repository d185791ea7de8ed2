// Package store keeps experiments and their games in one SQLite database, so
// that a run which was broken off, even by kill -9 or a power cut, goes on
// where it was.
//
// The promise: when Add returns, its games are on the disk (write-ahead log,
// synchronous=FULL), and no game is there twice (the primary key). One process
// at a time writes a run; the lock is the operating system's and ends with the
// process that held it. The database is opened by nothing but this package,
// and never changed if it is damaged, foreign or from a newer gambito.
package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// fileName is the name of the database within its folder.
const fileName = "gambito.db"

// Store is an open database.
type Store struct {
	folder   string
	db       *sql.DB
	version  int  // how many migrations were done
	readOnly bool // nothing can be written
}

// Open opens the database of a folder, and makes both if they are not there.
func Open(folder string) (*Store, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	return open(folder)
}

// OpenExisting opens the database of a folder, for reading alone if it may not
// be written. If there is none the error is fs.ErrNotExist.
func OpenExisting(folder string) (*Store, error) {
	file := filepath.Join(folder, fileName)
	if _, err := os.Stat(file); err != nil {
		return nil, err
	}
	s, err := open(folder)
	if _, pending := os.Stat(file + "-wal"); !errors.As(err, new(errNotWritable)) || pending == nil {
		return s, err
	}
	// Without a log nobody is writing, and what is there will not change.
	return openWith(folder, url.Values{"mode": {"ro"}, "immutable": {"1"}}, true)
}

func open(folder string) (*Store, error) {
	return openWith(folder, url.Values{"_pragma": {"busy_timeout(10000)", "synchronous(FULL)", "foreign_keys(1)"}}, false)
}

func openWith(folder string, query url.Values, readOnly bool) (*Store, error) {
	db, err := connect(filepath.Join(folder, fileName), query)
	if err != nil {
		return nil, err
	}
	s := &Store{folder: folder, db: db, readOnly: readOnly}
	if err := s.migrate(readOnly); err != nil {
		db.Close()
		return nil, s.explain(err)
	}
	return s, nil
}

// errNotWritable is a database that may be read at most.
type errNotWritable struct{ error }

// connect opens a database file. What a transaction reads stays true until it
// writes, because all of them are immediate.
func connect(file string, query url.Values) (*sql.DB, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	query.Set("_txlock", "immediate")
	return sql.Open("sqlite", "file:"+(&url.URL{Path: filepath.ToSlash(file)}).EscapedPath()+"?"+query.Encode())
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// explain says in one line what is wrong with the database and what would be
// right.
func (s *Store) explain(err error) error {
	if err == nil {
		return nil
	}
	file := filepath.Join(s.folder, fileName)
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return fmt.Errorf("%s: %w", file, err)
	}
	reason := ""
	switch failed.Code() & 0xff {
	case sqlite3.SQLITE_NOTADB:
		reason = "it is not a database of gambito: move it away, or choose another folder with --data"
	case sqlite3.SQLITE_CORRUPT:
		reason = "it is damaged: restore it from a copy, or choose another folder with --data"
	case sqlite3.SQLITE_FULL:
		reason = "the disk is full; games stored so far are safe"
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return errNotWritable{fmt.Errorf("%s: it cannot be opened for writing: make its folder writable, or choose another with --data", file)}
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		reason = "another process is writing to it and does not stop"
	case sqlite3.SQLITE_IOERR:
		reason = "reading or writing it failed (is the disk full or gone?)"
	default:
		reason = failed.Error()
	}
	return fmt.Errorf("%s: %s", file, reason)
}
