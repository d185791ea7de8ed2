package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gambito/arena"
	"gambito/build"
	"gambito/files"
)

// Writer adds games to a run. While it is open nobody else can.
type Writer struct {
	store   *Store
	info    Info
	release func() error // of the run
}

// ErrChanged says that the stored run is of another experiment.
type ErrChanged struct{ Err error }

func (e ErrChanged) Error() string { return e.Err.Error() }

func (e ErrChanged) Unwrap() error { return e.Err }

// ErrLocked says that another process is at work on the run.
type ErrLocked struct{ error }

// Begin takes up the run of an experiment, which was checked, or makes it. An
// experiment under the name of another is refused with ErrChanged. Settings of an
// earlier format are brought to the present one.
func (s *Store) Begin(e *arena.Experiment, source string, begunBy build.Info) (*Writer, error) {
	settings := e.Settings()
	release, err := s.lock(e.Name)
	if err != nil {
		return nil, err
	}
	info, err := s.Run(e.Name)
	if errors.As(err, new(ErrNoRun)) {
		if err = s.insertRun(settings, source, begunBy); err == nil {
			info, err = s.Run(e.Name)
		}
	}
	if err == nil {
		err = s.Same(info, e)
	}
	if err == nil && info.Settings.Format != settings.Format {
		err = s.replaceSettings(&info, settings)
	}
	if err != nil {
		release()
		return nil, err
	}
	s.keepReserve()
	return &Writer{s, info, release}, nil
}

// replaceSettings stores other settings of the same experiment.
func (s *Store) replaceSettings(info *Info, settings arena.Settings) error {
	hash, err := settings.Hash()
	text, err1 := json.Marshal(settings)
	if err := errors.Join(err, err1); err != nil {
		return err
	}
	unseal := ""
	if s.version >= withChecksums {
		unseal = ", checksum = NULL"
	}
	if _, err := s.db.Exec("UPDATE runs SET hash = ?, settings = ?"+unseal+" WHERE id = ?", hash, string(text), info.id); err != nil {
		return s.explain(err)
	}
	if err := s.sealRun(info.id); err != nil {
		return err
	}
	info.Settings = settings
	return nil
}

// Same refuses, with ErrChanged, an experiment that is not the run's.
func (s *Store) Same(info Info, e *arena.Experiment) error {
	changes := e.Changes(info.Settings)
	if changes == nil {
		return nil
	}
	return ErrChanged{fmt.Errorf("run %s is of another experiment (changed: %s); give the experiment a new name, or delete the run: gambito runs delete %[1]s",
		e.Name, strings.Join(changes, ", "))}
}

func (s *Store) insertRun(settings arena.Settings, source string, begunBy build.Info) error {
	hash, err := settings.Hash()
	text, err1 := json.Marshal(settings)
	made, err2 := json.Marshal(begunBy)
	if err := errors.Join(err, err1, err2); err != nil {
		return err
	}
	done, err := s.db.Exec("INSERT INTO runs (name, hash, settings, source, build, created) VALUES (?, ?, ?, ?, ?, ?)",
		settings.Name, hash, string(text), source, string(made), now())
	if err != nil {
		return s.explain(err)
	}
	id, err := done.LastInsertId()
	if err != nil {
		return s.explain(err)
	}
	return s.sealRun(id)
}

// sealRun writes the checksum of a run that was just written without one.
func (s *Store) sealRun(id int64) error {
	if s.version < withChecksums {
		return nil
	}
	var settings, source, build, created string
	err := s.db.QueryRow("SELECT settings, source, build, created FROM runs WHERE id = ?", id).Scan(&settings, &source, &build, &created)
	if err == nil {
		_, err = s.db.Exec("UPDATE runs SET checksum = ? WHERE id = ?", rowSum(settings, source, build, created), id)
	}
	return s.explain(err)
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }

// Info is the run as it was found.
func (w *Writer) Info() Info { return w.info }

// Records calls do on the games stored so far, as Store.Records does. Games that were lost
// are no error: who writes the run plays them again.
func (w *Writer) Records(do func(arena.Record) error) error {
	return w.store.search(context.Background(), w.info, Query{Limit: -1}, do)
}

// Add stores finished games, all or none. When it returns they are on the disk.
func (w *Writer) Add(records []arena.Record) error { return w.AddCounted(records, nil) }

// AddCounted is Add that also keeps a checkpoint, if there is one, of all games of the
// run that were stored before these.
func (w *Writer) AddCounted(records []arena.Record, before *Checkpoint) error {
	tx, err := w.store.db.Begin()
	if err != nil {
		return w.store.explain(err)
	}
	defer tx.Rollback()
	if err := w.insert(tx, records); err != nil {
		return w.store.explain(err)
	}
	if err := w.count(tx, len(records)); err != nil {
		return w.store.explain(err)
	}
	if before != nil {
		if err := keep(tx, w.info, before); err != nil {
			return w.store.explain(err)
		}
	}
	return w.store.explain(tx.Commit())
}

// insert writes the rows of games.
func (w *Writer) insert(tx *sql.Tx, records []arena.Record) error {
	version, err := txVersion(tx)
	if err != nil {
		return err
	}
	machine, sums := version >= withMachines, version >= withChecksums
	columns, values := "", ""
	if machine {
		columns, values = ", machine", ", ?"
	}
	if sums {
		columns, values = columns+", checksum", values+", ?"
	}
	insert, err := tx.Prepare(`INSERT INTO games (run, game, pairing, number, seats, opening, moves, result, reason,
		faults, simulations, nodes, seconds, build` + columns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?` + values + `)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	builds, machines := numbering{table: "builds", column: "version"}, numbering{table: "machines", column: "name"}
	var row []any
	for _, r := range records {
		build, err := builds.of(tx, r.Build)
		if err != nil {
			return err
		}
		lists, err := texts(&r)
		if err != nil {
			return err
		}
		row = append(row[:0], w.info.id, r.Venue, r.Pairing, r.Number, lists[0], r.Opening, r.Moves, lists[1], string(r.Reason),
			lists[2], lists[3], lists[4], lists[5], build)
		if machine {
			played, err := machines.of(tx, r.Machine)
			if err != nil {
				return err
			}
			row = append(row, played)
		}
		if sums {
			row = append(row, rowSum(row[1:]...))
		}
		if _, err := insert.Exec(row...); err != nil {
			return err
		}
	}
	return nil
}

// numbering gives texts of a table their numbers, and makes new ones. It is for one
// transaction.
type numbering struct {
	table, column string
	known         map[string]sql.NullInt64
}

// of is the number of a text; that of none is NULL.
func (n *numbering) of(tx *sql.Tx, text string) (id sql.NullInt64, err error) {
	if text == "" {
		return id, nil
	}
	if id, ok := n.known[text]; ok {
		return id, nil
	}
	if _, err = tx.Exec("INSERT OR IGNORE INTO "+n.table+" ("+n.column+") VALUES (?)", text); err == nil {
		err = tx.QueryRow("SELECT id FROM "+n.table+" WHERE "+n.column+" = ?", text).Scan(&id)
	}
	if n.known == nil {
		n.known = map[string]sql.NullInt64{}
	}
	n.known[text] = id
	return id, err
}

// texts writes the lists of a record as JSON, empty ones as NULL: seats, result,
// faults, simulations, nodes and seconds.
func texts(r *arena.Record) (out [6]sql.NullString, err error) {
	out[0], out[3], out[4] = wholes(r.Seats), wholes(r.Simulations), wholes(r.Nodes)
	if out[1], err = numbers(r.Result); err == nil {
		out[5], err = numbers(r.Seconds)
	}
	if err == nil && r.Faults != nil {
		var text []byte
		text, err = json.Marshal(r.Faults)
		out[2] = sql.NullString{String: string(text), Valid: true}
	}
	return out, err
}

// wholes writes what json.Marshal does, but soon.
func wholes(list []int) sql.NullString {
	if list == nil {
		return sql.NullString{}
	}
	var buffer [64]byte
	text := append(buffer[:0], '[')
	for i, n := range list {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return sql.NullString{String: string(append(text, ']')), Valid: true}
}

// numbers writes what json.Marshal does, but soon where they are of common size.
func numbers(list []float64) (sql.NullString, error) {
	if list == nil {
		return sql.NullString{}, nil
	}
	var buffer [64]byte
	text := append(buffer[:0], '[')
	for i, x := range list {
		if size := math.Abs(x); x != 0 && !(size >= 1e-6 && size < 1e21) {
			text, err := json.Marshal(list)
			return sql.NullString{String: string(text), Valid: true}, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendFloat(text, x, 'f', -1, 64)
	}
	return sql.NullString{String: string(append(text, ']')), Valid: true}, nil
}

// Finish marks the run as finished and removes games that do not count. If there
// are none of these it keeps a checkpoint, which may be nil, of all games of the run.
func (w *Writer) Finish(surplus []arena.Key, all *Checkpoint) error {
	tx, err := w.store.db.Begin()
	if err != nil {
		return w.store.explain(err)
	}
	defer tx.Rollback()
	for _, k := range surplus {
		if _, err := tx.Exec("DELETE FROM games WHERE run = ? AND game = ? AND pairing = ? AND number = ?", w.info.id, k.Game, k.Pairing, k.Number); err != nil {
			return w.store.explain(err)
		}
	}
	if len(surplus) > 0 {
		err = w.count(tx, -len(surplus))
	} else if all != nil {
		err = keep(tx, w.info, all)
	}
	if err != nil {
		return w.store.explain(err)
	}
	if _, err := tx.Exec("UPDATE runs SET finished = COALESCE(finished, ?) WHERE id = ?", now(), w.info.id); err != nil {
		return w.store.explain(err)
	}
	return w.store.explain(tx.Commit())
}

// Close lets others write the run.
func (w *Writer) Close() error { return w.release() }

// Locked reports whether somebody is writing a run now, be it this process.
func (s *Store) Locked(run string) bool {
	return arena.CheckName(run) == nil && files.Locked(s.lockFile(run))
}

// anyLocked reports whether somebody is writing any run.
func (s *Store) anyLocked() bool {
	entries, _ := os.ReadDir(filepath.Join(s.folder, "locks")) // none was ever written if there is no folder
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return files.Locked(filepath.Join(s.folder, "locks", e.Name())) })
}

func (s *Store) lockFile(run string) string { return filepath.Join(s.folder, "locks", run+".lock") }

// lock takes the right to write a run: a file of its own, which is let go with the
// process, however that ends. Where the file system knows no locks it is nobody's.
func (s *Store) lock(run string) (release func() error, err error) {
	name := s.lockFile(run)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	release, err = files.Lock(name)
	if errors.Is(err, files.ErrLocked) {
		return nil, ErrLocked{fmt.Errorf("run %s is being written by another process: wait for it or stop it", run)}
	} else if err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	return release, nil
}
