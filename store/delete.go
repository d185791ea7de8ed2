package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Names of runs that are not to be seen begin so: those of archives that are not read
// to the end, and those that were deleted and are not removed yet. No experiment can
// be called so.
const (
	importing = ".importing "
	deleted   = ".deleted "
)

// isHidden reports whether a run is not to be seen.
func isHidden(name string) bool {
	return strings.HasPrefix(name, importing) || strings.HasPrefix(name, deleted)
}

// Delete makes a run and its games invisible at once, also one that cannot be read,
// unless somebody is writing it. Its name is free; Sweep removes it.
func (s *Store) Delete(name string) error {
	var id int64
	err := s.db.QueryRow("SELECT id FROM runs WHERE name = ?", name).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) || isHidden(name) {
		return s.noRun(name)
	}
	if err != nil {
		return s.explain(err)
	}
	release, err := s.lock(name)
	if err != nil {
		return err
	}
	defer release()
	Yield(s.folder)
	return s.explain(s.despiteFull(func() error {
		_, err := s.db.Exec("UPDATE runs SET name = ? WHERE id = ?", deleted+strconv.FormatInt(id, 10), id)
		return err
	}))
}

// Sweep removes what was deleted and what imports have left that were broken off, and
// gives its room back to the disk. If ctx ends the rest is removed by the next one.
func (s *Store) Sweep(ctx context.Context) error {
	err := s.sweep(ctx, "")
	if err == nil {
		err = s.shrink(ctx)
	}
	s.keepReserve()
	return err
}

// sweep is Sweep for who imports own: who imports a run holds the lock of its name.
func (s *Store) sweep(ctx context.Context, own string) error {
	rows, err := s.db.Query("SELECT id, name FROM runs WHERE name > '.' AND name < '/'")
	if err != nil {
		return s.explain(err)
	}
	defer rows.Close()
	var left []int64
	for rows.Next() {
		var id int64
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return s.explain(err)
		}
		run, imported := strings.CutPrefix(name, importing)
		if imported && (run == own || !s.Locked(run)) || strings.HasPrefix(name, deleted) {
			left = append(left, id)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return s.explain(err)
	}
	for _, id := range left {
		if err := s.remove(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// removedAtOnce is how many games are removed in one transaction.
const removedAtOnce = 10_000

// removedWhenFull is how many it is on a full disk, where what is removed takes room first.
const removedWhenFull = 1000

// remove removes a run that is not to be seen, in pieces: others write meanwhile, and
// whoever waits for the database gives up after some seconds.
func (s *Store) remove(ctx context.Context, id int64) error {
	atOnce := removedAtOnce
	for {
		begin := time.Now()
		var game, pairing, number int
		err := s.db.QueryRow("SELECT game, pairing, number FROM games WHERE run = ? ORDER BY game, pairing, number LIMIT 1 OFFSET ?",
			id, atOnce).Scan(&game, &pairing, &number)
		last := errors.Is(err, sql.ErrNoRows)
		switch {
		case last:
			_, err = s.db.Exec("DELETE FROM runs WHERE id = ?", id)
		case err == nil:
			_, err = s.db.Exec("DELETE FROM games WHERE run = ? AND (game, pairing, number) < (?, ?, ?)", id, game, pairing, number)
		}
		if isFull(err) && atOnce > removedWhenFull {
			atOnce, last = removedWhenFull, false
			err = s.checkpoint()
		} else if atOnce == removedWhenFull && err == nil {
			err = s.checkpoint()
		}
		if last && err == nil {
			return nil
		}
		if err != nil {
			return s.explain(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Since(begin)): // as long as it took
		}
	}
}
