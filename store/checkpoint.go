package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"gambito/arena"
)

// A checkpoint is the standings of a run when it had so many games. Games are only
// ever added to a run, until it is finished or some of them are taken back; then some
// are removed, and the checkpoint goes with them. So one that counts as many games as are stored counts
// these very games.

// Checkpoint is one that is to be kept.
type Checkpoint struct {
	games int
	text  []byte
}

// NewCheckpoint is that of standings of all games of a run that are stored.
func NewCheckpoint(standings *arena.Standings) (*Checkpoint, error) {
	text, err := json.Marshal(standings)
	return &Checkpoint{standings.Games, text}, err
}

// counts reports whether the database knows how many games its runs have, and has
// checkpoints.
func (s *Store) counts() bool { return s.version >= 3 }

// txCounts asks the same within a transaction. Another process may have brought the
// database to a newer version since it was opened.
func txCounts(tx *sql.Tx) (bool, error) {
	version, err := txVersion(tx)
	return version >= 3, err
}

// txVersion is that of the database within a transaction.
func txVersion(tx *sql.Tx) (version int, err error) {
	err = tx.QueryRow("PRAGMA user_version").Scan(&version)
	return version, err
}

// count notes that games were added to the run, or, with a negative number, removed.
func (w *Writer) count(tx *sql.Tx, added int) error {
	counts, err := txCounts(tx)
	if err != nil || !counts {
		return err
	}
	if added < 0 {
		if _, err := tx.Exec("DELETE FROM checkpoints WHERE run = ?", w.info.id); err != nil {
			return err
		}
	}
	done, err := tx.Exec("UPDATE counts SET games = games + ? WHERE run = ?", added, w.info.id)
	if err != nil {
		return err
	}
	if changed, err := done.RowsAffected(); err != nil || changed > 0 {
		return err
	}
	return recount(tx, w.info.id)
}

// recount counts the games of a run, and forgets what was known of them.
func recount(tx *sql.Tx, run int64) error {
	_, err := tx.Exec(`DELETE FROM checkpoints WHERE run = @run;
		INSERT OR REPLACE INTO counts (run, games) SELECT @run, COUNT(*) FROM games WHERE run = @run`, sql.Named("run", run))
	return err
}

// Found says how many games of the run were found. The database is set right if it
// thinks otherwise: an earlier gambito may have written to it.
func (w *Writer) Found(games int) error {
	if games == w.info.Games {
		return nil
	}
	tx, err := w.store.db.Begin()
	if err != nil {
		return w.store.explain(err)
	}
	defer tx.Rollback()
	counts, err := txCounts(tx)
	if err == nil && counts {
		err = recount(tx, w.info.id)
	}
	if err != nil {
		return w.store.explain(err)
	}
	w.info.Games = games
	return w.store.explain(tx.Commit())
}

// keep writes a checkpoint.
func keep(tx *sql.Tx, info Info, c *Checkpoint) error {
	if counts, err := txCounts(tx); err != nil || !counts {
		return err
	}
	version, err := txVersion(tx)
	if err != nil {
		return err
	}
	if version < withChecksums {
		_, err = tx.Exec("INSERT OR REPLACE INTO checkpoints (run, games, standings) VALUES (?, ?, ?)", info.id, c.games, string(c.text))
		return err
	}
	text := string(c.text)
	_, err = tx.Exec("INSERT OR REPLACE INTO checkpoints (run, games, standings, checksum) VALUES (?, ?, ?, ?)", info.id, c.games, text, rowSum(c.games, text))
	return err
}

// Checkpoint returns the standings of a run as they were kept last, nil if they were
// not. They are exact if they are of all games that are stored now. The settings must
// be those of the run with its games, see arena.GameSettings.
func (s *Store) Checkpoint(info Info) (standings *arena.Standings, exact bool, err error) {
	if !s.counts() {
		return nil, false, nil
	}
	var stored, counted int
	var text string
	var checksum any
	column := "NULL"
	if s.version >= withChecksums {
		column = "checksum"
	}
	err = s.db.QueryRow(`SELECT counts.games, checkpoints.games, standings, `+column+` FROM checkpoints JOIN counts USING (run) WHERE run = ?`, info.id).Scan(&stored, &counted, &text, &checksum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, s.explain(err)
	}
	if !fits(checksum, counted, text) { // damaged: the games are counted again
		return nil, false, nil
	}
	standings = arena.NewStandings(info.Settings)
	if json.Unmarshal([]byte(text), standings) != nil || standings.Games != counted { // another gambito's: as if it were not there
		return nil, false, nil
	}
	return standings, counted == stored, nil
}

// Keep keeps standings of all games of a run, if they still are.
func (s *Store) Keep(info Info, standings *arena.Standings) error {
	if s.readOnly || !s.counts() {
		return nil
	}
	c, err := NewCheckpoint(standings)
	if err != nil {
		return err
	}
	tx, err := s.db.Begin()
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	stored := 0
	err = tx.QueryRow("SELECT games FROM counts JOIN runs ON runs.id = run WHERE run = ? AND name = ? AND created = ?",
		info.id, info.Settings.Name, info.Created.Format(time.RFC3339)).Scan(&stored)
	switch {
	case errors.Is(err, sql.ErrNoRows), err == nil && stored != c.games:
		return nil
	case err == nil:
		err = keep(tx, info, c)
	}
	if err != nil {
		return s.explain(err)
	}
	return s.explain(tx.Commit())
}
