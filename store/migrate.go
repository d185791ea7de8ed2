package store

import (
	"database/sql"
	"errors"
	"fmt"
)

// applicationID marks a database as gambito's ("gmbt").
const applicationID = 0x676d6274

// migrations lead from every version of the database to the next, from an
// empty file on; the number of those done is its user_version. They are never
// changed, only added to.
var migrations = []string{`
	CREATE TABLE runs (
		id       INTEGER PRIMARY KEY,
		name     TEXT NOT NULL UNIQUE,
		hash     TEXT NOT NULL,          -- of all that decides about the games
		settings TEXT NOT NULL,          -- JSON, arena.Settings; the seed is in it
		source   TEXT NOT NULL,          -- the experiment file
		build    TEXT NOT NULL,          -- JSON, Build: what made it, and where
		created  TEXT NOT NULL,          -- RFC 3339, UTC
		finished TEXT                    -- likewise; NULL while games are left
	) STRICT;
	CREATE TABLE games (
		run         INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
		game        INTEGER NOT NULL,    -- place among the games of the settings
		pairing     INTEGER NOT NULL,
		number      INTEGER NOT NULL,
		seats       TEXT NOT NULL,       -- JSON: which agents of the settings
		opening     INTEGER NOT NULL,
		moves       TEXT NOT NULL,
		result      TEXT NOT NULL,       -- JSON
		reason      TEXT NOT NULL,
		faults      TEXT,                -- JSON, as the following
		simulations TEXT,
		nodes       TEXT,
		seconds     TEXT,
		PRIMARY KEY (run, game, pairing, number)
	) STRICT, WITHOUT ROWID;
`, `
	CREATE TABLE builds (
		id      INTEGER PRIMARY KEY,
		version TEXT NOT NULL UNIQUE     -- of a gambito that has played games
	) STRICT;
	ALTER TABLE games ADD COLUMN build INTEGER REFERENCES builds (id); -- NULL if nobody knows
`, `
	CREATE TABLE counts (
		run   INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
		games INTEGER NOT NULL           -- of the run that are stored
	) STRICT;
	INSERT INTO counts (run, games) SELECT id, (SELECT COUNT(*) FROM games WHERE games.run = runs.id) FROM runs;
	CREATE TABLE checkpoints (
		run       INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
		games     INTEGER NOT NULL,      -- that were counted
		standings TEXT NOT NULL          -- JSON, arena.Standings
	) STRICT;
	CREATE INDEX games_ended_otherwise ON games (run, reason) WHERE reason <> 'rules';
`, `
	CREATE TABLE machines (
		id   INTEGER PRIMARY KEY,
		name TEXT NOT NULL UNIQUE        -- of a machine of a fleet that has played games
	) STRICT;
	ALTER TABLE games ADD COLUMN machine INTEGER REFERENCES machines (id); -- NULL if it was no fleet
	CREATE INDEX games_by_machine ON games (run, machine) WHERE machine IS NOT NULL;
`, `
	ALTER TABLE runs ADD COLUMN checksum INTEGER;        -- of settings, source, build and created; NULL if an earlier gambito wrote them
	ALTER TABLE games ADD COLUMN checksum INTEGER;       -- of all columns but run; likewise
	ALTER TABLE checkpoints ADD COLUMN checksum INTEGER; -- of games and standings; likewise
`}

// migrate brings the database to this version. One that may only be read stays of
// its own; so does, for now, one of which somebody is writing a run: it may be an
// earlier gambito, which does not know what must be written today.
func (s *Store) migrate(readOnly bool) error {
	version, id, tables, err := s.identify()
	s.version = version
	switch {
	case err != nil:
		return err
	case version > len(migrations):
		return fmt.Errorf("it is from a newer gambito (version %d; this one knows %d): use that one, or choose another folder with --data", version, len(migrations))
	case id != applicationID && tables > 0:
		return errors.New("it is a database, but not one of gambito's: choose another folder with --data")
	case version == len(migrations), version > 0 && (readOnly || s.anyLocked()):
		return nil
	}
	if tables == 0 { // room that becomes free is given back, see shrink
		if _, err := s.db.Exec("PRAGMA auto_vacuum = INCREMENTAL"); err != nil {
			return err
		}
	}
	if _, err := s.db.Exec("PRAGMA journal_mode = WAL"); err != nil { // the file remembers it
		return err
	}
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := tx.QueryRow("PRAGMA user_version").Scan(&version); err != nil { // another process may have been here
		return err
	}
	for ; version < len(migrations); version++ {
		if _, err := tx.Exec(migrations[version]); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d", version, applicationID)); err != nil {
		return err
	}
	s.version = version
	return tx.Commit()
}

// identify reads what the database is.
func (s *Store) identify() (version, id, tables int, err error) {
	for query, to := range map[string]*int{
		"PRAGMA user_version":                &version,
		"PRAGMA application_id":              &id,
		"SELECT COUNT(*) FROM sqlite_schema": &tables,
	} {
		if err := s.db.QueryRow(query).Scan(to); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return 0, 0, 0, err
		}
	}
	return version, id, tables, nil
}
