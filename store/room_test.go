//go:build linux

package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/build"
	"gambito/faults"
)

// TestDeleteOnFullDisk fills a disk with a run: deleting it makes room for another, also
// in a database whose log was not moved to it, and in one that an earlier gambito has made.
func TestDeleteOnFullDisk(t *testing.T) {
	disk, err := faults.MountDisk(t.TempDir(), 14<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	if !disk.Real() {
		t.Skip("only with the right to mount file systems")
	}
	for name, earlier := range map[string]bool{"new": false, "earlier": true} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(disk.Path, name)
			s, err := Open(folder)
			if err != nil {
				t.Fatal(err)
			}
			if earlier {
				if _, err := s.db.Exec("PRAGMA auto_vacuum = NONE; VACUUM"); err != nil {
					t.Fatal(err)
				}
			}
			stored := fillWithGames(t, s)
			if err := s.Close(); err != nil {
				t.Logf("the log could not be emptied: %v", err)
			}
			before := sizeOf(t, folder)
			if s, err = OpenExisting(folder); err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if info, err := s.Run("test"); err != nil || info.Games != stored {
				t.Fatalf("%d of %d games are there, %v", info.Games, stored, err)
			}
			if err := errors.Join(s.Delete("test"), s.Sweep(t.Context())); err != nil {
				t.Fatalf("nothing can be deleted: %v", err)
			}
			if after := sizeOf(t, folder); after > before/4 {
				t.Errorf("of %d bytes %d are left", before, after)
			}
			if _, err := os.Stat(filepath.Join(folder, reserveFile)); err != nil {
				t.Errorf("no room is kept for the next time: %v", err)
			}
			if again := fillWithGames(t, s); again < stored/2 {
				t.Errorf("there is room for %d games, where %d were", again, stored)
			}
			os.RemoveAll(folder)
		})
	}
}

// fillWithGames stores games until the disk is full, and returns how many.
func fillWithGames(t *testing.T, s *Store) (stored int) {
	t.Helper()
	large := experiment(t, 1)
	large.GamesPerPair = 10_000_000
	w, err := s.Begin(large, "", build.Info{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	one := played(t, experiment(t, 1))[0]
	one.Moves = strings.Repeat("a1 ", 300)
	for {
		var games []arena.Record
		for range 500 {
			one.Number = stored + len(games)
			games = append(games, one)
		}
		if err := w.Add(games); err != nil {
			return stored
		}
		stored += len(games)
	}
}

// sizeOf is the size of the database and its log.
func sizeOf(t *testing.T, folder string) (size int64) {
	t.Helper()
	for _, name := range []string{fileName, fileName + "-wal"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err == nil {
			size += info.Size()
		}
	}
	return size
}
